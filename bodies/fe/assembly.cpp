#include "bodies/fe/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bodies/fe/sparse_assembly.hpp"
#include "bodies/fe/surface.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/sparse_part.hpp"

namespace ritz {
namespace {

/// ½ (w_i + w_j) for the nodes i, j of one element.
void weigh_entries(const Element& element, const VecX& weights, ElementMatrix& out) {
    const auto nodes = static_cast<Eigen::Index>(element.nodes.size());
    VecX w(nodes);
    for (Eigen::Index i = 0; i < nodes; ++i) w[i] = weights[element.nodes[static_cast<std::size_t>(i)]];
    if (w.minCoeff() > 0 && w.maxCoeff() == 1) return;
    if (w.maxCoeff() < 1 && w.minCoeff() == 0) return out.values.setZero(), void();
    const Eigen::Index components = out.values.rows() / nodes;
    for (Eigen::Index i = 0; i < nodes; ++i)
        for (Eigen::Index j = 0; j < nodes; ++j)
            out.values.block(i * components, j * components, components, components) *= 0.5 * (w[i] + w[j]);
}

}  // namespace

SparseMat assemble_part_mass(const Mesh& mesh, const FeProperties& properties, const VecX& weights) {
    const std::vector<ElementProperties> of_elements = find_element_properties(mesh, properties);
    return SparseAssembler(mesh, make_dofs(mesh), Coupling::same_component)
        .assemble([&](std::size_t e, ElementMatrix& out) {
            compute_mass(mesh, mesh.elements[e], of_elements[e], out);
            weigh_entries(mesh.elements[e], weights, out);
        });
}

FeModel assemble(const Mesh& mesh, const FeProperties& properties) {
    if (mesh.elements.empty()) throw InputError("the mesh has no elements, expected at least one");
    if (!mesh.nodes.positions.allFinite())
        throw InputError("the mesh has node coordinates that are not finite numbers");
    const std::vector<ElementProperties> of_elements = find_element_properties(mesh, properties);
    const std::vector<std::string> faults = find_faults(mesh, of_elements);
    if (!faults.empty()) throw InputError(faults);

    FeModel model;
    model.nodes = mesh.nodes;
    model.dofs = make_dofs(mesh);
    // Swapped: Eigen 3.4 copies sparse matrices where others would be moved.
    SparseMat K =
        SparseAssembler(mesh, model.dofs, Coupling::all_components).assemble([&](std::size_t e, ElementMatrix& out) {
            compute_stiffness(mesh, mesh.elements[e], of_elements[e], out);
        });
    model.K.swap(K);
    SparseMat M =
        SparseAssembler(mesh, model.dofs, Coupling::same_component).assemble([&](std::size_t e, ElementMatrix& out) {
            compute_mass(mesh, mesh.elements[e], of_elements[e], out);
        });
    model.M.swap(M);
    model.surface = make_surface(mesh);
    return model;
}

std::vector<int> find_dofs(const FeModel& model, const std::vector<int>& nodes, const std::vector<int>& components) {
    const DofTable table(model);
    std::vector<int> dofs;
    for (int node : nodes)
        for (int component : components) {
            if (node < 0 || node >= model.nodes.size() || component < 0 || component > 5)
                throw InputError(fmt::format("no component {} of node index {}", component, node));
            if (const std::optional<int> dof = table.find(node, component)) dofs.push_back(*dof);
        }
    std::sort(dofs.begin(), dofs.end());
    dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
    return dofs;
}

std::vector<int> find_set_dofs(const FeModel& model, const std::string& node_set, const std::vector<int>& components) {
    const auto found = model.nodes.sets.find(node_set);
    if (found != model.nodes.sets.end()) return find_dofs(model, found->second, components);
    std::vector<std::string> known;
    for (const auto& [name, nodes] : model.nodes.sets) known.push_back(name);
    throw InputError(fmt::format("no node set \"{}\"{}", node_set, suggest(node_set, known)));
}

FeModel fix(const FeModel& model, const std::vector<int>& dofs) {
    std::vector<char> is_fixed(model.dofs.size(), 0);
    for (int dof : dofs) {
        if (dof < 0 || static_cast<std::size_t>(dof) >= is_fixed.size())
            throw InputError(fmt::format("no equation {}, expected one of 0 to {}", dof, is_fixed.size()));
        is_fixed[static_cast<std::size_t>(dof)] = 1;
    }
    std::vector<int> left;
    FeModel fixed;
    fixed.name = model.name;
    fixed.nodes = model.nodes;
    fixed.surface = model.surface;
    fixed.sources = model.sources;
    for (std::size_t i = 0; i < is_fixed.size(); ++i) {
        if (is_fixed[i]) continue;
        left.push_back(static_cast<int>(i));
        fixed.dofs.push_back(model.dofs[i]);
    }
    const Renumbering kept = Renumbering::of_list(static_cast<Eigen::Index>(is_fixed.size()), left);
    fixed.K = take_part(model.K, kept, kept);
    fixed.M = take_part(model.M, kept, kept);
    if (model.D) fixed.D = take_part(*model.D, kept, kept);
    return fixed;
}

}  // namespace ritz
