#include "engine/system/forces.hpp"

#include <algorithm>
#include <cmath>

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/measure.hpp"

namespace ritz {
namespace {

struct Context {
    const Model& model;
    const StateView& state;
    Workspace& ws;
    ForceId element{};
    FrameMotion motion(const Frame& frame) const { return eval_frame_motion(model, state.q, state.u, frame, ws); }
    bool touches(std::size_t end, bool by_distance) const {
        const Hold hold = ws.hold_at({element, end});
        return hold == Hold::by_distance ? by_distance : hold == Hold::closed;
    }
    /// Puts a force on a joint coordinate; on a prescribed one the drive takes it.
    void push(NodeId index, double force) const {
        const Node& node = model.nodes[index];
        (node.motion ? ws.motion_force[*node.motion] : ws.generalized_force[node.u]) += force;
    }
};

double spring_force(const ForceLaw& law, double deflection) {
    return law.table ? law.table->at(deflection) : law.stiffness * deflection;
}

Vec3 at_time(const std::array<Signal, 3>& signals, double t) {
    return {signals[0].value(t), signals[1].value(t), signals[2].value(t)};
}

void apply(const Context& c, const PointSpring& spring) {
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
    const double elastic = spring_force(spring.law, deflection);
    double damping = spring.law.damping * rate;
    // A one-sided contact pushes, it never glues.
    if (spring.sides == Sides::compression && spring.law.damping > 0) damping = std::min(damping, -elastic);
    if (spring.sides == Sides::tension && spring.law.damping > 0) damping = std::max(damping, -elastic);
    const double pull = elastic + damping;
    apply_wrench(c.model, spring.a.node, a, pull * e, Vec3::Zero(), c.ws);
    apply_wrench(c.model, spring.b.node, b, -pull * e, Vec3::Zero(), c.ws);
    c.ws.power -= damping * rate;
}

void apply(const Context& c, const Bushing& bushing) {
    const FrameMotion a = c.motion(bushing.a), b = c.motion(bushing.b);
    const Vec3 line = b.X_WF.p - a.X_WF.p;
    const auto Rt = a.X_WF.R.transpose();
    const Vec3 p = Rt * line, v = Rt * (b.v - a.v - a.w.cross(line));
    const Vec3 theta = rotation_log(Rt * b.X_WF.R), w = Rt * (b.w - a.w);
    const Mat3 H = compute_rotation_rate(theta, Vec3::Zero()).H;
    Vec3 force, torque;  // on b, in the axes of a; torque conjugate to the rotation vector
    const Vec3 theta_dot = H.inverse() * w;
    for (int k = 0; k < 3; ++k) {
        force[k] = -spring_force(bushing.translation[k], p[k]) - bushing.translation[k].damping * v[k];
        torque[k] = -spring_force(bushing.rotation[k], theta[k]) - bushing.rotation[k].damping * theta_dot[k];
        c.ws.power -= bushing.translation[k].damping * v[k] * v[k];
        c.ws.power -= bushing.rotation[k].damping * theta_dot[k] * theta_dot[k];
    }
    const Vec3 moment = H.transpose().inverse() * torque;  // M·ω = torque·θ'
    const Vec3 f = a.X_WF.R * force, m = a.X_WF.R * moment;
    apply_wrench(c.model, bushing.b.node, b, f, m, c.ws);
    apply_wrench(c.model, bushing.a.node, a, -f, -m - line.cross(f), c.ws);
}

void apply(const Context& c, const JointSpring& spring) {
    const Node& node = c.model.nodes[spring.node];
    const double rate = joint_rate(node, c.state, c.ws);
    c.push(spring.node, -spring_force(spring.law, joint_position(node, c.state, c.ws) - spring.position) -
                            spring.law.damping * rate);
    c.ws.power -= spring.law.damping * rate * rate;
}

/// How deep a coordinate sits in its stops: positive beyond the upper, negative beyond the lower end.
double penetration(const JointStop& stop, double position) {
    return std::max(0.0, position - stop.upper) + std::min(0.0, position - stop.lower);
}

void apply(const Context& c, const JointStop& stop) {
    const Node& node = c.model.nodes[stop.node];
    const double position = joint_position(node, c.state, c.ws), rate = joint_rate(node, c.state, c.ws);
    const auto push_from = [&](std::size_t end, double depth, double direction) {  // depth > 0 beyond the end
        if (!c.touches(end, depth > 0)) return;
        const double elastic = stop.stiffness * depth, inward = -direction * rate;
        double damping = stop.damping * inward;
        if (stop.damping > 0) damping = std::max(damping, -elastic);  // never glues
        c.push(stop.node, direction * (elastic + damping));
        c.ws.power -= damping * inward;
    };
    push_from(0, stop.lower - position, 1);
    push_from(1, position - stop.upper, -1);
}

void apply(const Context& c, const JointFriction& friction) {
    const double rate = joint_rate(c.model.nodes[friction.node], c.state, c.ws);
    double level = friction.coulomb;
    if (friction.stribeck_rate > 0) {
        const double ratio = rate / friction.stribeck_rate;
        level += (friction.breakaway - friction.coulomb) * std::exp(-ratio * ratio);
    }
    const double force = -level * std::tanh(rate / friction.regularisation) - friction.viscous * rate;
    c.push(friction.node, force);
    c.ws.power += force * rate;
}

void apply(const Context& c, const PointLoad& load) {
    const FrameMotion at = c.motion(load.frame);
    Vec3 force = at_time(load.force, c.state.t), torque = at_time(load.torque, c.state.t);
    if (load.in_body_axes) {
        force = at.X_WF.R * force;
        torque = at.X_WF.R * torque;
    }
    apply_wrench(c.model, load.frame.node, at, force, torque, c.ws);
    c.ws.power += force.dot(at.v) + torque.dot(at.w);
}

void apply(const Context& c, const MovingLoad& load) {
    const Jet s = load.s.at(c.state.t);
    const Track& track = c.model.tracks[load.track];
    if (!track_is_closed(track) && !(s.value >= 0 && s.value <= track_length(track))) return;
    const FrameMotion at =
        eval_track_motion(c.model, c.state.q, c.state.u, load.node, load.track, {}, s.value, 0.0, c.ws);
    Vec3 force = at_time(load.force, c.state.t);
    if (load.in_body_axes) force = at.X_WF.R * force;
    apply_wrench(c.model, load.node, at, force, Vec3::Zero(), c.ws);
    c.ws.power += force.dot(at.v);  // on the material point below it: the load itself carries no energy
}

void apply(const Context& c, const JointLoad& load) {
    const double force = load.force.value(c.state.t);
    c.push(load.node, force);
    c.ws.power += force * joint_rate(c.model.nodes[load.node], c.state, c.ws);
}

void apply(const Context& c, const Controller& controller, double& output) {
    const Jet reference = controller.reference.at(c.state.t);
    const double error = reference.value - measure(c.model, c.state, controller.measured, c.ws);
    double command = controller.kp * error + controller.feed_forward.value(c.state.t) +
                     controller.velocity_feed_forward * reference.rate +
                     controller.acceleration_feed_forward * reference.acceleration;
    if (controller.z_filter) {
        const double slope = (error - c.state.z[*controller.z_filter]) / controller.filter_time;
        c.ws.z_dot[*controller.z_filter] = slope;
        command += controller.kd * slope;
    } else if (controller.kd != 0) {
        command += controller.kd * (reference.rate - measure(c.model, c.state, controller.measured_rate, c.ws));
    }
    if (controller.z_integral) command += c.state.z[*controller.z_integral];
    output = std::clamp(command, controller.lower, controller.upper);
    if (controller.z_integral) {
        const double excess = output - command;
        double rate = controller.ki * error;
        if (controller.windup_time > 0)
            rate += excess / controller.windup_time;
        else if (excess * rate < 0)
            rate = 0;  // the integral would only push further into the limit
        c.ws.z_dot[*controller.z_integral] = rate;
    }
    for (const NodeId node : controller.drives) {
        c.push(node, output);
        c.ws.power += output * joint_rate(c.model.nodes[node], c.state, c.ws);
    }
}

double stored(const ForceLaw& law, double deflection) {
    return law.table ? law.table->integral(0, deflection) : 0.5 * law.stiffness * deflection * deflection;
}

double energy(const Context& c, const PointSpring& spring) {
    const double deflection = (c.motion(spring.b).X_WF.p - c.motion(spring.a).X_WF.p).norm() - spring.length;
    return answers(spring.sides, deflection) ? stored(spring.law, deflection) : 0;
}
double energy(const Context& c, const Bushing& bushing) {
    const FrameMotion a = c.motion(bushing.a), b = c.motion(bushing.b);
    const Vec3 p = a.X_WF.R.transpose() * (b.X_WF.p - a.X_WF.p);
    const Vec3 theta = rotation_log(a.X_WF.R.transpose() * b.X_WF.R);
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += stored(bushing.translation[k], p[k]) + stored(bushing.rotation[k], theta[k]);
    return sum;
}
double energy(const Context& c, const JointSpring& spring) {
    return stored(spring.law, joint_position(c.model.nodes[spring.node], c.state, c.ws) - spring.position);
}
double energy(const Context& c, const JointStop& stop) {
    const double depth = penetration(stop, joint_position(c.model.nodes[stop.node], c.state, c.ws));
    return 0.5 * stop.stiffness * depth * depth;
}
template <typename Other>
double energy(const Context&, const Other&) {
    return 0;
}

}  // namespace

void eval_forces(const Model& model, const StateView& state, Workspace& ws) {
    clear_forces(ws);
    std::fill(ws.motion_force.begin(), ws.motion_force.end(), 0.0);
    ws.power = 0;
    ws.z_dot.setZero();
    Context context{model, state, ws};
    for (const ForceId id : model.forces.ids()) {
        context.element = id;
        std::visit([&](const auto& kind) { apply(context, kind); }, model.forces[id].kind);
    }
    for (const ControllerId k : model.controllers.ids()) apply(context, model.controllers[k], ws.controller_output[k]);
}

double compute_spring_energy(const Model& model, const StateView& state, Workspace& ws) {
    const Context context{model, state, ws};
    double sum = 0;
    for (const ForceElement& element : model.forces)
        sum += std::visit([&](const auto& kind) { return energy(context, kind); }, element.kind);
    return sum;
}

}  // namespace ritz
