#include "core/linear_algebra/lanczos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/gram_factor.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// The growing M-orthonormal basis Q, with MQ beside it and T = Qᵀ M K⁻¹ M Q.
struct Basis {
    MatX Q, MQ, T;
    Index size = 0;

    void reserve(Index rows, Index columns) {
        if (columns <= Q.cols()) return;
        const Index wide = std::max(columns, 2 * Q.cols());
        Q.conservativeResize(rows, wide);
        MQ.conservativeResize(rows, wide);
        T.conservativeResize(wide, wide);
    }
    void append(const MatX& block, const MatX& M_block) {
        reserve(block.rows(), size + block.cols());
        Q.middleCols(size, block.cols()) = block;
        MQ.middleCols(size, block.cols()) = M_block;
        size += block.cols();
    }
};

/// W less its part in the basis; returns the coefficients. Twice, because once leaves rounding behind.
MatX remove_basis(const Basis& basis, MatX& W) {
    MatX coefficients = MatX::Zero(basis.size, W.cols());
    for (int round = 0; round < 2; ++round) {
        const MatX part = multiply_transposed(basis.MQ.leftCols(basis.size), W);
        subtract_product(W, basis.Q.leftCols(basis.size), part);
        coefficients += part;
    }
    return coefficients;
}

/// M-orthonormal columns spanning W (fewer where W is deficient), and R with W = columns R.
struct OrthonormalBlock {
    MatX Q, MQ, R;
};

/// Column by column (Gram-Schmidt), because a Gram matrix would not see lengths below the root of rounding.
OrthonormalBlock orthonormalise_by_columns(const SparseMat& M, const MatX& W, double negligible) {
    OrthonormalBlock result{MatX(W.rows(), W.cols()), MatX(W.rows(), W.cols()), MatX::Zero(W.cols(), W.cols())};
    Index kept = 0;
    for (Index j = 0; j < W.cols(); ++j) {
        VecX w = W.col(j);
        for (int round = 0; round < 2; ++round) {
            const VecX part = result.MQ.leftCols(kept).transpose() * w;
            w -= result.Q.leftCols(kept) * part;
            result.R.col(j).head(kept) += part;
        }
        const VecX Mw = M * w;
        const double length = std::sqrt(std::max(0.0, w.dot(Mw)));
        if (length <= std::max(negligible, 1e-14 * result.R.col(j).norm())) continue;
        result.Q.col(kept) = w / length;
        result.MQ.col(kept) = Mw / length;
        result.R(kept++, j) = length;
    }
    result.Q.conservativeResize(Eigen::NoChange, kept);
    result.MQ.conservativeResize(Eigen::NoChange, kept);
    result.R.conservativeResize(kept, Eigen::NoChange);
    return result;
}

/// At once where all columns are far from negligible and from each other.
OrthonormalBlock orthonormalise(const SparseMat& M, const MatX& W, double negligible) {
    OrthonormalBlock result{W, multiply_symmetric(M, W), {}};
    if (W.cols() == 0 || !result.MQ.allFinite()) return {MatX(W.rows(), 0), MatX(W.rows(), 0), MatX(0, W.cols())};
    const auto squares = (result.Q.array() * result.MQ.array()).colwise().sum();
    if (!(squares.minCoeff() > 0) || !(std::sqrt(squares.minCoeff()) > 1e5 * negligible))
        return orthonormalise_by_columns(M, W, negligible);
    std::optional<MatX> R = orthonormalise_by_gram(M, 3, result.Q, result.MQ);
    if (!R) return orthonormalise_by_columns(M, W, negligible);
    result.R = std::move(*R);
    result.MQ = multiply_symmetric(M, result.Q);
    return result;
}

MatX make_start(Index rows, Index columns) {
    std::mt19937_64 generator(1909);  // the same start every time: results must not depend on the hour
    std::normal_distribution<double> normal;
    return MatX::NullaryExpr(rows, columns, [&](Index, Index) { return normal(generator); });
}

/// Lanczos, one block at a time, with the Ritz pairs after each.
class BlockLanczos {
  public:
    BlockLanczos(const std::function<MatX(const MatX&)>& apply_inverse, const SparseMat& M,
                 const LanczosOptions& options)
        : apply_inverse_(apply_inverse), M_(M), options_(options) {
        const Index width = std::min<Index>(options.width, M.rows());
        // One application takes the start into the range of K⁻¹M, where eigenvectors live even if M is singular.
        MatX W = apply_inverse_(multiply_symmetric(M_, make_start(M.rows(), width)));
        next_ = orthonormalise(M_, W, 0);
    }

    bool exhausted() const { return next_.Q.cols() == 0; }
    Index size() const { return basis_.size; }

    void grow() {
        const Index first = basis_.size, width = next_.Q.cols();
        basis_.append(next_.Q, next_.MQ);
        MatX W = apply_inverse_(next_.MQ);
        const MatX h = remove_basis(basis_, W);
        basis_.T.block(0, first, basis_.size, width) = h;
        basis_.T.block(first, 0, width, basis_.size) = h.transpose();
        // What is left of W after rounding is noise once the space is invariant.
        const double negligible = 1e-13 * h.norm();
        next_ = orthonormalise(M_, W, negligible);
        const SymmetricEigen ritz = solve_symmetric_eigen(basis_.T.topLeftCorner(basis_.size, basis_.size));
        theta_ = ritz.values.reverse();
        vectors_ = ritz.vectors.rowwise().reverse();
        const MatX tails = next_.R * vectors_.bottomRows(width);
        residuals_ = tails.rows() ? VecX(tails.colwise().norm()) : VecX::Zero(theta_.size());
    }

