#include "engine/estimation/guarded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "engine/estimation/bound_watch.hpp"
#include "engine/estimation/refinement_history.hpp"
#include "engine/estimation/system_twin.hpp"

namespace ritz {
namespace {

using Eigen::Index;

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

const char* name_of(BoundKind kind) {
    return kind == BoundKind::bound ? "bound" : kind == BoundKind::estimate ? "estimate" : "none";
}

}  // namespace

bool asks_for_bounds(const Scene& scene) {
    return !scene.bound_monitors.empty() || scene.settings.observes_bounds ||
           std::any_of(scene.outputs.begin(), scene.outputs.end(),
                       [](const Output& output) { return std::holds_alternative<BoundQuantity>(output.quantity); });
}

bool asks_for_system_estimate(const Scene& scene) {
    return std::any_of(scene.outputs.begin(), scene.outputs.end(), [](const Output& output) {
        const auto* of = std::get_if<BoundQuantity>(&output.quantity);
        return of != nullptr && of->aspect == BoundAspect::system_estimate;
    });
}

struct GuardedRun::Impl {
    GuardOptions guard;
    RunOptions options;
    Scene scene;  // for which the bounds were made: that of the run
    std::optional<BoundWatch> watch;
    std::optional<BoundObserver> bounds;
    RefinementHistory history;
    std::optional<SystemTwin> twin;  // where an output asks for the estimate of the system's error
    std::map<std::string, double> largest_estimates;
    std::optional<Simulation> run;
    Checkpoint safe;  // where a run that may be refined goes back to
    std::string obstacle;
    bool is_going_back = false;

    Impl(const Scene& the_scene, const RunOptions& the_options, const GuardOptions& the_guard)
        : guard(the_guard), options(the_options), scene(the_scene) {}

    void begin(const Checkpoint* from) {
        if (from != nullptr) replay(*from);
        if (asks_for_bounds(scene)) observe();
        if (from != nullptr)
            run.emplace(scene, options, *from);
        else
            run.emplace(scene, options);
        if (may_refine()) safe = run->checkpoint();
    }
    void observe() {
        if (!scene.attachments.empty())
            throw InputError(
                fmt::format("{}: there are no error bounds of a system whose elements are attached and "
                            "released on the way",
                            scene.file));
        watch.emplace(scene);
        watch->warn = options.warn;
        bounds.emplace(scene,
                       BoundObserverOptions{guard.bound, [this](const BodyBound& bound) { return judge(bound); }});
        for (const BoundMonitor& monitor : scene.bound_monitors)
            require_bound(monitor.watch.body, monitor.watch.output, {SubjectKind::monitor, monitor.name, "bound"});
        for (const Output& output : scene.outputs)
            if (const auto* of = std::get_if<BoundQuantity>(&output.quantity))
                require_bound(scene.model.nodes[of->node].name, of->motion, {SubjectKind::output, output.name});
        if (asks_for_system_estimate(scene)) {
            if (may_refine())
                throw InputError(fmt::format("{}: an estimate of the system's error and refinements do not go together",
                                             scene.file));
            twin.emplace(scene);
        }
        options.observers.push_back(&*watch);
        options.observers.push_back(&*bounds);
        options.observers.push_back(&history);
        options.watches_bounds = true;
        options.measure_bound = [this](const State& state, const BoundQuantity& of) { return measure(state, of); };
    }
    void require_bound(const std::string& body, const std::optional<MarkerMotion>& motion, const Subject& asked) const {
        const BodyBound* bound = bounds->find(body);
        if (bound == nullptr) throw InputError(fmt::format("no elastic body \"{}\"", body));
        if (bound->claim().kind == BoundKind::none)
            throw InputError(fmt::format("{}: there is no error bound of body \"{}\": {}", scene.locate(asked), body,
                                         bound->claim().reason));
        if (motion) find_channel(*bound, *motion);
    }

