#include "bodies/fe/stress_stiffness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "bodies/fe/beam_element.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using Loads = Eigen::Matrix<double, Eigen::Dynamic, 12>;

const FeModel& require_of_mesh(const Mesh& mesh, const FeModel& model) {
    const auto before = [](const Dof& a, const Dof& b) {
        return std::tie(a.node, a.component) < std::tie(b.node, b.component);
    };
    const bool ordered = std::is_sorted(model.dofs.begin(), model.dofs.end(), before);
    const bool placed = model.dofs.empty() || model.dofs.front().node.has_value();
    if (model.nodes.size() != mesh.nodes.size() || !ordered || !placed)
        throw InputError(fmt::format("the model \"{}\" was not assembled from this mesh", model.name));
    return model;
}

/// Values of the 12 fields at a node of a beam, three translations and three rotations.
Eigen::Matrix<double, 6, 12> compute_beam_fields(const BeamElement& beam, const Vec3& place) {
    Eigen::Matrix<double, 6, 12> fields = Eigen::Matrix<double, 6, 12>::Zero();
    fields.topLeftCorner<3, 3>().setIdentity();
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            fields(b, 3 + 3 * a + b) = place[a];
            fields.block<3, 1>(3, 3 + 3 * a + b) = beam.compute_field_rotation(a, b);
        }
    return fields;
}

/// The element's loads, node by node with all components.
Loads compute_element_loads(const Mesh& mesh, const Element& element, const ElementProperties& properties,
                            const ElementMatrix& mass) {
    const auto place = [&](Index a) -> Vec3 {
        return mesh.nodes.positions.col(element.nodes[static_cast<std::size_t>(a)]);
    };
    if (element.type == ElementType::beam2) {
        const BeamElement beam(*properties.material, *properties.beam, place(0), place(1));
        Eigen::Matrix<double, 12, 12> fields;
        fields << compute_beam_fields(beam, place(0)), compute_beam_fields(beam, place(1));
        return mass.values * fields;
    }
    const int components = components_of(element.type);
    const Index nodes = mass.values.rows();
    Loads loads = Loads::Zero(components * nodes, 12);
    for (Index a = 0; a < nodes; ++a) {
        Vec3 first_moment = Vec3::Zero();
        for (Index b = 0; b < nodes; ++b) first_moment += mass.values(a, b) * place(b);
        for (int k = 0; k < components; ++k) {
            loads(components * a + k, k) = mass.values.row(a).sum();
            for (int i = 0; i < 3; ++i) loads(components * a + k, 3 + 3 * i + k) = first_moment[i];
        }
    }
    return loads;
}

}  // namespace

StressStiffness::StressStiffness(const Mesh& mesh, const FeProperties& properties, const FeModel& model)
    : mesh_(mesh),
      properties_(find_element_properties(mesh, properties)),
      dof_table_(require_of_mesh(mesh, model)),
      assembler_(mesh, model.dofs, Coupling::same_component) {}

SparseMat StressStiffness::compute(const VecX& u) const {
    if (u.size() != assembler_.size())
        throw InputError(fmt::format("{} displacements for {} degrees of freedom", u.size(), assembler_.size()));
    return assembler_.assemble([&](std::size_t e, ElementMatrix& out) {
        const Element& element = mesh_.elements[e];
        const int components = components_of(element.type);
        VecX local = VecX::Zero(components * static_cast<Index>(element.nodes.size()));
        for (std::size_t a = 0; a < element.nodes.size(); ++a)
            for (int i = 0; i < components; ++i) {
                const std::optional<int> dof = dof_table_.find(element.nodes[a], i);
                if (dof) local[static_cast<Index>(a) * components + i] = u[*dof];
            }
        compute_stress_stiffness(mesh_, element, properties_[e], local, out);
    });
}

MatX StressStiffness::compute_reduced(const VecX& u, const MatX& V) const {
    return V.transpose() * MatX(compute(u) * V);
}

MatX compute_acceleration_loads(const Mesh& mesh, const FeProperties& properties, const FeModel& model) {
    const DofTable table(require_of_mesh(mesh, model));
    const std::vector<ElementProperties> of_elements = find_element_properties(mesh, properties);
    MatX loads = MatX::Zero(model.size(), 12);
    ElementMatrix mass;
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
        const Element& element = mesh.elements[e];
        compute_mass(mesh, element, of_elements[e], mass);
        const Loads local = compute_element_loads(mesh, element, of_elements[e], mass);
        const int components = components_of(element.type);
        for (std::size_t a = 0; a < element.nodes.size(); ++a)
            for (int i = 0; i < components; ++i) {
                const std::optional<int> dof = table.find(element.nodes[a], i);
                if (dof) loads.row(*dof) += local.row(static_cast<Index>(a) * components + i);
            }
    }
    return loads;
}

}  // namespace ritz
