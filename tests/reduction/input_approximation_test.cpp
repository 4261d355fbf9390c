// Moving loads approximated by fixed ones.
#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/input_approximation.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// n loads on as many unknowns, of which unknown j feels f(j, p) at place p.
template <class Field>
LoadPath make_path(int n, double length, bool closed, int unknowns, const Field& field) {
    LoadPath path;
    path.places = closed ? VecX(VecX::LinSpaced(n + 1, 0, length).head(n)) : VecX(VecX::LinSpaced(n, 0, length));
    if (closed) path.period = length;
    const MatX loads = MatX::NullaryExpr(
        unknowns, n, [&](Eigen::Index j, Eigen::Index i) { return field(static_cast<int>(j), path.places[i]); });
    path.loads = loads.sparseView();
    return path;
}

double relative_error(const LoadPath& path, const PathFunctions& functions) {
    const InputApproximation result = approximate_inputs(path, functions);
    return result.l2_error / result.l2_size;
}

}  // namespace

TEST_CASE("a moving load is the sum of its neighbours between places, and goes round on a closed path") {
    const LoadPath open = make_path(5, 2, false, 3, [](int j, double p) { return 1 + j + p; });
    CHECK(largest(eval_load(open, 0.3) - Vec3(1.3, 2.3, 3.3)) < 1e-14);
    CHECK(largest(eval_load(open, 2.0) - Vec3(3, 4, 5)) < 1e-14);
    CHECK_THROWS_AS(eval_load(open, 2.1), InputError);
    LoadPath closed;
    closed.places = Vec3(0, 1, 2);
    closed.period = 3;
    closed.loads = MatX(MatX::Identity(3, 3)).sparseView();
    CHECK(largest(eval_load(closed, 2.25) - Vec3(0.25, 0, 0.75)) < 1e-14);
    CHECK(largest(eval_load(closed, -0.75) - eval_load(closed, 2.25)) < 1e-14);
    CHECK(largest(eval_load(closed, 5.25) - eval_load(closed, 2.25)) < 1e-14);
}

TEST_CASE("loads that the functions can follow are followed exactly") {
    const auto check = [](const LoadPath& path, const PathFunctions& functions) {
        const InputApproximation result = approximate_inputs(path, functions);
        CHECK(result.l2_error < 1e-12 * result.l2_size);
        CHECK(result.max_error < 1e-12 * result.max_size);
        for (double p : {0.0, 0.1, 0.77, 1.49})
            CHECK(largest(VecX(result.B * result.eval(p)) - eval_load(path, p)) < 1e-12 * result.max_size);
    };
    // A load that grows linearly is its own interpolant, whatever the mesh.
    const LoadPath line = make_path(20, 1.5, false, 4, [](int j, double p) { return j - p * (1 + j); });
    check(line, LegendreFunctions{2});
    check(line, LegendreFunctions{9});
    check(line, CubicFunctions{1});
    check(line, CubicFunctions{5});
    // A load that does not move.
    const LoadPath still = make_path(20, 1.5, true, 4, [](int j, double) { return 1.0 + j; });
    check(still, FourierFunctions{1});
    check(still, FourierFunctions{7});
    check(still, CubicFunctions{4});
    // A hat function on a grid that has its kink: value functions of cubics do not make it, as many Fourier or Legendre
    // neither; nothing here claims so.
    CHECK(relative_error(
              make_path(3, 1, false, 3, [](int j, double p) { return j == static_cast<int>(2 * p) ? 1.0 : 0.0; }),
              LegendreFunctions{3}) > 0.05);
}

TEST_CASE("the approximation is the best in the mean: its error is normal to every function") {
    const LoadPath path =
        make_path(24, 2, true, 24, [](int j, double p) { return std::abs(p - j / 12.0) < 1e-9 ? 1.0 : 0.0; });
    for (const PathFunctions& functions :
         std::vector<PathFunctions>{LegendreFunctions{9}, CubicFunctions{4}, FourierFunctions{9}}) {
        const InputApproximation result = approximate_inputs(path, functions);
        MatX product = MatX::Zero(24, result.B.cols());
        double integral = 0;
        const int n = 24 * 400;  // midpoints, of panels that end at every kink: second order, 1e-6
        for (int i = 0; i < n; ++i) {
            const double p = 2 * (i + 0.5) / n;
            const VecX error = eval_load(path, p) - result.B * result.eval(p);
            product += 2.0 / n * error * result.eval(p).transpose();
            integral += 2.0 / n * error.squaredNorm();
        }
        CHECK(largest(product) < 1e-5);
        CHECK(std::sqrt(integral) == doctest::Approx(result.l2_error).epsilon(1e-4));
        CHECK(result.max_error >= result.l2_error / std::sqrt(2));  // the largest is not below the mean
    }
}

