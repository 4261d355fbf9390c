#pragma once
// Consistent initial conditions: loops assembled, optionally static equilibrium (theory §2).
#include "core/warnings.hpp"
#include "engine/simulation/scene.hpp"

namespace ritz {

/// The state a run begins with. Throws InputError if a loop cannot be closed, NumericalError if no equilibrium is
/// found.
State make_consistent_start(const Scene& scene, Warnings& warnings);

}  // namespace ritz
