#pragma once
// The matrices of one element of any type.
#include "bodies/fe/fe_properties.hpp"
#include "bodies/fe/mesh.hpp"

namespace ritz {

/// Components 0 .. count-1 of each node take part in an element of this type.
int components_of(ElementType type);

struct ElementMatrix {
    MatX values;          // node by node with all components, or node by node for one component
    bool scalar = false;  // the same for each component, none coupled with another
};

/// Each fills `out`, whose memory is used again.
void compute_stiffness(const Mesh& mesh, const Element& element, const ElementProperties& properties,
                       ElementMatrix& out);
void compute_mass(const Mesh& mesh, const Element& element, const ElementProperties& properties, ElementMatrix& out);
/// For the stress that the displacements u (components of each node, node by node) cause.
void compute_stress_stiffness(const Mesh& mesh, const Element& element, const ElementProperties& properties,
                              const VecX& u, ElementMatrix& out);

/// Elements with wrong nodes, turned inside out, without length, or out of the plane: one message for each of the
/// first ones, and how many there are. Empty if the mesh is sound.
std::vector<std::string> find_faults(const Mesh& mesh, const std::vector<ElementProperties>& properties);

}  // namespace ritz