    /// How many of the leading Ritz pairs have converged, without a gap.
    int converged() const {
        int count = 0;
        while (count < theta_.size() && theta_[count] > 0 && residuals_[count] <= options_.tolerance * theta_[count])
            ++count;
        return count;
    }
    double omega(int i) const { return 1 / std::sqrt(theta_[i]); }

    Eigenmodes extract(int count) const {
        Eigenmodes result;
        result.omega = theta_.head(count).cwiseSqrt().cwiseInverse();
        result.modes = multiply(basis_.Q.leftCols(basis_.size), vectors_.leftCols(count));
        return result;
    }

  private:
    const std::function<MatX(const MatX&)>& apply_inverse_;
    const SparseMat& M_;
    const LanczosOptions& options_;
    Basis basis_;
    OrthonormalBlock next_;
    VecX theta_, residuals_;
    MatX vectors_;
};

/// Grows until done(converged, lanczos) says so, or the whole space is spanned.
template <typename Done>
int run(BlockLanczos& lanczos, Index rows, const LanczosOptions& options, const Done& done) {
    if (lanczos.exhausted())
        throw NumericalError("the eigenvalue iteration cannot start: the mass is zero, or numbers are out of range");
    while (true) {
        if (lanczos.size() > rows) throw NumericalError("the eigenvalue iteration did not converge");
        lanczos.grow();
        const int converged = lanczos.converged();
        if (options.progress) options.progress(converged);
        if (lanczos.exhausted() || done(converged)) return converged;
    }
}

/// Small systems all at once: in a space that is nearly used up, blocks hold more noise than motion.
bool is_small(Index rows, Index count) { return rows <= 200 || (rows <= 2000 && 2 * count >= rows); }

/// M = U D Uᵀ = L Lᵀ by its eigenvectors: Lᵀ K⁻¹ L y = θ y, φᵀMφ = yᵀy = 1 with φ = U D^(-1/2) y, orthonormal to
/// rounding also where θ is small. A singular M does not say what its massless part does: there φ = K⁻¹ L y / θ.
Eigenmodes compute_all_modes(const std::function<MatX(const MatX&)>& apply_inverse, const SparseMat& M,
                             const LanczosOptions& options) {
    const MatX mass = M.selfadjointView<Eigen::Lower>() * MatX::Identity(M.rows(), M.rows());
    const SymmetricEigen of_mass = solve_symmetric_eigen(mass);
    const Index size = of_mass.values.size();
    const double largest = size > 0 ? of_mass.values[size - 1] : 0;
    const Index rank = size > 0 ? (of_mass.values.array() > 1e-14 * largest).count() : 0;
    if (!(largest > 0) || !std::isfinite(largest * largest))
        throw NumericalError("the eigenvalue iteration cannot start: the mass is zero, or numbers are out of range");
    const MatX L = of_mass.vectors.rightCols(rank) * of_mass.values.tail(rank).cwiseSqrt().asDiagonal();
    const MatX inverse_L = apply_inverse(L);
    if (!inverse_L.allFinite()) throw NumericalError("the eigenvalue iteration did not converge");
    const SymmetricEigen inner = solve_symmetric_eigen(make_symmetric(L.transpose() * inverse_L));
    const VecX theta = inner.values.reverse();
    const Index found = (theta.array() > 1e-13 * std::max(theta.size() > 0 ? theta[0] : 0, 0.0)).count();
    if (options.progress) options.progress(static_cast<int>(found));
    Eigenmodes result;
    result.omega = theta.head(found).cwiseSqrt().cwiseInverse();
    const MatX y = inner.vectors.rowwise().reverse().leftCols(found);
    result.modes = rank == size ? MatX(L * of_mass.values.cwiseInverse().asDiagonal() * y)
                                : MatX(inverse_L * y * theta.head(found).cwiseInverse().asDiagonal());
    return result;
}

Eigenmodes take_first(const Eigenmodes& all, Index count) { return {all.omega.head(count), all.modes.leftCols(count)}; }

}  // namespace

Eigenmodes compute_lowest_modes(const std::function<MatX(const MatX&)>& apply_inverse, const SparseMat& M, int count,
                                const LanczosOptions& options) {
    if (is_small(M.rows(), count)) {
        const Eigenmodes all = compute_all_modes(apply_inverse, M, options);
        return take_first(all, std::min<Index>(count, all.omega.size()));
    }
    BlockLanczos lanczos(apply_inverse, M, options);
    const int converged = run(lanczos, M.rows(), options, [&](int found) { return found >= count; });
    return lanczos.extract(std::min(count, converged));
}

Eigenmodes compute_modes_below(const std::function<MatX(const MatX&)>& apply_inverse, const SparseMat& M,
                               double omega_limit, const LanczosOptions& options) {
    if (is_small(M.rows(), 0)) {
        const Eigenmodes all = compute_all_modes(apply_inverse, M, options);
        return take_first(all, (all.omega.array() < omega_limit).count());
    }
    BlockLanczos lanczos(apply_inverse, M, options);
    const int converged = run(lanczos, M.rows(), options,
                              [&](int found) { return found > 0 && lanczos.omega(found - 1) >= omega_limit; });
    int below = 0;
    while (below < converged && lanczos.omega(below) < omega_limit) ++below;
    return lanczos.extract(below);
}

}  // namespace ritz
