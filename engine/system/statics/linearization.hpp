#pragma once
// What linearisations of the whole system need, dense: simulations never do (theory §2.7).
//
// In the tangent space of the loops, δq = N Z a, δu = Z b with G Z = 0, and control states δz:
//   M b' = -K a - D b + F δz,     δz' = C_a a + C_b b + C_z δz,     M = Zᵀ M Z, K = -Zᵀ M ∂u'/∂q Z, ...
// Derivatives are central differences of accelerations, weighted by the mass matrix: forces have no coordinate that is
// stiffer than another. Each coordinate moves by a fixed part of its own reach
// (engine/system/statics/coordinate_scales.hpp), so that the result does not depend on units or on how modes are
// normalised.
#include "engine/system/system.hpp"

namespace ritz {

/// M of the tree's coordinates u, loops left open.
MatX compute_mass_matrix(const Model& model, const State& state);

/// A basis of the velocities that the loops allow; orthonormal after division by the coordinates' scales.
MatX compute_tangent_basis(const Model& model, const State& state);

struct Linearization {
    MatX Z;             // tangent basis
    MatX M, D, K, F;    // n x n, and n x control states
    MatX C;             // control states x (2n + control states)
    VecX acceleration;  // Zᵀ M u' at the state: zero in equilibrium
    Eigen::Index size() const { return M.rows(); }

    /// (a, b, z)' = A (a, b, z), with a and b in coordinates in which M is the identity.
    MatX make_system_matrix() const;
    /// From these coordinates back to u.
    MatX make_motion_basis() const;
};

Linearization linearize(const Model& model, const State& state);

}  // namespace ritz
