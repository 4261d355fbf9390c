#pragma once
// Snapshots of a run of the full model, and the symplectic directions in them.
#include "reduction/held_system.hpp"
#include "reduction/methods.hpp"

namespace ritz {

/// One column a look: places and velocities.
struct Snapshots {
    MatX place, velocity;
    void append(const MatX& u, const MatX& v);
};

/// Step loads B from rest, all inputs side by side.
Snapshots simulate_step_loads(const HeldSystem& system, const MatX& B, double duration, double step,
                              const ReductionProgress& progress = {});

/// Leading singular vectors Φ + iΨ of place + i velocity/omega in the inner product of M. In coordinates in which M = I
/// the matrix [Φ, -Ψ; Ψ, Φ] is symplectic and orthogonal (complex SVD).
struct SymplecticDirections {
    MatX place, momentum;  // Φ, Ψ
};
SymplecticDirections find_symplectic_directions(const SparseMat& M, const Snapshots& snapshots, double omega,
                                                int count);

}  // namespace ritz
