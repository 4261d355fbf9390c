#include "engine/system/implicit/newton_matrix.hpp"

#include <algorithm>
#include <limits>

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/loops/constraints.hpp"
#include "engine/system/loops/loop_envelope.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

/// Loops and couplings first, pairs behind them: rows are numbered in this order.
IndexedVector<RowGroupId, RowGroup> list_rows(const Model& model, const std::vector<FramePair>& pairs) {
    IndexedVector<RowGroupId, RowGroup> groups = list_row_groups(model);
    int row = model.rows;
    for (const FramePair& pair : pairs) {
        groups.add({list_pushed(pair.a.node, pair.b.node), row, pair.count});
        row += pair.count;
    }
    return groups;
}

}  // namespace

NewtonMatrix::NewtonMatrix(const Model& model)
    : model_(model), ws_(model), stiff_(model), border_(model, list_rows(model, stiff_.pairs)) {
    add_groups();
    rotors_ = ws_.joint_inertia;
    offsets_.assign(stiff_.feedbacks.size(), 0);
    q_.setZero(model.nq);
    u_.setZero(model.nu);
    x_ = correction_ = by_rate_ = by_place_ = u_;
    q_rate_ = q_;
    lambda_.setZero(static_cast<Eigen::Index>(border_.first.size()));
    no_rates_.setZero(model.rows);
}

void NewtonMatrix::add_groups() {
    for (const LoopId l : model_.loops.ids()) {
        const LoopConstraint& loop = model_.loops[l];
        groups_.add({loop.a.node, loop.b.node, &ws_.loop_motions[l].a, &ws_.loop_motions[l].b,
                     ws_.loop_rows.data() + loop.row});
    }
    for (const JointCoupling& coupling : model_.couplings) {
        Group group;
        group.coupling = &coupling;
        groups_.add(group);
    }
    for (const FramePair& pair : stiff_.pairs)
        groups_.add({pair.a.node, pair.b.node, &pair.motion_a, &pair.motion_b, pair.rows.data(), &pair});
}

void NewtonMatrix::apply(const Group& group, std::size_t row, double lambda) {
    if (group.coupling != nullptr) return apply_coupling(model_, *group.coupling, lambda, ws_);
    const ConstraintRow& r = group.rows[row];
    apply_wrench(model_, group.a, *group.motion_a, lambda * r.va, lambda * r.wa, ws_);
    apply_wrench(model_, group.b, *group.motion_b, lambda * r.vb, lambda * r.wb, ws_);
}

/// G x of one row, for the motion x whose node motions are in the workspace.
double NewtonMatrix::rate(const Group& group, std::size_t row, const VecX& motion) const {
    if (group.coupling != nullptr) return compute_coupling_rate(model_, *group.coupling, motion.data());
    const ConstraintRow& r = group.rows[row];
    const Vec6 a = compute_frame_acceleration(model_, group.a, *group.motion_a, motion, false, ws_);
    const Vec6 b = compute_frame_acceleration(model_, group.b, *group.motion_b, motion, false, ws_);
    return r.wa.dot(a.head<3>()) + r.va.dot(a.tail<3>()) + r.wb.dot(b.head<3>()) + r.vb.dot(b.tail<3>());
}

void NewtonMatrix::setup(const StateView& state, double gamma, const Workspace& live) {
    gamma_ = gamma;
    q_ = ConstVecMap(state.q, model_.nq);
    u_ = ConstVecMap(state.u, model_.nu);
    ws_.holds = live.holds;
    ws_.controller_output = live.controller_output;
    eval_kinematics(model_, state, ws_);
    if (model_.rows > 0) eval_loops(model_, state, ws_);
    stiff_.eval(state, gamma, ws_);
    clear_forces(ws_);
    start_articulated(model_, state, ws_);
    add_bodies();
    ws_.joint_inertia = rotors_ + gamma * stiff_.damping + gamma * gamma * stiff_.stiffness;
    eliminate_nodes(model_, ws_);
    if (!groups_.empty()) eval_border(live);
}

void NewtonMatrix::add_bodies() {
    for (const NodeId i : model_.nodes.ids()) {
        const Node& node = model_.nodes[i];
        if (node.n == 0) continue;
        const InertiaKernel& body = *model_.inertia_kernels[*node.elastic];
        GeneralData& g = ws_.general_of(i);
        body.De.add_lower_to(gamma_, g.elastic_mass().data(), g.joint_space.stride());
        body.Ke.add_lower_to(gamma_ * gamma_, g.elastic_mass().data(), g.joint_space.stride());
    }
}

