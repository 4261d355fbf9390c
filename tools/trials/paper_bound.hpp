#pragma once
// The error bound of [Fehr2018] (7) for one linear body, in the norm of M:
//   Δ(t) = C12 ∫ |M⁻¹R|_M dτ,   R = M V q'' + D V q' + K V q - B u,   e(0) = e'(0) = 0
// In all modes of the body |M⁻¹R|_M is the length of the modal residual, and Φ12 is diagonal for Rayleigh and modal
// damping: its norm is the largest |g_i(t)| of the oscillators, g_i = e^{-δt} sin(ω_d t)/ω_d, so that C12 is known for
// bodies of any size. Loads of a frame that moves without turning belong to B u.
#include "engine/simulation/body_record.hpp"
#include "tools/trials/full_body.hpp"

namespace ritz {

struct PaperBound {
    double state = 0;     // at the end; 0 where the frame turns, which the bound does not know
    double constant = 0;  // C12 [s]
};
PaperBound compute_paper_bound(const FullBody& body, const MatX& V, const BodyRecord& record);

/// The norm of Φ12(t) over times, as [Fehr2018] Table 1 compares its substitutes: each with Φ12 in the coordinates of
/// the unknowns, weighted by the square root of M.
struct NormVariants {
    VecX exact, frobenius, one_and_infinity, condition;  // (12), (10), (11), (14), one value a time
};
NormVariants compute_norm_variants(const FullBody& body, const VecX& times);

}  // namespace ritz
