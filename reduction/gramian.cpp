// The frequency-weighted position Gramian and its leading directions ([Holzwarth2014] (15)-(18), [Fehr2018]):
//   P = 1/π ∫_ω1^ω2 Re(L⁻¹B Bᵀ L⁻ᴴ) dω ≈ Z Zᵀ,   L(ω) = K + iωD - ω²M,   Z = [sqrt(w_k/π) Re, sqrt(w_k/π) Im] of
//   L(ω_k)⁻¹B
// and of velocities with iω_k L(ω_k)⁻¹B.
#include <fmt/format.h>

#include <numbers>

#include "bodies/quadrature.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_products.hpp"
#include "reduction/columns.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {

using Eigen::Index;

namespace {

/// Fewer columns with the same Z Zᵀ, up to 1e-10 of its largest direction.
MatX condense_snapshots(const SparseMat& M, const MatX& Z) {
    const LeadingDirections leading = find_leading_directions(M, Z, static_cast<int>(Z.cols()));
    const Index kept = (leading.sigma.array() > 1e-10 * leading.sigma[0]).count();
    return leading.V.leftCols(kept) * leading.sigma.head(kept).asDiagonal();
}

}  // namespace

MatX sample_gramian(const HeldSystem& system, const MatX& B, const Gramian& gramian,
                    const ReductionProgress& progress) {
    const Band& band = gramian.band;
    const int samples = gramian.samples;
    if (!(band.high > band.low) || band.low < 0)
        throw InputError(fmt::format("band [{}, {}] Hz: expected 0 ≤ low < high", band.low, band.high));
    if (samples < 1) throw InputError(fmt::format("samples: found {}, expected at least 1", samples));
    if (B.cols() == 0) return MatX(system.size(), 0);
    const QuadratureRule rule = make_gauss_rule(samples);
    const double pi = std::numbers::pi, centre = pi * (band.high + band.low), half = pi * (band.high - band.low);
    // Without damping the integrand has poles on the path: they are passed at 1 % of the frequency.
    const double aside = system.D().nonZeros() ? 0.0 : 0.01;
    VecXc shifts(samples);
    VecX weights(samples);
    for (int k = 0; k < samples; ++k) {
        const double omega = centre + half * rule.points[k];
        shifts[k] = Complex(aside * omega, omega);
        weights[k] = std::sqrt(half * rule.weights[k] / pi) * (gramian.of_velocities ? omega : 1.0);
    }
    // In groups: what the snapshots so far have in common is kept by its directions, so that many samples of many
    // inputs neither fill the memory nor the time of the last decomposition.
    constexpr Index widest = 384;
    const Index columns = 2 * B.cols(), group = std::max<Index>(2, widest / (2 * columns));
    MatX Z(system.size(), 0);
    for (Index first = 0; first < samples; first += group) {
        const Index count = std::min<Index>(group, samples - first), before = Z.cols();
        Z.conservativeResize(Eigen::NoChange, before + columns * count);
        Index done = first;
        system.solve_all_shifted(shifts.segment(first, count), B.cast<Complex>(), [&](Index k, const MatXc& X) {
            Z.middleCols(before + columns * k, columns) = weights[first + k] * split_complex(X);
            ++done;
            if (progress)
                progress(fmt::format("frequencies: {} of {}", done, samples), static_cast<double>(done) / samples);
        });
        if (Z.cols() > widest && first + count < samples) Z = condense_snapshots(system.M(), Z);
    }
    return Z;
}

LeadingDirections find_leading_directions(const SparseMat& M, const MatX& snapshots, int count) {
    // Singular vectors from an orthonormal basis of the snapshots, not from their Gram matrix, which would lose half
    // the digits: snapshots = Q R, R = U Σ Wᵀ, directions Q U.
    const MatX Q = orthonormalise(M, snapshots, 1e-13);
    if (Q.cols() == 0) return {Q, VecX(0)};  // no snapshots, or all zero
    const MatX R = multiply_transposed(multiply_symmetric(M, Q), snapshots);
    const Svd svd = compute_svd(R);
    Index kept = std::min<Index>(count, svd.sigma.size());
    while (kept > 0 && svd.sigma[kept - 1] <= 1e-14 * svd.sigma[0]) --kept;
    return {multiply(Q, svd.U.leftCols(kept)), svd.sigma.head(kept)};
}

Columns make_gramian_columns(ReductionProblem& problem, const Gramian& gramian, int count,
                             const ReductionProgress& progress) {
    if (problem.inputs().cols() == 0)
        throw InputError("gramian needs inputs: name the markers or tracks on which loads act");
    const HeldSystem& system = problem.system();
    const MatX Z = sample_gramian(system, MatX(problem.inputs()), gramian, progress);
    return {MatX(system.size(), 0), find_leading_directions(system.M(), Z, count).V, {}};
}

}  // namespace ritz
