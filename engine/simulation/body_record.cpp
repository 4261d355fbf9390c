#include "engine/simulation/body_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

NodeId find_elastic(const Model& model, const std::string& name) {
    std::vector<std::string> known;
    for (const BodyEntry& body : model.bodies) {
        if (!model.nodes[body.node].elastic) continue;
        if (body.name == name) return body.node;
        known.push_back(body.name);
    }
    throw InputError(fmt::format("no elastic body \"{}\"{}", name, suggest(name, known)));
}

void require_linear(const ElasticBody& body, const std::string& name) {
    if (!body.mass_points.empty())
        throw InputError(fmt::format(
            "body \"{}\" has geometric stiffening: a record for its linear full model would mean nothing", name));
}

/// Kind and number of who exerts a load.
std::array<std::size_t, 2> key_of(const LoadCause& cause) {
    const std::size_t number = std::visit(
        [](const auto& of) {
            const auto& [id] = of;
            return id.value();
        },
        cause);
    return {cause.index(), number};
}

}  // namespace

VecX make_chebyshev_points(int count) {
    VecX x(count);
    for (int j = 0; j < count; ++j) x[j] = 0.5 - 0.5 * std::cos((2 * j + 1) * std::numbers::pi / (2 * count));
    return x;
}

BodyRecorder::BodyRecorder(const Scene& scene, const std::string& body, const RecordOptions& options)
    : model_(with_world_poses(scene.model)),
      ws_(model_),
      id_(find_elastic(model_, body)),
      options_(options),
      points_(make_chebyshev_points(options.points)) {
    if (!options.accepts_foreshortening) require_linear(*model_.elastic_bodies[*model_.nodes[id_].elastic], body);
    record_.body = body;
}

std::size_t BodyRecorder::find_place(const std::array<std::size_t, 4>& key, const RecordedPlace& place) {
    const auto found = std::find(keys_.begin(), keys_.end(), key);
    if (found != keys_.end()) return static_cast<std::size_t>(found - keys_.begin());
    keys_.push_back(key);
    record_.places.push_back(place);
    return keys_.size() - 1;
}

/// Adds the wrench, moved to the deformed place. A marker that no shape of the basis moves is a marker of the full
/// model all the same.
void BodyRecorder::add_load(const BodyLoad& load, const VecX& q, RecordedPoint& point) {
    const ElasticBody& body = *model_.elastic_bodies[*model_.nodes[id_].elastic];
    const auto at = [&](std::size_t place, double s, const Vec3& deformed) {
        if (point.loads.size() <= place) point.loads.resize(place + 1);
        RecordedLoad& sum = point.loads[place];
        sum.s = s;
        sum.force += load.force;
        sum.moment += load.moment + (load.p - deformed).cross(load.force);
    };
    if (const auto* on_track = std::get_if<TrackLoad>(&load.source)) {
        const Track& track = model_.tracks[on_track->track];
        TrackSample sample = make_track_sample(track);
        eval_track(track, on_track->s, sample);
        const auto [kind, number] = key_of(load.cause);
        const std::string name = model_.track_names[on_track->track].substr(record_.body.size() + 1);
        at(find_place({1, on_track->track.value(), kind, number}, {name, true}), on_track->s,
           sample.c + sample.phi * q);
        return;
    }
    const auto* on_marker = std::get_if<MarkerLoad>(&load.source);
    const auto in_body = on_marker ? on_marker->in_body : std::get<FrameLoad>(load.source).in_body;
    if (in_body) {
        const Marker& marker = body.markers[in_body->value()];
        at(find_place({0, in_body->value(), 0, 0}, {marker.name, false}), 0, marker.X_RM.p + marker.phi * q);
    } else if (on_marker) {
        const Marker& marker = model_.markers[on_marker->marker];
        at(find_place({2, on_marker->marker.value(), 0, 0}, {fmt::format("x = {:.9g}", marker.X_RM.p.x()), false}), 0,
           marker.X_RM.p + marker.phi * q);
    }
}

RecordedPoint BodyRecorder::evaluate(double t, const VecX& y) {
    const StateView state = view(model_, t, y.data());
    evaluate_for_outputs(model_, state, ws_);
    const Node& node = model_.nodes[id_];
    const NodeData& data = ws_.nodes[id_];
    RecordedPoint point;
    point.t = t;
    point.w = data.w;
    point.alpha = data.aw;
    point.a = data.av;
    point.q = ConstVecMap(state.q + node.eq, node.n);
    point.q_dot = ConstVecMap(state.u + node.eu, node.n);
    point.q_ddot = ws_.u_dot.segment(node.eu, node.n);
    collect_body_loads(model_, state, id_, ws_, loads_);
    for (const BodyLoad& load : loads_) add_load(load, point.q, point);
    return point;
}

/// Where the intervals of a step end.
std::vector<double> BodyRecorder::list_ends(double t_begin, double t_end) const {
    std::vector<double> stops;
    const double dt = options_.output_step, least = 1e-9 * dt;
    if (dt > 0)
        for (auto k = std::floor(t_begin / dt) + 1; k * dt < t_end - least; ++k)
            if (k * dt > t_begin + least) stops.push_back(k * dt);
    stops.push_back(t_end);
    std::vector<double> ends;
    double begin = t_begin;
    for (const double stop : stops) {
        for (int part = 1; part < options_.parts; ++part)
            ends.push_back(begin + (stop - begin) * part / options_.parts);
        ends.push_back(stop);
        begin = stop;
    }
    return ends;
}

/// Behind a change of the system this record would be of another body.
StepVerdict BodyRecorder::at_start(const Integrator& integrator) {
    if (integrator.state().size() != model_.states())
        throw InputError(fmt::format("the record of body \"{}\" is of another system", record_.body));
    return Continue{};
}

StepVerdict BodyRecorder::after_step(double t_begin, const Integrator& integrator) {
    const Node& node = model_.nodes[id_];
    const double t_end = integrator.time();
    const auto interpolate = [&](double t, VecX& q, VecX& q_dot) {
        if (t >= t_end)
            y_ = integrator.state();
        else
            integrator.interpolate(t, 0, y_);
        const StateView state = view(model_, t, y_.data());
        q = ConstVecMap(state.q + node.eq, node.n);
        q_dot = ConstVecMap(state.u + node.eu, node.n);
    };
    double begin = t_begin;
    for (const double end : list_ends(t_begin, t_end)) {
        RecordedInterval interval{begin, end, {}, {}, {}, {}, {}};
        interpolate(begin, interval.q_begin, interval.q_dot_begin);
        interpolate(end, interval.q_end, interval.q_dot_end);
        for (const double x : points_) {
            const double t = begin + x * (end - begin);
            integrator.interpolate(t, 0, y_);
            interval.points.push_back(evaluate(t, y_));
        }
        record_.intervals.push_back(std::move(interval));
        begin = end;
    }
    return Continue{};
}

}  // namespace ritz
