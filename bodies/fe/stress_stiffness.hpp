#pragma once
// Stress stiffness: what a stress σ in the undeformed place adds to the stiffness (theory §1, geometric stiffening).
//   solids  Kσ_ab = ∫ ∇N_aᵀ σ ∇N_b dV  I₃;   beams  Kσ = ∫ N(x) (v'v' + w'w') dx
// σ = σ(u) is linear in the displacements that cause it, so Kσ for any load is a sum over unit loads.
//
// An elastic body in a moving frame is loaded by its own inertia, a field of acceleration that is linear in the place,
//   a(c) = Σ_b a_b e_b + Σ_ab A_ba c_a e_b;   12 unit fields: e_1, e_2, e_3, then c_a e_b at 3 + 3 a + b (from 0).
#include "bodies/fe/fe_model.hpp"
#include "bodies/fe/fe_properties.hpp"
#include "bodies/fe/sparse_assembly.hpp"

namespace ritz {

/// Mesh, properties and model must outlive it. The model is one that assemble() made of this mesh, its supports fixed.
class StressStiffness {
  public:
    StressStiffness(const Mesh& mesh, const FeProperties& properties, const FeModel& model);

    /// Kσ on the model's dofs for the stress of the displacements u (zero at supports).
    SparseMat compute(const VecX& u) const;
    /// Vᵀ Kσ(u) V
    MatX compute_reduced(const VecX& u, const MatX& V) const;

  private:
    const Mesh& mesh_;
    std::vector<ElementProperties> properties_;
    DofTable dof_table_;
    SparseAssembler assembler_;
};

/// ∫ ρ Nᵀ a dV for the 12 unit fields of acceleration, the nodes at supports accelerated too. Without supports this is
/// M times the nodal values of the field.
MatX compute_acceleration_loads(const Mesh& mesh, const FeProperties& properties, const FeModel& model);

}  // namespace ritz
