#include "bodies/fe/element_matrices.hpp"

#include <fmt/format.h>

#include "bodies/fe/beam_element.hpp"
#include "bodies/fe/continuum_element.hpp"

namespace ritz {
namespace {

template <int Dim>
ContinuumElement<Dim> make_continuum(const ReferenceElement<Dim>& reference, const Mesh& mesh, const Element& element) {
    NodeColumns<Dim> places(Dim, reference.nodes);
    for (int a = 0; a < reference.nodes; ++a)
        places.col(a) = mesh.nodes.positions.col(element.nodes[static_cast<std::size_t>(a)]).template head<Dim>();
    return {reference, places};
}

BeamElement make_beam_element(const Mesh& mesh, const Element& element, const ElementProperties& p) {
    return {*p.material, *p.beam, mesh.nodes.positions.col(element.nodes[0]),
            mesh.nodes.positions.col(element.nodes[1])};
}

/// Calls visit(element, law, thickness) for continua and visit_beam(element) for beams.
template <class Visit, class VisitBeam>
void visit_element(const Mesh& mesh, const Element& element, const ElementProperties& p, Visit visit,
                   VisitBeam visit_beam) {
    switch (element.type) {
        case ElementType::hex8:
            return visit(make_continuum(get_hex8(), mesh, element), compute_lame(*p.material), 1.0);
        case ElementType::hex20:
            return visit(make_continuum(get_hex20(), mesh, element), compute_lame(*p.material), 1.0);
        case ElementType::tet10:
            return visit(make_continuum(get_tet10(), mesh, element), compute_lame(*p.material), 1.0);
        case ElementType::quad4:
            return visit(make_continuum(get_quad4(), mesh, element), compute_plane_stress_lame(*p.material),
                         p.thickness);
        case ElementType::beam2:
            return visit_beam(make_beam_element(mesh, element, p));
    }
}

std::string find_shape_fault(const Mesh& mesh, const Element& element, const ElementProperties& p) {
    const auto expected = static_cast<std::size_t>(nodes_of(element.type));
    if (element.nodes.size() != expected)
        return fmt::format("has {} nodes, expected {}", element.nodes.size(), expected);
    for (int node : element.nodes)
        if (node < 0 || node >= mesh.nodes.size()) return fmt::format("has a node that is not there (index {})", node);
    if (element.type == ElementType::beam2)
        return find_orientation_fault(*p.beam, mesh.nodes.positions.col(element.nodes[0]),
                                      mesh.nodes.positions.col(element.nodes[1]));
    if (element.type == ElementType::quad4) {
        const auto z = mesh.nodes.positions.row(2);
        for (int node : element.nodes)
            if (z[node] != z[element.nodes[0]]) return "lies askew, expected nodes with one and the same z";
    }
    double smallest = 0;
    visit_element(
        mesh, element, p,
        [&](const auto& continuum, auto, double) { smallest = continuum.compute_smallest_jacobian(); },
        [](const auto&) {});
    if (smallest > 0) return {};
    return fmt::format(
        "has a Jacobian determinant of {:.3g}, expected a positive one (is it turned inside out, or its node order not "
        "that of Abaqus?)",
        smallest);
}

}  // namespace

int components_of(ElementType type) {
    if (type == ElementType::beam2) return 6;
    return type == ElementType::quad4 ? 2 : 3;
}

void compute_stiffness(const Mesh& mesh, const Element& element, const ElementProperties& p, ElementMatrix& out) {
    out.scalar = false;
    visit_element(
        mesh, element, p,
        [&](const auto& continuum, const LameConstants& law, double thickness) {
            continuum.compute_stiffness(law, thickness, out.values);
        },
        [&](const BeamElement& beam) { out.values = beam.compute_stiffness(); });
}

void compute_mass(const Mesh& mesh, const Element& element, const ElementProperties& p, ElementMatrix& out) {
    out.scalar = element.type != ElementType::beam2;
    visit_element(
        mesh, element, p,
        [&](const auto& continuum, const LameConstants&, double thickness) {
            continuum.compute_mass(p.material->density * thickness, out.values);
        },
        [&](const BeamElement& beam) { out.values = beam.compute_mass(); });
}

void compute_stress_stiffness(const Mesh& mesh, const Element& element, const ElementProperties& p, const VecX& u,
                              ElementMatrix& out) {
    out.scalar = element.type != ElementType::beam2;
    visit_element(
        mesh, element, p,
        [&](const auto& continuum, const LameConstants& law, double thickness) {
            const Eigen::Map<const MatX> field(u.data(), components_of(element.type), nodes_of(element.type));
            continuum.compute_stress_stiffness(law, thickness, field, out.values);
        },
        [&](const BeamElement& beam) { out.values = beam.compute_stress_stiffness(u); });
}

std::vector<std::string> find_faults(const Mesh& mesh, const std::vector<ElementProperties>& properties) {
    constexpr std::size_t shown = 5;
    std::vector<std::string> faults;
    std::size_t count = 0;
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
        const Element& element = mesh.elements[e];
        const std::string fault = find_shape_fault(mesh, element, properties[e]);
        if (!fault.empty() && ++count <= shown)
            faults.push_back(fmt::format("element {} ({}) {}", element.id, name_of(element.type), fault));
    }
    if (count > shown) faults.push_back(fmt::format("{} elements have such faults", count));
    return faults;
}

}  // namespace ritz
