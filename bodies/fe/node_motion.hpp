#pragma once
// How a marker or a path of nodes moves with the unknowns of a structure: rows C with (displacement, rotation) = C u.
#include <string>
#include <vector>

#include "bodies/fe/fe_faults.hpp"
#include "bodies/fe/structure.hpp"

namespace ritz {

class NodeMotion {
  public:
    /// table: DofTable(model). The model must still have its matrices; all three must outlive this.
    NodeMotion(const FeModel& model, const DofTable& table, const SparseMat& T);

    SparseMat follow(const FeInterface& marker, std::vector<FeFault>& faults) const;
    SparseMat follow(const FeTrackSpec& track, std::vector<FeFault>& faults) const;

  private:
    using Triplets = std::vector<Eigen::Triplet<double>>;
    double mass_at(int node) const;
    std::vector<int> neighbourhood(int node) const;
    /// Adds six rows from `row` on for the mean motion of the nodes, seen at a place. False if the nodes lie on a line.
    bool add_mean_motion(const std::vector<int>& nodes, bool equal_weights, const Vec3& place, int row,
                         bool rotation_only, Triplets& entries) const;
    bool add_node_motion(int node, int row, Triplets& entries) const;
    SparseMat finish(const Triplets& entries, Eigen::Index rows) const;

    const FeModel& model_;
    const DofTable& table_;
    const SparseMat& T_;
};

}  // namespace ritz
