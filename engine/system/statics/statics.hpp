#pragma once
// Static equilibrium: positions (and control states) at which nothing accelerates (theory §2.4).
//
//   Zᵀ r(q) = 0,   g(q) = 0,   z'(q, z) = 0,        r the residual of inverse dynamics at rest, columns of Z with G Z =
//   0
//
// Newton's method on these forces: the tangent stiffness K = Zᵀ ∂(r - Gᵀλ)/∂q Z, with the reactions λ of the loops
// held, by differences in scaled coordinates. Where K is indefinite its negative directions are turned round, so that
// the iteration runs downhill, away from positions that are unstable. Where this fails, the unbalanced forces of the
// start are taken away step by step (load stepping).
#include <vector>

#include "core/warnings.hpp"
#include "engine/system/system.hpp"

namespace ritz {

struct StaticOptions {
    std::vector<int> held;  // velocity coordinates whose positions stay as they are
};

/// Moves the positions and control states; velocities are set to zero. Warns of an unstable equilibrium. Throws
/// NumericalError if there is none near the given positions.
void find_static_equilibrium(const Model& model, const StaticOptions& options, State& state, Warnings& warnings);

}  // namespace ritz
