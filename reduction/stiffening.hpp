#pragma once
// Geometric stiffening of a reduced body from its stress stiffness (theory §1). A load f per mass (or at a marker) puts
// the body under stress, which changes its stiffness by Kσ[f]. The engine wants the same kinematically, as
// displacements of second order ½ e_a (qᵀ Γ_a q) on which loads do work, so that energy is kept:
//   ∫ f·Γ dm = -Vᵀ Kσ[f] V
// Twelve fields f (e_a and c_a e_b) give all integrals of Γ that the inertia needs, three unit forces give Γ at a
// marker.
#include "bodies/exchange/body_file.hpp"
#include "bodies/fe/cut.hpp"
#include "bodies/fe/stress_stiffness.hpp"
#include "reduction/methods.hpp"

namespace ritz {

/// Fills the gamma integrals, the markers' gamma and file.stress_stiffness. The structure's model must be the one that
/// assemble() made of the mesh.
void add_stiffening(ReductionProblem& problem, const MeshedModel& stressed, const Basis& basis, BodyFile& file,
                    const ReductionProgress& progress = {});

}  // namespace ritz
