#include "engine/simulation/law_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/overloaded.hpp"
#include "engine/system/frames.hpp"

namespace ritz {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The positive h with rate h + acceleration h²/2 = way; none for a way that is never gone.
double compute_time_to_travel(double way, double rate, double acceleration) {
    const double root = std::sqrt(rate * rate + 2 * acceleration * way);
    if (rate > 0) return 2 * way / (rate + root);
    return acceleration > 0 ? (root - rate) / acceleration : unbounded;
}

}  // namespace

LawSchedule::LawSchedule(const Model& model, double relative_tolerance) : model_(model), ws_(model) {
    for (const ForceElement& element : model.forces) {
        const std::size_t first = laws_.size();
        const std::string name = fmt::format("force \"{}\", table", element.name);
        std::visit(
            Overloaded{[&](const JointSpring& spring) { add_table(name, spring.law, relative_tolerance); },
                       [&](const PointSpring& spring) { add_table(name, spring.law, relative_tolerance); },
                       [&](const Bushing& bushing) { add_tables(name, bushing, relative_tolerance); },
                       [&](const MovingLoad& load) { add_track(model, element.name, load); }, [](const auto&) {}},
            element.kind);
        if (laws_.size() > first) elements_.push_back({&element, first});
    }
}

void LawSchedule::add_table(const std::string& name, const ForceLaw& law, double relative_tolerance) {
    if (!law.table || law.table->is_constant()) return;
    Law& added = laws_.emplace_back();
    added.name = name;
    added.stretches = divide_into_stretches(*law.table, relative_tolerance);
    has_tables_ = true;
}

void LawSchedule::add_tables(const std::string& name, const Bushing& bushing, double relative_tolerance) {
    for (std::size_t k = 0; k < 3; ++k)
        add_table(fmt::format("{} {}", name, "xyz"[k]), bushing.translation[k], relative_tolerance);
    for (std::size_t k = 0; k < 3; ++k)
        add_table(fmt::format("{} r{}", name, "xyz"[k]), bushing.rotation[k], relative_tolerance);
}

/// The shapes under a moving load have no more half waves than the body has elastic coordinates: two places for each.
void LawSchedule::add_track(const Model& model, const std::string& name, const MovingLoad& load) {
    if (load.s.is_constant()) return;
    const Track& track = model.tracks[load.track];
    const int parts = std::max(4, load.node ? 2 * model.nodes[*load.node].n : 0);
    Law& added = laws_.emplace_back();
    added.name = fmt::format("load \"{}\", s", name);
    added.stretches.is_periodic = track_is_closed(track);
    for (int k = 0; k <= parts; ++k) added.stretches.ends.push_back(track_length(track) * k / parts);
}

void LawSchedule::see(const StateView& state, const JointSpring& spring, std::size_t k) {
    const Node& node = model_.nodes[spring.node];
    laws_[k].x_now = joint_position(node, state, ws_) - spring.position;
    laws_[k].rate_now = joint_rate(node, state, ws_);
}

void LawSchedule::see(const StateView& state, const PointSpring& spring, std::size_t k) {
    const FrameMotion a = eval_frame_motion(model_, state.q, state.u, spring.a, ws_);
    const FrameMotion b = eval_frame_motion(model_, state.q, state.u, spring.b, ws_);
    const Vec3 line = b.X_WF.p - a.X_WF.p, v = b.v - a.v;
    const double length = line.norm();
    laws_[k].x_now = length - spring.length;
    laws_[k].rate_now = length > 0 ? line.dot(v) / length : v.norm();
}