    /// What the runs differ by, and the static answer of what the richer one lacks.
    double estimate(const State& state, NodeId node, const BoundValues& values) {
        const double apart = std::hypot(twin->compare(node, state), values.static_size);
        double& largest = largest_estimates[scene.model.nodes[node].name];
        if (apart > largest) largest = apart;
        return apart;
    }
    double measure(const State& state, const BoundQuantity& of) {
        const Node& node = scene.model.nodes[of.node];
        const BodyBound& bound = *bounds->find(node.name);
        if (bound.claim().kind == BoundKind::none) return std::numeric_limits<double>::quiet_NaN();
        const BoundValues& values = bounds->values_at(node.name, state.t);
        if (of.aspect == BoundAspect::system_estimate) return estimate(state, of.node, values);
        if (!of.motion) return values.state;
        const auto channel = static_cast<Index>(find_channel(bound, *of.motion));
        if (of.aspect == BoundAspect::bound) return values.output[channel];
        if (of.aspect == BoundAspect::corrected_bound) return values.corrected_bound[channel];
        const VecX row = make_motion_row(*scene.model.elastic_bodies[*node.elastic], *of.motion);
        return row.dot(state.q.segment(node.eq, node.n)) + values.corrected[channel];
    }

    StepVerdict judge(const BodyBound& bound) {
        if (is_going_back) return Continue{};
        return watch->judge(bound, [this](const BoundMonitor& monitor) { return find_obstacle(monitor); });
    }
    /// Why a body may not be refined; empty if it may.
    std::string find_obstacle(const BoundMonitor& monitor) const {
        const Index size = scene.model.nodes[find_body_node(scene.model, monitor.watch.body)].n;
        const long count = history.count(monitor.watch.body);
        if (!guard.refine) return "nobody makes a larger basis";
        if (count >= monitor.watch.most_refinements)
            return fmt::format("its basis was refined {} times, and no more are allowed", count);
        if (size >= monitor.watch.largest_size)
            return fmt::format("its basis has {} shapes, and no more are allowed", size);
        return {};
    }

    bool may_refine() const {
        return std::any_of(scene.bound_monitors.begin(), scene.bound_monitors.end(),
                           [](const BoundMonitor& monitor) { return monitor.watch.action == BoundAction::refine; });
    }
    bool step() {
        if (!obstacle.empty()) return false;
        const bool goes_on = run->step();
        if (!watch) return goes_on;
        if (watch->passed() && run->result().status == RunStatus::completed && !run->result().interrupted)
            return refine();
        if (goes_on && may_refine()) keep();
        return goes_on;
    }
    /// Copies cost time: some hundreds of a run.
    void keep() {
        if (run->time() - safe.state.t < 0.002 * scene.settings.end || watch->largest_share() > guard.safe_share)
            return;
        safe = run->checkpoint();
    }

    RefinementWish make_wish(const PassedLimit& passed) const {
        const std::string& body = passed.monitor->watch.body;
        BodyRecorder reader(scene, body, {.accepts_foreshortening = true});
        RefinementWish wish{body, passed.values, {}, reader.evaluate(watch->t(), watch->y())};
        wish.places = reader.record().places;
        return wish;
    }
    /// Back to the safe point, and on from there with a larger basis. False if there is none.
    bool refine() {
        const PassedLimit passed = *watch->passed();
        watch->forget_passed();
        const RefinementWish wish = make_wish(passed);
        const Index before = scene.model.nodes[find_body_node(scene.model, wish.body)].n;
        const Replacement better = guard.refine(wish);
        if (better.body->modes() <= before) {
            obstacle = passed.sentence + "; no direction was found that its basis does not hold yet";
            return false;
        }
        is_going_back = true;
        run->restore(safe);
        exchange(wish.body, better);
        is_going_back = false;
        history.add(
            {wish.body, passed.values.t, run->time(), before, better.body->modes(), passed.value, passed.sentence},
            wish);
        options.log.info(
            fmt::format("body \"{}\" is refined from {} to {} shapes, and the run goes on from t = {:.6g} s", wish.body,
                        before, better.body->modes(), run->time()));
        safe = run->checkpoint();
        return !run->is_over();
    }
    void exchange(const std::string& body, const Replacement& better) {
        VecX y;
        pack(run->state(), y);
        bounds->close_interval(run->time(), y);
        put_larger_body(body, better, scene);
        bounds->exchange_body(scene, body, better.transfer);
        watch->rebuild(scene);
        run->replace_body(body, better.body, better.transfer);
    }
    /// Wishes made before a checkpoint: the bodies that it is of.
    void replay(const Checkpoint& from) {
        if (from.replaced.empty() || from.observers.empty()) return;
        history.recall(from.observers.back());
        for (const RefinementWish& wish : history.wishes()) {
            if (!guard.refine)
                throw InputError("the checkpoint is of a run with refined bodies, and nobody refines them");
            put_larger_body(wish.body, guard.refine(wish), scene);
        }
    }

