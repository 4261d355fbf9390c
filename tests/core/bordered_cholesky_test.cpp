// The elimination of a bordered matrix beside Eigen's own factorisation.
#include "core/linear_algebra/bordered_cholesky.hpp"

#include <doctest/doctest.h>

#include <random>

#include "core/linear_algebra/chunk_matrix.hpp"

using namespace ritz;

namespace {

MatX random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937& random) {
    std::uniform_real_distribution<double> u(-1, 1);
    return MatX::NullaryExpr(rows, columns, [&] { return u(random); });
}

/// Positive definite with a condition of a few hundred at most.
MatX random_definite(Eigen::Index size, std::mt19937& random) {
    const MatX A = random_matrix(size, size, random);
    return MatX(A * A.transpose()) + MatX::Identity(size, size);
}

constexpr Eigen::Index border = 7, closed = 6;
// Sums of up to sixty terms of the size of ten, times the condition.
constexpr double rounding = 1e-11;

void fill(const MatX& D, const MatX& U, const MatX& B, BorderedMatrix& m) {
    const Eigen::Index size = D.rows();
    m.entries.topLeftCorner(size, size) = D.triangularView<Eigen::Lower>();
    m.entries.block(size, 0, border, size) = U;
    m.entries.block(size, size, border, closed) = B.leftCols(closed);
}

}  // namespace

TEST_CASE("An eliminated matrix of any size leaves its Schur complement and solves with its factor") {
    std::mt19937 random(1);
    for (Eigen::Index size = 1; size < 60; ++size) {
        CAPTURE(size);
        const MatX D = random_definite(size, random), U = random_matrix(border, size, random);
        const MatX B = random_definite(border, random);
        BorderedMatrix m(size, border, closed);
        fill(D, U, B, m);
        REQUIRE(eliminate(m));
        const Eigen::LLT<MatX> reference(D);
        const MatX S = B - U * reference.solve(U.transpose());
        for (Eigen::Index j = 0; j < closed; ++j)
            for (Eigen::Index i = j; i < border; ++i)
                CHECK(std::abs(m.entries(size + i, size + j) - S(i, j)) < rounding);

        VecX x = VecX::Zero(m.stride());
        const VecX b = random_matrix(border, 1, random);
        x.segment(size, border) = b;
        solve_backward(m, x.data());
        CHECK((D * x.head(size) + U.transpose() * b).norm() < rounding);

        const VecX r = random_matrix(size, 1, random);
        x.head(size) = r;
        x.segment(size, border) = b;
        solve_forward(m, x.data());
        CHECK((x.segment(size, border) - (b - U * reference.solve(r))).norm() < rounding);
        CHECK(std::abs(x.head(size).squaredNorm() - r.dot(reference.solve(r))) < rounding);  // rᵀ D⁻¹ r
    }
}

TEST_CASE("An indefinite matrix is refused, and leaves nothing behind for the next one") {
    std::mt19937 random(2);
    for (const double spoil : {-1.0, std::numeric_limits<double>::quiet_NaN()})
        for (const Eigen::Index size : {1, 5, 12, 27}) {
            const MatX D = random_definite(size, random), U = random_matrix(border, size, random);
            const MatX B = random_definite(border, random);
            BorderedMatrix m(size, border, closed);
            MatX spoilt = D;
            spoilt(size - 1, size - 1) = spoil;
            fill(spoilt, U, B, m);
            CHECK_FALSE(eliminate(m));
            fill(D, U, B, m);
            REQUIRE(eliminate(m));
            const MatX S = B - U * Eigen::LLT<MatX>(D).solve(U.transpose());
            CHECK(std::abs(m.entries(size, size) - S(0, 0)) < rounding);
        }
}

TEST_CASE("A matrix by chunks multiplies as the dense one, however little of it is there") {
    std::mt19937 random(3);
    for (const Eigen::Index size : {1, 6, 8, 19, 48}) {
        MatX dense = random_matrix(size, size, random);
        for (Eigen::Index j = 0; j < size; j += 2) dense.col(j).head(size / 2).setZero();
        const ChunkMatrix chunks(dense);
        const VecX x = random_matrix(size, 1, random), y = random_matrix(size, 1, random);
        VecX sum = y;
        chunks.add_product(-2, x.data(), sum.data());
        CHECK((sum - (y - 2 * dense * x)).norm() < 1e-13);  // sums of 48 terms
        CHECK(std::abs(chunks.compute_form(y.data(), x.data()) - y.dot(dense * x)) < 1e-12);
        MatX block = MatX::Zero(size + chunk_size, size);
        chunks.add_lower_to(3, block.data(), block.rows());
        const MatX lower = block.topRows(size).triangularView<Eigen::Lower>(),
                   wanted = dense.triangularView<Eigen::Lower>();
        CHECK((lower - 3 * wanted).norm() < 1e-13);
        CHECK(block.bottomRows(chunk_size).norm() == 0);
    }
    CHECK(ChunkMatrix(MatX::Zero(9, 9)).is_zero());
    CHECK(ChunkMatrix().is_zero());
}
