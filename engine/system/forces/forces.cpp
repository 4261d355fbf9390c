#include "engine/system/forces/forces.hpp"

#include <algorithm>
#include <cmath>

#include "engine/system/dynamics.hpp"
#include "engine/system/forces/force_laws.hpp"
#include "engine/system/measures/measure.hpp"

namespace ritz {
namespace {

/// Adds up what acts on the nodes and their coordinates.
struct WorkspaceSink {
    const Model& model;
    Workspace& ws;

    void act(const Frame& frame, const FrameMotion& at, const Vec3& force, const Vec3& moment) const {
        apply_wrench(model, frame.node, at, force, moment, ws);
    }
    void act_on_track(std::optional<NodeId> node, TrackId, double, const FrameMotion& at, const Vec3& force,
                      const Vec3& moment) const {
        apply_wrench(model, node, at, force, moment, ws);
    }
    /// On a prescribed coordinate the drive takes it.
    void push(NodeId index, double force) const {
        const Node& node = model.nodes[index];
        (node.motion ? ws.motion_force[*node.motion] : ws.generalized_force[node.u]) += force;
    }
    void add_power(double power) const {
        ws.power += power;
        ws.throughput += std::abs(power);
    }
};

/// How deep a coordinate sits in its stops: positive beyond the upper, negative beyond the lower end.
double penetration(const JointStop& stop, double position) {
    return std::max(0.0, position - stop.upper) + std::min(0.0, position - stop.lower);
}

Jet eval_reference(const Controller& controller, double t, const Workspace& ws) {
    if (!controller.reference_controller) return controller.reference.at(t);
    return {ws.controller_output[*controller.reference_controller], 0, 0};
}

void apply(const ForceContext& c, const Controller& controller, const WorkspaceSink& sink, double& output) {
    const Jet reference = eval_reference(controller, c.state.t, c.ws);
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
    const double limited = std::clamp(command, controller.lower, controller.upper);
    output = limited;
    if (controller.z_lag) {
        output = c.state.z[*controller.z_lag];
        c.ws.z_dot[*controller.z_lag] = (limited - output) / controller.lag_time;
    }
    if (controller.z_integral) {
        const double excess = limited - command;
        double rate = controller.ki * error;
        if (controller.windup_time > 0)
            rate += excess / controller.windup_time;
        else if (excess * rate < 0)
            rate = 0;  // the integral would only push further into the limit
        c.ws.z_dot[*controller.z_integral] = rate;
    }
    for (const Drive& drive : controller.drives) {
        sink.push(drive.node, drive.share * output);
        sink.add_power(drive.share * output * joint_rate(c.model.nodes[drive.node], c.state, c.ws));
    }
}

/// Of stress-free shapes that are not those of the modes: K (q - q0) = K q - preload.
void add_preloads(const Model& model, Workspace& ws) {
    for (const Node& node : model.nodes)
        if (node.n > 0) ws.generalized_force.segment(node.eu, node.n) += model.preloads[*node.elastic];
}

double stored(const ForceLaw& law, double deflection) {
    return law.table ? law.table->integral(0, deflection) : 0.5 * law.stiffness * deflection * deflection;
}

double energy(const ForceContext& c, const PointSpring& spring) {
    const double deflection = (c.motion(spring.b).X_WF.p - c.motion(spring.a).X_WF.p).norm() - spring.length;
    return answers(spring.sides, deflection) ? stored(spring.law, deflection) : 0;
}
double energy(const ForceContext& c, const Bushing& bushing) {
    const FrameMotion a = c.motion(bushing.a), b = c.motion(bushing.b);
    const Vec3 p = a.X_WF.R.transpose() * (b.X_WF.p - a.X_WF.p);
    const Vec3 theta = rotation_log(a.X_WF.R.transpose() * b.X_WF.R);
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += stored(bushing.translation[k], p[k]) + stored(bushing.rotation[k], theta[k]);
    return sum;
}
double energy(const ForceContext& c, const JointSpring& spring) {
    return stored(spring.law, joint_position(c.model.nodes[spring.node], c.state, c.ws) - spring.position);
}
double energy(const ForceContext& c, const JointStop& stop) {
    const double depth = penetration(stop, joint_position(c.model.nodes[stop.node], c.state, c.ws));
    return 0.5 * stop.stiffness * depth * depth;
}
template <typename Other>
double energy(const ForceContext&, const Other&) {
    return 0;
}

}  // namespace

void eval_forces(const Model& model, const StateView& state, Workspace& ws) {
    clear_forces(ws);
    std::fill(ws.motion_force.begin(), ws.motion_force.end(), 0.0);
    ws.power = ws.throughput = 0;
    ws.z_dot.setZero();
    ForceContext context{model, state, ws};
    const WorkspaceSink sink{model, ws};
    for (const ForceId id : model.forces.ids()) {
        context.element = id;
        std::visit([&](const auto& kind) { apply_law(context, kind, sink); }, model.forces[id].kind);
    }
    for (const ControllerId id : model.controller_order)
        apply(context, model.controllers[id], sink, ws.controller_output[id]);
    if (!model.preloads.empty()) add_preloads(model, ws);
}

double compute_spring_energy(const Model& model, const StateView& state, Workspace& ws) {
    const ForceContext context{model, state, ws};
    double sum = 0;
    for (const ForceElement& element : model.forces)
        sum += std::visit([&](const auto& kind) { return energy(context, kind); }, element.kind);
    return sum;
}

}  // namespace ritz
