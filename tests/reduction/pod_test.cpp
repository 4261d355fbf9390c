// Snapshots, their leading directions and symplectic bases.
#include <doctest/doctest.h>

#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/columns.hpp"
#include "reduction/snapshots.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const double step = 2e-5, duration = 2e-3;

SparseMat make_tip_inputs(const Structure& body) {
    return SparseMat(SparseMat(body.markers[0].motion.topRows(3)).transpose());
}

/// ||X||² in the inner product of M, summed over columns.
double squared_norm(const SparseMat& M, const MatX& X) { return X.cwiseProduct(MatX(M * X)).sum(); }

}  // namespace

TEST_CASE("step loads answer like the modes of the body") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    const HeldSystem held(body, make_no_frame(body));
    const MatX B = make_tip_inputs(body).leftCols(3);
    const SymmetricEigen modes = solve_symmetric_eigen(MatX(body.K), MatX(body.M));
    const VecX omega = modes.values.cwiseSqrt();
    const VecX gain = (1 - (omega * duration).array().cos()) / omega.array().square();
    const MatX exact = modes.vectors * gain.asDiagonal() * (modes.vectors.transpose() * B);
    const auto error = [&](double h) {
        const Snapshots run = simulate_step_loads(held, B, duration, h);
        return (run.place.rightCols(3) - exact).norm() / exact.norm();
    };
    const double coarse = error(step), fine = error(step / 4);
    MESSAGE("step response: error " << coarse << ", with a quarter of the step " << fine);
    CHECK(fine < coarse / 3);
    CHECK(fine < 0.02);
}

TEST_CASE("the error of a POD projection is the tail of the singular values, and no other basis is better") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    const HeldSystem held(body, make_no_frame(body));
    const MatX X = simulate_step_loads(held, MatX(make_tip_inputs(body)), duration, step).place;
    const LeadingDirections all = find_leading_directions(body.M, X, 1000);
    const double total = squared_norm(body.M, X);
    CHECK(all.sigma.squaredNorm() == doctest::Approx(total).epsilon(1e-12));
    const auto lost = [&](const MatX& V) { return squared_norm(body.M, X - V * (V.transpose() * (body.M * X))); };
    for (int k : {1, 3, 6, 10}) {
        const LeadingDirections leading = find_leading_directions(body.M, X, k);
        CHECK(largest(leading.V.transpose() * (body.M * leading.V) - MatX::Identity(k, k)) < 1e-12);
        const double tail = all.sigma.tail(all.sigma.size() - k).squaredNorm();
        CHECK(std::abs(lost(leading.V) - tail) < 1e-10 * tail + 1e-15 * total);
        CHECK(lost(held.compute_modes(k).modes) > tail);
    }
}

TEST_CASE("symplectic bases are symplectic and orthogonal") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    const HeldSystem held(body, make_no_frame(body));
    const Snapshots run = simulate_step_loads(held, MatX(make_tip_inputs(body)), duration, step);
    const double rate = run.velocity.norm() / run.place.norm();
    const auto check = [&](const MatX& A, Eigen::Index k) {  // in the coordinates (place, momentum) with M taken out
        const Eigen::Index N = body.size();
        MatX J = MatX::Zero(2 * N, 2 * N), j = MatX::Zero(2 * k, 2 * k);
        J.topRightCorner(N, N).setIdentity();
        J.bottomLeftCorner(N, N) = -MatX::Identity(N, N);
        j.topRightCorner(k, k).setIdentity();
        j.bottomLeftCorner(k, k) = -MatX::Identity(k, k);
        CHECK(largest(A.transpose() * J * A - j) < 1e-11);
    };
    const MatX L = MatX(body.M).llt().matrixL();
    const Eigen::Index k = 5, N = body.size();
    const SymplecticDirections directions = find_symplectic_directions(body.M, run, rate, static_cast<int>(k));
    MatX complex_svd(2 * N, 2 * k);
    complex_svd << L.transpose() * directions.place, -L.transpose() * directions.momentum,
        L.transpose() * directions.momentum, L.transpose() * directions.place;
    check(complex_svd, k);
    CHECK(largest(complex_svd.transpose() * complex_svd - MatX::Identity(2 * k, 2 * k)) < 1e-11);
    ReductionProblem problem(body, make_no_frame(body), make_tip_inputs(body), SparseMat(0, N));
    for (bool by_complex_svd : {false, true}) {
        const MatX V = compute_basis(problem, Pod{duration, step, true, by_complex_svd}, ByCount{6}).V;
        REQUIRE(V.cols() == 6);
        MatX lift = MatX::Zero(2 * N, 12);  // places V, momenta M V
        lift.topLeftCorner(N, 6) = V;
        lift.bottomRightCorner(N, 6) = body.M * V;
        check(lift, 6);
    }
}

TEST_CASE("a POD basis follows the run it was made from better than as many modes") {
    const Structure body = make_clamped_box(MarkerKind::rbe3);
    const SparseMat B = make_tip_inputs(body);
    const HeldSystem held(body, make_no_frame(body));
    const MatX exact = simulate_step_loads(held, MatX(B), duration, step).place;
    ReductionProblem problem(body, make_no_frame(body), B, SparseMat(B.transpose()));
    const auto error = [&](const ReductionMethod& method) {
        const MatX V = compute_basis(problem, method, ByCount{9}).V;
        const ReducedSystem small = project(body, B, SparseMat(B.transpose()), V);
        const Structure reduced = make_bare_structure(small.M.sparseView(), small.D.sparseView(), small.K.sparseView());
        const HeldSystem held_small(reduced, make_no_frame(reduced));
        return (V * simulate_step_loads(held_small, small.B, duration, step).place - exact).norm() / exact.norm();
    };
    const double modal = error(Modal{}), pod = error(Pod{duration, step}),
                 symplectic = error(Pod{duration, step, true, false});
    MESSAGE("9 columns: modal " << modal << ", POD " << pod << ", symplectic POD " << symplectic);
    CHECK(pod < modal);
    CHECK(symplectic < modal);
}
