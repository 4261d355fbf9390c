// The mean motion of nodes with weights w_i at places c_i (RBE3): with the weighted centre c̄ and d_i = c_i - c̄,
//   θ = J⁻¹ Σ w_i d_i × u_i,   J = Σ w_i (d_i·d_i I - d_i d_iᵀ),   u(place) = Σ w_i u_i / Σ w_i + θ × (place - c̄)
// which is exact for rigid motions and spreads a force over the nodes by their weights.
#include "bodies/fe/node_motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {

using Eigen::Index;

NodeMotion::NodeMotion(const FeModel& model, const DofTable& table, const SparseMat& T)
    : model_(model), table_(table), T_(T) {}

double NodeMotion::mass_at(int node) const {
    double sum = 0;
    for (int a = 0; a < 3; ++a) {
        const std::optional<int> equation = table_.find(node, a);
        if (!equation) continue;
        for (SparseMat::InnerIterator entry(model_.M, *equation); entry; ++entry) {
            const Dof& other = model_.dofs[static_cast<std::size_t>(entry.row())];
            if (other.node && other.component == a) sum += entry.value();
        }
        break;
    }
    return sum;
}

std::vector<int> NodeMotion::neighbourhood(int node) const {
    std::vector<int> nodes{node};
    for (int a = 0; a < 3; ++a) {
        const std::optional<int> equation = table_.find(node, a);
        if (!equation) continue;
        for (SparseMat::InnerIterator entry(model_.K, *equation); entry; ++entry) {
            const Dof& other = model_.dofs[static_cast<std::size_t>(entry.row())];
            if (other.node) nodes.push_back(*other.node);
        }
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

bool NodeMotion::add_mean_motion(const std::vector<int>& nodes, bool equal_weights, const Vec3& place, int row,
                                 bool rotation_only, Triplets& entries) const {
    std::vector<double> weights;
    double total = 0;
    Vec3 centre = Vec3::Zero();
    for (int node : nodes) {
        // Nodes of a supported face may carry no equations, hence no mass; corner nodes of hex20 have a negative share.
        const double mass = equal_weights ? 1.0 : std::abs(mass_at(node));
        weights.push_back(mass);
        total += mass;
        centre += mass * model_.nodes.positions.col(node);
    }
    if (!(total > 0)) return add_mean_motion(nodes, true, place, row, rotation_only, entries);
    centre /= total;
    Mat3 J = Mat3::Zero();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Vec3 d = model_.nodes.positions.col(nodes[i]) - centre;
        J += weights[i] * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
    }
    const VecX moments = compute_symmetric_eigenvalues(J);
    const bool planar_model = !table_.find(nodes.front(), 2) && !table_.find(nodes.front(), 3) && J.norm() > 0;
    const bool solid = moments[0] > 1e-9 * moments[2];
    if (!solid && !planar_model) return false;
    const Mat3 J_inverse = solve_least_squares(J, Mat3::Identity(), 1e-9);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Vec3 d = model_.nodes.positions.col(nodes[i]) - centre;
        const Mat3 turn = weights[i] * J_inverse * skew(d);
        const Mat3 shift = weights[i] / total * Mat3::Identity() - skew(place - centre) * turn;
        for (int b = 0; b < 3; ++b) {
            const std::optional<int> equation = table_.find(nodes[i], b);
            if (!equation) continue;
            for (int a = 0; a < 3; ++a) {
                if (!rotation_only && shift(a, b) != 0) entries.emplace_back(row + a, *equation, shift(a, b));
                if (turn(a, b) != 0) entries.emplace_back(row + 3 + a, *equation, turn(a, b));
            }
        }
    }
    return true;
}

bool NodeMotion::add_node_motion(int node, int row, Triplets& entries) const {
    bool has_rotation = false;
    for (int component = 0; component < 6; ++component) {
        const std::optional<int> equation = table_.find(node, component);
        if (!equation) continue;
        entries.emplace_back(row + component, *equation, 1.0);
        has_rotation = has_rotation || component > 2;
    }
    if (has_rotation) return true;
    // Equal weights: masses would let a coarse neighbour outweigh the node's own surroundings.
    return add_mean_motion(neighbourhood(node), true, model_.nodes.positions.col(node), row, true, entries);
}

SparseMat NodeMotion::finish(const Triplets& entries, Index rows) const {
    SparseMat motion(rows, model_.size());
    motion.setFromTriplets(entries.begin(), entries.end());
    return motion * T_;
}

SparseMat NodeMotion::follow(const FeInterface& marker, std::vector<FeFault>& faults) const {
    const auto complain = [&](const std::string& what) {
        faults.push_back({{FePart::marker, marker.spec.name}, what});
    };
    Triplets entries;
    switch (marker.spec.kind) {
        case MarkerKind::rbe2: {
            for (int k = 0; k < 6; ++k)
                if (const auto master = marker.masters[static_cast<std::size_t>(k)])
                    entries.emplace_back(k, *master, 1.0);
            SparseMat motion(6, T_.cols());
            motion.setFromTriplets(entries.begin(), entries.end());
            return motion;
        }
        case MarkerKind::rbe3:
            if (!add_mean_motion(marker.spec.nodes, marker.spec.equal_weights, marker.origin, 0, false, entries))
                complain("its nodes lie on a line, so that their mean rotation is not defined; add nodes beside it");
            break;
        case MarkerKind::node:
            if (marker.spec.nodes.size() != 1)
                complain(
                    fmt::format("found {} nodes, expected one; take rbe2 or rbe3 for more", marker.spec.nodes.size()));
            else if (!add_node_motion(marker.spec.nodes.front(), 0, entries))
                complain("the node's neighbours lie on a line with it, so that its rotation is not defined");
            break;
    }
    return finish(entries, 6);
}

SparseMat NodeMotion::follow(const FeTrackSpec& track, std::vector<FeFault>& faults) const {
    Triplets entries;
    int row = 0;
    for (int node : track.nodes) {
        if (!add_node_motion(node, row, entries)) {
            faults.push_back(
                {{FePart::track, track.name},
                 fmt::format("the neighbours of node {} lie on a line with it, so that its rotation is not defined",
                             model_.nodes.ids[static_cast<std::size_t>(node)])});
            break;
        }
        row += 6;
    }
    return finish(entries, 6 * static_cast<Index>(track.nodes.size()));
}

}  // namespace ritz