void NewtonMatrix::eval_border(const Workspace& live) {
    constexpr double lost = 1e-13;  // only what rounding has eaten is given up
    eval_envelope(model_, border_, ws_, [this](RowGroupId g, int row) {
        apply(groups_[g], static_cast<std::size_t>(row - border_.groups[g].row), 1.0);
    });
    for (const RowGroupId g : groups_.ids())
        for (int k = 0; k < border_.groups[g].rows; ++k) {
            const int row = border_.groups[g].row + k;
            const auto index = static_cast<std::size_t>(row);
            if (const FramePair* pair = groups_[g].pair) {
                const auto i = static_cast<std::size_t>(k);
                const double inertia = gamma_ * pair->damping[i] + gamma_ * gamma_ * pair->stiffness[i];
                border_.chosen[index] = inertia > 0 ? 1 : 0;
                if (inertia > 0) border_.at(row, row) += 1 / inertia;
            } else {
                border_.chosen[index] = !live.loops.is_chosen || live.loops.chosen[index] ? 1 : 0;
            }
            border_.reach[row] = std::max(border_.at(row, row), std::numeric_limits<double>::min());
        }
    factorize_loops(lost, border_);
}

void NewtonMatrix::find_tangent(const double* r_q, VecX& tangent) const {
    for (const Node& node : model_.nodes) {
        if (node.nq > node.nu) {
            // q' = ½ E(q) ω with EᵀE = 1, so that ω = 2 Eᵀ q' = 4 (q'·∂q'/∂ω).
            const Eigen::Vector4d quaternion = q_.segment<4>(node.q),
                                  moved = Eigen::Map<const Eigen::Vector4d>(r_q + node.q);
            for (int k = 0; k < 3; ++k) tangent[node.u + k] = 4 * quaternion_rate(quaternion, Vec3::Unit(k)).dot(moved);
            if (node.kind == JointKind::free)
                tangent.segment<3>(node.u + 3) =
                    quaternion_to_rotation(quaternion).transpose() * Eigen::Map<const Vec3>(r_q + node.q + 4);
        } else {
            for (int k = 0; k < node.nq; ++k) tangent[node.u + k] = r_q[node.q + k];
        }
        for (int k = 0; k < node.n; ++k) tangent[node.eu + k] = r_q[node.eq + k];
    }
}

/// -D by_rate - K by_place of joints and elastic bodies, and what the control states add.
void NewtonMatrix::push_coordinates(const double* r_z) {
    ws_.generalized_force = -stiff_.damping.cwiseProduct(by_rate_) - stiff_.stiffness.cwiseProduct(by_place_);
    for (const Node& node : model_.nodes) {
        if (node.n == 0) continue;
        const InertiaKernel& body = *model_.inertia_kernels[*node.elastic];
        double* const force = ws_.generalized_force.data() + node.eu;
        body.De.add_product(-1, by_rate_.data() + node.eu, force);
        body.Ke.add_product(-1, by_place_.data() + node.eu, force);
    }
    for (std::size_t i = 0; i < stiff_.feedbacks.size(); ++i) {
        const JointFeedback& feedback = stiff_.feedbacks[i];
        const Controller& c = model_.controllers[feedback.controller];
        double command = feedback.reference ? feedback.gain * offsets_[*feedback.reference] : 0;
        if (c.z_integral) command += r_z[*c.z_integral];
        if (c.z_filter) command -= feedback.filter_share * r_z[*c.z_filter];
        offsets_[i] = feedback.is_limited ? 0 : feedback.lag * command;
        if (c.z_lag) offsets_[i] += (1 - feedback.lag) * r_z[*c.z_lag];
        ws_.generalized_force[model_.nodes[feedback.node].u] += gamma_ * feedback.share * offsets_[i];
    }
}

