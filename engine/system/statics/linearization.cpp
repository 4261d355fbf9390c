#include "engine/system/statics/linearization.hpp"

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/system/forces/straight_laws.hpp"
#include "engine/system/loops/ggl.hpp"
#include "engine/system/statics/coordinate_scales.hpp"

namespace ritz {
namespace {

/// (u', z') at a state that was moved by a small step along one of (a, b, z).
class Differences {
  public:
    Differences(const Model& model, const State& state, const MatX& Z)
        : model_(model), state_(state), Z_(Z), ws_(model) {}

    /// Central difference by the k-th of (a, b, z).
    VecX derivative(Eigen::Index k) {
        // Truncation of the order h², rounding of eps/h, both of terms that change with the geometry.
        constexpr double h = 1e-6;
        const double step = k < Z_.cols()       ? h
                            : k < 2 * Z_.cols() ? h * fastest()
                                                : h * std::max(1.0, std::abs(control(k)));
        return (rates(k, step) - rates(k, -step)) / (2 * step);
    }

    VecX rates_here() { return rates(0, 0); }

  private:
    double control(Eigen::Index k) const { return state_.z[k - 2 * Z_.cols()]; }

    /// Inertia forces are quadratic in rates, where differences are exact: the step only has to stand above rounding.
    double fastest() const {
        double rate = state_.u.size() > 0 ? state_.u.lpNorm<Eigen::Infinity>() : 0;
        for (const Signal& motion : model_.motions) rate = std::max(rate, std::abs(motion.at(state_.t).rate));
        return std::max(1.0, rate);
    }

    VecX rates(Eigen::Index k, double step) {
        const Eigen::Index n = Z_.cols();
        State moved = state_;
        if (step != 0 && k < n) {
            move_along(model_, step * Z_.col(k), moved.q);
            if (model_.rows > 0) {
                const VecX u = moved.u;
                if (!project(model_, moved, ws_)) throw NumericalError("the loops come apart near this position");
                if (u.isZero(0)) moved.u = u;
            }
        } else if (k < 2 * n) {
            moved.u += step * Z_.col(k < n ? 0 : k - n);
        } else {
            moved.z[k - 2 * n] += step;
        }
        pack(moved, y_);
        y_dot_.resize(model_.states());
        eval_rates(model_, moved.t, y_.data(), y_dot_.data(), ws_);
        return y_dot_.segment(model_.nq, model_.nu + model_.nz);
    }

    const Model& model_;
    const State& state_;
    const MatX& Z_;
    Workspace ws_;
    VecX y_, y_dot_;
};

Model with_straight_laws(const Model& model, const State& state) {
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    Model straight = model;
    straight.forces = make_straight_laws(model, view(state), ws);
    return straight;
}

MatX factor_of(const MatX& M) {
    const auto L = factorise_definite(M);
    if (!L) throw NumericalError("the mass matrix is not positive definite in this position");
    return *L;
}

}  // namespace

MatX compute_mass_matrix(const Model& model, const State& state) {
    // Columns by inverse dynamics, M e_k = residual(e_k) - residual(0), at rest; a large acceleration keeps the
    // rounding of the elastic forces, which cancel, small beside it.
    State rest = state;
    rest.u.setZero();
    Workspace ws(model);
    eval_kinematics(model, view(rest), ws);
    clear_forces(ws);
    VecX unit = VecX::Zero(model.nu), base(model.nu), column(model.nu);
    eval_residual(model, view(rest), unit.data(), ws, base);
    const double size = std::max(1.0, base.size() > 0 ? base.lpNorm<Eigen::Infinity>() : 0.0);
    MatX M(model.nu, model.nu);
    for (int k = 0; k < model.nu; ++k) {
        unit.setZero();
        unit[k] = size;
        eval_residual(model, view(rest), unit.data(), ws, column);
        M.col(k) = (column - base) / size;
    }
    return 0.5 * (M + M.transpose());
}

MatX compute_tangent_basis(const Model& model, const State& state) {
    const VecX scale = compute_coordinate_scales(model);
    if (model.rows == 0) return scale.asDiagonal();
    // Rows that others contain on the undeformed bodies hold nothing on deflected ones either.
    const MatX G = compute_loop_jacobian(model, state)(list_independent_rows(model, state), Eigen::all);
    if (G.rows() == 0) return scale.asDiagonal();
    return scale.asDiagonal() * compute_null_space(G * scale.asDiagonal(), 1e-7);
}

Linearization linearize(const Model& model, const State& state) {
    Linearization linear;
    linear.Z = compute_tangent_basis(model, state);
    const Eigen::Index n = linear.Z.cols(), nz = model.nz;
    const MatX ZtM = linear.Z.transpose() * compute_mass_matrix(model, state);
    linear.M = ZtM * linear.Z;
    linear.K.resize(n, n), linear.D.resize(n, n), linear.F.resize(n, nz), linear.C.resize(nz, 2 * n + nz);
    const Model straight = with_straight_laws(model, state);
    Differences differences(straight, state, linear.Z);
    for (Eigen::Index k = 0; k < 2 * n + nz; ++k) {
        const VecX d = differences.derivative(k);
        const VecX force = ZtM * d.head(model.nu);
        if (k < n)
            linear.K.col(k) = -force;
        else if (k < 2 * n)
            linear.D.col(k - n) = -force;
        else
            linear.F.col(k - 2 * n) = force;
        linear.C.col(k) = d.segment(model.nu, nz);
    }
    linear.acceleration = ZtM * differences.rates_here().head(model.nu);
    return linear;
}

MatX Linearization::make_motion_basis() const {
    // u = Z b and b = L⁻ᵀ β with M = L Lᵀ.
    const MatX L = factor_of(M);
    return L.triangularView<Eigen::Lower>().solve(Z.transpose()).transpose();
}

MatX Linearization::make_system_matrix() const {
    const Eigen::Index n = size(), nz = F.cols();
    const MatX L = factor_of(M);
    const auto lower = L.triangularView<Eigen::Lower>();
    const auto whiten_columns = [&](const MatX& B) { return MatX(lower.solve(B.transpose()).transpose()); };
    MatX A = MatX::Zero(2 * n + nz, 2 * n + nz);
    A.block(0, n, n, n).setIdentity();
    A.block(n, 0, n, n) = -lower.solve(whiten_columns(K));
    A.block(n, n, n, n) = -lower.solve(whiten_columns(D));
    if (nz > 0) {
        A.block(n, 2 * n, n, nz) = lower.solve(F);
        A.block(2 * n, 0, nz, n) = whiten_columns(C.leftCols(n));
        A.block(2 * n, n, nz, n) = whiten_columns(C.middleCols(n, n));
        A.bottomRightCorner(nz, nz) = C.rightCols(nz);
    }
    return A;
}

}  // namespace ritz