TEST_CASE("smooth loads: Legendre and Fourier converge faster than any order, cubics with the fourth") {
    // Many places, so that the linear pieces between them (some h² = 1e-6 at 1000) are below what is measured.
    const auto wave = [](int j, double p) { return std::exp(std::sin(2 * pi * p + 0.3 * j)); };
    const LoadPath open = make_path(1201, 1, false, 3, wave), closed = make_path(1200, 1, true, 3, wave);
    const double legendre[] = {relative_error(open, LegendreFunctions{6}), relative_error(open, LegendreFunctions{12}),
                               relative_error(open, LegendreFunctions{18})};
    CHECK(legendre[1] < legendre[0] / 30);
    CHECK(legendre[2] < legendre[1] / 30);
    const double fourier[] = {relative_error(closed, FourierFunctions{5}), relative_error(closed, FourierFunctions{9}),
                              relative_error(closed, FourierFunctions{13})};
    CHECK(fourier[1] < fourier[0] / 30);
    CHECK(fourier[2] < fourier[1] / 30);
    const auto sine = [](int j, double p) { return std::sin(2 * pi * p + 0.3 * j); };
    for (const LoadPath& path : {make_path(1201, 1, false, 3, sine), make_path(1200, 1, true, 3, sine)}) {
        const double first = relative_error(path, CubicFunctions{5}), coarse = relative_error(path, CubicFunctions{10}),
                     fine = relative_error(path, CubicFunctions{20});
        MESSAGE("cubics, " << std::string(path.closed() ? "closed" : "open") << ": " << first << " with 5, " << coarse
                           << " with 10, " << fine << " with 20, order " << std::log2(coarse / fine));
        CHECK(std::log2(coarse / fine) > 3.7);
        CHECK(std::log2(coarse / fine) < 4.6);
    }
}

TEST_CASE("point loads are followed poorly by any few functions, and the numbers say so") {
    const LoadPath ring = make_path(36, 2 * pi, true, 36,
                                    [](int j, double p) { return std::abs(p - j * 2 * pi / 36) < 1e-9 ? 1.0 : 0.0; });
    const double few = relative_error(ring, FourierFunctions{11}), many = relative_error(ring, FourierFunctions{35});
    MESSAGE("a point load on 36 places: error in the mean " << few << " with 11 waves, " << many << " with 35");
    CHECK(few > 0.5);
    CHECK(many < few);
}