void NewtonMatrix::push_pairs() {
    for (const auto& [motion, is_rate] : {std::pair(&by_rate_, true), std::pair(&by_place_, false)}) {
        eval_node_motions(model_, motion->data(), ws_);
        for (const Group& group : groups_) {
            if (group.pair == nullptr) continue;
            const auto& law = is_rate ? group.pair->damping : group.pair->stiffness;
            for (std::size_t k = 0; k < static_cast<std::size_t>(group.pair->count); ++k)
                if (law[k] > 0) apply(group, k, -law[k] * rate(group, k, *motion));
        }
    }
}

/// Adds what the border's rows do: x += M̂⁻¹ Gᵀ λ with (W + C) λ = rates - G x.
void NewtonMatrix::close_border(const VecX& rates) {
    for (const RowGroupId g : groups_.ids())
        for (int k = 0; k < border_.groups[g].rows; ++k) {
            const int row = border_.groups[g].row + k;
            const bool holds = border_.holds[static_cast<std::size_t>(row)] != 0;
            lambda_[row] = holds ? -rate(groups_[g], static_cast<std::size_t>(k), x_) : 0;
            if (holds && row < model_.rows) lambda_[row] += rates[row];
        }
    solve_factorized(border_, lambda_);
    clear_forces(ws_);
    for (const RowGroupId g : groups_.ids())
        for (int k = 0; k < border_.groups[g].rows; ++k)
            if (const double lambda = lambda_[border_.groups[g].row + k]; lambda != 0)
                apply(groups_[g], static_cast<std::size_t>(k), lambda);
    solve_accelerations(model_, ws_, correction_);
    x_ += correction_;
}

void NewtonMatrix::settle_controllers(const double* d_q, const double* d_u, double* z) {
    for (std::size_t i = 0; i < stiff_.feedbacks.size(); ++i) {
        const JointFeedback& feedback = stiff_.feedbacks[i];
        const Controller& c = model_.controllers[feedback.controller];
        const Node& node = model_.nodes[feedback.node];
        const double by_q = d_q[node.q], by_u = d_u[node.u];
        double error = -feedback.measures_position * by_q - feedback.measures_rate * by_u;
        if (feedback.reference) {
            const JointFeedback& outer = stiff_.feedbacks[*feedback.reference];
            error += offsets_[*feedback.reference] + outer.by_position * by_q + outer.by_rate * by_u;
        }
        if (c.z_integral && !feedback.is_limited) z[*c.z_integral] += gamma_ * c.ki * error;
        if (c.z_filter) {
            const double share = gamma_ / c.filter_time;
            z[*c.z_filter] = (z[*c.z_filter] + share * error) / (1 + share);
        }
        if (c.z_lag) z[*c.z_lag] = offsets_[i] + feedback.by_position * by_q + feedback.by_rate * by_u;
    }
}

void NewtonMatrix::solve(double* x) {
    VecMap r_q(x, model_.nq), r_u(x + model_.nq, model_.nu);
    double* z = x + model_.nq + model_.nu;
    clear_forces(ws_);
    find_tangent(x, by_place_);
    by_rate_ = gamma_ * r_u;
    by_place_ = gamma_ * (by_place_ + by_rate_);
    push_coordinates(z);
    if (!stiff_.pairs.empty()) push_pairs();
    solve_accelerations(model_, ws_, x_);
    if (!groups_.empty()) close_border(no_rates_);
    r_u += x_;
    x_ = r_u;
    find_position_rates(x_, q_rate_);
    r_q += gamma_ * q_rate_;
    settle_controllers(r_q.data(), r_u.data(), z);
}

void NewtonMatrix::solve_held(const VecX& force, const VecX& place, const double* r_z, const VecX& rates, VecX& du,
                              VecX& reaction) {
    clear_forces(ws_);
    by_rate_.setZero();
    by_place_ = gamma_ * place;
    push_coordinates(r_z);
    ws_.generalized_force += force;
    if (!stiff_.pairs.empty()) push_pairs();
    solve_accelerations(model_, ws_, x_);
    if (!groups_.empty()) close_border(rates);
    du = x_;
    reaction = lambda_.head(model_.rows);
}

void NewtonMatrix::find_position_rates(const VecX& velocities, VecX& rates) const {
    VecMap out(rates.data(), model_.nq);
    compute_position_rates(model_, {0, q_.data(), velocities.data(), nullptr, 0}, out);
    for (const LoopConstraint& loop : model_.loops)
        if (loop.s) rates[*loop.s] = 0;  // follows the positions by itself
}

}  // namespace ritz
