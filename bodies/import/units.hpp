#pragma once
// Programs without units of their own leave them to the user; most work in mm, tonnes and seconds. Ours are SI.
#include "bodies/fe/fe_model.hpp"

namespace ritz {

/// What one unit of the file is in SI.
struct Units {
    double length = 1;  // [m]
    double mass = 1;    // [kg]
    double time = 1;    // [s]
};

/// mm, N, MPa: what Abaqus users mostly take.
inline constexpr Units millimetre_tonne_second{1e-3, 1e3, 1};

/// With u = S û, where S is the unit of length for translations and 1 for rotations (and internal unknowns, whose size
/// is free): K = S⁻¹ K̂ S⁻¹ m l²/t², D = S⁻¹ D̂ S⁻¹ m l²/t, M = S⁻¹ M̂ S⁻¹ m l².
FeModel convert_to_si(FeModel model, const Units& units);

}  // namespace ritz
