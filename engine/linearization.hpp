#pragma once
// What linearisations of the whole system need, dense: simulations never do.
#include "engine/system.hpp"

namespace ritz {

/// M of the tree's coordinates u, loops left open.
MatX compute_mass_matrix(const Model& model, const State& state);

/// An orthonormal basis of the velocities that the loops allow.
MatX compute_tangent_basis(const Model& model, const State& state);

}  // namespace ritz
