#include "bodies/fe/cut.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/fe_faults.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// 1 beyond the plane, 0 before it, ½ on it: a layer of nodes belongs to both sides by halves.
VecX weigh_nodes(const Mat3X& places, const Vec3& origin, const Vec3& normal) {
    const double extent = (places.rowwise().maxCoeff() - places.rowwise().minCoeff()).norm();
    VecX weights(places.cols());
    for (Index i = 0; i < places.cols(); ++i) {
        const double height = normal.dot(places.col(i) - origin);
        weights[i] = std::abs(height) <= 1e-9 * extent ? 0.5 : height > 0 ? 1 : 0;
    }
    return weights;
}

/// Nodes wholly before and wholly beyond.
struct Sides {
    bool before = false, beyond = false;
    bool both() const { return before && beyond; }
};

template <class Nodes>
Sides find_sides(const VecX& weights, const Nodes& nodes) {
    Sides sides;
    for (const int node : nodes) {
        sides.before = sides.before || weights[node] == 0;
        sides.beyond = sides.beyond || weights[node] == 1;
    }
    return sides;
}

std::vector<int> find_nodes(const FeModel& model, const std::vector<int>& dofs) {
    std::vector<int> nodes;
    for (const int dof : dofs)
        if (const auto node = model.dofs[static_cast<std::size_t>(dof)].node) nodes.push_back(*node);
    return nodes;
}

double average(const VecX& weights, const std::vector<int>& nodes) {
    double sum = 0;
    for (const int node : nodes) sum += weights[node];
    return sum / static_cast<double>(nodes.size());
}

/// Where a marker's load enters must not be in doubt: its nodes and its origin lie on one side.
void check_markers(const Structure& structure, const FeCutSpec& spec, const VecX& weights) {
    const FeInterface& place = structure.markers[static_cast<std::size_t>(spec.marker)];
    for (const FeInterface& marker : structure.markers) {
        if (&marker == &place) continue;
        const Sides sides = find_sides(weights, marker.spec.nodes);
        const double height = place.spec.R_RM.col(0).dot(marker.origin - place.origin);
        if (sides.both() || (sides.before && height > 0) || (sides.beyond && height <= 0))
            throw FeError({FePart::cut, spec.name},
                          fmt::format("marker \"{}\" takes hold of nodes on both sides of the plane, or its origin "
                                      "lies on the other side; expected each marker wholly on one side (give it "
                                      "the nodes of one plane)",
                                      marker.spec.name));
    }
}

/// Internal unknowns belong to the nodes with which they share mass.
VecX weigh_dofs(const FeModel& model, const VecX& nodes) {
    VecX weights(model.size());
    for (Index j = 0; j < model.size(); ++j) {
        if (const auto node = model.dofs[static_cast<std::size_t>(j)].node) {
            weights[j] = nodes[*node];
            continue;
        }
        double sum = 0, count = 0;
        for (SparseMat::InnerIterator entry(model.M, j); entry; ++entry) {
            const auto other = model.dofs[static_cast<std::size_t>(entry.row())].node;
            if (!other) continue;
            sum += nodes[*other];
            ++count;
        }
        weights[j] = count > 0 ? sum / count : 0.5;
    }
    return weights;
}

}  // namespace

FeCut make_cut(const Structure& structure, const FeCutSpec& spec, const std::vector<int>& fixed_dofs) {
    const FeInterface& place = structure.markers[static_cast<std::size_t>(spec.marker)];
    FeCut cut{spec, weigh_nodes(structure.model.nodes.positions, place.origin, place.spec.R_RM.col(0)), true};
    if (cut.weights.minCoeff() > 0 || cut.weights.maxCoeff() < 1)
        throw FeError(
            {FePart::cut, spec.name},
            fmt::format("all nodes lie on one side of the plane through marker \"{}\" across its x axis; "
                        "expected some on each side (rotate the marker so that its x axis points along the body)",
                        place.spec.name));
    check_markers(structure, spec, cut.weights);
    const Sides held = find_sides(cut.weights, find_nodes(structure.model, fixed_dofs));
    if (held.both())
        throw FeError(
            {FePart::cut, spec.name},
            "supports hold nodes on both sides of the plane, and what each of them carries is not known; hold "
            "one side by a joint at a marker instead");
    cut.beyond = !held.beyond;
    if (!cut.beyond) cut.weights = (1 - cut.weights.array()).matrix();
    return cut;
}

FeModel make_part(const Structure& structure, const FeCut& cut, const std::optional<MeshedModel>& meshed) {
    const FeModel& model = structure.model;
    FeModel part;
    part.name = model.name;
    part.nodes = model.nodes;
    part.nodes.positions.colwise() -= structure.markers[static_cast<std::size_t>(cut.spec.marker)].origin;
    part.dofs = model.dofs;
    if (meshed) {
        part.M = assemble_part_mass(meshed->mesh, meshed->properties, cut.weights);
        return part;
    }
    part.M = model.M;
    const VecX weights = weigh_dofs(model, cut.weights);
    for (Index j = 0; j < part.M.cols(); ++j)
        for (SparseMat::InnerIterator entry(part.M, j); entry; ++entry)
            entry.valueRef() *= 0.5 * (weights[entry.row()] + weights[j]);
    return part;
}

Mat6 compute_frame_share(const Structure& structure, const FeCut& cut, const MatX& R, const MatX& C) {
    if (R.cols() == 0) return Mat6::Zero();  // supports take it, which hold the rest
    const MatX all =
        make_unknown_rigid_modes(structure, structure.markers[static_cast<std::size_t>(cut.spec.marker)].origin);
    const MatX in_frame = solve_least_squares(all, R, 1e-10);  // R = all * in_frame
    VecX weights = structure.T.transpose() * weigh_dofs(structure.model, cut.weights);
    for (const FeInterface& marker : structure.markers)
        for (const std::optional<int> master : marker.masters)
            if (master) weights[*master] = average(cut.weights, marker.spec.nodes);
    return all.transpose() * (weights.asDiagonal() * (C.transpose() * in_frame.transpose()));
}

}  // namespace ritz
