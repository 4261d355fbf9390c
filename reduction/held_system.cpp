#include "reduction/held_system.hpp"

#include <fmt/format.h>

#include <mutex>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/parallel.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// As many dofs as there are rigid motions, far enough apart to hold them: the pivots of a QR of Rᵀ.
std::vector<int> choose_held_dofs(const MatX& R) {
    if (R.cols() == 0) return {};
    // Scaled, so that turning by a radian counts like moving by the size of the body.
    const MatX scaled = R * R.colwise().norm().cwiseInverse().asDiagonal();
    std::vector<int> order = order_by_pivots(scaled.transpose());
    order.resize(static_cast<std::size_t>(R.cols()));
    return order;
}

/// K with the held dofs replaced by springs of their own stiffness: rows and columns out, the diagonal left.
template <class Sparse>
Sparse hold_isostatically(const Sparse& K, const std::vector<int>& held) {
    Sparse result = K;  // NOLINT(performance-unnecessary-copy-initialization): its iterator changes it
    std::vector<char> is_held(static_cast<std::size_t>(K.rows()), 0);
    for (int dof : held) is_held[static_cast<std::size_t>(dof)] = 1;
    for (Index j = 0; j < result.outerSize(); ++j)
        for (typename Sparse::InnerIterator entry(result, j); entry; ++entry)
            if (entry.row() != j &&
                (is_held[static_cast<std::size_t>(entry.row())] || is_held[static_cast<std::size_t>(j)]))
                entry.valueRef() = 0;
    return result;
}

Cholesky factorise(const SparseMat& K, const std::vector<int>& held) {
    try {
        return held.empty() ? Cholesky(K) : Cholesky(hold_isostatically(K, held));
    } catch (const NumericalError& error) {
        throw InputError(fmt::format(
            "the stiffness matrix is not positive definite on what the supports or the frame leave free: a mechanism, "
            "loose parts, or an unknown without stiffness ({})",
            error.what()));
    }
}

/// A u + Cᵀλ = F, C u = 0 with the isostatic dofs h eliminated last:
///   u = u_F + W x,   x = (u_h, λ),   u_F = A_iso⁻¹ F on the free dofs, zero on h
/// A itself is nearly singular on rigid motions when s is small; A_iso never is.
std::function<MatXc(const MatXc&)> hold_shifted(const SparseMatC& A, const EliminationPlan& plan,
                                                const std::vector<int>& held, const MatX& C) {
    const auto factor = std::make_shared<const ShiftedFactor>(plan, hold_isostatically(A, held));
    const auto solve_free = [factor, held](MatXc F) -> MatXc {
        for (int dof : held) F.row(dof).setZero();
        return factor->solve(F);
    };
    const auto h = static_cast<Index>(held.size());
    MatXc A_h(A.rows(), h);
    for (Index k = 0; k < h; ++k) A_h.col(k) = A.col(held[static_cast<std::size_t>(k)]);
    // Reactions measured like stiffness times motion, so that the border's pivots can be compared.
    const MatXc G = (A_h.cwiseAbs().maxCoeff() / C.cwiseAbs().maxCoeff() * C).cast<Complex>();
    MatXc loads(A.rows(), 2 * h);
    loads << A_h, G.transpose();
    MatXc W = -solve_free(loads);
    for (Index k = 0; k < h; ++k) W(held[static_cast<std::size_t>(k)], k) = 1;
    MatXc border(2 * h, 2 * h);
    border << A_h.transpose() * W, G * W;
    for (Index k = 0; k < h; ++k) border.block(k, h, 1, h) += G.col(held[static_cast<std::size_t>(k)]).transpose();
    return [solve_free, held, A_h, G, W, border](const MatXc& F) -> MatXc {
        const MatXc u = solve_free(F);
        MatXc rest(2 * A_h.cols(), F.cols());
        rest << F(held, Eigen::all) - A_h.transpose() * u, -G * u;
        return u + W * solve_square(border, rest);
    };
}

}  // namespace

HeldSystem::HeldSystem(const Structure& structure, ReferenceFrame frame)
    : structure_(structure), frame_(std::move(frame)), held_dofs_(choose_held_dofs(frame_.R)) {
    factor_.emplace(factorise(structure.K, held_dofs_));
    plan_.emplace(*factor_);
}

MatX HeldSystem::solve_static(const MatX& F) const {
    if (held_dofs_.empty()) return factor_->solve(F);
    MatX balanced = frame_.balance(F);
    for (int dof : held_dofs_) balanced.row(dof).setZero();
    return frame_.hold(factor_->solve(balanced));
}

std::function<MatXc(const MatXc&)> HeldSystem::shift(Complex s) const {
    if (s == Complex(0, 0))
        return [this](const MatXc& F) -> MatXc {
            MatX parts(F.rows(), 2 * F.cols());
            parts << F.real(), F.imag();
            const MatX u = solve_static(parts);
            return u.leftCols(F.cols()).cast<Complex>() + Complex(0, 1) * u.rightCols(F.cols()).cast<Complex>();
        };
    SparseMatC A = K().cast<Complex>() + s * D().cast<Complex>() + (s * s) * M().cast<Complex>();
    if (!held_dofs_.empty()) return hold_shifted(A, *plan_, held_dofs_, frame_.C);
    const auto factor = std::make_shared<const ShiftedFactor>(*plan_, std::move(A));
    return [factor](const MatXc& F) { return factor->solve(F); };
}

void HeldSystem::solve_all_shifted(const VecXc& shifts, const MatXc& F,
                                   const std::function<void(Index i, const MatXc& X)>& consume) const {
    solve_all_shifted(
        shifts, [&F](Index) { return F; }, consume);
}

void HeldSystem::solve_all_shifted(const VecXc& shifts, const std::function<MatXc(Index i)>& load,
                                   const std::function<void(Index i, const MatXc& X)>& consume) const {
    std::mutex mutex;
    for_all_in_parallel(shifts.size(), [&](Index i) {
        const MatXc X = shift(shifts[i])(load(i));
        const std::lock_guard lock(mutex);
        consume(i, X);
    });
}

Eigenmodes HeldSystem::compute_modes(int count, const LanczosOptions& options) const {
    return compute_lowest_modes([this](const MatX& F) { return solve_static(F); }, M(), count, options);
}

Eigenmodes HeldSystem::compute_modes_below(double omega, const LanczosOptions& options) const {
    return ritz::compute_modes_below([this](const MatX& F) { return solve_static(F); }, M(), omega, options);
}

}  // namespace ritz
