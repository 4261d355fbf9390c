// Matrices between supports, and bodies under moving loads made of them.
#include <doctest/doctest.h>

#include "bodies/fe/fe_integrals.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/parametric_body.hpp"
#include "reduction/spd_manifold.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr int around = 72, along = 4;

/// A thin ring-like cylinder in a chuck of three jaws, with a radial load that goes round at its free end.
struct Ring {
    Structure structure;
    LoadPath loads;  // at every node, in turns of 2π
};

Ring make_ring() {
    FeModel model =
        assemble(make_hollow_cylinder_mesh({0.085, 0.0025, 0.12, around, 1, along}), make_steel_properties());
    StructureSpec spec;
    std::vector<int> jaws;
    for (int jaw = 0; jaw < 3; ++jaw)
        for (int i = -2; i <= 2; ++i) jaws.push_back((24 * jaw + i + around) % around + around);
    spec.fixed_dofs = find_dofs(model, jaws, {0, 1, 2});
    spec.markers = {make_marker("tip", MarkerKind::rbe3, model.nodes.sets.at("outer_z1"))};
    spec.rayleigh = {40, 3e-6};
    const std::vector<int> ring = model.nodes.sets.at("inner_z1");
    Ring result{make_structure(std::move(model), spec), {}};
    const Structure& body = result.structure;
    LoadPath& path = result.loads;
    path.places = 2 * pi / around * VecX::LinSpaced(around, 0, around - 1);
    path.period = 2 * pi;
    path.loads = SparseMat(body.size(), around);
    MatX full = MatX::Zero(body.T.rows(), around);
    const DofTable table(body.model);
    for (int i = 0; i < around; ++i) {
        const int node = i + around * 2 * along;  // inner, last ring
        REQUIRE(std::find(ring.begin(), ring.end(), node) != ring.end());
        full(table.find(node, 0).value(), i) = std::cos(path.places[i]);
        full(table.find(node, 1).value(), i) = std::sin(path.places[i]);
    }
    path.loads = SparseMat((body.T.transpose() * full).sparseView(1, 1e-300));
    return result;
}

LoadPath take_every(const LoadPath& loads, int stride) {
    LoadPath supports;
    std::vector<Eigen::Index> taken;
    for (Eigen::Index i = 0; i < loads.places.size(); i += stride) taken.push_back(i);
    supports.places = loads.places(taken);
    supports.loads = MatX(MatX(loads.loads)(Eigen::all, taken)).sparseView();
    supports.period = loads.period;
    return supports;
}

/// The static motion under a unit load at the places, by the small systems and by the full body; relative to the mean.
struct StaticErrors {
    double at_supports = 0, at_nodes = 0;
};
StaticErrors compare_statics(const Ring& ring, ReductionProblem& problem, const ParametricBody& body, int stride) {
    const MatX full = MatX(ring.loads.loads).transpose() * problem.system().solve_static(MatX(ring.loads.loads));
    StaticErrors errors;
    for (int i = 0; i < around; ++i) {
        const ReducedSystem small = eval_system(body, ring.loads.places[i]);
        const double found = (small.C * solve_square(small.K, small.B))(0, 0);
        const double error = std::abs(found - full(i, i)) / full.diagonal().mean();
        (i % stride == 0 ? errors.at_supports : errors.at_nodes) =
            std::max(i % stride == 0 ? errors.at_supports : errors.at_nodes, error);
    }
    return errors;
}

ReductionProblem make_ring_problem(const Ring& ring) {
    return {ring.structure, make_no_frame(ring.structure), ring.loads.loads, ring.structure.markers[0].motion};
}

MatX make_spd(int n, unsigned seed) {
    const MatX A = make_random_matrix(n, n, seed);
    return A * A.transpose() + 0.1 * MatX::Identity(n, n);
}

}  // namespace

TEST_CASE("Log and Exp are inverse to each other and do not leave the positive definite matrices") {
    const MatX X = make_spd(6, 1), Y = make_spd(6, 2);
    CHECK(largest(exp_spd(X, log_spd(X, Y)) - Y) < 1e-12 * largest(Y));
    const MatX G = make_random_matrix(6, 6, 3) + MatX(make_random_matrix(6, 6, 3).transpose());
    CHECK(largest(log_spd(X, exp_spd(X, G)) - G) < 1e-10 * largest(G));
    CHECK(largest(log_spd(X, X)) < 1e-13);
    // Along a straight line definiteness is lost, along this one never.
    CHECK(!is_positive_definite(X - 2 * (Y - X)));
    CHECK(is_positive_definite(exp_spd(X, -2 * log_spd(X, Y))));
    // Congruence moves both ends alike: Log is the same curve in any coordinates.
    const MatX T = make_random_matrix(6, 6, 4);
    CHECK(largest(log_spd(T.transpose() * X * T, T.transpose() * Y * T) - T.transpose() * log_spd(X, Y) * T) <
          1e-9 * largest(Y));
    CHECK_THROWS_AS(log_spd(X, -Y), NumericalError);
}

