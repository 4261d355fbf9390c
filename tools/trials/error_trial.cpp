#include "tools/trials/error_trial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

struct NodeValues {
    double t = 0, state = 0, output = 0, corrected = 0, corrected_bound = 0, defect = 0;
};

std::size_t find_channel(const BodyBound& bound, const ErrorTrialSpec& spec) {
    for (std::size_t i = 0; i < bound.channels().size(); ++i)
        if (bound.channels()[i].marker == spec.marker && bound.channels()[i].component == spec.component) return i;
    throw InputError("the bound of body \"" + spec.body + "\" has no channel at marker \"" + spec.marker + "\"");
}

/// Values of the bound at its nodes, in order of time.
class NodeList {
  public:
    NodeList(const Scene& scene, const ErrorTrialSpec& spec)
        : spec_(spec), observer_(scene, {spec.bound, [this](const BodyBound& bound) { return add(bound); }}) {}

    BoundObserver& observer() { return observer_; }
    const std::vector<NodeValues>& list() const { return list_; }

  private:
    StepVerdict add(const BodyBound& bound) {
        if (bound.body() != spec_.body || bound.claim().kind == BoundKind::none) return Continue{};
        const BoundValues& now = bound.now();
        const auto channel = static_cast<Index>(find_channel(bound, spec_));
        list_.push_back(
            {now.t, now.state, now.output[channel], now.corrected[channel], now.corrected_bound[channel], now.defect});
        return Continue{};
    }

    ErrorTrialSpec spec_;
    std::vector<NodeValues> list_;
    BoundObserver observer_;
};

VecX find_output_row(const Structure& structure, const ErrorTrialSpec& spec) {
    for (const FeInterface& marker : structure.markers)
        if (marker.spec.name == spec.marker) return VecX(MatX(marker.motion).row(spec.component).transpose());
    throw InputError("no marker \"" + spec.marker + "\"");
}

/// At the times that both know: the ends of the record's intervals and the nodes of the bound.
void match(const BodyError& error, const std::vector<NodeValues>& nodes, ErrorTrial& trial) {
    std::size_t k = 0;
    for (const NodeValues& node : nodes) {
        const double near = 1e-9 * std::max(node.t, 1e-3);
        while (k + 1 < error.times.size() && error.times[k] < node.t - near) ++k;
        trial.largest_defect = std::max(trial.largest_defect, node.defect);
        if (std::abs(error.times[k] - node.t) > near) continue;
        const auto at = static_cast<Index>(k);
        trial.times.push_back(node.t);
        trial.run_state.push_back(error.state_size[at]);
        trial.true_state.push_back(error.state[at]);
        trial.bound_state.push_back(node.state);
        trial.true_output.push_back(std::abs(error.outputs(0, at)));
        trial.bound_output.push_back(node.output);
        trial.corrected_output.push_back(std::abs(error.outputs(0, at) - node.corrected));
        trial.corrected_bound.push_back(node.corrected_bound);
    }
}

/// Without a bound the true error alone.
void take_all(const BodyError& error, ErrorTrial& trial) {
    for (Index k = 0; k < error.state.size(); ++k) {
        trial.times.push_back(error.times[static_cast<std::size_t>(k)]);
        trial.run_state.push_back(error.state_size[k]);
        trial.true_state.push_back(error.state[k]);
        trial.true_output.push_back(std::abs(error.outputs(0, k)));
    }
}

}  // namespace

ErrorTrial run_error_trial(const Scene& scene, const MatX& V, const FullBody& full, const ErrorTrialSpec& spec) {
    RecordOptions options = spec.record;
    options.output_step = scene.settings.output_step;
    BodyRecorder recorder(scene, spec.body, options);
    NodeList nodes(scene, spec);
    RunOptions run;
    run.keep_rows = false;
    run.observers = {&recorder, &nodes.observer()};
    const RunResult result = simulate(scene, run);
    if (result.status != RunStatus::completed) throw NumericalError(result.reason);
    const MatX row = find_output_row(full.structure(), spec).transpose();
    const FullMotion motion = integrate_full_body(full, V, recorder.record());
    const BodyError error = compute_body_error(full, V, row, recorder.record(), motion);
    ErrorTrial trial;
    trial.claim = nodes.observer().find(spec.body)->claim();
    trial.state_size = error.state_size.maxCoeff();
    trial.polynomial_rest = motion.polynomial_rest;
    trial.steps = result.statistics.steps;
    trial.overhead = nodes.observer().seconds() / result.wall_time;
    if (nodes.list().empty())
        take_all(error, trial);
    else
        match(error, nodes.list(), trial);
    trial.paper = compute_paper_bound(full, V, recorder.record(), trial.times);
    trial.output_constant = (row * full.modes()).norm();
    return trial;
}

BoundRatio compare_bound(const std::vector<double>& error, const std::vector<double>& bound, double accuracy) {
    BoundRatio ratio{0, std::numeric_limits<double>::infinity()};
    double largest_error = 0, largest_bound = 0;
    for (std::size_t i = 0; i < std::min(error.size(), bound.size()); ++i) {
        largest_error = std::max(largest_error, error[i]);
        largest_bound = std::max(largest_bound, bound[i]);
        if (error[i] > accuracy) ratio.smallest = std::min(ratio.smallest, (bound[i] + accuracy) / error[i]);
    }
    if (largest_error > 0) ratio.of_maxima = largest_bound / largest_error;
    return ratio;
}

}  // namespace ritz
