#pragma once
// The lowest eigenpairs of K φ = ω² M φ by block Lanczos on K⁻¹M, in the inner product of M. Blocks find multiple
// eigenvalues as long as their multiplicity does not exceed the width, and let the solver work on several columns at
// once. No restarts: the basis grows until the wanted pairs have converged, which takes the fewest solves. Small
// systems are solved densely.
#include <functional>

#include "core/linear_algebra/sparse.hpp"

namespace ritz {

struct Eigenmodes {
    VecX omega;  // ascending [rad/s]
    MatX modes;  // M-orthonormal columns
};

struct LanczosOptions {
    double tolerance = 1e-10;  // of the residual of K⁻¹M φ = φ/ω², relative to 1/ω²
    int width = 8;             // columns of a block
    /// Called with the number of converged modes after every block; may throw to stop.
    std::function<void(int converged)> progress;
};

/// apply_inverse(F) = K⁻¹ F, symmetric and positive semidefinite (zero on directions that are held).
/// M positive semidefinite. Returns min(count, rank of the operator) pairs. Throws NumericalError without convergence.
Eigenmodes compute_lowest_modes(const std::function<MatX(const MatX&)>& apply_inverse, const SparseMat& M, int count,
                                const LanczosOptions& options = {});

/// All pairs with ω below the limit.
Eigenmodes compute_modes_below(const std::function<MatX(const MatX&)>& apply_inverse, const SparseMat& M,
                               double omega_limit, const LanczosOptions& options = {});

}  // namespace ritz
