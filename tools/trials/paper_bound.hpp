#pragma once
// The error bounds of [Fehr2018] (6)(7) for one linear body, in the norm of M:
//   Δ~(t) = ∫ C~12(t-τ) |M⁻¹R(τ)|_M dτ,   Δ(t) = C12 ∫ |M⁻¹R|_M dτ,   R = M V q'' + D V q' + K V q - B u
// for e(0) = e'(0) = 0. In all modes of the body |M⁻¹R|_M is the length of the modal residual, and Φ12 is diagonal for
// Rayleigh and modal damping: C~12 is the largest |g_i(t)| of the oscillators, g_i = e^{-δt} sin(ω_d t)/ω_d, and C12
// its maximum, so that both are known for bodies of any size. Loads of a frame that moves without turning belong to B
// u. Bounds of outputs (8)(9) are those times C2 = max |C z| over |z|_M = 1.
#include "engine/simulation/body_record.hpp"
#include "tools/trials/full_body.hpp"

namespace ritz {

struct PaperBound {
    std::vector<double> by_time, by_constant;  // Δ~ and Δ at the wanted times; empty where the frame turns
    double constant = 0;                       // C12 [s]

    double largest_by_time() const;
    double largest_by_constant() const { return by_constant.empty() ? 0 : by_constant.back(); }  // it only grows
};
/// times: ascending [s].
PaperBound compute_paper_bound(const FullBody& body, const MatX& V, const BodyRecord& record,
                               const std::vector<double>& times);

/// The norm of Φ12(t) over times, as [Fehr2018] Table 1 compares its substitutes: each with Φ12 in the coordinates of
/// the unknowns, weighted by the square root of M.
struct NormVariants {
    VecX exact, frobenius, one_and_infinity, condition;  // (12), (10), (11), (14), one value a time
};
NormVariants compute_norm_variants(const FullBody& body, const VecX& times);

}  // namespace ritz