TEST_CASE("interpolated matrices meet their supports, are linear or of fourth order between, and go round") {
    const auto set_at = [](double p) {
        return MatrixSet{
            {"K", Rule::both_sides, MatX{{2 + std::sin(p), 0.3 * std::cos(p)}, {0.3 * std::cos(p), 3.0}}, true},
            {"B", Rule::left, MatX{{std::cos(2 * p)}, {1.0}}}};
    };
    const auto error = [&](int supports, PathWeights weights, std::optional<Eigen::Index> tangent_at) {
        MatrixInterpolationSpec spec{
            2 * pi / supports * VecX::LinSpaced(supports, 0, supports - 1), 2 * pi, weights, {}, tangent_at};
        for (double p : spec.places) spec.sets.push_back(set_at(p));
        const VecX places = spec.places;
        const MatrixInterpolation interpolation(spec);
        double worst = 0;
        for (double p : places)
            worst = std::max(worst,
                             largest(find_matrix(interpolation.eval(p + 2 * pi), "K") - find_matrix(set_at(p), "K")));
        CHECK(worst < 1e-13);
        for (int i = 0; i < 200; ++i) {
            const double p = 2 * pi * (i + 0.37) / 200;
            const MatrixSet found = interpolation.eval(p), exact = set_at(p);
            worst =
                std::max({worst, largest(found[0].value - exact[0].value), largest(found[1].value - exact[1].value)});
        }
        return worst;
    };
    const auto order = [&](PathWeights weights, std::optional<Eigen::Index> tangent_at) {
        return std::log2(error(20, weights, tangent_at) / error(40, weights, tangent_at));
    };
    CHECK(order(PathWeights::linear, {}) == doctest::Approx(2).epsilon(0.1));
    CHECK(order(PathWeights::cubic, {}) == doctest::Approx(4).epsilon(0.1));
    CHECK(order(PathWeights::cubic, 3) == doctest::Approx(4).epsilon(0.1));
}

TEST_CASE("matrices change with coordinates so that nothing physical changes") {
    const MatX T = make_random_matrix(3, 3, 8) + 2 * MatX::Identity(3, 3);
    const MatrixSet set{{"K", Rule::both_sides, make_spd(3, 1), true},
                        {"B", Rule::left, make_random_matrix(3, 2, 2)},
                        {"C", Rule::right, make_random_matrix(4, 3, 3)}};
    const MatrixSet other = transform(set, T);
    const auto answer = [](const MatrixSet& s) {
        return MatX(find_matrix(s, "C") * solve_square(find_matrix(s, "K"), find_matrix(s, "B")));
    };
    CHECK(largest(answer(other) - answer(set)) < 1e-12 * largest(answer(set)));
    CHECK_THROWS_WITH_AS(find_matrix(set, "k"), doctest::Contains("known: K, B, C"), InputError);
}

TEST_CASE("aligned bases: exact at rest at their supports, and better between them with more supports") {
    const Ring ring = make_ring();
    ReductionProblem problem = make_ring_problem(ring);
    double before = 1;
    for (int stride : {6, 4, 3, 2}) {
        ParametricOptions options;
        options.common_modes = 10;
        const ParametricBody body = make_parametric_body(problem, take_every(ring.loads, stride), options);
        const StaticErrors errors = compare_statics(ring, problem, body, stride);
        MESSAGE("aligned, cubic, " << around / stride << " supports: " << errors.at_supports << " at them, "
                                   << errors.at_nodes << " between, smallest cosine " << body.smallest_overlap);
        CHECK(errors.at_supports < 1e-9);  // rounding times cond K
        CHECK(errors.at_nodes < before);
        before = errors.at_nodes;
    }
    CHECK(before < 0.01);
}

TEST_CASE("aligned bases keep mass and stiffness definite and the modes common to all supports") {
    const Ring ring = make_ring();
    ReductionProblem problem = make_ring_problem(ring);
    ParametricOptions options;
    options.common_modes = 8;
    const ParametricBody body = make_parametric_body(problem, take_every(ring.loads, 3), options);
    const VecX omega = problem.system().compute_modes(8).omega;
    for (double p : {0.0, 0.05, 1.0, 4.44, 6.28}) {
        const ReducedSystem small = eval_system(body, p);
        CHECK(largest(small.M - MatX::Identity(9, 9)) < 1e-10);
        CHECK(largest(small.K.topLeftCorner(8, 8) - MatX(omega.cwiseAbs2().asDiagonal())) <
              1e-8 * omega.cwiseAbs2().maxCoeff());
        CHECK(small.K(8, 8) > omega[7] * omega[7]);  // what is M-orthogonal to the lowest modes is stiffer
        CHECK(largest(small.D - 40 * small.M - 3e-6 * small.K) < 1e-10 * largest(small.D));
    }
    // A load that pushes the other way at some support: the sign of its shape follows its neighbours, not the load.
    LoadPath odd = ring.loads;
    odd.loads.col(4) *= -1;
    const ParametricBody even = make_parametric_body(problem, ring.loads, options),
                         turned = make_parametric_body(problem, odd, options);
    CHECK(largest(turned.local - even.local) < 1e-9 * largest(even.local));
    CHECK(eval_system(turned, odd.places[4]).B(8, 0) < 0);
    CHECK(eval_system(even, odd.places[4]).B(8, 0) > 0);
    // Few supports: what is seen elsewhere is not resolved, and this is said, though the place of the load is.
    CHECK(even.warnings.empty());
    CHECK(body.warnings.size() == 1);
}

