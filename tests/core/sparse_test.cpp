// Sparse factors and eigenpairs against dense ones and against closed forms.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "core/linear_algebra/cholesky.hpp"
#include "core/linear_algebra/lanczos.hpp"
#include "core/linear_algebra/shifted_factor.hpp"

using namespace ritz;
using Eigen::Index;

namespace {

/// A grid of masses on springs, each tied to its neighbours, the rim held: ω² = Σ_a 4 sin²(k_a π / 2(n_a + 1)).
SparseMat make_grid_stiffness(int nx, int ny, int nz) {
    const auto at = [&](int i, int j, int k) { return i + nx * (j + ny * k); };
    std::vector<Eigen::Triplet<double>> entries;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                entries.emplace_back(at(i, j, k), at(i, j, k), 6.0);
                const auto tie = [&](int other) {
                    entries.emplace_back(at(i, j, k), other, -1.0);
                    entries.emplace_back(other, at(i, j, k), -1.0);
                };
                if (i + 1 < nx) tie(at(i + 1, j, k));
                if (j + 1 < ny) tie(at(i, j + 1, k));
                if (k + 1 < nz) tie(at(i, j, k + 1));
            }
    SparseMat K(nx * ny * nz, nx * ny * nz);
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

std::vector<double> grid_frequencies(int nx, int ny, int nz) {
    std::vector<double> list;
    const auto part = [](int m, int n) { return 4 * std::pow(std::sin(m * std::numbers::pi / (2.0 * (n + 1))), 2); };
    for (int i = 1; i <= nx; ++i)
        for (int j = 1; j <= ny; ++j)
            for (int k = 1; k <= nz; ++k) list.push_back(std::sqrt(part(i, nx) + part(j, ny) + part(k, nz)));
    std::sort(list.begin(), list.end());
    return list;
}

SparseMat make_identity(Index n) {
    SparseMat I(n, n);
    I.setIdentity();
    return I;
}

}  // namespace

TEST_CASE("the sparse Cholesky factor solves many right-hand sides as a dense one does") {
    const SparseMat K = make_grid_stiffness(7, 6, 5);
    const MatX F = MatX::Random(K.rows(), 300);  // more than one block of columns
    const Cholesky factor(K);
    // Condition of the grid is below 100: 1e-12 is a hundred times the rounding.
    CHECK((factor.solve(F) - MatX(K).llt().solve(F)).norm() < 1e-12 * F.norm());
    CHECK(factor.size() == K.rows());
}

TEST_CASE("an indefinite stiffness is refused by name") {
    const SparseMat K = make_grid_stiffness(4, 4, 4) - 3.0 * make_identity(64);
    CHECK_THROWS_AS(Cholesky{K}, NumericalError);
}

TEST_CASE("a complex symmetric factor solves K + sD + s²M at complex, imaginary and real shifts") {
    const SparseMat K = make_grid_stiffness(9, 8, 7), M = make_identity(K.rows());
    const EliminationPlan plan{Cholesky(K)};
    const MatXc F = MatXc::Random(K.rows(), 5);
    for (const Complex s : {Complex(0, 1.3), Complex(0.4, 2.0), Complex(-0.2, 0.7), Complex(2.5, 0)}) {
        CAPTURE(s);
        const SparseMatC A = K.cast<Complex>() * (1.0 + 0.01 * s) + M.cast<Complex>() * (s * s + 0.1 * s);
        const MatXc exact = MatXc(A).lu().solve(F);
        // Light damping brings the condition to some 1e3.
        CHECK((ShiftedFactor(plan, A).solve(F) - exact).norm() < 1e-11 * exact.norm());
    }
}

TEST_CASE("negative pivots count the frequencies below a shift (Sylvester)") {
    const SparseMat K = make_grid_stiffness(6, 5, 4);
    const EliminationPlan plan{Cholesky(K)};
    const std::vector<double> omega = grid_frequencies(6, 5, 4);
    for (const double limit : {0.5, 1.5, 2.2, 3.0}) {
        const SparseMatC A = (K - limit * limit * make_identity(K.rows())).cast<Complex>();
        const auto below = std::count_if(omega.begin(), omega.end(), [&](double w) { return w < limit; });
        CHECK(ShiftedFactor(plan, A).negative_pivots() == below);
    }
}

