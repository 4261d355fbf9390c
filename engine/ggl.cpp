#include "engine/ggl.hpp"

#include "core/errors.hpp"

namespace ritz {

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
    eval_kinematics(model_, view(state), ws_);
    eval_loops(model_, view(state), ws_);
    MatX Gt(model_.nu, model_.rows);
    VecX unit = VecX::Zero(model_.rows), column(model_.nu);
    for (int k = 0; k < model_.rows; ++k) {
        unit.setZero();
        unit[k] = 1;
        eval_transposed(unit, column);
        Gt.col(k) = column;
    }
    const Eigen::JacobiSVD<MatX> svd(Gt.transpose(), Eigen::ComputeThinU);
    const VecX& sigma = svd.singularValues();
    Eigen::Index rank = 0;
    while (rank < sigma.size() && sigma[rank] > 1e-7 * sigma[0]) ++rank;
    if (rank_ > 0 && rank != rank_)
        throw NumericalError("the number of independent loop constraints changed; integrate by projection instead "
                             "(any method but \"ida\")");
    rank_ = rank;
    basis_ = svd.matrixU().leftCols(rank_);
}

VecX GglSystem::differential() const {
    VecX id = VecX::Ones(size());
    id.tail(2 * rank_).setZero();
    return id;
}

void GglSystem::eval_transposed(const VecX& x, VecX& out) {
    // The residual of a system at rest without gravity and elastic forces, loaded by the loops alone, is -Gᵀ x; the
    // wrenches travel through the same transposes as in the recursion.
    clear_forces(ws_);
    apply_loop_forces(model_, x, ws_);
    compute_generalized_forces(model_, ws_, out);
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
        eval_transposed(lambda_, pushed_);
        lambda_.noalias() = basis_ * ConstVecMap(y + n, rank_);
    }
    u_corrected_ = ConstVecMap(y + nq, nu);
    if (rank_ > 0) u_corrected_ += pushed_;
    VecMap rates(position_rates_.data(), nq);
    compute_position_rates(model_, {t, y, u_corrected_.data(), nullptr}, rates);
    compute_loop_coordinate_rates(model_, ws_, rates);
    r.head(nq) = ConstVecMap(yp, nq) - position_rates_;
    eval_forces(model_, state, ws_);
    double power = ws_.power + compute_damping_power(model_, state);
    if (rank_ > 0) apply_loop_forces(model_, lambda_, ws_);
    ritz::eval_residual(model_, state, yp + nq, ws_, u_residual_);
    power += compute_drive_power(model_, ws_);
    r.segment(nq, nu) = u_residual_;
    r.segment(nq + nu, nz) = ConstVecMap(yp + nq + nu, nz) - ws_.z_dot;
    r[nq + nu + nz - 1] = yp[nq + nu + nz - 1] - power;
}

void GglSystem::make_consistent(const State& state, VecX& y, VecX& yp) const {
    Workspace ws(model_);
    VecX y_ode;
    pack(state, y_ode);
    y.setZero(size());
    yp.setZero(size());
    y.head(model_.states()) = y_ode;
    eval_rates(model_, state.t, y_ode.data(), yp.data(), ws);
    if (rank_ > 0) y.segment(model_.states(), rank_) = basis_.transpose() * ws.lambda;
}

}  // namespace ritz