TEST_CASE("outputs of a moving load stay within the bounds of the approximation") {
    const Structure body = make_clamped_box(MarkerKind::rbe3, 200, 1e-5);
    const SparseMat C = body.markers[0].motion.topRows(3);
    // A vertical force along the top edge.
    LoadPath path;
    path.places = VecX::LinSpaced(8, 0.1, 0.8);
    std::vector<Eigen::Triplet<double>> entries;
    const DofTable table(body.model);
    for (int i = 1; i <= 8; ++i) {
        const int full = table.find(i + 9 * (1 + 3 * 2), 2).value();
        for (Eigen::Index j = 0; j < body.T.cols(); ++j)
            if (body.T.coeff(full, j) != 0) entries.emplace_back(static_cast<int>(j), i - 1, 1.0);
    }
    path.loads = SparseMat(body.size(), 8);
    path.loads.setFromTriplets(entries.begin(), entries.end());
    // All modes; the loads are unit vectors, hence orthonormal.
    const SymmetricEigen modes = solve_symmetric_eigen(MatX(body.K), MatX(body.M));
    const MatX& V = modes.vectors;
    ReducedSystem modal = project(body, path.loads, C, V);
    const LoadGains gains = compute_load_gains(modal);
    for (const PathFunctions& functions :
         std::vector<PathFunctions>{LegendreFunctions{4}, LegendreFunctions{6}, CubicFunctions{2}}) {
        const InputApproximation approximation = approximate_inputs(path, functions);
        // The error of the load drives the error of the output: the load crosses in T, u = sin.
        const double T = 0.02, h = 1e-6;
        VecX q = VecX::Zero(V.cols()), v = q;
        const VecX w2 = modes.values, d = modal.D.diagonal();
        const MatX B = V.transpose() * path.loads;
        double worst = 0, squared = 0, load_squared = 0;
        for (int n = 0; n < static_cast<int>(T / h); ++n) {
            const double t = (n + 0.5) * h, p = 0.1 + 0.7 * t / T, u = std::sin(300 * t);
            const VecX r = eval_hats(path, p) - approximation.weights * approximation.eval(p);
            const VecX f = B * (r * u);
            load_squared += h * r.squaredNorm();
            // Midpoint rule, implicit: unconditionally stable.
            const VecX middle = ((v + 0.5 * h * (f - w2.cwiseProduct(q))).array() /
                                 (1 + 0.5 * h * d.array() + 0.25 * h * h * w2.array()))
                                    .matrix();
            q += h * middle;
            v = 2 * middle - v;
            const double y = (modal.C * q).norm();
            worst = std::max(worst, y);
            squared += h * y * y;
        }
        // Over time the path is run through at constant speed: L2 in t is L2 in p times sqrt(T/length).
        CHECK(std::sqrt(load_squared) == doctest::Approx(approximation.l2_error * std::sqrt(T / 0.7)).epsilon(1e-3));
        MESSAGE("L2: " << std::sqrt(squared) << " below " << gains.l2 * std::sqrt(load_squared)
                       << "; largest: " << worst << " below " << gains.max * approximation.max_error);
        CHECK(std::sqrt(squared) <= gains.l2 * std::sqrt(load_squared));
        CHECK(worst <= gains.max * approximation.max_error);
        CHECK(worst > 1e-4 * gains.max * approximation.max_error);  // a bound of anything would hold
    }
}

TEST_CASE("approximated inputs feed a reduction: static answers along the path improve with the functions") {
    const Structure body = make_clamped_box(MarkerKind::rbe3);
    const FeModel& model = body.model;
    LoadPath path;
    path.places = VecX::LinSpaced(8, 0.1, 0.8);
    path.loads = SparseMat(body.size(), 8);
    for (int i = 1; i <= 8; ++i) {
        const int full = DofTable(model).find(i + 9 * (1 + 3 * 2), 2).value();
        for (Eigen::Index j = 0; j < body.T.cols(); ++j)
            if (body.T.coeff(full, j) != 0) path.loads.insert(j, i - 1) = 1;
    }
    const HeldSystem held(body, make_no_frame(body));
    const MatX exact = held.solve_static(MatX(path.loads));
    double before = 1;
    for (int count : {2, 4, 8}) {
        const InputApproximation inputs = approximate_inputs(path, LegendreFunctions{count});
        ReductionProblem problem(body, make_no_frame(body), inputs.B.sparseView(), SparseMat(0, body.size()));
        const MatX V = compute_basis(problem, Cms{}, ByCount{3}).V;
        const MatX reduced = V * solve_definite(V.transpose() * (body.K * V), V.transpose() * MatX(path.loads));
        const double error = (reduced - exact).norm() / exact.norm();
        CHECK(error < before);
        before = error;
    }
    CHECK(before < 1e-9);  // eight functions for eight loads span them
}

TEST_CASE("paths and functions that make no sense are refused") {
    const LoadPath good = make_path(6, 1, false, 2, [](int, double p) { return p; });
    CHECK_THROWS_AS(approximate_inputs(good, FourierFunctions{3}), InputError);
    CHECK_THROWS_AS(approximate_inputs(good, LegendreFunctions{0}), InputError);
    CHECK_THROWS_AS(approximate_inputs(good, LegendreFunctions{7}), InputError);
    CHECK_THROWS_AS(approximate_inputs(good, CubicFunctions{0}), InputError);
    LoadPath bad = good;
    bad.places[2] = bad.places[3];
    CHECK_THROWS_WITH_AS(approximate_inputs(bad, LegendreFunctions{2}), doctest::Contains("ascending"), InputError);
    bad = good;
    bad.places.conservativeResize(5);
    CHECK_THROWS_AS(approximate_inputs(bad, LegendreFunctions{2}), InputError);
    bad = good;
    bad.period = 0.5;
    CHECK_THROWS_AS(approximate_inputs(bad, LegendreFunctions{2}), InputError);
}
