// The residual that the error bound works with is the engine's own elastic equation: orthogonal to the shapes.
#include <doctest/doctest.h>

#include <random>

#include "engine/estimation/body_samples.hpp"
#include "engine/estimation/interval.hpp"
#include "engine/system/system.hpp"
#include "tests/engine/estimation/bound_scenes.hpp"

using namespace ritz;
using namespace ritz::testing;
using Eigen::Index;

namespace {

/// The largest |Vᵀρ| beside the terms it is made of, at random states of the scene; ρ by the coefficients of the data.
double find_worst_defect(const Scene& scene, const std::string& body, double spin) {
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    const NodeId node = find_node(model, body);
    const Node& at = model.nodes[node];
    const ElasticBody& elastic = *model.elastic_bodies[*at.elastic];
    auto read = read_residual_data(elastic);
    if (const auto* reason = std::get_if<std::string>(&read)) FAIL(*reason);
    const ResidualData& data = std::get<ResidualData>(read);
    BodySampler sampler(model, node, data);
    BodySample sample;
    size_sample(data, sample);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> pick(-1, 1);
    const VecX omega = compute_frequencies(elastic);
    double worst = 0;
    for (int trial = 0; trial < 20; ++trial) {
        State state = scene.initial;
        state.t = 0.01 * trial;
        for (Index i = 0; i < state.u.size(); ++i) state.u[i] = spin * pick(random);
        for (int i = 0; i < at.n; ++i) {
            state.q[at.eq + i] = 0.05 * pick(random) / omega[i];
            state.u[at.eu + i] = 0.05 * pick(random);
        }
        evaluate_for_outputs(model, view(state), ws);
        sampler.read(model, view(state), ws, sample);
        const SpinTerms rates = make_spin_terms(sample.w, sample.alpha);
        const Index n = at.n, loads = data.loads;
        MatX terms = MatX::Zero(n, 5);
        const auto times = [&](Index first, const VecX& a) {
            return VecX(data.projection.middleCols(first, a.size()) * a);
        };
        terms.col(0) = times(0, sample.loads);
        terms.col(1) = -times(loads, sample.a);
        terms.col(2) = -times(loads + 3, rates.place);
        for (int k = 0; k < 9; ++k)
            terms.col(3) -= times(loads + 12 + k * n, rates.place[k] * sample.q + rates.rate[k] * sample.q_dot);
        terms.col(4) =
            -times(loads + 12 + 9 * n, sample.q + data.beta * sample.q_dot) - sample.q_ddot - data.alpha * sample.q_dot;
        CHECK(sampler.unknown_load() == "");
        worst = std::max(worst, terms.rowwise().sum().norm() / terms.colwise().norm().maxCoeff());
    }
    return worst;
}

}  // namespace

TEST_CASE("The residual is orthogonal to the shapes at random states of a spinning solid under loads and joints") {
    // Every load, frame and inertia term of the engine has its column: what is left is rounding.
    for (const char* frame : {R"({"type": "tangent", "marker": "start"})", R"({"type": "buckens"})",
                              R"({"type": "chord", "first": "start", "second": "end"})"}) {
        CAPTURE(frame);
        const BoundScene scene(frame);
        CHECK(find_worst_defect(scene.load(), "bar", 30) < 1e-10);
    }
}

TEST_CASE("The residual knows the loads on a track between its nodes") {
    const BoundScene scene(R"({"type": "tangent", "marker": "start"})");
    CHECK(find_worst_defect(scene.load_with_slider(), "bar", 5) < 1e-10);
}

namespace {

std::string beam_scene(const std::string& more, const std::string& slider) {
    return fmt::format(R"~({{"gravity": [1, -2, -9.81], "time": {{"end": 1, "output_step": 0.01}},
        "bodies": {{"bar": {{"type": "beam", "length": 0.5, "section": {{"shape": "rectangle", "width": 0.02, "height": 0.01}},
                           "material": {{"youngs_modulus": 2.1e11, "density": 7850}}, "ends": "clamped-free",
                           "modes": {{"bending_y": 3, "bending_z": 3, "torsion": 2, "axial": 2}},
                           "damping": {{"alpha": 2, "beta": 1e-6}}, "markers": {{"mid": 0.2}}{0}}},
                   "load": {{"type": "rigid", "mass": 0.3, "inertia": [1e-3, 2e-3, 3e-3], "center": [0.02, 0.01, 0]}}{1}}},
        "joints": {{"ball": {{"type": "spherical", "parent": "world", "child": "bar.start"}},
                   "hinge": {{"type": "revolute", "axis": [0, 1, 0], "parent": "bar.end", "child": "load"}}{2}}},
        "loads": {{"push": {{"type": "force", "at": "bar.mid", "force": [3, "2*sin(50*t)", 1],
                           "torque": [0.1, 0.2, "0.3*cos(20*t)"]}}}}}})~",
                       more, slider.empty() ? "" : R"(, "mass": {"type": "rigid", "mass": 0.5})", slider);
}

}  // namespace

TEST_CASE(
    "The residual is orthogonal to the exact modes of a beam that bends, twists and stretches in a spinning frame") {
    const BoundScene files(R"({"type": "buckens"})");
    const std::string linear = R"(, "geometric_stiffening": false)";
    CHECK(find_worst_defect(files.load_text(beam_scene(linear, "")), "bar", 30) < 1e-10);
    // On the axis between the places of its splines.
    const std::string slide =
        R"(, "slide": {"type": "slide", "parent": "bar", "track": "axis", "child": "mass", "position": 0.21})";
    CHECK(find_worst_defect(files.load_text(beam_scene(linear, slide)), "bar", 5) < 1e-6);
}

TEST_CASE("Beams whose error is not covered say why") {
    const BoundScene files(R"({"type": "buckens"})");
    const auto claim_of = [&](const std::string& more) {
        const Scene scene = files.load_text(beam_scene(more, ""));
        return BodyBound(scene.model, find_node(scene.model, "bar")).claim();
    };
    CHECK(claim_of(R"(, "geometric_stiffening": false)").kind == BoundKind::bound);
    CHECK(claim_of("").kind == BoundKind::estimate);
    CHECK(claim_of("").reason.find("geometric stiffening") != std::string::npos);
    CHECK(claim_of(R"(, "end_shapes": true)").kind == BoundKind::none);
    CHECK(claim_of(R"(, "end_shapes": true)").reason.find("end shapes") != std::string::npos);
    CHECK(claim_of(R"(, "rotary_inertia": true)").kind == BoundKind::none);
    CHECK(claim_of(R"(, "rotary_inertia": true)").reason.find("rotary inertia") != std::string::npos);
}
