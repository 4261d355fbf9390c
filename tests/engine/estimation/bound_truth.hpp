#pragma once
// A run with its bound, beside the full body driven by what the run recorded (tools/trials/full_body.hpp).
#include "engine/estimation/bound_observer.hpp"
#include "tests/engine/estimation/bound_scenes.hpp"
#include "tools/trials/full_body.hpp"
#include "tools/trials/reduced_case.hpp"

namespace ritz::testing {

struct BoundComparison {
    double size = 0;                                             // largest |u|_M
    double true_state = 0, bound_state = 0, least_state = 1e99;  // maxima; smallest bound/error at one time
    double true_output = 0, bound_output = 0, least_output = 1e99;
    double left_output = 0, least_left = 1e99;  // of the corrected output; smallest bound/error of it
    double defect = 0;
    BoundClaim claim;
    int nodes = 0;
    double ratio_state() const { return bound_state / true_state; }
    double ratio_output() const { return bound_output / true_output; }
};

/// The stiffness of slender bricks is known to 1e-16 of its largest entries, which is some 1e-7 of what the lowest
/// modes see of it: errors below this part of the motion are rounding, of the full body as well.
constexpr double rounding = 3e-7;

/// channel: of the bound's outputs. At times when both errors are known.
inline BoundComparison compare_with_truth(const Scene& scene, const std::string& body, const std::string& model,
                                          int channel, int parts = 1, BoundObserverOptions options = {},
                                          const std::optional<Damping>& damping = {}) {
    const ReducedCase reduced = make_reduced_case(load_model(model));
    std::vector<BoundValues> nodes;
    options.at_node = [&](const BodyBound& bound) -> StepVerdict {
        nodes.push_back(bound.now());
        return Continue{};
    };
    BoundObserver bounds(scene, options);
    BodyRecorder recorder(scene, body, {parts, 6});
    RunOptions run;
    run.observers = {&recorder, &bounds};
    const RunResult result = simulate(scene, run);
    REQUIRE(result.status == RunStatus::completed);
    const FullBody full(reduced.job.structure, reduced.frame, damping);
    const MatX C = reduced.job.structure.markers[static_cast<std::size_t>(channel / 6)].motion;
    const FullMotion motion = integrate_full_body(full, reduced.basis.V, recorder.record());
    const BodyError error = compute_body_error(full, reduced.basis.V, C, recorder.record(), motion);
    BoundComparison result_of;
    result_of.claim = bounds.find(body)->claim();
    result_of.size = error.state_size.maxCoeff();
    result_of.nodes = static_cast<int>(nodes.size());
    const double last = error.times.back();
    // |C e| ≤ |C Φ| |e|_M of the modes that move it
    const double norm_of_C = (C.row(channel % 6) * full.modes().leftCols(4)).norm();
    std::size_t k = 0;
    for (const BoundValues& node : nodes) {
        while (k < error.times.size() && error.times[k] < node.t - 1e-9 * last) ++k;
        result_of.defect = std::max(result_of.defect, node.defect);
        if (k == error.times.size() || std::abs(error.times[k] - node.t) > 1e-9 * last) continue;
        const auto at = static_cast<Eigen::Index>(k);
        const double e = error.state[at], y = error.outputs(channel % 6, at);
        result_of.true_state = std::max(result_of.true_state, e);
        result_of.bound_state = std::max(result_of.bound_state, node.state);
        const double noise = rounding * result_of.size, noise_y = noise * norm_of_C;
        result_of.least_state = std::min(result_of.least_state, (node.state + noise) / e);
        result_of.true_output = std::max(result_of.true_output, std::abs(y));
        result_of.bound_output = std::max(result_of.bound_output, node.output[channel]);
        result_of.least_output = std::min(result_of.least_output, (node.output[channel] + noise_y) / std::abs(y));
        const double left = std::abs(y - node.corrected[channel]);
        result_of.left_output = std::max(result_of.left_output, left);
        result_of.least_left = std::min(result_of.least_left, (node.corrected_bound[channel] + noise_y) / left);
    }
    return result_of;
}

inline std::string describe(const BoundComparison& c) {
    return fmt::format(
        "size {:.2e} error {:.2e} ratio {:.4f} least {:.5f} | output {:.2e} ratio {:.3f} least {:.4f} corrected {:.1e} "
        "least {:.3f} | defect {:.1e}, {} nodes, claim {} {}",
        c.size, c.true_state, c.ratio_state(), c.least_state, c.true_output, c.ratio_output(), c.least_output,
        c.left_output / c.true_output, c.least_left, c.defect, c.nodes, static_cast<int>(c.claim.kind), c.claim.reason);
}

}  // namespace ritz::testing
