// A loop's joint keeps some directions between its frames a and b together. Two kinds of scalar constraints suffice,
// both with exact derivatives (d = p_b - p_a, a_i and b_j axes of the frames):
//   along a_k     g = a_k·d          g' = a_k·(v_b - v_a) + ω_a·(a_k × d)
//   angle         g = a_i·b_j        g' = (ω_b - ω_a)·(b_j × a_i)
// A loop closed by a slide has an arc coordinate s without inertia: its six rows are linear in s', and the row along
// the track eliminates it.
// Accelerations (theory §2, index 1): M u' = f + Gᵀ λ, G u' + γ = 0.
#include "engine/system/loops/constraints.hpp"

#include <array>
#include <cmath>

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"

namespace ritz {
namespace {

struct RowData {
    ConstraintRow row;
    double error = 0;
    double gamma = 0;  // without the frames' own accelerations
};

RowData along(const FrameMotion& a, const FrameMotion& b, int k) {
    const Vec3 d = b.X_WF.p - a.X_WF.p, axis = a.X_WF.R.col(k), turning = a.w.cross(axis);
    RowData r;
    r.row.va = -axis;
    r.row.vb = axis;
    r.row.wa = axis.cross(d);
    r.error = axis.dot(d);
    r.gamma = 2 * turning.dot(b.v - a.v) + a.w.cross(turning).dot(d);
    return r;
}

RowData angle(const FrameMotion& a, const FrameMotion& b, int i, int j) {
    const Vec3 ai = a.X_WF.R.col(i), bj = b.X_WF.R.col(j);
    RowData r;
    r.row.wb = bj.cross(ai);
    r.row.wa = -r.row.wb;
    r.error = ai.dot(bj);
    r.gamma = (b.w - a.w).dot(b.w.cross(bj).cross(ai) + bj.cross(a.w.cross(ai)));
    return r;
}

/// The rows of a joint type. Returns how many.
int make_rows(JointType type, const FrameMotion& a, const FrameMotion& b, std::array<RowData, 6>& rows) {
    int n = 0;
    const auto put = [&](const RowData& r) { rows[static_cast<std::size_t>(n++)] = r; };
    const bool all_positions = type == JointType::fixed || type == JointType::revolute ||
                               type == JointType::universal || type == JointType::spherical || type == JointType::slide;
    const bool radial = all_positions || type == JointType::prismatic || type == JointType::cylindrical ||
                        type == JointType::point_on_line;
    if (radial) {
        put(along(a, b, 0));
        put(along(a, b, 1));
    }
    if (all_positions || type == JointType::planar || type == JointType::point_on_plane) put(along(a, b, 2));
    if (type == JointType::fixed || type == JointType::prismatic || type == JointType::slide) {
        put(angle(a, b, 0, 1));
        put(angle(a, b, 1, 2));
        put(angle(a, b, 2, 0));
    } else if (type == JointType::revolute || type == JointType::cylindrical || type == JointType::planar) {
        put(angle(a, b, 0, 2));
        put(angle(a, b, 1, 2));
    } else if (type == JointType::universal) {
        put(angle(a, b, 0, 1));
    }
    return n;
}

double rate_of_row(const ConstraintRow& r, const FrameMotion& a, const FrameMotion& b) {
    return r.wa.dot(a.w) + r.va.dot(a.v) + r.wb.dot(b.w) + r.vb.dot(b.v);
}

ConstraintRow minus(const ConstraintRow& r, double factor, const ConstraintRow& x) {
    return {r.wa - factor * x.wa, r.va - factor * x.va, r.wb - factor * x.wb, r.vb - factor * x.vb};
}

/// S of the track frame in world axes.
Vec6 slide_direction(const Workspace& ws, const LoopConstraint& loop, const FrameMotion& a) {
    if (loop.a.is_on_world()) return a.flex->S;
    Vec6 S;
    const Mat3& R = ws.nodes[*loop.a.node].R_WB;
    S << R * a.flex->S.head<3>(), R * a.flex->S.tail<3>();
    return S;
}

void store(Workspace& ws, int k, const RowData& r, const FrameMotion& a, const FrameMotion& b) {
    ws.loop_rows[static_cast<std::size_t>(k)] = r.row;
    ws.loop_error[k] = r.error;
    ws.loop_gamma[k] = r.gamma;
    ws.loop_rate[k] = rate_of_row(r.row, a, b);
}

void eval_slide_loop(const Model& model, const LoopConstraint& loop, const StateView& state, Workspace& ws,
                     Workspace::LoopMotion& m) {
    const double s = state.q[*loop.s];
    // Held together are the track's frame T and M moved back to it: the row along the track then always meets s', while
    // at M, far from T or turned, it need not.
    Frame b = loop.b;
    b.offset = loop.b.offset * inverse(loop.X_TM);
    m.b = eval_frame_motion(model, state.q, state.u, b, ws);
    m.a = eval_track_motion(model, state.q, state.u, loop.a.node, *loop.track, {}, s, 0, ws);
    std::array<RowData, 6> rows;
    make_rows(JointType::slide, m.a, m.b, rows);
    const Vec6 S = slide_direction(ws, loop, m.a);
    const auto along_s = [&](const ConstraintRow& r) { return r.wa.dot(S.head<3>()) + r.va.dot(S.tail<3>()); };
    const double along_track = along_s(rows[0].row);
    m.s_dot = -rate_of_row(rows[0].row, m.a, m.b) / along_track;
    m.a = eval_track_motion(model, state.q, state.u, loop.a.node, *loop.track, {}, s, m.s_dot, ws);
    make_rows(JointType::slide, m.a, m.b, rows);
    m.along_track = rows[0].error;
    m.along_row = rows[0].row;
    m.along_slope = along_track;
    for (int k = 1; k < 6; ++k) {
        RowData r = rows[static_cast<std::size_t>(k)];
        const double factor = along_s(r.row) / along_track;
        r.row = minus(r.row, factor, rows[0].row);
        r.error -= factor * rows[0].error;
        r.gamma -= factor * rows[0].gamma;
        store(ws, loop.row + k - 1, r, m.a, m.b);
    }
}

void apply_loop_row(const Model& model, LoopId l, int row, double lambda, Workspace& ws) {
    const LoopConstraint& loop = model.loops[l];
    const Workspace::LoopMotion& m = ws.loop_motions[l];
    const ConstraintRow& r = ws.loop_rows[static_cast<std::size_t>(row)];
    apply_wrench(model, loop.a.node, m.a, lambda * r.va, lambda * r.wa, ws);
    apply_wrench(model, loop.b.node, m.b, lambda * r.vb, lambda * r.wb, ws);
}

}  // namespace

void eval_loops(const Model& model, const StateView& state, Workspace& ws) {
    std::array<RowData, 6> rows;
    for (const LoopId l : model.loops.ids()) {
        const LoopConstraint& loop = model.loops[l];
        Workspace::LoopMotion& m = ws.loop_motions[l];
        if (loop.type == JointType::slide) {
            eval_slide_loop(model, loop, state, ws, m);
            continue;
        }
        m.a = eval_frame_motion(model, state.q, state.u, loop.a, ws);
        m.b = eval_frame_motion(model, state.q, state.u, loop.b, ws);
        const int count = make_rows(loop.type, m.a, m.b, rows);
        for (int k = 0; k < count; ++k) store(ws, loop.row + k, rows[static_cast<std::size_t>(k)], m.a, m.b);
    }
    for (const JointCoupling& coupling : model.couplings) eval_coupling(model, coupling, state, ws);
}

void compute_loop_coordinate_rates(const Model& model, const Workspace& ws, VecMap& q_dot) {
    for (const LoopId l : model.loops.ids())
        if (model.loops[l].s) q_dot[*model.loops[l].s] = ws.loop_motions[l].s_dot;
}

void apply_row(const Model& model, RowGroupId group, int row, double lambda, Workspace& ws) {
    if (const JointCoupling* coupling = find_coupling(model, group))
        apply_coupling(model, *coupling, lambda, ws);
    else
        apply_loop_row(model, LoopId(group.value()), row, lambda, ws);
}

Subject find_row_owner(const Model& model, int row) {
    for (const LoopConstraint& loop : model.loops)
        if (row >= loop.row && row < loop.row + loop.rows) return {SubjectKind::joint, loop.name};
    for (const JointCoupling& coupling : model.couplings)
        if (row == coupling.row) return {SubjectKind::coupling, coupling.name};
    return {SubjectKind::system};
}

void apply_loop_forces(const Model& model, const VecX& lambda, Workspace& ws) {
    for (const LoopId l : model.loops.ids())
        for (int k = model.loops[l].row; k < model.loops[l].row + model.loops[l].rows; ++k)
            apply_loop_row(model, l, k, lambda[k], ws);
    for (const JointCoupling& coupling : model.couplings) apply_coupling(model, coupling, lambda[coupling.row], ws);
}

}  // namespace ritz
