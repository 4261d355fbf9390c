// For a node with parent P, joint frames F, M and body B (engine/system/model.hpp), spatial vectors (angular, linear)
// in B:
//   V_B = X (V_P + Jp q'_P) + S u + E q'_B
//   A_B = X (A_P + Jp q''_P) + S u' + E q''_B + c
// where X moves motions from P to B, Jp is the Jacobian of F on an elastic parent, E = -(Jacobian of M on this body).
#include "engine/system/kinematics.hpp"

#include <cmath>

#include "engine/system/elastic_inertia.hpp"
#include "engine/system/frames.hpp"

namespace ritz {
namespace {

/// M in F, and its motion relative to F in the axes of M.
struct JointMotion {
    Mat3 R;
    Vec3 p;
    Vec3 w, v;    // relative rates
    Vec3 dw, dv;  // their known accelerations (prescribed motion)
};

JointMotion eval_joint(const Node& node, const StateView& state, const Workspace& ws) {
    JointMotion j{Mat3::Identity(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    switch (node.kind) {
        case JointKind::revolute: {
            const double angle = joint_position(node, state, ws), c = std::cos(angle), s = std::sin(angle);
            j.R << c, -s, 0, s, c, 0, 0, 0, 1;
            j.w.z() = joint_rate(node, state, ws);
            if (node.motion) j.dw.z() = ws.motion_acceleration[*node.motion];
            break;
        }
        case JointKind::prismatic:
            j.p.z() = joint_position(node, state, ws);
            j.v.z() = joint_rate(node, state, ws);
            if (node.motion) j.dv.z() = ws.motion_acceleration[*node.motion];
            break;
        case JointKind::spherical:
            j.R = quaternion_to_rotation(Eigen::Map<const Eigen::Vector4d>(state.q + node.q));
            j.w = Eigen::Map<const Vec3>(state.u + node.u);
            break;
        case JointKind::free:
            j.R = quaternion_to_rotation(Eigen::Map<const Eigen::Vector4d>(state.q + node.q));
            j.p = Eigen::Map<const Vec3>(state.q + node.q + 4);
            j.w = Eigen::Map<const Vec3>(state.u + node.u);
            j.v = Eigen::Map<const Vec3>(state.u + node.u + 3);
            break;
        case JointKind::fixed:
        case JointKind::slide:
            break;
    }
    return j;
}

/// The motion of F before the joint: pose in P, velocity and bias acceleration in the axes of F.
struct InboardMotion {
    Pose X_PF;
    Vec3 w, v, cw, cv;
};

/// Velocity and bias acceleration of a frame at X_PF that moves by (rate, bias) relative to its body.
InboardMotion carry(const Pose& X, const Vec3& w_P, const Vec3& v_P, const Vec6& rate, const Vec6& bias) {
    InboardMotion f;
    f.X_PF = X;
    const Vec3 wr = rate.head<3>(), vr = rate.tail<3>(), wp = w_P.cross(X.p);
    const auto Rt = X.R.transpose();
    f.w = Rt * (w_P + wr);
    f.v = Rt * (v_P + wp + vr);
    f.cw = Rt * (bias.head<3>() + w_P.cross(wr));
    f.cv = Rt * (w_P.cross(wp) + 2 * w_P.cross(vr) + bias.tail<3>());
    return f;
}

InboardMotion eval_inboard(const Model& model, const Node& node, const StateView& state, GeneralData& g,
                           const Vec3& w_P, const Vec3& v_P) {
    if (!node.parent_flexes) return carry(node.inboard.offset, w_P, v_P, Vec6::Zero(), Vec6::Zero());
    const Node* parent = node.parent ? &model.nodes[*node.parent] : nullptr;
    const ConstVecMap q(parent != nullptr ? state.q + parent->eq : nullptr, parent != nullptr ? parent->n : 0);
    const ConstVecMap qd(parent != nullptr ? state.u + parent->eu : nullptr, parent != nullptr ? parent->n : 0);
    if (node.kind != JointKind::slide)
        eval_marker_frame(model.markers[*node.inboard.marker], node.inboard.offset, q, qd, g.parent);
    // (slides are evaluated by the caller, which knows s)
    const Vec3 p = g.parent.X.p;
    for (Eigen::Index j = 0; j < g.parent.J.cols(); ++j) {
        const Vec3 turn = g.parent.J.col(j).head<3>();
        g.Jp.row(j) << turn.transpose(), (g.parent.J.col(j).tail<3>() + p.cross(turn)).transpose();
    }
    return carry(g.parent.X, w_P, v_P, g.parent.rate, g.parent.bias);
}

void eval_slide(const Model& model, const Node& node, const StateView& state, const Workspace& ws, GeneralData& g) {
    const Node* parent = node.parent ? &model.nodes[*node.parent] : nullptr;
    const int n = parent != nullptr ? parent->n : 0;
    eval_track_frame(model.tracks[*node.track], node.X_TM, joint_position(node, state, ws), joint_rate(node, state, ws),
                     ConstVecMap(parent != nullptr ? state.q + parent->eq : nullptr, n),
                     ConstVecMap(parent != nullptr ? state.u + parent->eu : nullptr, n), g.parent);
    if (node.motion) g.parent.bias += g.parent.S * ws.motion_acceleration[*node.motion];
}

/// Joint directions S in the axes and at the origin of B, from those in M (and X_BM).
void eval_joint_directions(const Node& node, const Pose& X_BM, const Mat3& R_PM, GeneralData& g) {
    if (node.nu == 0) return;
    switch (node.kind) {
        case JointKind::revolute:
            g.S.col(0) << 0, 0, 1, 0, 0, 0;
            break;
        case JointKind::prismatic:
            g.S.col(0) << 0, 0, 0, 0, 0, 1;
            break;
        case JointKind::spherical:
            g.S.setZero();
            g.S.topRows<3>().setIdentity();
            break;
        case JointKind::free:
            g.S.setIdentity();
            break;
        case JointKind::slide:
            g.S.col(0) << R_PM.transpose() * g.parent.S.head<3>(), R_PM.transpose() * g.parent.S.tail<3>();
            break;
        case JointKind::fixed:
            break;
    }
    if (node.n == 0) return;  // B is M
    for (Eigen::Index k = 0; k < g.S.cols(); ++k) {
        const Vec3 w = X_BM.R * g.S.col(k).head<3>(), v = X_BM.R * g.S.col(k).tail<3>();
        g.S.col(k) << w, v + X_BM.p.cross(w);  // a_B = a_M - α × p_BM
    }
}

void eval_general_node(const Model& model, const Node& node, const StateView& state, const Vec3& w_P, const Vec3& v_P,
                       Workspace& ws, NodeData& d, GeneralData& g) {
    if (node.kind == JointKind::slide) eval_slide(model, node, state, ws, g);
    const InboardMotion f = eval_inboard(model, node, state, g, w_P, v_P);
    const JointMotion j = eval_joint(node, state, ws);
    const auto Rt = j.R.transpose();
    const Vec3 w_F = Rt * f.w, wp = f.w.cross(j.p);
    const Vec3 w_M = w_F + j.w;
    const Vec3 v_M = Rt * (f.v + wp) + j.v;
    const Vec3 cw_M = Rt * f.cw + w_F.cross(j.w) + j.dw;
    const Vec3 cv_M = Rt * (f.cv + f.cw.cross(j.p) + f.w.cross(wp)) + 2 * w_F.cross(j.v) + j.w.cross(j.v) + j.dv;
    const Mat3 R_PM = f.X_PF.R * j.R;
    const Vec3 p_PM = f.X_PF.p + f.X_PF.R * j.p;
    if (node.n == 0) {
        d.R_PB = R_PM, d.p_PB = p_PM;
        d.w = w_M, d.v = v_M, d.cw = cw_M, d.cv = cv_M;
        eval_joint_directions(node, {}, R_PM, g);
        return;
    }
    // From M back to B through this body's own deformation.
    const ConstVecMap q(state.q + node.eq, node.n), qd(state.u + node.eu, node.n);
    if (node.own_flexes) {
        eval_marker_frame(model.markers[*node.outboard.marker], node.outboard.offset, q, qd, g.own);
        const Vec3 p = g.own.X.p;
        for (Eigen::Index k = 0; k < node.n; ++k) {
            const Vec3 turn = g.own.J.col(k).head<3>();
            g.E.row(k) << -turn.transpose(), -(g.own.J.col(k).tail<3>() + p.cross(turn)).transpose();
        }
    }
    const Pose& X_BM = g.own.X;
    const Vec3 wr = g.own.rate.head<3>(), vr = g.own.rate.tail<3>();
    d.w = X_BM.R * w_M - wr;
    const Vec3 wxp = d.w.cross(X_BM.p);
    d.v = X_BM.R * v_M - wxp - vr;
    d.cw = X_BM.R * cw_M - g.own.bias.head<3>() - d.w.cross(wr);
    d.cv = X_BM.R * cv_M - d.cw.cross(X_BM.p) - d.w.cross(wxp) - 2 * d.w.cross(vr) - g.own.bias.tail<3>();
    d.R_PB.noalias() = R_PM * X_BM.R.transpose();
    d.p_PB = p_PM - d.R_PB * X_BM.p;
    eval_joint_directions(node, X_BM, R_PM, g);
    eval_elastic_inertia(*model.inertia_kernels[*node.elastic], q, qd, d.w, g);
}

/// Rigid body on a rigid frame with at most one coordinate: the common case, kept free of everything it does not need.
inline void eval_simple_node(const Node& node, const StateView& state, const Workspace& ws, const Vec3& w_P,
                             const Vec3& v_P, NodeData& d) {
    const Pose& X = node.inboard.offset;
    const double position = node.nu > 0 || node.motion ? joint_position(node, state, ws) : 0;
    const double rate = node.nu > 0 || node.motion ? joint_rate(node, state, ws) : 0;
    const double known = node.motion ? ws.motion_acceleration[*node.motion] : 0;
    if (node.kind == JointKind::revolute) {
        const double c = std::cos(position), s = std::sin(position);
        d.R_PB.col(0) = c * X.R.col(0) + s * X.R.col(1);
        d.R_PB.col(1) = c * X.R.col(1) - s * X.R.col(0);
        d.R_PB.col(2) = X.R.col(2);
        const Vec3 wp = w_P.cross(X.p), v = v_P + wp, a = w_P.cross(wp);
        d.w.noalias() = d.R_PB.transpose() * w_P;
        d.v.noalias() = d.R_PB.transpose() * v;
        d.cv.noalias() = d.R_PB.transpose() * a;
        d.cw = Vec3(d.w.y() * rate, -d.w.x() * rate, known);
        d.w.z() += rate;
        d.p_PB = X.p;
        return;
    }
    d.R_PB = X.R;
    d.p_PB = X.p + X.R.col(2) * position;
    const Vec3 wp = w_P.cross(d.p_PB);
    d.w.noalias() = X.R.transpose() * w_P;
    d.v.noalias() = X.R.transpose() * (v_P + wp);
    d.v.z() += rate;
    d.cv.noalias() = X.R.transpose() * w_P.cross(wp);
    d.cv += Vec3(2 * d.w.y() * rate, -2 * d.w.x() * rate, known);
    d.cw.setZero();
}

}  // namespace

double joint_position(const Node& node, const StateView& state, const Workspace& ws) {
    return node.motion ? ws.motion_value[*node.motion] : state.q[node.q];
}

double joint_rate(const Node& node, const StateView& state, const Workspace& ws) {
    return node.motion ? ws.motion_rate[*node.motion] : state.u[node.u];
}

void eval_motions(const Model& model, double t, Workspace& ws) {
    for (const MotionId k : model.motions.ids()) {
        const Jet jet = model.motions[k].at(t);
        ws.motion_value[k] = jet.value;
        ws.motion_rate[k] = jet.rate;
        ws.motion_acceleration[k] = jet.acceleration;
    }
}

void eval_kinematics(const Model& model, const StateView& state, Workspace& ws) {
    eval_motions(model, state.t, ws);
    const Vec3 zero = Vec3::Zero();
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        NodeData& d = ws.nodes[i];
        const Vec3& w_P = node.parent ? ws.nodes[*node.parent].w : zero;
        const Vec3& v_P = node.parent ? ws.nodes[*node.parent].v : zero;
        if (GeneralData* g = ws.find_general(i))
            eval_general_node(model, node, state, w_P, v_P, ws, d, *g);
        else
            eval_simple_node(node, state, ws, w_P, v_P, d);
        d.turn.topRows<3>() = d.R_PB;
        if (!model.needs_world) continue;
        if (node.is_on_world()) {
            d.R_WB = d.R_PB, d.p_WB = d.p_PB;
        } else {
            const NodeData& parent = ws.nodes[*node.parent];
            d.R_WB.noalias() = parent.R_WB * d.R_PB;
            d.p_WB.noalias() = parent.p_WB + parent.R_WB * d.p_PB;
        }
    }
}

void compute_position_rates(const Model& model, const StateView& state, VecMap& q_dot) {
    for (const Node& node : model.nodes) {
        switch (node.kind) {
            case JointKind::spherical:
            case JointKind::free: {
                if (node.nq == 0) break;
                const Eigen::Map<const Eigen::Vector4d> quaternion(state.q + node.q);
                q_dot.segment<4>(node.q) = quaternion_rate(quaternion, Eigen::Map<const Vec3>(state.u + node.u));
                if (node.kind == JointKind::free)
                    q_dot.segment<3>(node.q + 4) =
                        quaternion_to_rotation(quaternion) * Eigen::Map<const Vec3>(state.u + node.u + 3);
                break;
            }
            default:
                for (int k = 0; k < node.nq; ++k) q_dot[node.q + k] = state.u[node.u + k];
        }
        for (int k = 0; k < node.n; ++k) q_dot[node.eq + k] = state.u[node.eu + k];
    }
}

void move_along(const Model& model, const VecX& delta, VecX& q) {
    for (const Node& node : model.nodes) {
        if (node.nq > node.nu) {
            const Mat3 R = quaternion_to_rotation(q.segment<4>(node.q));
            if (node.kind == JointKind::free) q.segment<3>(node.q + 4) += R * delta.segment<3>(node.u + 3);
            Eigen::Vector4d turned = rotation_to_quaternion(R * rotation_exp(delta.segment<3>(node.u)));
            if (turned.dot(q.segment<4>(node.q)) < 0) turned = -turned;  // stay on the same sheet
            q.segment<4>(node.q) = turned;
        } else {
            q.segment(node.q, node.nq) += delta.segment(node.u, node.nu);
        }
        q.segment(node.eq, node.n) += delta.segment(node.eu, node.n);
    }
}

}  // namespace ritz