TEST_CASE("Lanczos finds the lowest frequencies of a cube of springs with all their copies") {
    // The cube's second frequency is threefold, the third too: a method that misses copies fails here.
    const SparseMat K = make_grid_stiffness(8, 8, 8), M = make_identity(K.rows());
    const Cholesky factor(K);
    const auto solve = [&](const MatX& F) { return factor.solve(F); };
    const std::vector<double> exact = grid_frequencies(8, 8, 8);
    const Eigenmodes found = compute_lowest_modes(solve, M, 30);
    REQUIRE(found.omega.size() == 30);
    for (Index i = 0; i < 30; ++i)
        CHECK(found.omega[i] == doctest::Approx(exact[static_cast<std::size_t>(i)]).epsilon(1e-12));
    CHECK((found.modes.transpose() * M * found.modes - MatX::Identity(30, 30)).norm() < 1e-12);
    const MatX residual = K * found.modes - M * found.modes * found.omega.cwiseAbs2().asDiagonal();
    CHECK(residual.norm() < 1e-8);  // the tolerance 1e-10 of K⁻¹M, times the largest stiffness 12
    const Eigenmodes below = compute_modes_below(solve, M, 1.2);
    CHECK(below.omega.size() == std::count_if(exact.begin(), exact.end(), [](double w) { return w < 1.2; }));
}

TEST_CASE("a small system has as many exact modes as it has unknowns") {
    const SparseMat K = make_grid_stiffness(5, 3, 3), M = make_identity(45);
    const Cholesky factor(K);
    const auto solve = [&](const MatX& F) { return factor.solve(F); };
    const std::vector<double> exact = grid_frequencies(5, 3, 3);
    for (const int count : {7, 30, 44, 45, 60}) {
        CAPTURE(count);
        const Eigenmodes found = compute_lowest_modes(solve, M, count);
        const Index n = std::min(count, 45);
        REQUIRE(found.omega.size() == n);
        for (Index i = 0; i < n; ++i)
            CHECK(found.omega[i] == doctest::Approx(exact[static_cast<std::size_t>(i)]).epsilon(1e-12));
        // Rounding: 1e-16 times the condition of K, about 50, and 45 terms.
        CHECK((found.modes.transpose() * found.modes - MatX::Identity(n, n)).norm() < 1e-12);
        CHECK((K * found.modes - found.modes * found.omega.cwiseAbs2().asDiagonal()).norm() < 1e-12);
    }
}

TEST_CASE("a small stiff system has its exact modes, however few or many are asked for") {
    // A row of springs that resist bending, (row of springs)^4: its condition is 5e10, as that of solid elements.
    const SparseMat row = make_grid_stiffness(34, 1, 1) - SparseMat(4 * make_identity(34));
    const SparseMat K = row * row * row * row, M = make_identity(34);
    const Cholesky factor(K);
    for (const int count : {7, 24, 28, 34}) {
        CAPTURE(count);
        const Eigenmodes found = compute_lowest_modes([&](const MatX& F) { return factor.solve(F); }, M, count);
        REQUIRE(found.omega.size() == count);
        // Rounding of the highest flexibility beside that of the mode: 1e-16 times the condition.
        for (Index i = 0; i < count; ++i) {
            const double half = 2 * std::sin(static_cast<double>(i + 1) * std::numbers::pi / 70);
            CHECK(found.omega[i] == doctest::Approx(std::pow(half, 4)).epsilon(1e-4));
        }
        CHECK((found.modes.transpose() * found.modes - MatX::Identity(count, count)).norm() < 1e-12);
    }
}

TEST_CASE("Lanczos refuses masses that are zero or beyond all numbers") {
    const SparseMat K = make_grid_stiffness(3, 2, 2);
    const Cholesky factor(K);
    for (const double mass : {0.0, 1e200, 1e308})
        CHECK_THROWS_AS(compute_lowest_modes([&](const MatX& F) { return factor.solve(F); },
                                             SparseMat(mass * make_identity(12)), 3),
                        NumericalError);
}

TEST_CASE("Lanczos on a small system returns every pair and stops, also where some masses are zero") {
    const SparseMat K = make_grid_stiffness(3, 2, 2);
    SparseMat M = make_identity(12);
    for (int i : {1, 5, 8}) M.coeffRef(i, i) = 0;
    const Cholesky factor(K);
    const Eigenmodes found = compute_lowest_modes([&](const MatX& F) { return factor.solve(F); }, M, 20);
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> dense{MatX(M), MatX(K)};  // K is definite, M is not
    REQUIRE(found.omega.size() == 9);
    for (Index i = 0; i < 9; ++i)
        CHECK(found.omega[i] == doctest::Approx(1 / std::sqrt(dense.eigenvalues()[11 - i])).epsilon(1e-10));
}
