#include "bodies/fe/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bodies/fe/sparse_assembly.hpp"
#include "bodies/fe/surface.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

/// Fills `kept` with the rows and columns that have a new number; `number` is -1 for those that go.
void keep(const SparseMat& A, const std::vector<int>& number, Eigen::Index size, SparseMat& kept) {
    kept.resize(size, size);
    const auto renumber = [&](auto i) { return number[static_cast<std::size_t>(i)]; };
    int entries = 0;
    for (Eigen::Index column = 0; column < A.outerSize(); ++column) {
        if (renumber(column) < 0) continue;
        kept.outerIndexPtr()[renumber(column)] = entries;
        for (SparseMat::InnerIterator it(A, column); it; ++it) entries += renumber(it.row()) >= 0;
    }
    kept.outerIndexPtr()[size] = entries;
    kept.resizeNonZeros(entries);
    entries = 0;
    for (Eigen::Index column = 0; column < A.outerSize(); ++column) {
        if (renumber(column) < 0) continue;
        for (SparseMat::InnerIterator it(A, column); it; ++it) {
            if (renumber(it.row()) < 0) continue;
            kept.innerIndexPtr()[entries] = renumber(it.row());
            kept.valuePtr()[entries++] = it.value();
        }
    }
}

}  // namespace

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
    const std::vector<int> table = make_dof_table(model);
    std::vector<int> dofs;
    for (int node : nodes)
        for (int component : components) {
            if (node < 0 || node >= model.nodes.size() || component < 0 || component > 5)
                throw InputError(fmt::format("no component {} of node index {}", component, node));
            const int dof = table[6 * static_cast<std::size_t>(node) + static_cast<std::size_t>(component)];
            if (dof >= 0) dofs.push_back(dof);
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
    std::vector<int> number(model.dofs.size(), 0);
    for (int dof : dofs) {
        if (dof < 0 || static_cast<std::size_t>(dof) >= number.size())
            throw InputError(fmt::format("no equation {}, expected one of 0 to {}", dof, number.size()));
        number[static_cast<std::size_t>(dof)] = -1;
    }
    FeModel fixed;
    fixed.name = model.name;
    fixed.nodes = model.nodes;
    fixed.surface = model.surface;
    fixed.sources = model.sources;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] < 0) continue;
        number[i] = static_cast<int>(fixed.dofs.size());
        fixed.dofs.push_back(model.dofs[i]);
    }
    const auto size = static_cast<Eigen::Index>(fixed.dofs.size());
    keep(model.K, number, size, fixed.K);
    keep(model.M, number, size, fixed.M);
    if (model.D) keep(*model.D, number, size, fixed.D.emplace());
    return fixed;
}

}  // namespace ritz
