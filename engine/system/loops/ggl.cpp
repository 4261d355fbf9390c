#include "engine/system/loops/ggl.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

/// Gᵀ x in velocity space for the loop rows now in the workspace: their wrenches travel through the same transposes as
/// in the recursion.
void eval_transposed(const Model& model, const VecX& x, Workspace& ws, VecX& out) {
    clear_forces(ws);
    apply_loop_forces(model, x, ws);
    compute_generalized_forces(model, ws, out);
}

}  // namespace

MatX compute_loop_jacobian(const Model& model, const State& state) {
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    eval_loops(model, view(state), ws);
    MatX G(model.rows, model.nu);
    VecX unit = VecX::Zero(model.rows), row(model.nu);
    for (int k = 0; k < model.rows; ++k) {
        unit.setZero();
        unit[k] = 1;
        eval_transposed(model, unit, ws, row);
        G.row(k) = row.transpose();
    }
    return G;
}

GglSystem::GglSystem(const Model& model, const State& start)
    : model_(model),
      ws_(model),
      u_residual_(VecX::Zero(model.nu)),
      position_rates_(VecX::Zero(model.nq)),
      lambda_(VecX::Zero(model.rows)),
      pushed_(VecX::Zero(model.nu)),
      u_corrected_(VecX::Zero(model.nu)) {
    choose_rows(start);
}

void GglSystem::choose_rows(const State& state) {
    if (model_.rows == 0) return;
    const std::vector<int> rows = list_independent_rows(model_, state);
    const Svd svd = compute_svd(MatX(compute_loop_jacobian(model_, state)(rows, Eigen::all)));
    const VecX& sigma = svd.sigma;
    Eigen::Index rank = 0;
    while (rank < sigma.size() && sigma[rank] > 1e-7 * sigma[0]) ++rank;
    if (rank_ > 0 && rank != rank_)
        throw NumericalError(
            "the number of independent loop constraints changed; integrate by projection instead "
            "(any method but \"ida\")");
    rank_ = rank;
    basis_ = MatX::Zero(model_.rows, rank_);
    basis_(rows, Eigen::all) = svd.U.leftCols(rank_);
    std::fill(ws_.loops.chosen.begin(), ws_.loops.chosen.end(), char{0});
    for (const int row : rows) ws_.loops.chosen[static_cast<std::size_t>(row)] = 1;
    ws_.loops.is_chosen = true;
}

VecX GglSystem::differential() const {
    VecX id = VecX::Ones(size());
    id.tail(2 * rank_).setZero();
    for (const LoopConstraint& loop : model_.loops)
        if (loop.s) id[*loop.s] = 0;
    return id;
}

void GglSystem::eval_residual(double t, const double* y, const double* yp, double* residual) {
    const Eigen::Index nq = model_.nq, nu = model_.nu, nz = model_.nz, n = model_.states();
    const StateView state = view(model_, t, y);
    VecMap r(residual, size());
    eval_kinematics(model_, state, ws_);
    if (rank_ > 0) {
        eval_loops(model_, state, ws_);
        r.segment(n, rank_).noalias() = basis_.transpose() * ws_.loop_rate;
        r.segment(n + rank_, rank_).noalias() = basis_.transpose() * ws_.loop_error;
        lambda_.noalias() = basis_ * ConstVecMap(y + n + rank_, rank_);  // μ
        eval_transposed(model_, lambda_, ws_, pushed_);
        lambda_.noalias() = basis_ * ConstVecMap(y + n, rank_);
    }
    u_corrected_ = ConstVecMap(y + nq, nu);
    if (rank_ > 0) u_corrected_ += pushed_;
    VecMap rates(position_rates_.data(), nq);
    compute_position_rates(model_, {t, y, u_corrected_.data(), nullptr, 0}, rates);
    compute_loop_coordinate_rates(model_, ws_, rates);
    r.head(nq) = ConstVecMap(yp, nq) - position_rates_;
    for (const LoopId l : model_.loops.ids())  // arc coordinates are algebraic
        if (model_.loops[l].s) r[*model_.loops[l].s] = ws_.loop_motions[l].along_track;
    eval_forces(model_, state, ws_);
    double power = ws_.power + compute_damping_power(model_, state, ws_.throughput);
    if (rank_ > 0) apply_loop_forces(model_, lambda_, ws_);
    ritz::eval_residual(model_, state, yp + nq, ws_, u_residual_);
    power += compute_drive_power(model_, ws_, ws_.throughput);
    r.segment(nq, nu) = u_residual_;
    r.segment(nq + nu, nz) = ConstVecMap(yp + nq + nu, nz) - ws_.z_dot;
    r[n - 1] = yp[n - 1] - power;
}

void GglSystem::make_consistent(const State& state, VecX& y, VecX& yp) const {
    Workspace ws(model_);
    ws.holds = ws_.holds;
    VecX y_ode;
    pack(state, y_ode);
    y.setZero(size());
    yp.setZero(size());
    y.head(model_.states()) = y_ode;
    eval_rates(model_, state.t, y_ode.data(), yp.data(), ws);
    if (rank_ > 0) y.segment(model_.states(), rank_) = basis_.transpose() * ws.lambda;
}

}  // namespace ritz