TEST_CASE("every invariant is interpolated: at a support the body is the one reduced with its basis") {
    const Ring ring = make_ring();
    ReductionProblem problem = make_ring_problem(ring);
    for (const Alignment alignment : {Alignment::aligned, Alignment::panzer, Alignment::amsallem_farhat}) {
        ParametricOptions options;
        options.common_modes = 6;
        options.alignment = alignment;
        options.refuse = false;
        options.weights = PathWeights::linear;
        const LoadPath supports = take_every(ring.loads, 3);
        const ParametricBody body = make_parametric_body(problem, supports, options);
        const Eigen::Index i = 2;
        const MatX V = body.make_shapes(i);
        const NumericBodySpec found = make_body_at(body, ring.structure, supports.places[i]);
        const MassIntegrals expected = compute_mass_integrals(ring.structure.model, ring.structure.T * V);
        const auto agrees = [](const MatX& a, const MatX& b) { return largest(a - b) < 1e-9 * largest(b); };
        CHECK(agrees(found.integrals.S, expected.S));
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b) {
                CHECK(agrees(found.integrals.P[a][b], expected.P[a][b]));
                CHECK(largest(found.integrals.Q[a][b] - expected.Q[a][b]) < 1e-9 * largest(expected.Q[a][a]));
            }
        CHECK(agrees(found.Ke, V.transpose() * (ring.structure.K * V)));
        CHECK(agrees(found.markers[0].phi, (ring.structure.markers[0].motion * V).topRows(3)));
        CHECK(found.integrals.mass == doctest::Approx(expected.mass).epsilon(1e-12));
        if (alignment == Alignment::aligned) {
            const ElasticBody elastic =
                make_numeric_body(make_body_at(body, ring.structure, 0.5 * (supports.places[2] + supports.places[3])));
            CHECK(elastic.modes() == 7);
        }
    }
}

TEST_CASE("the printed variants are exact at their supports, and what they lose between them is said") {
    const Ring ring = make_ring();
    ReductionProblem problem = make_ring_problem(ring);
    for (const Alignment alignment : {Alignment::panzer, Alignment::amsallem_farhat}) {
        ParametricOptions options;
        options.common_modes = 10;
        options.alignment = alignment;
        const LoadPath supports = take_every(ring.loads, 2);
        CHECK_THROWS_AS(make_parametric_body(problem, supports, options), NumericalError);
        options.refuse = false;
        const ParametricBody body = make_parametric_body(problem, supports, options);
        REQUIRE(!body.faults.empty());
        for (const std::string& fault : body.faults) MESSAGE(fault);
        CHECK(body.smallest_cosine < 0);
        const StaticErrors errors = compare_statics(ring, problem, body, 2);
        MESSAGE(std::string(alignment == Alignment::panzer ? "Panzer" : "Amsallem-Farhat")
                << ": " << errors.at_supports << " at supports, " << errors.at_nodes << " between");
        CHECK(errors.at_supports < 1e-6);
        CHECK(errors.at_nodes > 0.05);
    }
}

TEST_CASE("on an open path that is short enough the printed variants work too") {
    const Ring ring = make_ring();
    ReductionProblem problem = make_ring_problem(ring);
    LoadPath arc;
    arc.places = ring.loads.places.head(4);  // 15 degrees
    arc.loads = ring.loads.loads.leftCols(4);
    const MatX full = MatX(ring.loads.loads).transpose() * problem.system().solve_static(MatX(ring.loads.loads));
    for (const Alignment alignment : {Alignment::aligned, Alignment::panzer, Alignment::amsallem_farhat}) {
        ParametricOptions options;
        options.common_modes = 10;
        options.alignment = alignment;
        options.reference = 1;
        const ParametricBody body = make_parametric_body(problem, arc, options);
        CHECK(body.faults.empty());
        for (int i = 0; i < 4; ++i) {
            const ReducedSystem small = eval_system(body, arc.places[i]);
            CHECK((small.C * solve_square(small.K, small.B))(0, 0) == doctest::Approx(full(i, i)).epsilon(1e-7));
        }
        CHECK_THROWS_AS(eval_system(body, 1.0), InputError);
    }
}
