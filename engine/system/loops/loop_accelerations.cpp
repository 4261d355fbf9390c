// Accelerations with all loops closed (theory §2.3, index 1): M u' = f + Gᵀ λ, G u' + γ = 0, so W λ = -(G u'_free + γ).
// Which rows take part is chosen once: rows that others contain already are left out.
#include <algorithm>
#include <cmath>

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/loops/constraints.hpp"
#include "engine/system/loops/loop_envelope.hpp"
#include "engine/system/statics/linearization.hpp"

namespace ritz {
namespace {

double acceleration_of_row(const ConstraintRow& r, const Vec6& a, const Vec6& b) {
    return r.wa.dot(a.head<3>()) + r.va.dot(a.tail<3>()) + r.wb.dot(b.head<3>()) + r.vb.dot(b.tail<3>());
}

/// out = G x + γ for the accelerations x whose node accelerations are in ws.
void eval_row_accelerations(const Model& model, const VecX& x, Workspace& ws, VecX& out) {
    for (const LoopId l : model.loops.ids()) {
        const LoopConstraint& loop = model.loops[l];
        const Workspace::LoopMotion& m = ws.loop_motions[l];
        const Vec6 a = compute_frame_acceleration(model, loop.a.node, m.a, x, true, ws);
        const Vec6 b = compute_frame_acceleration(model, loop.b.node, m.b, x, true, ws);
        for (int k = loop.row; k < loop.row + loop.rows; ++k)
            out[k] = acceleration_of_row(ws.loop_rows[static_cast<std::size_t>(k)], a, b) + ws.loop_gamma[k];
    }
    for (const JointCoupling& coupling : model.couplings)
        out[coupling.row] = compute_coupling_rate(model, coupling, x.data()) + ws.loop_gamma[coupling.row];
}

/// How fast a frame could accelerate if nothing in its acceleration cancelled: (angular, linear).
std::pair<double, double> compute_reach(const Model& model, std::optional<NodeId> node_index, const FrameMotion& at,
                                        const VecX& u_dot, const Workspace& ws) {
    if (!node_index) return {0, 0};
    const Node& node = model.nodes[*node_index];
    const NodeData& body = ws.nodes[*node_index];
    double angular = body.aw.norm(), linear = body.av.norm() + angular * (at.X_WF.p - body.p_WB).norm();
    if (at.flex != nullptr && node.n > 0)
        for (int k = 0; k < node.n; ++k) {
            angular += at.flex->J.col(k).head<3>().norm() * std::abs(u_dot[node.eu + k]);
            linear += at.flex->J.col(k).tail<3>().norm() * std::abs(u_dot[node.eu + k]);
        }
    return {angular, linear};
}

/// What W_kk would be if nothing cancelled in the motion that the row's own reaction x = M⁻¹ Gᵀ e_k makes.
double compute_row_reach(const Model& model, RowGroupId group, int row, Workspace& ws) {
    const LoopPath& path = ws.loops.paths[group];
    clear_forces_on(model, path, ws);
    apply_row(model, group, row, 1.0, ws);
    solve_accelerations(model, path.nodes, ws, ws.u_loop);
    if (const JointCoupling* coupling = find_coupling(model, group)) {
        double reach = 0;
        for (const JointCoupling::Term& term : coupling->terms)
            if (const Node& node = model.nodes[term.node]; node.nu > 0)
                reach += std::abs(term.factor * ws.u_loop[node.u]);
        return reach;
    }
    const LoopId l(group.value());
    const Workspace::LoopMotion& m = ws.loop_motions[l];
    const ConstraintRow& r = ws.loop_rows[static_cast<std::size_t>(row)];
    const auto [angular_a, linear_a] = compute_reach(model, model.loops[l].a.node, m.a, ws.u_loop, ws);
    const auto [angular_b, linear_b] = compute_reach(model, model.loops[l].b.node, m.b, ws.u_loop, ws);
    return r.wa.norm() * angular_a + r.va.norm() * linear_a + r.wb.norm() * angular_b + r.vb.norm() * linear_b;
}

void eval_envelope(const Model& model, Workspace& ws) {
    eval_envelope(model, ws.loops, ws, [&](RowGroupId group, int row) { apply_row(model, group, row, 1.0, ws); });
}

/// Rows that are independent in this position, each measured against itself: light and heavy bodies, lengths and angles
/// stand side by side in W.
int count_independent(const Model& model, const StateView& state, Workspace& ws) {
    // A redundant row leaves a share of the order of rounding, or of the square of the drift; 1e-9 is far above both.
    // A row that its own reaction hardly moves, beyond what rounding and the gap of an assembled loop leave, is dead: a
    // second hinge on the axis of a first one holds nothing.
    constexpr double redundant = 1e-9, dead = 1e-8;
    LoopSystem& loops = ws.loops;
    eval_kinematics(model, state, ws);
    eval_loops(model, state, ws);
    clear_forces(ws);
    eval_articulated(model, state, ws);
    eval_envelope(model, ws);
    loops.rank = 0;
    for (const RowGroupId group : loops.groups.ids()) {
        const int row = loops.groups[group].row, end = row + loops.groups[group].rows;
        for (int k = row; k < end; ++k) {
            loops.reach[k] = std::max(compute_row_reach(model, group, k, ws), loops.at(k, k));
            loops.chosen[static_cast<std::size_t>(k)] = loops.at(k, k) > dead * loops.reach[k] ? 1 : 0;
            if (!(loops.reach[k] > 0)) loops.reach[k] = 1;
        }
        choose_rows(row, end - row, redundant, loops);
        for (int k = row; k < end; ++k) factorize_row(k, 0, loops);
    }
    return loops.rank;
}

}  // namespace

namespace {

struct RowChoice {
    int rank = 0;
    std::vector<char> rows;
    VecX reach;
};

RowChoice find_independent_rows(const Model& model, const StateView& state) {
    Workspace scratch(model);
    RowChoice choice{count_independent(model, state, scratch), scratch.loops.holds, scratch.loops.reach};
    // Rows that agree on the undeformed bodies but not on deflected ones differ at second order only: a reaction that
    // holds this difference would be as large as it is meaningless. So the smaller of the two ranks counts.
    bool is_elastic = false;
    VecX q = ConstVecMap(state.q, model.nq), u = VecX::Zero(model.nu);
    for (const Node& node : model.nodes) {
        is_elastic = is_elastic || node.n > 0;
        q.segment(node.eq, node.n).setZero();
    }
    if (is_elastic &&
        count_independent(model, {state.t, q.data(), u.data(), state.z, state.work}, scratch) < choice.rank)
        choice = {scratch.loops.rank, scratch.loops.holds, scratch.loops.reach};
    return choice;
}

}  // namespace

void choose_loop_rows(const Model& model, const StateView& state, Workspace& ws) {
    if (model.rows == 0) return;
    RowChoice choice = find_independent_rows(model, state);
    // In a singular position rows are lost that hold before it and behind it.
    const auto held = std::count(ws.loops.chosen.begin(), ws.loops.chosen.end(), char{1});
    if (ws.loops.is_chosen && choice.rank < held) return;
    ws.loops.chosen = std::move(choice.rows);
    ws.loops.reach = std::move(choice.reach);
    ws.loops.is_chosen = true;
}

std::vector<int> list_independent_rows(const Model& model, const State& state) {
    std::vector<int> list;
    if (model.rows == 0) return list;
    const RowChoice choice = find_independent_rows(model, view(state));
    for (int k = 0; k < model.rows; ++k)
        if (choice.rows[static_cast<std::size_t>(k)]) list.push_back(k);
    return list;
}

std::optional<Subject> find_singular_loop(const Model& model, const State& state) {
    // With few shapes the rank of loops through elastic bodies changes from place to place, which no mechanism does.
    const bool is_elastic = std::any_of(model.nodes.begin(), model.nodes.end(), [](const Node& n) { return n.n > 0; });
    if (model.rows == 0 || is_elastic) return {};
    // A step of 1e-3 opens the loops by its square, and leaves 1e-12 of a row that is redundant everywhere; a row that
    // the position has lost comes back with 1e-6.
    constexpr double step = 1e-3;
    const MatX Z = compute_tangent_basis(model, state);
    if (Z.cols() == 0) return {};
    VecX direction = VecX::Zero(model.nu);
    for (Eigen::Index k = 0; k < Z.cols(); ++k) direction += std::sin(1.0 + 7.0 * static_cast<double>(k)) * Z.col(k);
    State moved = state;
    moved.u.setZero();
    move_along(model, step * direction / std::sqrt(static_cast<double>(Z.cols())), moved.q);
    Workspace ws(model);
    eval_kinematics(model, view(moved), ws);
    eval_loops(model, view(moved), ws);
    follow_tracks(model, moved, ws);
    const RowChoice here = find_independent_rows(model, view(state)), there = find_independent_rows(model, view(moved));
    if (there.rank <= here.rank) return {};
    for (const RowGroup& group : list_row_groups(model)) {
        const auto count = [&](const RowChoice& choice) {
            return std::count(choice.rows.begin() + group.row, choice.rows.begin() + group.row + group.rows, char{1});
        };
        if (count(there) > count(here)) return find_row_owner(model, group.row);
    }
    return find_row_owner(model, 0);
}

void eval_loop_inertia(const Model& model, Workspace& ws) {
    // The rows are independent by choice; near a singular position their shares fall, and only what rounding has eaten
    // is given up.
    constexpr double lost = 1e-13;
    eval_envelope(model, ws);
    factorize_loops(lost, ws.loops);
}

void solve_loops(Workspace& ws) {
    ws.lambda = ws.rhs;
    solve_factorized(ws.loops, ws.lambda);
}

void eval_loop_motion(const Model& model, Workspace& ws) {
    clear_forces(ws);
    apply_loop_forces(model, ws.lambda, ws);
    solve_accelerations(model, ws, ws.u_loop);
}

void eval_constrained_accelerations(const Model& model, const StateView& state, Workspace& ws) {
    eval_accelerations(model, ws);
    if (model.rows == 0) return;
    if (!ws.loops.is_chosen) choose_loop_rows(model, state, ws);
    eval_loops(model, state, ws);
    ws.u_free = ws.u_dot;
    eval_row_accelerations(model, ws.u_free, ws, ws.rhs);
    ws.rhs = -ws.rhs;
    eval_loop_inertia(model, ws);
    solve_loops(ws);
    eval_loop_motion(model, ws);
    ws.u_dot = ws.u_free + ws.u_loop;
    eval_node_accelerations(model, ws.u_dot.data(), ws);
}

}  // namespace ritz
