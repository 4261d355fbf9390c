#include "engine/system/frames.hpp"

#include <algorithm>
#include <cmath>

namespace ritz {
namespace {

/// yᵀ Γ_a z for each direction; empty matrices are zero.
Vec3 compute_quadratic(const std::array<MatX, 3>& gamma, const ConstVecMap& y, const ConstVecMap& z) {
    Vec3 out = Vec3::Zero();
    for (int a = 0; a < 3; ++a)
        if (gamma[a].size() > 0)
            for (Eigen::Index j = 0; j < y.size(); ++j) out[a] += y[j] * gamma[a].col(j).dot(z);
    return out;
}

/// What foreshortening adds to a place, ½ qᵀΓq, to its Jacobian, Γ q, and to its acceleration, q'ᵀΓq'.
struct Shortening {
    Vec3 place = Vec3::Zero(), bias = Vec3::Zero();
};

/// The rows of the Jacobian are those of J; each Γ_a is read once.
Shortening add_shortening(const std::array<MatX, 3>& gamma, const ConstVecMap& q, const ConstVecMap& q_dot, Mat6X& J) {
    Shortening sum;
    for (int a = 0; a < 3; ++a) {
        if (gamma[a].size() == 0) continue;
        for (Eigen::Index j = 0; j < q.size(); ++j) {
            const double slope = gamma[a].col(j).dot(q), rate = gamma[a].col(j).dot(q_dot);
            J(3 + a, j) += slope;
            sum.place[a] += 0.5 * slope * q[j];
            sum.bias[a] += rate * q_dot[j];
        }
    }
    return sum;
}

/// Moves the frame by a constant offset: the lever arm turns with the frame.
void shift_by(const Pose& offset, FlexFrame& f) {
    const Vec3 arm = f.X.R * offset.p;
    f.X.p += arm;
    f.X.R = f.X.R * offset.R;
    if (arm.isZero(0)) return;
    const Vec3 w = f.rate.head<3>();
    for (Eigen::Index j = 0; j < f.J.cols(); ++j) f.J.col(j).tail<3>() += Vec3(f.J.col(j).head<3>()).cross(arm);
    f.S.tail<3>() += Vec3(f.S.head<3>()).cross(arm);
    f.bias.tail<3>() += Vec3(f.bias.head<3>()).cross(arm) + w.cross(w.cross(arm));
    f.rate.tail<3>() += w.cross(arm);
}

}  // namespace

void size_flex_frame(Eigen::Index modes, FlexFrame& frame) {
    frame.J.setZero(6, modes);
    frame.rate.setZero();
    frame.bias.setZero();
    frame.S.setZero();
}

void eval_marker_frame(const Marker& marker, const Pose& offset, ConstVecMap q, ConstVecMap q_dot, FlexFrame& out) {
    out.home = marker.X_RM.p;
    const Vec3 theta = marker.psi * q, theta_dot = marker.psi * q_dot;
    const RotationRate turn = compute_rotation_rate(theta, theta_dot);
    out.X.R.noalias() = turn.R * marker.X_RM.R;
    out.X.p = marker.X_RM.p + marker.phi * q;
    out.J.topRows<3>().noalias() = turn.H * marker.psi;
    out.J.bottomRows<3>() = marker.phi;
    const Shortening shortening = add_shortening(marker.gamma, q, q_dot, out.J);
    out.X.p += shortening.place;
    out.rate.head<3>() = turn.w;
    out.rate.tail<3>().noalias() = out.J.bottomRows<3>() * q_dot;
    out.bias << turn.bias, shortening.bias;
    out.S.setZero();
    shift_by(offset, out);
}

void eval_track_frame(const Track& track, const Pose& X_TM, double s, double s_dot, ConstVecMap q, ConstVecMap q_dot,
                      FlexFrame& out) {
    TrackSample& at = out.sample;
    // Within a step a slide may try a place behind the end of its track: there the end goes on.
    const double inside = is_on_track(track, s) ? s : std::clamp(s, 0.0, track_length(track));
    eval_track(track, inside, at);
    out.home = at.c;
    // theory §3, [FlexibleBodies] (16)-(19), for the deformed curve r(s) = c + Φq + ½ qΓq and the frame exp(Ψq) R0.
    const Vec3 theta = at.psi * q, theta_s = at.psi_1 * q;
    const Vec3 theta_dot = at.psi * q_dot + theta_s * s_dot;                                      // J_R s' + Ψ q'
    const Vec3 theta_bias = (at.psi_2 * q) * (s_dot * s_dot) + (at.psi_1 * q_dot) * (2 * s_dot);  // Jdot_R s'
    const RotationRate turn = compute_rotation_rate(theta, theta_dot);
    const Vec3 w0 = turn.R * at.w0, w0_prime = turn.R * at.w0_prime;
    out.X.R.noalias() = turn.R * at.R0;
    out.X.p = at.c + at.t * (s - inside) + at.phi * q;
    out.J.topRows<3>().noalias() = turn.H * at.psi;
    out.J.bottomRows<3>() = at.phi;
    Vec3 tangent = at.t + at.phi_1 * q;                                                      // t + J_T
    Vec3 bias = (at.k + at.phi_2 * q) * (s_dot * s_dot) + (at.phi_1 * q_dot) * (2 * s_dot);  // (k s' + Jdot_T) s'
    if (at.has_gamma) {
        const Shortening shortening = add_shortening(at.gamma, q, q_dot, out.J);
        out.X.p += shortening.place;
        tangent += 0.5 * compute_quadratic(at.gamma_1, q, q);
        bias += 0.5 * s_dot * s_dot * compute_quadratic(at.gamma_2, q, q) +
                2 * s_dot * compute_quadratic(at.gamma_1, q, q_dot) + shortening.bias;
    }
    out.S << turn.H * theta_s + w0, tangent;
    out.rate.head<3>() = turn.w + w0 * s_dot;
    out.rate.tail<3>() = tangent * s_dot;
    out.rate.tail<3>().noalias() += out.J.bottomRows<3>() * q_dot;
    out.bias << turn.bias + turn.H * theta_bias + turn.w.cross(w0) * s_dot + w0_prime * (s_dot * s_dot), bias;
    shift_by(X_TM, out);
}

namespace {

FrameMotion motion_in_world(const NodeData& body, const Pose& X_BF, const Vec6& rate) {
    FrameMotion m;
    m.X_WF.R.noalias() = body.R_WB * X_BF.R;
    m.X_WF.p = body.p_WB + body.R_WB * X_BF.p;
    m.w = body.R_WB * (body.w + rate.head<3>());
    m.v = body.R_WB * (body.v + body.w.cross(X_BF.p) + rate.tail<3>());
    return m;
}

}  // namespace

FrameMotion eval_frame_motion(const Model& model, const double* q, const double* u, const Frame& frame, Workspace& ws) {
    if (frame.is_on_world()) return {frame.offset, Vec3::Zero(), Vec3::Zero(), nullptr};
    const NodeData& body = ws.nodes[*frame.node];
    if (!frame.marker) return motion_in_world(body, frame.offset, Vec6::Zero());
    const Node& node = model.nodes[*frame.node];
    FlexFrame& flex = ws.frames[*frame.marker];
    eval_marker_frame(model.markers[*frame.marker], frame.offset, ConstVecMap(q + node.eq, node.n),
                      ConstVecMap(u + node.eu, node.n), flex);
    FrameMotion m = motion_in_world(body, flex.X, flex.rate);
    m.flex = &flex;
    return m;
}

FrameMotion eval_track_motion(const Model& model, const double* q, const double* u, std::optional<NodeId> node_index,
                              TrackId track, const Pose& X_TM, double s, double s_dot, Workspace& ws) {
    FlexFrame& flex = ws.track_frames[track];
    if (!node_index) {
        eval_track_frame(model.tracks[track], X_TM, s, s_dot, ConstVecMap(q, 0), ConstVecMap(u, 0), flex);
        return {flex.X, flex.rate.head<3>(), flex.rate.tail<3>(), &flex};
    }
    const Node& node = model.nodes[*node_index];
    eval_track_frame(model.tracks[track], X_TM, s, s_dot, ConstVecMap(q + node.eq, node.n),
                     ConstVecMap(u + node.eu, node.n), flex);
    FrameMotion m = motion_in_world(ws.nodes[*node_index], flex.X, flex.rate);
    m.flex = &flex;
    return m;
}

void apply_wrench(const Model& model, std::optional<NodeId> node_index, const FrameMotion& at, const Vec3& force,
                  const Vec3& moment, Workspace& ws) {
    if (!node_index) return;
    const Node& node = model.nodes[*node_index];
    NodeData& body = ws.nodes[*node_index];
    const Vec3 f = body.R_WB.transpose() * force, m = body.R_WB.transpose() * moment;
    const Vec3 p = body.R_WB.transpose() * (at.X_WF.p - body.p_WB);
    body.force += f;
    body.moment += m + p.cross(f);
    if (at.flex != nullptr && node.n > 0) {
        auto h = ws.generalized_force.segment(node.eu, node.n);
        h.noalias() += at.flex->J.topRows<3>().transpose() * m;
        h.noalias() += at.flex->J.bottomRows<3>().transpose() * f;
    }
}

Vec6 compute_frame_acceleration(const Model& model, std::optional<NodeId> node_index, const FrameMotion& at,
                                const VecX& u_dot, bool with_bias, const Workspace& ws) {
    Vec6 result = Vec6::Zero();
    if (!node_index) {
        if (with_bias) {
            result.tail<3>() = -model.gravity;
            if (at.flex != nullptr) result += at.flex->bias;
        }
        return result;
    }
    const Node& node = model.nodes[*node_index];
    const NodeData& body = ws.nodes[*node_index];
    const Vec3 p = body.R_WB.transpose() * (at.X_WF.p - body.p_WB);
    Vec3 angular = body.aw, linear = body.av + body.aw.cross(p);
    if (with_bias) linear += body.w.cross(body.w.cross(p));
    if (at.flex != nullptr) {
        if (node.n > 0) {
            const auto qdd = u_dot.segment(node.eu, node.n);
            angular += at.flex->J.topRows<3>() * qdd;
            linear += at.flex->J.bottomRows<3>() * qdd;
        }
        if (with_bias) {
            const Vec3 w_rel = at.flex->rate.head<3>(), v_rel = at.flex->rate.tail<3>();
            angular += at.flex->bias.head<3>() + body.w.cross(w_rel);
            linear += at.flex->bias.tail<3>() + 2 * body.w.cross(v_rel);
        }
    }
    result << body.R_WB * angular, body.R_WB * linear;
    return result;
}

}  // namespace ritz
