#pragma once
// What each force element exerts at a state, told to a sink: eval_forces adds it up in the workspace,
// collect_body_loads lists it for one body. Private to these two. A sink is asked to
//   act(frame, motion, force, moment)                      at the frame, in world axes
//   act_on_track(node, track, s, motion, force, moment)    at a place of a track, in world axes
//   push(node, force)                                      along the coordinate of a joint
//   add_power(power)                                       of what is not conservative
#include <algorithm>
#include <cmath>

#include "engine/system/frames.hpp"
#include "engine/system/kinematics.hpp"

namespace ritz {

/// Where a force element finds the state; its frames are evaluated into the workspace.
struct ForceContext {
    const Model& model;
    const StateView& state;
    Workspace& ws;
    ForceId element{};

    FrameMotion motion(const Frame& frame) const { return eval_frame_motion(model, state.q, state.u, frame, ws); }
    bool touches(std::size_t end, bool by_distance) const {
        const Hold hold = ws.hold_at({element, end});
        return hold == Hold::by_distance ? by_distance : hold == Hold::closed;
    }
};

inline double compute_spring_force(const ForceLaw& law, double deflection) {
    return law.table ? law.table->at(deflection) : law.stiffness * deflection;
}

inline Vec3 value_at(const std::array<Signal, 3>& signals, double t) {
    return {signals[0].value(t), signals[1].value(t), signals[2].value(t)};
}

template <class Sink>
void apply_law(const ForceContext& c, const PointSpring& spring, Sink&& sink) {
    const FrameMotion a = c.motion(spring.a), b = c.motion(spring.b);
    const Vec3 line = b.X_WF.p - a.X_WF.p;
    const double length = line.norm();
    if (length <= 0) return;  // no direction: a spring of zero length pulls nowhere
    const Vec3 e = line / length;
    const double deflection = length - spring.length;
    const bool is_near = answers(spring.sides, deflection);
    // Held closed beyond its end a linear law goes on; a table need not.
    if (!c.touches(0, is_near) || (spring.law.table && !is_near)) return;
    const double rate = e.dot(b.v - a.v);
    const double elastic = compute_spring_force(spring.law, deflection);
    double damping = spring.law.damping * rate;
    // A one-sided contact pushes, it never glues.
    if (spring.sides == Sides::compression && spring.law.damping > 0) damping = std::min(damping, -elastic);
    if (spring.sides == Sides::tension && spring.law.damping > 0) damping = std::max(damping, -elastic);
    const double pull = elastic + damping;
    sink.act(spring.a, a, pull * e, Vec3::Zero());
    sink.act(spring.b, b, -pull * e, Vec3::Zero());
    sink.add_power(-(damping * rate));
}

template <class Sink>
void apply_law(const ForceContext& c, const Bushing& bushing, Sink&& sink) {
    const FrameMotion a = c.motion(bushing.a), b = c.motion(bushing.b);
    const Vec3 line = b.X_WF.p - a.X_WF.p;
    const auto Rt = a.X_WF.R.transpose();
    const Vec3 p = Rt * line, v = Rt * (b.v - a.v - a.w.cross(line));
    const Vec3 theta = rotation_log(Rt * b.X_WF.R), w = Rt * (b.w - a.w);
    const Mat3 H = compute_rotation_rate(theta, Vec3::Zero()).H;
    Vec3 force, torque;  // on b, in the axes of a; torque conjugate to the rotation vector
    const Vec3 theta_dot = H.inverse() * w;
    for (int k = 0; k < 3; ++k) {
        force[k] = -compute_spring_force(bushing.translation[k], p[k]) - bushing.translation[k].damping * v[k];
        torque[k] = -compute_spring_force(bushing.rotation[k], theta[k]) - bushing.rotation[k].damping * theta_dot[k];
        sink.add_power(-(bushing.translation[k].damping * v[k] * v[k]));
        sink.add_power(-(bushing.rotation[k].damping * theta_dot[k] * theta_dot[k]));
    }
    const Vec3 moment = H.transpose().inverse() * torque;  // M·ω = torque·θ'
    const Vec3 f = a.X_WF.R * force, m = a.X_WF.R * moment;
    sink.act(bushing.b, b, f, m);
    sink.act(bushing.a, a, -f, -m - line.cross(f));
}

template <class Sink>
void apply_law(const ForceContext& c, const JointSpring& spring, Sink&& sink) {
    const Node& node = c.model.nodes[spring.node];
    const double rate = joint_rate(node, c.state, c.ws);
    sink.push(spring.node, -compute_spring_force(spring.law, joint_position(node, c.state, c.ws) - spring.position) -
                               spring.law.damping * rate);
    sink.add_power(-(spring.law.damping * rate * rate));
}

template <class Sink>
void apply_law(const ForceContext& c, const JointStop& stop, Sink&& sink) {
    const Node& node = c.model.nodes[stop.node];
    const double position = joint_position(node, c.state, c.ws), rate = joint_rate(node, c.state, c.ws);
    const auto push_from = [&](std::size_t end, double depth, double direction) {  // depth > 0 beyond the end
        if (!c.touches(end, depth > 0)) return;
        const double elastic = stop.stiffness * depth, inward = -direction * rate;
        double damping = stop.damping * inward;
        if (stop.damping > 0) damping = std::max(damping, -elastic);  // never glues
        sink.push(stop.node, direction * (elastic + damping));
        sink.add_power(-(damping * inward));
    };
    push_from(0, stop.lower - position, 1);
    push_from(1, position - stop.upper, -1);
}

template <class Sink>
void apply_law(const ForceContext& c, const JointFriction& friction, Sink&& sink) {
    const double rate = joint_rate(c.model.nodes[friction.node], c.state, c.ws);
    double level = friction.coulomb;
    if (friction.stribeck_rate > 0) {
        const double ratio = rate / friction.stribeck_rate;
        level += (friction.breakaway - friction.coulomb) * std::exp(-ratio * ratio);
    }
    const double force = -level * std::tanh(rate / friction.regularisation) - friction.viscous * rate;
    sink.push(friction.node, force);
    sink.add_power(force * rate);
}

template <class Sink>
void apply_law(const ForceContext& c, const PointLoad& load, Sink&& sink) {
    const FrameMotion at = c.motion(load.frame);
    Vec3 force = value_at(load.force, c.state.t), torque = value_at(load.torque, c.state.t);
    if (load.in_body_axes) {
        force = at.X_WF.R * force;
        torque = at.X_WF.R * torque;
    }
    sink.act(load.frame, at, force, torque);
    sink.add_power(force.dot(at.v) + torque.dot(at.w));
}

template <class Sink>
void apply_law(const ForceContext& c, const MovingLoad& load, Sink&& sink) {
    const Jet s = load.s.at(c.state.t);
    const Track& track = c.model.tracks[load.track];
    if (!track_is_closed(track) && !(s.value >= 0 && s.value <= track_length(track))) return;
    const FrameMotion at =
        eval_track_motion(c.model, c.state.q, c.state.u, load.node, load.track, {}, s.value, 0.0, c.ws);
    Vec3 force = value_at(load.force, c.state.t);
    if (load.in_body_axes) force = at.X_WF.R * force;
    sink.act_on_track(load.node, load.track, s.value, at, force, Vec3::Zero());
    sink.add_power(force.dot(at.v));  // on the material point below it: the load itself carries no energy
}

template <class Sink>
void apply_law(const ForceContext& c, const JointLoad& load, Sink&& sink) {
    const double force = load.force.value(c.state.t);
    sink.push(load.node, force);
    sink.add_power(force * joint_rate(c.model.nodes[load.node], c.state, c.ws));
}

}  // namespace ritz
