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
