#pragma once
// Shape functions and integration points of the isoparametric elements, tabulated once.
//   x(ξ) = Σ N_a(ξ) x_a,   ∫ f dV ≈ Σ w_p f(ξ_p) det J(ξ_p)
// Node order is that of Abaqus. Rules: hex8 2³ points for the stiffness and 3³ for the mass (exact for any straight
// hexahedron); hex20 3³ for both; tet10 4 and 15; quad4 2² and 3².
#include <vector>

#include "core/types.hpp"

namespace ritz {

template <int Dim, int Nodes>
struct ReferencePoint {
    Eigen::Matrix<double, Dim, 1> place;          // ξ
    Eigen::Matrix<double, Nodes, 1> values;       // N_a
    Eigen::Matrix<double, Dim, Nodes> gradients;  // ∂N_a/∂ξ
    double weight;
};

/// Bubbles is the number of incompatible modes 1 - ξ_i².
template <int Dim, int Nodes, int Bubbles>
struct ReferenceElement {
    using Points = std::vector<ReferencePoint<Dim, Nodes>>;
    Points stiffness_points, mass_points;
    Eigen::Matrix<double, Dim, Nodes> centre_gradients;  // ∂N_a/∂ξ at ξ = 0; zero without bubbles
};

using Hex8 = ReferenceElement<3, 8, 3>;
using Hex20 = ReferenceElement<3, 20, 0>;
using Tet10 = ReferenceElement<3, 10, 0>;
using Quad4 = ReferenceElement<2, 4, 2>;

const Hex8& get_hex8();
const Hex20& get_hex20();
const Tet10& get_tet10();
const Quad4& get_quad4();

/// Natural coordinates of the nodes of the 20-node brick, the first eight are those of the 8-node one.
Eigen::Matrix<double, 3, 20> make_brick_nodes();

}  // namespace ritz
