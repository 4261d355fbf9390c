#pragma once
// The offline part of the error bound (theory §6): small matrices from which, along a run, the residual of the full
// body in its moving frame is known mode by mode and in norm, without a vector of the size of the model.
//
// With T = α~ + ω~ω~ and M_ab the mass matrix with e_a e_bᵀ applied to the nodes (fe_integrals.hpp), for any curve q(t)
//   ρ = X a + M V d,   d = Vᵀρ
//   X = [B, M e_i, M c_b e_a, M_ab V, K V],   a = (loads, -(a-g)_i, -T_ab, -(T_ab q + 2 ω~_ab q'), -(q + β q'))
// and because V is orthonormal in M the columns can be projected once, X~ = (I - M V Vᵀ) X.
#include "bodies/estimator_data.hpp"
#include "reduction/methods.hpp"

namespace ritz {

/// Names of the matrices, for m exact modes Φ, n shapes V, r static directions Y, p columns of [X, M V]:
///   "projection"      n x p-n   VᵀX: d = VᵀX a - q'' - α q'
///   "modes"           m x p     Φᵀ[X~, M V]: what drives the exact modes
///   "static"          r x p     R with K⁻¹Q [X~, M V] = Y R up to the tail, Q = I - M Φ Φᵀ; Y orthonormal in M
///   "static_omega"    r         YᵀKY = diag of the squares of these
///   "mode_coupling"   m x 9m    ΦᵀM_abΦ, the block 3a + b from the column (3a + b) m on
///   "static_coupling" r x 9m    R_c with K⁻¹Q M_ab Φ = Y R_c
///   "tail"            1 x 2     what Y leaves of K⁻¹Q ([X~, M V] a + M_abΦ c) is at most this times |(a, c)/weights|,
///                               in the M- and the K-norm
///   "weights", "coupling_weights"   p, 9m
///   "feedback"        m x 9r    ΦᵀM_ab Y
///   "output_modes"    c x m     C Φ,   C: six motions of each marker, in the order of the body
///   "output_static"   c x r     C Y
///   "output_rest"     c x 2     norms of C with respect to K on all that is orthogonal to Φ, and on everything
///   "track 0", ...    3 x k     the nodes of each track, whose cubic splines spread a load over its nodes
///   "damping"         1 x 2     α, β of D = αM + βK; empty if D is something else
///   "is_exact"        1 x 1     1 if M_ab is exact, 0 if rotations of nodes had to be spread over the directions
EstimatorData compute_estimator_data(ReductionProblem& problem, const Basis& basis, int modes,
                                     const ReductionProgress& progress = {});

/// The names of the p columns of [X, M V]: "marker tip fx", "track rail 3 mz", "a x", "T xy", "xy shape 1",
/// "stiffness shape 1", "inertia shape 1".
std::vector<std::string> list_estimator_columns(const Structure& structure, Eigen::Index shapes);

}  // namespace ritz
