#pragma once
// Stiffness, mass and stress stiffness of the isoparametric elements, in 2 or 3 dimensions. With g_a = ∇N_a:
//   H_ab = ∫ g_a g_bᵀ dV,   K_ab = λ H_ab + μ H_abᵀ + μ tr(H_ab) I        (isotropic)
//   M_ab = ∫ ρ N_a N_b dV  (times I),   Kσ_ab = ∫ g_aᵀ σ g_b dV  (times I)
// Incompatible modes (Taylor, Beresford & Wilson 1976): shape functions 1 - ξ_i² of internal unknowns α, with the
// gradient ∇ = (det J₀/det J) J₀⁻¹ ∂/∂ξ of the centre, so that its integral vanishes and every constant stress passes
// the patch test. α is condensed statically: α = -K_αα⁻¹ K_αu u. They carry no mass.
#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/fe/material.hpp"
#include "bodies/fe/reference_element.hpp"

namespace ritz {

template <int Dim, int Nodes, int Bubbles>
class ContinuumElement {
  public:
    using Reference = ReferenceElement<Dim, Nodes, Bubbles>;
    using Places = Eigen::Matrix<double, Dim, Nodes>;
    using Scalar = Eigen::Matrix<double, Nodes, Nodes>;            // of one component
    using Full = Eigen::Matrix<double, Dim * Nodes, Dim * Nodes>;  // node by node
    using Displacements = Eigen::Matrix<double, Dim, Nodes>;

    ContinuumElement(const Reference& reference, const Places& places) : reference_(reference), places_(places) {}

    /// The smallest det J at all integration points; the element is sound if it is positive.
    double compute_smallest_jacobian() const {
        double smallest = std::numeric_limits<double>::infinity();
        if constexpr (Bubbles > 0) smallest = compute_jacobian(reference_.centre_gradients).determinant();
        for (const auto* points : {&reference_.stiffness_points, &reference_.mass_points})
            for (const auto& p : *points) smallest = std::min(smallest, compute_jacobian(p.gradients).determinant());
        return smallest;
    }

    /// Condensed. Thickness is 1 for solids.
    Full compute_stiffness(const LameConstants& law, double thickness) const {
        const Enhanced K = compute_enhanced_stiffness(law, thickness);
        if constexpr (Bubbles == 0) {
            return K;
        } else {
            const auto Kua = K.template topRightCorner<compatible, internal>();
            const Internal Kaa = K.template bottomRightCorner<internal, internal>();
            const Eigen::Matrix<double, internal, compatible> X = Kaa.llt().solve(Kua.transpose());
            return K.template topLeftCorner<compatible, compatible>() - Kua * X;
        }
    }

    /// Of one component; density times thickness in two dimensions.
    Scalar compute_mass(double density) const {
        Scalar M = Scalar::Zero();
        for (const auto& p : reference_.mass_points) {
            const double dm = density * p.weight * compute_jacobian(p.gradients).determinant();
            M.noalias() += dm * p.values * p.values.transpose();
        }
        return M;
    }

    /// Of one component, for the stress that the displacements u cause.
    Scalar compute_stress_stiffness(const LameConstants& law, double thickness, const Displacements& u) const {
        Eigen::Matrix<double, Dim, columns> all;
        all.template leftCols<Nodes>() = u;
        if constexpr (Bubbles > 0) all.template rightCols<Bubbles>() = recover_bubbles(law, thickness, u);
        Scalar Ks = Scalar::Zero();
        for (std::size_t p = 0; p < reference_.stiffness_points.size(); ++p) {
            const Gradients g = compute_gradients(p);
            const Square H = all * g.values.transpose();  // displacement gradient ∂u/∂x
            const Square stress = law.lambda * H.trace() * Square::Identity() + law.mu * (H + H.transpose());
            const auto gn = g.values.template leftCols<Nodes>();
            Ks.noalias() += thickness * g.volume * (gn.transpose() * (stress * gn));
        }
        return Ks;
    }

  private:
    static constexpr int columns = Nodes + Bubbles;
    static constexpr int compatible = Dim * Nodes, internal = Dim * Bubbles;
    using Square = Eigen::Matrix<double, Dim, Dim>;
    using Enhanced = Eigen::Matrix<double, Dim * columns, Dim * columns>;
    using Internal = Eigen::Matrix<double, internal, internal>;
    struct Gradients {
        Eigen::Matrix<double, Dim, columns> values;  // nodes, then incompatible modes
        double volume;                               // w det J
    };

    /// J_ik = ∂x_k/∂ξ_i
    Square compute_jacobian(const Eigen::Matrix<double, Dim, Nodes>& natural_gradients) const {
        return natural_gradients * places_.transpose();
    }

    Gradients compute_gradients(std::size_t point) const {
        const auto& p = reference_.stiffness_points[point];
        const Square J = compute_jacobian(p.gradients);
        const double det = J.determinant();
        Gradients g;
        g.volume = p.weight * det;
        g.values.template leftCols<Nodes>().noalias() = J.inverse() * p.gradients;
        if constexpr (Bubbles > 0) {
            const Square J0 = compute_jacobian(reference_.centre_gradients);
            g.values.template rightCols<Bubbles>() =
                J0.determinant() / det * J0.inverse() * (-2 * p.place).asDiagonal();
        }
        return g;
    }

    Enhanced compute_enhanced_stiffness(const LameConstants& law, double thickness) const {
        constexpr int max_points = 27;
        const auto count = static_cast<Eigen::Index>(reference_.stiffness_points.size());
        Eigen::Matrix<double, Dim * columns, Eigen::Dynamic, 0, Dim * columns, max_points> A(Dim * columns, count);
        for (Eigen::Index p = 0; p < count; ++p) {
            const Gradients g = compute_gradients(static_cast<std::size_t>(p));
            A.col(p) = std::sqrt(thickness * g.volume) * g.values.reshaped();
        }
        Enhanced H;
        H.noalias() = A * A.transpose();
        Enhanced K;
        for (int b = 0; b < columns; ++b)
            for (int a = 0; a < columns; ++a) {
                const Square h = H.template block<Dim, Dim>(Dim * a, Dim * b);
                K.template block<Dim, Dim>(Dim * a, Dim * b) =
                    law.lambda * h + law.mu * h.transpose() + law.mu * h.trace() * Square::Identity();
            }
        return K;
    }

    Eigen::Matrix<double, Dim, Bubbles> recover_bubbles(const LameConstants& law, double thickness,
                                                        const Displacements& u) const {
        const Enhanced K = compute_enhanced_stiffness(law, thickness);
        const Internal Kaa = K.template bottomRightCorner<internal, internal>();
        const Eigen::Matrix<double, internal, 1> load =
            -(K.template bottomLeftCorner<internal, compatible>() * u.reshaped());
        const Eigen::Matrix<double, internal, 1> alpha = Kaa.llt().solve(load);
        return alpha.template reshaped<Eigen::ColMajor>(Dim, Bubbles);
    }

    const Reference& reference_;
    Places places_;
};

}  // namespace ritz
