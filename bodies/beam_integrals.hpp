#pragma once
// The mass integrals of a beam with given shapes (theory §1).
#include "bodies/beam.hpp"

namespace ritz {

/// rotary_inertia: whether the sections' mass takes part in bending (Rayleigh) or sits on the axis (Euler).
MassIntegrals compute_beam_integrals(const BeamShapes& shapes, const BeamLaw& law, bool rotary_inertia);

}  // namespace ritz
