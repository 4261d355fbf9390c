#include "engine/system/implicit/stiff_forces.hpp"

#include <algorithm>
#include <cmath>

#include "core/overloaded.hpp"
#include "engine/system/frames.hpp"

namespace ritz {
namespace {

double slope(const ForceLaw& law, double deflection) {
    return std::max(0.0, law.table ? law.table->jet(deflection).rate : law.stiffness);
}

bool touches(Hold hold, bool by_distance) { return hold == Hold::by_distance ? by_distance : hold == Hold::closed; }

void eval_pair(const PointSpring& spring, Hold hold, FramePair& pair) {
    const Vec3 line = pair.motion_b.X_WF.p - pair.motion_a.X_WF.p;
    const double length = line.norm(), deflection = length - spring.length;
    pair.stiffness[0] = pair.damping[0] = 0;
    if (!(length > 0) || !touches(hold, answers(spring.sides, deflection))) return;
    pair.rows[0].va = -line / length;
    pair.rows[0].vb = line / length;
    pair.stiffness[0] = slope(spring.law, deflection);
    pair.damping[0] = spring.law.damping;
}

/// The rotation vector of small turns changes with the relative angular velocity: its own rate matrix is left out.
void eval_pair(const Bushing& bushing, Hold, FramePair& pair) {
    const Mat3& R = pair.motion_a.X_WF.R;
    const Vec3 line = pair.motion_b.X_WF.p - pair.motion_a.X_WF.p;
    const Vec3 p = R.transpose() * line, theta = rotation_log(R.transpose() * pair.motion_b.X_WF.R);
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = R.col(k);
        const auto i = static_cast<std::size_t>(k), j = i + 3;
        pair.rows[i] = {axis.cross(line), -axis, Vec3::Zero(), axis};
        pair.rows[j] = {-axis, Vec3::Zero(), axis, Vec3::Zero()};
        pair.stiffness[i] = slope(bushing.translation[i], p[k]);
        pair.damping[i] = bushing.translation[i].damping;
        pair.stiffness[j] = slope(bushing.rotation[i], theta[k]);
        pair.damping[j] = bushing.rotation[i].damping;
    }
}

/// A controller that looks at one coordinate alone: by what it measures, and by its reference.
std::optional<JointFeedback> find_feedback(const Model& model, ControllerId id,
                                           const std::vector<JointFeedback>& before) {
    const Controller& controller = model.controllers[id];
    const auto* measured = std::get_if<JointQuantity>(&controller.measured);
    if (measured == nullptr || model.nodes[measured->node].nu != 1) return std::nullopt;
    JointFeedback feedback{id, measured->node};
    (measured->level == Level::position ? feedback.measures_position : feedback.measures_rate) = 1;
    for (const Drive& drive : controller.drives)
        if (drive.node == measured->node) feedback.share = drive.share;
    if (!controller.reference_controller) return feedback;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i].controller == *controller.reference_controller && before[i].node == feedback.node)
            feedback.reference = i;
    return feedback;
}

double friction_slope(const JointFriction& friction, double rate) {
    const double t = std::tanh(rate / friction.regularisation);
    double level = friction.coulomb, falling = 0;
    if (friction.stribeck_rate > 0) {
        const double ratio = rate / friction.stribeck_rate;
        const double bump = (friction.breakaway - friction.coulomb) * std::exp(-ratio * ratio);
        level += bump;
        falling = -2 * ratio / friction.stribeck_rate * bump * t;
    }
    return friction.viscous + level * (1 - t * t) / friction.regularisation + falling;
}

}  // namespace

StiffForces::StiffForces(const Model& model)
    : stiffness(VecX::Zero(model.nu)), damping(VecX::Zero(model.nu)), model_(model) {
    for (const ForceId id : model.forces.ids())
        std::visit(Overloaded{[&](const PointSpring& s) {
                                  pairs.push_back({id, s.a, s.b, 1});
                              },
                              [&](const Bushing& s) {
                                  pairs.push_back({id, s.a, s.b, 6});
                              },
                              [](const auto&) {}},
                   model.forces[id].kind);
    for (const ControllerId id : model.controller_order)
        if (const auto feedback = find_feedback(model, id, feedbacks)) feedbacks.push_back(*feedback);
}

