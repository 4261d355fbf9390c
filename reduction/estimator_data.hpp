#pragma once
// The offline part of the error bound (theory §6): small matrices from which, along a run, the residual
//   ρ = X a,   X = [B, M V, D V, K V, M R],   a = (u, -q̄'', -q̄', -q̄, -rigid accelerations)
// is known mode by mode and in norm, without a vector of the size of the model.
#include "bodies/exchange/body_file.hpp"
#include "reduction/methods.hpp"

namespace ritz {

/// m exact modes Φ with their frequencies and the next one (the last of `frequencies`), and
///   "loads"          Φᵀ X: what drives the deflated modes
///   "static_K"       R with ||R a|| = ||K⁻¹ρ⊥||_K,  ρ⊥ = ρ - M Φ Φᵀρ; triangular, by [Buhr2014]
///   "static_M"       R with ||R a|| = ||K⁻¹ρ⊥||_M;   "output_modes"  C Φ;   "output_static"  C K⁻¹X⊥
///   "output_compliance"  diag of C (K⁻¹ - Φ Ω⁻² Φᵀ) Cᵀ;   "columns"  numbers of columns of B, MV, DV, KV, MR in X
EstimatorData compute_estimator_data(ReductionProblem& problem, const Basis& basis, int modes,
                                     const ReductionProgress& progress = {});

}  // namespace ritz
