#include "engine/estimation/guarded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

const char* const motion_names[] = {"x", "y", "z", "rx", "ry", "rz"};

std::string describe(const BoundChannel& channel) {
    return fmt::format("{}.{}", channel.marker, motion_names[channel.component]);
}

std::string describe(const BoundWatchSpec& watch) {
    if (!watch.output) return fmt::format("the state of body \"{}\"", watch.body);
    return fmt::format("{} of marker \"{}\" of body \"{}\"", motion_names[watch.output->component],
                       watch.output->marker, watch.body);
}

NodeId find_guarded_node(const Model& model, const std::string& body) {
    for (const BodyEntry& each : model.bodies)
        if (each.name == body) return each.node;
    throw InputError(fmt::format("no body \"{}\"", body));
}

/// The largest motion of a marker so far, for relative limits, and the last state, for refinements. It is asked before
/// the bounds are.
class RunMemo : public StepObserver {
  public:
    explicit RunMemo(const Scene& scene) : model_(scene.model) {
        for (const BoundMonitor& monitor : scene.bound_monitors) add(monitor.watch);
    }

    StepVerdict at_start(const Integrator& integrator) override { return after_step(0, integrator); }
    StepVerdict after_step(double, const Integrator& integrator) override {
        t = integrator.time();
        y = integrator.state();
        for (Motion& motion : motions_)
            motion.largest =
                std::max(motion.largest, std::abs(motion.shape.dot(y.segment(motion.at, motion.shape.size()))));
        return Continue{};
    }

    double largest(std::size_t monitor) const { return motions_[monitor].largest; }
    double t = 0;
    VecX y;

  private:
    struct Motion {
        VecX shape;  // empty: not asked for
        Index at = 0;
        double largest = 0;
    };

    void add(const BoundWatchSpec& watch) {
        motions_.emplace_back();
        if (!watch.output) return;
        const Node& node = model_.nodes[find_guarded_node(model_, watch.body)];
        for (const Marker& marker : model_.elastic_bodies[*node.elastic]->markers)
            if (marker.name == watch.output->marker) {
                const int k = watch.output->component;
                motions_.back() = {k < 3 ? marker.phi.row(k) : marker.psi.row(k - 3), node.eq, 0};
            }
    }

    const Model& model_;
    std::vector<Motion> motions_;  // one for each monitor
};

/// One run, and what it ended for.
class Guard {
  public:
    Guard(const Scene& scene, const RunOptions& options, const GuardOptions& guard)
        : scene_(scene),
          options_(options),
          memo_(scene),
          bounds_(scene, {guard.bound, [this](const BodyBound& bound) { return judge(bound); }}),
          has_warned_(scene.bound_monitors.size(), false) {
        for (const BoundMonitor& monitor : scene.bound_monitors) require_bound(monitor);
    }

    RunResult run(const std::vector<std::string>& warnings) {
        warnings_ = warnings;
        RunOptions options = options_;
        options.observers.push_back(&memo_);
        options.observers.push_back(&bounds_);
        options.watches_bounds = true;
        RunResult result = simulate(scene_, options);
        for (const BodyBound& bound : bounds_.bodies()) add_summary(bound, result);
        for (const std::string& warning : warnings_) result.warnings.push_back(warning);
        return result;
    }

    /// The monitor that asked for a larger basis; null if none did.
    const BoundMonitor* wanted() const { return wanted_; }
    RefinementWish make_wish() const {
        BodyRecorder reader(scene_, wanted_->watch.body, {.accepts_foreshortening = true});
        RefinementWish wish{wanted_->watch.body, at_, {}, reader.evaluate(memo_.t, memo_.y)};
        wish.places = reader.record().places;
        return wish;
    }
    double time() const { return at_.t; }
    double value() const { return value_; }

  private:
    const BodyBound& find(const BoundMonitor& monitor) const {
        const BodyBound* bound = bounds_.find(monitor.watch.body);
        if (bound == nullptr) throw InputError(fmt::format("no elastic body \"{}\"", monitor.watch.body));
        return *bound;
    }

    void require_bound(const BoundMonitor& monitor) const {
        const BodyBound& bound = find(monitor);
        if (bound.claim().kind == BoundKind::none)
            throw InputError(fmt::format("{}: there is no error bound of body \"{}\": {}",
                                         scene_.locate({SubjectKind::monitor, monitor.name, "bound"}),
                                         monitor.watch.body, bound.claim().reason));
        if (monitor.watch.output) channel_of(bound, *monitor.watch.output);
    }

    static std::size_t channel_of(const BodyBound& bound, const MarkerMotionSpec& output) {
        const auto& channels = bound.channels();
        const auto found = std::find_if(channels.begin(), channels.end(), [&](const BoundChannel& each) {
            return each.marker == output.marker && each.component == output.component;
        });
        if (found == channels.end())
            throw InputError(fmt::format("the error bound of body \"{}\" does not know {} of its marker \"{}\"",
                                         bound.body(), motion_names[output.component], output.marker));
        return static_cast<std::size_t>(found - channels.begin());
    }

