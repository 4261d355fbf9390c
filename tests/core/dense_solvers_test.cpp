// Dense decompositions by LAPACK, against what defines them.
#include "core/linear_algebra/dense_solvers.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"

using namespace ritz;

namespace {

MatX make_random(Eigen::Index rows, Eigen::Index columns) {
    std::srand(7);  // Eigen's Random
    return MatX::Random(rows, columns);
}
MatX make_definite(Eigen::Index n) {
    const MatX A = make_random(n, n);
    return A * A.transpose() + MatX::Identity(n, n);
}
constexpr double tiny = 1e-12;  // some hundred times rounding, for matrices of a dozen rows of size one

}  // namespace

TEST_CASE("Symmetric eigenproblems: A X = B X Λ, XᵀBX = I, ascending") {
    const MatX A = make_random(12, 12) + make_random(12, 12).transpose(), B = make_definite(12);
    const SymmetricEigen plain = solve_symmetric_eigen(A), general = solve_symmetric_eigen(A, B);
    CHECK((A * plain.vectors - plain.vectors * plain.values.asDiagonal()).norm() < tiny);
    CHECK((plain.vectors.transpose() * plain.vectors - MatX::Identity(12, 12)).norm() < tiny);
    CHECK((A * general.vectors - B * general.vectors * general.values.asDiagonal()).norm() < 1e2 * tiny);
    CHECK((general.vectors.transpose() * B * general.vectors - MatX::Identity(12, 12)).norm() < 1e2 * tiny);
    CHECK(std::is_sorted(general.values.begin(), general.values.end()));
    CHECK((compute_symmetric_eigenvalues(A) - plain.values).norm() < tiny);
    CHECK((compute_symmetric_eigenvalues(A, B) - general.values).norm() < tiny);
    CHECK_THROWS_AS(solve_symmetric_eigen(A, -B), NumericalError);
    CHECK(solve_symmetric_eigen(MatX(0, 0)).values.size() == 0);
}

TEST_CASE("General eigenproblems have complex pairs, the positive imaginary part first") {
    const MatX A = make_random(9, 9);
    const GeneralEigen eigen = solve_general_eigen(A);
    CHECK((A.cast<Complex>() * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm() < tiny);
    int pairs = 0;
    for (Eigen::Index k = 0; k + 1 < 9; ++k)
        if (eigen.values[k].imag() > 0) {
            CHECK(eigen.values[k + 1] == std::conj(eigen.values[k]));
            ++pairs;
        }
    CHECK(pairs > 0);
    MatX broken = A;
    broken(2, 3) = std::nan("");
    CHECK_THROWS_AS(solve_general_eigen(broken), NumericalError);
}

TEST_CASE("Singular values: A = U Σ Vᴴ, wide and tall, real and complex") {
    for (const auto& [rows, columns] : {std::pair{12, 5}, std::pair{5, 12}}) {
        const MatX A = make_random(rows, columns);
        const Svd svd = compute_svd(A);
        CHECK(svd.sigma.size() == 5);
        CHECK((svd.U * svd.sigma.asDiagonal() * svd.V.transpose() - A).norm() < tiny);
        CHECK((svd.U.transpose() * svd.U - MatX::Identity(5, 5)).norm() < tiny);
        CHECK((svd.V.transpose() * svd.V - MatX::Identity(5, 5)).norm() < tiny);
        const MatXc Z = A.cast<Complex>() + Complex(0, 1) * A.reverse().cast<Complex>();
        const ComplexSvd complex = compute_svd(Z);
        CHECK((complex.U * complex.sigma.cast<Complex>().asDiagonal() * complex.V.adjoint() - Z).norm() < tiny);
    }
}

TEST_CASE("Linear systems, least squares of short rank, null spaces and pivots") {
    const MatX A = make_random(10, 10), B = make_random(10, 3), D = make_definite(10);
    CHECK((A * solve_square(A, B) - B).norm() < 1e2 * tiny);
    const MatXc Z = A.cast<Complex>() + Complex(0, 1) * D.cast<Complex>();
    CHECK((Z * solve_square(Z, B.cast<Complex>()) - B.cast<Complex>()).norm() < 1e2 * tiny);
    CHECK((D * solve_definite(D, B) - B).norm() < 1e2 * tiny);
    CHECK(is_positive_definite(D));
    CHECK_FALSE(is_positive_definite(D - 100 * MatX::Identity(10, 10)));
    CHECK_THROWS_AS(solve_definite(-D, B), NumericalError);
    CHECK_THROWS_AS(solve_square(MatX(MatX::Zero(2, 2)), MatX(MatX::Zero(2, 1))), NumericalError);
    const MatX thin = A.leftCols(4), deficient = thin * make_random(4, 8);  // 10 x 8 of rank 4
    const MatX N = compute_null_space(deficient, 1e-10), X = solve_least_squares(deficient, B, 1e-10);
    CHECK(N.cols() == 4);
    CHECK((deficient * N).norm() < tiny);
    CHECK((N.transpose() * N - MatX::Identity(4, 4)).norm() < tiny);
    CHECK((deficient.transpose() * (deficient * X - B)).norm() < 1e2 * tiny);  // residual at right angles
    CHECK((N.transpose() * X).norm() < 1e2 * tiny);                            // and the shortest
    MatX columns = MatX::Zero(3, 5);
    columns.col(3) << 5, 0, 0;
    columns.col(1) << 5, 1, 0;
    columns.col(4) << 0, 0, 2;
    const std::vector<int> order = order_by_pivots(columns);
    CHECK(order[0] == 1);  // the longest
    CHECK(order[1] == 4);  // then what is left of the others
    CHECK(order[2] == 3);
}
