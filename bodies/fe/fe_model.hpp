#pragma once
// A finite element model: M u'' + D u' + K u = f on named degrees of freedom. Read from another program's matrices, or
// assembled from a mesh; immutable afterwards.
#include <optional>
#include <string>
#include <vector>

#include "bodies/fe/mesh.hpp"
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// Where an equation belongs. Internal unknowns (incompatible modes of CalculiX's C3D8I) have no node.
struct Dof {
    std::optional<int> node;  // index into FeModel::nodes
    int component = 0;        // 0, 1, 2 translation along x, y, z; 3, 4, 5 rotation about them
};

/// A face of the surface, for pictures: 3 or 4 nodes, outward by the right-hand rule.
struct Face {
    std::vector<int> nodes;
};

struct FeModel {
    std::string name;
    Nodes nodes;
    std::vector<Dof> dofs;  // one for each row of the matrices; at most one for each (node, component)
    SparseMat K, M;         // symmetric, both triangles stored
    std::optional<SparseMat> D;
    std::vector<Face> surface;         // empty where no mesh is known
    std::vector<std::string> sources;  // files it was made from, for the provenance

    Eigen::Index size() const { return static_cast<Eigen::Index>(dofs.size()); }
};

/// Everything that is inconsistent (sizes, symmetry, duplicate dofs, non-finite numbers); empty if nothing is.
std::vector<std::string> find_faults(const FeModel& model);

/// The equation of each component of each node.
class DofTable {
  public:
    explicit DofTable(const FeModel& model);

    /// None if the component is fixed, or not there.
    std::optional<int> find(int node, int component) const {
        const int row = rows_[6 * static_cast<std::size_t>(node) + static_cast<std::size_t>(component)];
        if (row < 0) return {};
        return row;
    }

  private:
    std::vector<int> rows_;  // -1 for none: half the size of optionals
};

/// The six rigid motions (3 translations, then 3 rotations about the origin) as vectors of dofs; zero on internal ones.
MatX make_rigid_modes(const FeModel& model);

}  // namespace ritz