void StiffForces::add(NodeId index, double k, double d) {
    const Node& node = model_.nodes[index];
    if (node.nu == 0) return;  // prescribed: its drive takes the force
    stiffness[node.u] += k;
    damping[node.u] += std::max(0.0, d);
}

void StiffForces::eval_joint(const StateView& state, ForceId force, Workspace& ws) {
    const auto position = [&](NodeId node) { return joint_position(model_.nodes[node], state, ws); };
    std::visit(Overloaded{[&](const JointSpring& s) {
                              add(s.node, slope(s.law, position(s.node) - s.position), s.law.damping);
                          },
                          [&](const JointStop& s) {
                              const double at = position(s.node);
                              if (touches(ws.holds[force][0], at < s.lower)) add(s.node, s.stiffness, s.damping);
                              if (touches(ws.holds[force][1], at > s.upper)) add(s.node, s.stiffness, s.damping);
                          },
                          [&](const JointFriction& s) {
                              add(s.node, 0, friction_slope(s, joint_rate(model_.nodes[s.node], state, ws)));
                          },
                          [](const auto&) {}},
               model_.forces[force].kind);
}

void StiffForces::eval_feedback(const StateView& state, double gamma, JointFeedback& feedback, Workspace& ws) {
    const Controller& c = model_.controllers[feedback.controller];
    const Node& node = model_.nodes[feedback.node];
    const double q = joint_position(node, state, ws), u = joint_rate(node, state, ws);
    Jet reference = c.reference.at(state.t);
    if (c.reference_controller) reference = {ws.controller_output[*c.reference_controller], 0, 0};
    const double error = reference.value - feedback.measures_position * q - feedback.measures_rate * u;
    double command = c.kp * error + c.feed_forward.value(state.t) + c.velocity_feed_forward * reference.rate +
                     c.acceleration_feed_forward * reference.acceleration;
    feedback.gain = c.kp + (c.z_integral ? gamma * c.ki : 0.0);
    feedback.filter_share = feedback.rate_gain = 0;
    if (c.z_filter) {
        feedback.filter_share = c.kd / c.filter_time / (1 + gamma / c.filter_time);
        feedback.gain += feedback.filter_share;
        command += c.kd * (error - state.z[*c.z_filter]) / c.filter_time;
    } else if (feedback.measures_position != 0) {
        feedback.rate_gain = c.kd;
        command += c.kd * (reference.rate - u);
    }
    if (c.z_integral) command += state.z[*c.z_integral];
    feedback.lag = c.z_lag ? gamma / c.lag_time / (1 + gamma / c.lag_time) : 1;
    feedback.is_limited = command < c.lower || command > c.upper;
    ws.controller_output[feedback.controller] = c.z_lag ? state.z[*c.z_lag] : std::clamp(command, c.lower, c.upper);
    feedback.by_position = feedback.by_rate = 0;
    if (feedback.is_limited) return;
    const JointFeedback* const outer = feedback.reference ? &feedbacks[*feedback.reference] : nullptr;
    const double by_position = (outer ? outer->by_position : 0) - feedback.measures_position;
    const double by_rate = (outer ? outer->by_rate : 0) - feedback.measures_rate;
    feedback.by_position = feedback.lag * feedback.gain * by_position;
    feedback.by_rate = feedback.lag * (feedback.gain * by_rate - feedback.rate_gain);
    add(feedback.node, std::max(0.0, -feedback.share * feedback.by_position), -feedback.share * feedback.by_rate);
}

void StiffForces::eval(const StateView& state, double gamma, Workspace& ws) {
    stiffness.setZero();
    damping.setZero();
    for (const ForceId id : model_.forces.ids()) eval_joint(state, id, ws);
    for (JointFeedback& feedback : feedbacks) eval_feedback(state, gamma, feedback, ws);
    for (FramePair& pair : pairs) {
        pair.motion_a = eval_frame_motion(model_, state.q, state.u, pair.a, ws);
        pair.motion_b = eval_frame_motion(model_, state.q, state.u, pair.b, ws);
        std::visit(
            Overloaded{[&](const PointSpring& s) { eval_pair(s, ws.holds[pair.force][0], pair); },
                       [&](const Bushing& s) { eval_pair(s, ws.holds[pair.force][0], pair); }, [](const auto&) {}},
            model_.forces[pair.force].kind);
    }
}

}  // namespace ritz