    StepVerdict judge(const BodyBound& bound) {
        const BoundValues& now = bound.now();
        double& largest_state = largest_states_[bound.body()];
        largest_state = std::max(largest_state, now.size);
        for (std::size_t i = 0; i < scene_.bound_monitors.size(); ++i) {
            const BoundMonitor& monitor = scene_.bound_monitors[i];
            const BoundWatchSpec& watch = monitor.watch;
            if (watch.body != bound.body() || now.t < watch.from || bound.claim().kind == BoundKind::none) continue;
            const double value = watch.output ? bound.output(channel_of(bound, *watch.output)) : now.state;
            const double size = watch.output ? memo_.largest(i) : largest_state;
            const double limit = watch.relative ? watch.above * size : watch.above;
            if (!(value > limit)) continue;
            const std::string what = fmt::format(
                "monitor \"{}\": the error {} of {} is {:.6g}, above its limit {:.6g}, at t = {:.6g} s", monitor.name,
                bound.is_estimate() ? "estimate" : "bound", describe(watch), value, limit, now.t);
            if (watch.action == BoundAction::warn) {
                warn(i, what);
                continue;
            }
            if (watch.action == BoundAction::refine) {
                wanted_ = &monitor;
                at_ = now;
                value_ = value;
            }
            return Stop{what};
        }
        return Continue{};
    }

    void warn(std::size_t monitor, const std::string& sentence) {
        if (has_warned_[monitor]) return;
        has_warned_[monitor] = true;
        if (std::find(warnings_.begin(), warnings_.end(), sentence) != warnings_.end()) return;
        warnings_.push_back(sentence);
        if (options_.warn) options_.warn(sentence);
    }

    void add_summary(const BodyBound& bound, RunResult& result) const {
        if (bound.claim().kind == BoundKind::none) return;
        BoundSummary summary{bound.body(), bound.is_estimate(), bound.claim().reason, bound.state_max(), {}, 0};
        for (std::size_t i = 0; i < bound.channels().size(); ++i)
            if (static_cast<Index>(i) < bound.output_max().size())
                summary.output_max.emplace_back(describe(bound.channels()[i]),
                                                bound.output_max()[static_cast<Index>(i)]);
        if (result.wall_time > 0) summary.overhead = bounds_.seconds() / result.wall_time;
        result.bounds.push_back(std::move(summary));
    }

    const Scene& scene_;
    const RunOptions& options_;
    RunMemo memo_;
    BoundObserver bounds_;
    std::vector<bool> has_warned_;
    std::vector<std::string> warnings_;
    std::map<std::string, double> largest_states_;
    const BoundMonitor* wanted_ = nullptr;
    BoundValues at_;
    double value_ = 0;
};

/// The scene with the larger body; elastic coordinates given for the start go over into it.
void put_larger_body(const std::string& name, const Replacement& better, Scene& scene) {
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    for (BodySpec& body : spec.system.bodies) {
        if (body.name != name) continue;
        body.kind = MadeBodySpec{better.body};
        if (body.q.size() > 0) body.q = better.transfer * body.q;
        if (body.q_dot.size() > 0) body.q_dot = better.transfer * body.q_dot;
    }
    rebuild(spec, scene);
}

/// Why the run ends although a larger basis was asked for; empty if it may be made.
std::string find_obstacle(const BoundMonitor& monitor, const std::vector<RefinementNote>& history, Index size) {
    const auto count = std::count_if(history.begin(), history.end(),
                                     [&](const RefinementNote& note) { return note.body == monitor.watch.body; });
    if (count >= monitor.watch.most_refinements)
        return fmt::format("its basis was refined {} times, and no more are allowed", count);
    if (size >= monitor.watch.largest_size)
        return fmt::format("its basis has {} shapes, and no more are allowed", size);
    return {};
}

}  // namespace

RunResult simulate_guarded(Scene& scene, const RunOptions& options, const GuardOptions& guard) {
    if (scene.bound_monitors.empty()) return simulate(scene, options);
    std::vector<RefinementNote> history;
    std::vector<std::string> warnings;
    for (;;) {
        Guard run(scene, options, guard);
        RunResult result = run.run(warnings);
        result.refinements = history;
        const BoundMonitor* wanted = run.wanted();
        if (wanted == nullptr || result.status == RunStatus::failed || result.interrupted) return result;
        const std::string& body = wanted->watch.body;
        const Index before = scene.model.nodes[find_guarded_node(scene.model, body)].n;
        std::string obstacle = find_obstacle(*wanted, history, before);
        if (obstacle.empty() && !guard.refine) obstacle = "nobody makes a larger basis";
        Replacement better;
        if (obstacle.empty()) {
            better = guard.refine(run.make_wish());
            if (better.body->modes() <= before) obstacle = "no direction was found that its basis does not hold yet";
        }
        if (!obstacle.empty()) {
            result.reason += "; " + obstacle;
            return result;
        }
        history.push_back({body, run.time(), before, better.body->modes(), run.value(), result.reason});
        options.log.info(fmt::format("body \"{}\" is refined from {} to {} shapes, and the run begins anew", body,
                                     before, better.body->modes()));
        put_larger_body(body, better, scene);
        for (RowSink* sink : options.sinks) sink->rollback(0);
    }
}

}  // namespace ritz
