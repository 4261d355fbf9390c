// Inverse dynamics: for given u' the wrenches leaves to root (theory §2). It knows nothing of the articulated
// inertias, so each checks the other.
#include "engine/system/dynamics.hpp"

namespace ritz {
namespace {

/// From each body's own wrench to the wrench through its joint: leaves to root.
void pass_wrenches_down(const Model& model, Workspace& ws) {
    for (const NodeId i : model.nodes.reversed_ids()) {
        const Node& node = model.nodes[i];
        if (node.is_on_world()) continue;
        const NodeData& d = ws.nodes[i];
        NodeData& parent = ws.nodes[*node.parent];
        const Vec3 fv = d.R_PB * d.fv;
        const Vec3 fw = d.R_PB * d.fw + d.p_PB.cross(fv);
        parent.fw += fw;
        parent.fv += fv;
        if (node.parent_flexes && model.nodes[*node.parent].n > 0) {
            GeneralData& gp = ws.general_of(*node.parent);
            const GeneralData& g = ws.general_of(i);
            Vec6 f;
            f << fw, fv;
            add_multiple(g.Jp, f, model.nodes[*node.parent].n, gp.pe);
        }
    }
}

/// Wrenches along the joint coordinates, less the applied joint forces, and the elastic rows. Rotors take what their
/// acceleration needs, if there is one.
void collect_residual(const Model& model, const double* u_dot, const Workspace& ws, VecX& residual) {
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        for (int k = 0; k < node.nu; ++k)
            residual[node.u + k] = compute_joint_reaction(model, i, k, ws) - ws.generalized_force[node.u + k];
        if (u_dot != nullptr && node.nu == 1) residual[node.u] += node.rotor * u_dot[node.u];
        if (node.n == 0) continue;
        const GeneralData& g = ws.general_of(i);
        auto e = residual.segment(node.eu, node.n);
        e = g.pe;
        Vec6 f;
        f << ws.nodes[i].fw, ws.nodes[i].fv;
        if (node.own_flexes) add_multiple(g.E, f, node.n, e);
    }
}

}  // namespace

void eval_joint_wrenches(const Model& model, const StateView& state, const double* u_dot, Workspace& ws) {
    // Each body's inertia wrench less what is applied to it.
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        NodeData& d = ws.nodes[i];
        if (node.n == 0) {
            const RigidInertia& I = node.inertia;
            const Vec3 Jw = I.J * d.w;
            d.fw = I.J * d.aw + I.first_moment.cross(d.av) + d.w.cross(Jw) - d.moment;
            d.fv = I.mass * d.av - I.first_moment.cross(d.aw) + d.w.cross(d.w.cross(I.first_moment)) - d.force;
            continue;
        }
        const InertiaKernel& body = *model.inertia_kernels[*node.elastic];
        GeneralData& g = ws.general_of(i);
        const ConstVecMap qdd(u_dot + node.eu, node.n);
        const Vec6 pull = multiply(g.coupling, qdd.data(), node.n);
        d.fw = g.J * d.aw + g.mc.cross(d.av) + pull.head<3>() + g.bias_w - d.moment;
        d.fv = body.mass * d.av - g.mc.cross(d.aw) + pull.tail<3>() + g.bias_v - d.force;
        g.pe = g.bias_e - ws.generalized_force.segment(node.eu, node.n);
        g.pe.noalias() += g.mass_matrix() * qdd;
        body.Ke.add_product(1, state.q + node.eq, g.pe.data());
        body.De.add_product(1, state.u + node.eu, g.pe.data());
        Vec6 acceleration;
        acceleration << d.aw, d.av;
        add_multiple(g.coupling, acceleration, node.n, g.pe);
    }
    pass_wrenches_down(model, ws);
}

void clear_forces(Workspace& ws) {
    for (NodeData& d : ws.nodes) {
        d.force.setZero();
        d.moment.setZero();
    }
    ws.generalized_force.setZero();
}

void compute_generalized_forces(const Model& model, Workspace& ws, VecX& out) {
    for (const NodeId i : model.nodes.ids()) {
        ws.nodes[i].fw = -ws.nodes[i].moment;
        ws.nodes[i].fv = -ws.nodes[i].force;
        if (const Node& node = model.nodes[i]; node.n > 0)
            ws.general_of(i).pe = -ws.generalized_force.segment(node.eu, node.n);
    }
    pass_wrenches_down(model, ws);
    collect_residual(model, nullptr, ws, out);
    out = -out;
}

double compute_joint_reaction(const Model& model, NodeId i, int k, const Workspace& ws) {
    const Node& node = model.nodes[i];
    const NodeData& d = ws.nodes[i];
    const GeneralData* g = ws.find_general(i);
    if (g != nullptr && node.nu > k) return g->S.col(k).head<3>().dot(d.fw) + g->S.col(k).tail<3>().dot(d.fv);
    if (g != nullptr && node.n > 0) {
        // A prescribed joint of an elastic body: its axis is the z axis of M.
        const Pose& X_BM = g->own.X;
        const Vec3 axis = X_BM.R.col(2);
        if (node.kind == JointKind::revolute) return axis.dot(d.fw - X_BM.p.cross(d.fv));
        if (node.kind == JointKind::prismatic) return axis.dot(d.fv);
    }
    if (node.kind == JointKind::slide) {
        const FlexFrame& at = g->parent;
        const Mat3 R_BP = d.R_PB.transpose();
        const Pose& X_BM = g->own.X;
        const Vec3 moment = node.n > 0 ? Vec3(d.fw - X_BM.p.cross(d.fv)) : d.fw;
        return (R_BP * at.S.head<3>()).dot(moment) + (R_BP * at.S.tail<3>()).dot(d.fv);
    }
    return node.kind == JointKind::revolute ? d.fw.z() : d.fv.z();
}

double compute_drive_force(const Model& model, NodeId i, const Workspace& ws) {
    const Node& node = model.nodes[i];
    return compute_joint_reaction(model, i, 0, ws) + node.rotor * ws.motion_acceleration[*node.motion] -
           ws.motion_force[*node.motion];
}

void eval_residual(const Model& model, const StateView& state, const double* u_dot, Workspace& ws, VecX& residual) {
    eval_node_accelerations(model, u_dot, ws);
    eval_joint_wrenches(model, state, u_dot, ws);
    collect_residual(model, u_dot, ws, residual);
}

}  // namespace ritz
