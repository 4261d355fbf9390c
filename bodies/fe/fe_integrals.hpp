#pragma once
// The mass integrals of theory §1 from a finite element model and shapes on its dofs.
#include "bodies/elastic_body.hpp"
#include "bodies/fe/fe_model.hpp"

namespace ritz {

/// V: full dofs x modes. For solids (M = M_s ⊗ I3) all integrals are exact sums over pairs of nodes. Otherwise (beams
/// with rotations, internal unknowns) mass, S, P and Me = ΣQ_aa are exact contractions of M; the rest of Q is that of
/// the nodes' translations (docs/theory.md §1).
MassIntegrals compute_mass_integrals(const FeModel& model, const MatX& V);

}  // namespace ritz