void LawSchedule::see(const StateView& state, const Bushing& bushing, std::size_t k) {
    const FrameMotion a = eval_frame_motion(model_, state.q, state.u, bushing.a, ws_);
    const FrameMotion b = eval_frame_motion(model_, state.q, state.u, bushing.b, ws_);
    const Vec3 line = b.X_WF.p - a.X_WF.p;
    const auto Rt = a.X_WF.R.transpose();
    const Vec3 p = Rt * line, v = Rt * (b.v - a.v - a.w.cross(line));
    Vec3 theta = rotation_log(Rt * b.X_WF.R);
    const Vec3 w = Rt * (b.w - a.w), theta_dot = compute_rotation_rate(theta, Vec3::Zero()).H.inverse() * w;
    // At half a turn the rotation vector changes its sign at once, which is no travel: near it a law has no place. No
    // step gets from one side of that to the other, and on to where the tables are.
    const double turned = theta.norm(), half = 2.5, turn_time = std::max(0.5, half - turned) / w.norm();
    if (turned > half) theta.setConstant(std::numeric_limits<double>::quiet_NaN());
    const auto tell = [&](const ForceLaw& law, double x, double rate, double longest) {
        if (!law.table || law.table->is_constant()) return;
        laws_[k].x_now = x;
        laws_[k].rate_now = rate;
        laws_[k++].longest = longest;
    };
    for (int i = 0; i < 3; ++i) tell(bushing.translation[static_cast<std::size_t>(i)], p[i], v[i], unbounded);
    for (int i = 0; i < 3; ++i) tell(bushing.rotation[static_cast<std::size_t>(i)], theta[i], theta_dot[i], turn_time);
}

void LawSchedule::see(const StateView& state, const MovingLoad& load, std::size_t k) {
    const Jet s = load.s.at(state.t);
    laws_[k].x_now = s.value;
    laws_[k].rate_now = s.rate;
}

/// Deflections and rates as they are now.
void LawSchedule::see(StateView state, const SignalWindow& window) {
    state.t = window.clamp(state.t);
    if (has_tables_) eval_kinematics(model_, state, ws_);
    for (const Element& each : elements_)
        std::visit(Overloaded{[&](const JointSpring& kind) { see(state, kind, each.first); },
                              [&](const PointSpring& kind) { see(state, kind, each.first); },
                              [&](const Bushing& kind) { see(state, kind, each.first); },
                              [&](const MovingLoad& kind) { see(state, kind, each.first); }, [](const auto&) {}},
                   each.element->kind);
}

/// How long a step from x may be, in both directions: the motion may turn.
double LawSchedule::Law::plan() {
    up = down = unbounded;
    if (!std::isfinite(x) || !std::isfinite(rate) || !std::isfinite(acceleration)) return longest;
    const Travel upwards = stretches.travel(x, 1), downwards = stretches.travel(x, -1);
    up = upwards.limit;
    down = downwards.limit;
    const double a = std::abs(acceleration);
    return std::min({longest, compute_time_to_travel(upwards.allowed, rate, a),
                     compute_time_to_travel(downwards.allowed, -rate, a)});
}

double LawSchedule::reach(StateView state, const SignalWindow& window) {
    if (laws_.empty()) return unbounded;
    see(state, window);
    const double h = state.t - t_;
    double shortest = unbounded;
    for (Law& law : laws_) {
        if (!has_begun_ || h < 0)
            law.acceleration = 0;
        else if (h > 0)
            law.acceleration = (law.rate_now - law.rate) / h;
        law.x = law.x_now;
        law.rate = law.rate_now;
        const double one = law.plan();
        if (!(one < shortest)) continue;
        shortest = one;
        limited_by_ = law.name;
    }
    t_ = state.t;
    has_begun_ = true;
    return shortest;
}

bool LawSchedule::allows(StateView state, const SignalWindow& window) {
    if (laws_.empty()) return true;
    see(state, window);
    const double third = (state.t - t_) / 3;
    for (const Law& law : laws_) {
        const double begin = law.rate * third, way = law.x_now - law.x, end = way - law.rate_now * third;
        if (std::max({begin, way, end}) <= law.up && std::min({begin, way, end}) >= -law.down) continue;
        if (!std::isfinite(way) || !std::isfinite(begin) || !std::isfinite(end)) continue;
        limited_by_ = law.name;
        return false;
    }
    return true;
}

}  // namespace ritz
