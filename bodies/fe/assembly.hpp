#pragma once
// Finite element models from meshes: stiffness, mass, supports, and loads by acceleration fields.
#include "bodies/fe/fe_model.hpp"
#include "bodies/fe/fe_properties.hpp"

namespace ritz {

/// K and M on all components of all nodes that have elements, ascending by node; the surface for pictures. Throws
/// InputError naming the elements that are turned inside out and what else makes no model.
FeModel assemble(const Mesh& mesh, const FeProperties& properties);

/// The mass matrix of a part of the mesh, on all components as above. Of elements with all nodes in the part (weight 1,
/// or ½ on its border) all of it, of those with all nodes outside (0, or ½) nothing, and of those in between entry ij
/// times the mean weight of its nodes.
SparseMat assemble_part_mass(const Mesh& mesh, const FeProperties& properties, const VecX& weights);

/// Equations of these components of these nodes, ascending; those that are not there are left out.
std::vector<int> find_dofs(const FeModel& model, const std::vector<int>& nodes, const std::vector<int>& components);
/// The same by the name of a node set; throws InputError for a set that is not there.
std::vector<int> find_set_dofs(const FeModel& model, const std::string& node_set, const std::vector<int>& components);

/// The model with these equations held at zero: they are removed, the others keep their order.
FeModel fix(const FeModel& model, const std::vector<int>& dofs);

}  // namespace ritz
