#pragma once
// Stiffness, mass and stress stiffness of the isoparametric elements, in 2 or 3 dimensions. With g_a = ∇N_a:
//   H_ab = ∫ g_a g_bᵀ dV,   K_ab = λ H_ab + μ H_abᵀ + μ tr(H_ab) I        (isotropic)
//   M_ab = ∫ ρ N_a N_b dV  (times I),   Kσ_ab = ∫ g_aᵀ σ g_b dV  (times I)
// Incompatible modes [Taylor1976]: shape functions 1 - ξ_i² of internal unknowns α, with the
// gradient ∇ = (det J₀/det J) J₀⁻¹ ∂/∂ξ of the centre, so that its integral vanishes and every constant stress passes
// the patch test. α is condensed statically: α = -K_αα⁻¹ K_αu u. They carry no mass.
#include "bodies/fe/material.hpp"
#include "bodies/fe/reference_element.hpp"

namespace ritz {

/// Each matrix is written to `out`, whose memory is used again.
template <int Dim>
class ContinuumElement {
  public:
    ContinuumElement(const ReferenceElement<Dim>& reference, const NodeColumns<Dim>& places)
        : reference_(reference), places_(places) {}

    /// The smallest det J at all integration points; the element is sound if it is positive.
    double compute_smallest_jacobian() const;
    /// Condensed; node by node with all components. Thickness is 1 for solids.
    void compute_stiffness(const LameConstants& law, double thickness, MatX& out) const;
    /// Of one component; density times thickness in two dimensions.
    void compute_mass(double density, MatX& out) const;
    /// Of one component, for the stress that the displacements u cause.
    void compute_stress_stiffness(const LameConstants& law, double thickness, const NodeColumns<Dim>& u,
                                  MatX& out) const;

  private:
    using Square = Eigen::Matrix<double, Dim, Dim>;
    struct Gradients {
        // Nodes, then incompatible modes; hex8 with its three has fewer than hex20.
        NodeColumns<Dim> values;
        double volume;  // w det J
    };

    int columns() const { return reference_.nodes + reference_.bubbles; }
    Square compute_jacobian(const NodeColumns<Dim>& natural_gradients) const;
    Gradients compute_gradients(const ReferencePoint<Dim>& point) const;
    /// With the incompatible modes, not condensed.
    MatX compute_enhanced_stiffness(const LameConstants& law, double thickness) const;
    NodeColumns<Dim> recover_bubbles(const LameConstants& law, double thickness, const NodeColumns<Dim>& u) const;

    const ReferenceElement<Dim>& reference_;
    NodeColumns<Dim> places_;
};

extern template class ContinuumElement<2>;
extern template class ContinuumElement<3>;

}  // namespace ritz
