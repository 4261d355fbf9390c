#pragma once
// Shape functions and integration points of the isoparametric elements, tabulated once.
//   x(ξ) = Σ N_a(ξ) x_a,   ∫ f dV ≈ Σ w_p f(ξ_p) det J(ξ_p)
// Node order is that of Abaqus. Rules: hex8 2³ points for the stiffness and 3³ for the mass (exact for any straight
// hexahedron); hex20 3³ for both; tet10 4 and 15; quad4 2² and 3².
#include <vector>

#include "core/types.hpp"

namespace ritz {

constexpr int most_element_nodes = 20;

/// One column for each node; sized for the largest element, so that none needs the heap.
template <int Dim>
using NodeColumns = Eigen::Matrix<double, Dim, Eigen::Dynamic, 0, Dim, most_element_nodes>;

template <int Dim>
struct ReferencePoint {
    Eigen::Matrix<double, Dim, 1> place;                                        // ξ
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_element_nodes, 1> values;  // N_a
    NodeColumns<Dim> gradients;                                                 // ∂N_a/∂ξ
    double weight;
};

template <int Dim>
struct ReferenceElement {
    int nodes;
    int bubbles;  // incompatible modes 1 - ξ_i²
    std::vector<ReferencePoint<Dim>> stiffness_points, mass_points;
    NodeColumns<Dim> centre_gradients;  // ∂N_a/∂ξ at ξ = 0, for the bubbles
};

const ReferenceElement<3>& get_hex8();
const ReferenceElement<3>& get_hex20();
const ReferenceElement<3>& get_tet10();
const ReferenceElement<2>& get_quad4();

/// Natural coordinates of the nodes of the 20-node brick, the first eight are those of the 8-node one.
Eigen::Matrix<double, 3, 20> make_brick_nodes();

}  // namespace ritz
