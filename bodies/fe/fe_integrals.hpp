#pragma once
// The mass integrals of theory §1 from a finite element model and shapes on its dofs.
#include "bodies/elastic_body.hpp"
#include "bodies/fe/fe_model.hpp"

namespace ritz {

/// V: full dofs x modes. For solids (M = M_s ⊗ I3) all integrals are exact sums over pairs of nodes. Otherwise (beams
/// with rotations, internal unknowns) mass, S, P and Me = ΣQ_aa are exact contractions of M; the rest of Q is that of
/// the nodes' translations (docs/theory.md §1).
MassIntegrals compute_mass_integrals(const FeModel& model, const MatX& V);

/// The nine nodal fields with the coordinate c_a of each node as its displacement along b, in the columns 3a + b.
MatX make_linear_fields(const FeModel& model);

/// The mass matrix with e_a e_bᵀ applied to the nodes' displacements, as the integrals have it: Q_ab = Vᵀ M_ab V.
class MassParts {
  public:
    /// The model must outlive this.
    explicit MassParts(const FeModel& model);
    MatX multiply(int a, int b, const MatX& V) const;  // M_ab V
    /// Whether M is M_s in each direction and nothing else; otherwise the parts are those of the nodes' translations.
    bool are_exact() const { return is_exact_; }

  private:
    const FeModel& model_;
    SparseMat M_s_;
    bool is_exact_;
};

}  // namespace ritz
