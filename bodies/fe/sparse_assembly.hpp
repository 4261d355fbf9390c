#pragma once
// From element matrices to a sparse one: the pattern from the mesh, then a direct scatter, without triplets.
#include <functional>

#include "bodies/fe/element_matrices.hpp"
#include "bodies/fe/fe_model.hpp"

namespace ritz {

/// Which components of two nodes of one element share an entry. Mass and stress stiffness of continua never couple one
/// component with another; between nodes of beams every component is coupled.
enum class Coupling : std::uint8_t { all_components, same_component };

using ElementFunction = std::function<void(std::size_t element, ElementMatrix& out)>;

/// Σ over all elements, on these dofs (ascending by node, then component; supported ones are left out). The function
/// is called from several threads; it must not throw. The result does not depend on their number.
SparseMat assemble_matrix(const Mesh& mesh, const std::vector<Dof>& dofs, Coupling coupling,
                          const ElementFunction& compute);

/// Every component that an element gives to a node, ascending by node.
std::vector<Dof> make_dofs(const Mesh& mesh);

}  // namespace ritz
