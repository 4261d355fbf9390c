#include "engine/estimation/bound_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "engine/estimation/bound_memory.hpp"

namespace ritz {
namespace {

const char* const motion_names[] = {"x", "y", "z", "rx", "ry", "rz"};

std::string describe(const BoundWatchSpec& watch) {
    if (!watch.output) return fmt::format("the state of body \"{}\"", watch.body);
    return fmt::format("{} of marker \"{}\" of body \"{}\"", motion_names[watch.output->component],
                       watch.output->marker, watch.body);
}

}  // namespace

std::string describe(const BoundChannel& channel) {
    return fmt::format("{}.{}", channel.marker, motion_names[channel.component]);
}

std::size_t find_channel(const BodyBound& bound, const MarkerMotion& motion) {
    const auto& channels = bound.channels();
    const auto found = std::find_if(channels.begin(), channels.end(), [&](const BoundChannel& each) {
        return each.marker == motion.marker && each.component == motion.component;
    });
    if (found == channels.end())
        throw InputError(fmt::format("the error bound of body \"{}\" does not know {} of its marker \"{}\"",
                                     bound.body(), motion_names[motion.component], motion.marker));
    return static_cast<std::size_t>(found - channels.begin());
}

VecX make_motion_row(const ElasticBody& body, const MarkerMotion& motion) {
    for (const Marker& marker : body.markers)
        if (marker.name == motion.marker)
            return motion.component < 3 ? VecX(marker.phi.row(motion.component))
                                        : VecX(marker.psi.row(motion.component - 3));
    throw InputError(fmt::format("no marker \"{}\"", motion.marker));
}

NodeId find_body_node(const Model& model, const std::string& body) {
    for (const BodyEntry& each : model.bodies)
        if (each.name == body) return each.node;
    throw InputError(fmt::format("no body \"{}\"", body));
}

BoundWatch::BoundWatch(const Scene& scene) {
    for (const BoundMonitor& monitor : scene.bound_monitors) watches_.push_back({monitor, {}});
    rebuild(scene);
}

void BoundWatch::rebuild(const Scene& scene) {
    for (Watch& watch : watches_) {
        if (!watch.monitor.watch.output) continue;
        const Node& node = scene.model.nodes[find_body_node(scene.model, watch.monitor.watch.body)];
        if (!node.elastic) continue;
        watch.shape = make_motion_row(*scene.model.elastic_bodies[*node.elastic], *watch.monitor.watch.output);
        watch.at = node.eq;
    }
}

StepVerdict BoundWatch::after_step(double, const Integrator& integrator) {
    t_ = integrator.time();
    y_ = integrator.state();
    for (Watch& watch : watches_)
        if (watch.shape.size() > 0)
            watch.largest =
                std::max(watch.largest, std::abs(watch.shape.dot(y_.segment(watch.at, watch.shape.size()))));
    return Continue{};
}

ObserverMemory BoundWatch::remember() const {
    ObserverMemory memory;
    for (const Watch& watch : watches_) {
        memory.numbers.push_back(watch.largest);
        memory.numbers.push_back(watch.share);
    }
    memory.texts = warnings_;
    return memory;
}

void BoundWatch::recall(const ObserverMemory& memory) {
    if (memory.numbers.size() != 2 * watches_.size())
        throw InputError("the checkpoint is of a scene with other monitors of error bounds");
    for (std::size_t i = 0; i < watches_.size(); ++i) {
        watches_[i].largest = memory.numbers[2 * i];
        watches_[i].share = memory.numbers[2 * i + 1];
    }
    for (const std::string& sentence : memory.texts)  // what was said stays said
        if (std::find(warnings_.begin(), warnings_.end(), sentence) == warnings_.end()) warnings_.push_back(sentence);
}

double BoundWatch::largest_share() const {
    double largest = 0;
    for (const Watch& watch : watches_)
        if (watch.monitor.watch.action == BoundAction::refine) largest = std::max(largest, watch.share);
    return largest;
}

StepVerdict BoundWatch::judge(const BodyBound& bound,
                              const std::function<std::string(const BoundMonitor&)>& find_obstacle) {
    if (bound.is_estimate() && !bound.claim().lacks.empty())
        give_warning(
            fmt::format("the error bound of body \"{}\" is an estimate: {}", bound.body(), bound.claim().reason));
    StepVerdict verdict = Continue{};
    for (Watch& watch : watches_) {
        if (watch.monitor.watch.body != bound.body() || bound.claim().kind == BoundKind::none) continue;
        StepVerdict own = judge(watch, bound, find_obstacle);
        if (std::holds_alternative<Continue>(verdict)) verdict = std::move(own);
    }
    return verdict;
}

StepVerdict BoundWatch::judge(Watch& watch, const BodyBound& bound,
                              const std::function<std::string(const BoundMonitor&)>& find_obstacle) {
    const BoundValues& now = bound.now();
    const BoundWatchSpec& spec = watch.monitor.watch;
    if (!spec.output) watch.largest = std::max(watch.largest, now.size);
    const double value = spec.output ? bound.output(find_channel(bound, *spec.output)) : now.state;
    const double limit = spec.relative ? spec.above * watch.largest : spec.above;
    watch.share = value == 0 ? 0 : value / limit;
    if (now.t < spec.from || !(value > limit) || passed_) return Continue{};
    const std::string what = fmt::format(
        "monitor \"{}\": the error {} of {} is {:.6g}, above its limit {:.6g}, at t = {:.6g} s", watch.monitor.name,
        bound.is_estimate() ? "estimate" : "bound", describe(spec), value, limit, now.t);
    if (spec.action == BoundAction::warn) {
        if (!watch.has_warned) give_warning(what);
        watch.has_warned = true;
        return Continue{};
    }
    if (spec.action == BoundAction::stop) return Stop{what};
    if (const std::string obstacle = find_obstacle(watch.monitor); !obstacle.empty())
        return Stop{what + "; " + obstacle};
    passed_ = PassedLimit{&watch.monitor, now, value, what};
    return Continue{};
}

void BoundWatch::give_warning(const std::string& sentence) {
    if (std::find(warnings_.begin(), warnings_.end(), sentence) != warnings_.end()) return;
    warnings_.push_back(sentence);
    if (warn) warn(sentence);
}

}  // namespace ritz