    void add_summary(const BodyBound& bound, RunResult& result) const {
        BoundSummary summary{bound.body(), name_of(bound.claim().kind), bound.claim().reason, bound.state_max(), {}};
        for (std::size_t i = 0; i < bound.channels().size(); ++i)
            if (static_cast<Index>(i) < bound.output_max().size())
                summary.output_max.emplace_back(describe(bound.channels()[i]),
                                                bound.output_max()[static_cast<Index>(i)]);
        if (const auto found = largest_estimates.find(bound.body()); found != largest_estimates.end())
            summary.system_estimate_max = found->second;
        if (result.wall_time > 0) summary.overhead = bounds->seconds() / result.wall_time;
        result.bounds.push_back(std::move(summary));
    }
    RunResult finish() {
        RunResult result = run->finish();
        if (!watch) return result;
        if (!obstacle.empty() && result.status == RunStatus::completed) {
            result.status = RunStatus::stopped;
            result.reason = obstacle;
        }
        for (const BodyBound& bound : bounds->bodies()) add_summary(bound, result);
        for (const std::string& warning : watch->warnings()) result.warnings.push_back(warning);
        result.refinements = history.notes();
        return result;
    }
};

GuardedRun::GuardedRun(const Scene& scene, const RunOptions& options, const GuardOptions& guard)
    : impl_(std::make_unique<Impl>(scene, options, guard)) {
    impl_->begin(nullptr);
}

GuardedRun::GuardedRun(const Scene& scene, const RunOptions& options, const GuardOptions& guard, const Checkpoint& from)
    : impl_(std::make_unique<Impl>(scene, options, guard)) {
    impl_->begin(&from);
}

GuardedRun::~GuardedRun() = default;

bool GuardedRun::step() { return impl_->step(); }
Checkpoint GuardedRun::checkpoint() const { return impl_->run->checkpoint(); }
const Scene& GuardedRun::scene() const { return impl_->run->scene(); }
const RunResult& GuardedRun::result() const { return impl_->run->result(); }
RunResult GuardedRun::finish() { return impl_->finish(); }

std::string GuardedRun::describe_bounds() const {
    if (!impl_->bounds) return {};
    const BodyBound* worst = nullptr;
    const auto share = [](const BodyBound& of) { return of.state_max() / std::max(of.size_max(), 1e-300); };
    for (const BodyBound& bound : impl_->bounds->bodies())
        if (bound.claim().kind != BoundKind::none && (worst == nullptr || share(bound) > share(*worst))) worst = &bound;
    if (worst == nullptr) return {};
    return fmt::format("error {} of {} {:.2g}", name_of(worst->claim().kind), worst->body(), worst->state_max());
}

RunResult simulate_guarded(Scene& scene, const RunOptions& options, const GuardOptions& guard) {
    GuardedRun run(scene, options, guard);
    while (run.step()) {
    }
    RunResult result = run.finish();
    if (!result.refinements.empty()) scene = run.scene();
    return result;
}

}  // namespace ritz
