#include "engine/system/system.hpp"

#include <cmath>

#include "engine/system/elastic_inertia.hpp"

namespace ritz {

double compute_damping_power(const Model& model, const StateView& state, double& throughput) {
    double power = 0;
    for (const Node& node : model.nodes)
        if (node.n > 0) {
            const double* const rates = state.u + node.eu;
            power -= model.inertia_kernels[*node.elastic]->De.compute_form(rates, rates);
        }
    throughput += std::abs(power);  // each body only loses
    return power;
}

double compute_drive_power(const Model& model, const Workspace& ws, double& throughput) {
    double power = 0;
    for (const NodeId i : model.nodes.ids())
        if (const auto motion = model.nodes[i].motion) {
            const double own = compute_drive_force(model, i, ws) * ws.motion_rate[*motion];
            power += own;
            throughput += std::abs(own);
        }
    return power;
}

void pack(const State& state, VecX& y) {
    y.resize(state.q.size() + state.u.size() + state.z.size() + 1);
    y << state.q, state.u, state.z, state.work;
}

void unpack(const Model& model, double t, const double* y, State& state) {
    state.t = t;
    state.q = ConstVecMap(y, model.nq);
    state.u = ConstVecMap(y + model.nq, model.nu);
    state.z = ConstVecMap(y + model.nq + model.nu, model.nz);
    state.work = y[model.states() - 1];
}

StateView view(const Model& model, double t, const double* y) {
    return {t, y, y + model.nq, y + model.nq + model.nu, y[model.states() - 1]};
}

void eval_rates(const Model& model, double t, const double* y, double* y_dot, Workspace& ws) {
    const StateView state = view(model, t, y);
    eval_kinematics(model, state, ws);
    eval_forces(model, state, ws);
    double flow = 0, power = ws.power + compute_damping_power(model, state, flow);
    eval_articulated(model, state, ws);
    eval_constrained_accelerations(model, state, ws);
    if (!model.motions.empty()) {
        // Only prescribed joints need the wrenches: with the loops' reactions among the forces.
        eval_forces(model, state, ws);
        if (model.rows > 0) apply_loop_forces(model, ws.lambda, ws);
        eval_joint_wrenches(model, state, ws.u_dot.data(), ws);
        power += compute_drive_power(model, ws, flow);
    }
    ws.throughput += flow;
    VecMap q_dot(y_dot, model.nq);
    compute_position_rates(model, state, q_dot);
    compute_loop_coordinate_rates(model, ws, q_dot);
    VecMap(y_dot + model.nq, model.nu) = ws.u_dot;
    VecMap(y_dot + model.nq + model.nu, model.nz) = ws.z_dot;
    y_dot[model.states() - 1] = power;
}

void evaluate_for_outputs(const Model& model, const StateView& state, Workspace& ws) {
    eval_kinematics(model, state, ws);
    eval_forces(model, state, ws);
    eval_articulated(model, state, ws);
    eval_constrained_accelerations(model, state, ws);
    eval_forces(model, state, ws);
    if (model.rows > 0) apply_loop_forces(model, ws.lambda, ws);
    eval_joint_wrenches(model, state, ws.u_dot.data(), ws);
}

Energies compute_energies(const Model& model, const StateView& state, Workspace& ws) {
    Energies e;
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        const NodeData& d = ws.nodes[i];
        if (node.rotor > 0) {
            const double rate = joint_rate(node, state, ws);
            e.kinetic += 0.5 * node.rotor * rate * rate;
        }
        if (node.n == 0) {
            const RigidInertia& I = node.inertia;
            e.kinetic +=
                0.5 * I.mass * d.v.squaredNorm() + d.v.dot(d.w.cross(I.first_moment)) + 0.5 * d.w.dot(I.J * d.w);
            e.gravity -= model.gravity.dot(I.mass * d.p_WB + d.R_WB * I.first_moment);
            continue;
        }
        const ElasticBody& body = *model.elastic_bodies[*node.elastic];
        const GeneralData& g = ws.general_of(i);
        const ConstVecMap q(state.q + node.eq, node.n), qd(state.u + node.eu, node.n);
        e.kinetic += compute_elastic_kinetic_energy(body.inertia.mass, g, d.w, d.v, qd);
        e.gravity -= model.gravity.dot(body.inertia.mass * d.p_WB + d.R_WB * g.mc);
        e.elastic += 0.5 * q.dot(body.Ke * q);
        if (!model.preloads.empty()) e.elastic -= q.dot(model.preloads[*node.elastic]);
    }
    e.spring = compute_spring_energy(model, state, ws);
    return e;
}

Vec6 compute_momentum(const Model& model, const StateView& state, Workspace& ws) {
    Vec6 sum = Vec6::Zero();  // (angular, linear)
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        const NodeData& d = ws.nodes[i];
        Vec3 linear, angular;  // about B, in B
        if (node.n == 0) {
            const RigidInertia& I = node.inertia;
            linear = I.mass * d.v + d.w.cross(I.first_moment);
            angular = I.J * d.w + I.first_moment.cross(d.v);
        } else {
            const GeneralData& g = ws.general_of(i);
            const ConstVecMap qd(state.u + node.eu, node.n);
            linear = model.elastic_bodies[*node.elastic]->inertia.mass * d.v + d.w.cross(g.mc) + g.Sq() * qd;
            angular = g.J * d.w + g.mc.cross(d.v) + g.Crt() * qd;
        }
        const Vec3 p = d.R_WB * linear;
        sum.head<3>() += d.R_WB * angular + d.p_WB.cross(p);
        sum.tail<3>() += p;
    }
    return sum;
}

Model with_world_poses(Model model) {
    model.needs_world = true;
    return model;
}

}  // namespace ritz
