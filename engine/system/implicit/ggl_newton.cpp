#include "engine/system/implicit/ggl_newton.hpp"

#include <algorithm>
#include <limits>

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/loops/constraints.hpp"
#include "engine/system/loops/loop_envelope.hpp"

namespace ritz {
namespace {

/// Velocity along a row for a motion whose node motions are in ws.
double rate_of(const Model& model, const LoopConstraint& loop, const ConstraintRow& r, const Workspace::LoopMotion& at,
               const VecX& motion, const Workspace& ws) {
    const Vec6 a = compute_frame_acceleration(model, loop.a.node, at.a, motion, false, ws);
    const Vec6 b = compute_frame_acceleration(model, loop.b.node, at.b, motion, false, ws);
    return r.wa.dot(a.head<3>()) + r.va.dot(a.tail<3>()) + r.wb.dot(b.head<3>()) + r.vb.dot(b.tail<3>());
}

}  // namespace

GglNewton::GglNewton(const Model& model, const GglSystem& system)
    : model_(model), system_(system), newton_(model), metric_(model) {
    force_.setZero(model.nu);
    tangent_ = pushed_ = d_u_ = force_;
    rates_.setZero(model.rows);
    mu_ = reaction_ = rates_;
    q_rate_.setZero(model.nq);
}

void GglNewton::setup(double t, const double* y, double c) {
    gamma_ = 1 / c;
    newton_.setup({t, y, y + model_.nq, y + model_.nq + model_.nu, y[model_.states() - 1]}, gamma_,
                  system_.workspace());
    if (model_.rows > 0) eval_metric();
}

void GglNewton::eval_metric() {
    constexpr double lost = 1e-13;  // only what rounding has eaten is given up
    Workspace& ws = newton_.workspace();
    eval_envelope(
        model_, metric_, ws, [&](RowGroupId group, int row) { apply_row(model_, group, row, 1.0, ws); },
        RowMetric::unit);
    metric_.chosen = system_.workspace().loops.chosen;
    for (int row = 0; row < model_.rows; ++row)
        metric_.reach[row] = std::max(metric_.at(row, row), std::numeric_limits<double>::min());
    factorize_loops(lost, metric_);
}

/// G motion, of all rows.
void GglNewton::eval_row_rates(const VecX& motion, VecX& out) {
    Workspace& ws = newton_.workspace();
    eval_node_motions(model_, motion.data(), ws);
    for (const LoopId l : model_.loops.ids()) {
        const LoopConstraint& loop = model_.loops[l];
        for (int row = loop.row; row < loop.row + loop.rows; ++row)
            out[row] =
                rate_of(model_, loop, ws.loop_rows[static_cast<std::size_t>(row)], ws.loop_motions[l], motion, ws);
    }
    for (const JointCoupling& coupling : model_.couplings)
        out[coupling.row] = compute_coupling_rate(model_, coupling, motion.data());
}

/// Gᵀ lambda.
void GglNewton::apply_rows(const VecX& lambda, VecX& out) {
    Workspace& ws = newton_.workspace();
    clear_forces(ws);
    apply_loop_forces(model_, lambda, ws);
    compute_generalized_forces(model_, ws, out);
}

/// The arc coordinates of loops closed by slides: their row is the gap along the track.
void GglNewton::settle_tracks(const VecX& motion, double* d_q) {
    Workspace& ws = newton_.workspace();
    bool is_moved = false;
    for (const LoopId l : model_.loops.ids()) {
        const LoopConstraint& loop = model_.loops[l];
        if (!loop.s) continue;
        if (!is_moved) eval_node_motions(model_, motion.data(), ws);
        is_moved = true;
        const Workspace::LoopMotion& m = ws.loop_motions[l];
        d_q[*loop.s] = (d_q[*loop.s] - rate_of(model_, loop, m.along_row, m, motion, ws)) / m.along_slope;
    }
}

void GglNewton::solve(double* x) {
    const Eigen::Index nq = model_.nq, nu = model_.nu, n = model_.states(), rank = system_.basis().cols();
    VecMap q(x, nq), u(x + nq, nu), z(x + nq + nu, model_.nz), lambda(x + n, rank), mu(x + n + rank, rank);
    // The rows of arc coordinates hold gaps, not rates.
    for (const LoopConstraint& loop : model_.loops)
        if (loop.s) q_rate_[*loop.s] = q[*loop.s], q[*loop.s] = 0;
    q *= gamma_;
    z *= gamma_;
    x[n - 1] *= gamma_;
    newton_.find_tangent(x, tangent_);
    if (rank > 0) {
        eval_row_rates(tangent_, rates_);
        mu_.noalias() = system_.basis() * mu;
        mu_ = (mu_ - rates_) / gamma_;
        rates_.noalias() = system_.basis() * lambda;
        mu_ -= rates_;
        solve_factorized(metric_, mu_);
        apply_rows(mu_, pushed_);
        tangent_ += gamma_ * pushed_;
    }
    force_ = gamma_ * u;
    newton_.solve_held(force_, tangent_, z.data(), rates_, d_u_, reaction_);
    tangent_ += gamma_ * d_u_;  // now of the whole δq
    u = d_u_;
    if (rank > 0) {
        d_u_ += pushed_;
        lambda.noalias() = system_.basis().transpose() * reaction_ / gamma_;
        mu.noalias() = system_.basis().transpose() * mu_;
    }
    for (const LoopConstraint& loop : model_.loops)
        if (loop.s) q[*loop.s] = q_rate_[*loop.s];
    settle_tracks(tangent_, x);
    newton_.find_position_rates(d_u_, q_rate_);
    q += gamma_ * q_rate_;
    newton_.settle_controllers(x, u.data(), z.data());
}

}  // namespace ritz
