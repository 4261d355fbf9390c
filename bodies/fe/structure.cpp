#include "bodies/fe/structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bodies/fe/cut.hpp"
#include "bodies/fe/fe_faults.hpp"
#include "bodies/fe/node_motion.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_part.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// What becomes of every dof of the model: kept as an unknown, held at zero, or slave of a rigid marker.
struct DofFate {
    bool is_fixed = false;
    std::optional<std::size_t> master;  // the rigid marker that it follows
    bool is_kept() const { return !is_fixed && !master; }
};
using DofFates = std::vector<DofFate>;

void hold_dofs(const std::vector<int>& fixed, DofFates& fates) {
    for (int dof : fixed) fates[static_cast<std::size_t>(dof)].is_fixed = true;
}

void enslave(const FeModel& model, const DofTable& table, const StructureSpec& spec, DofFates& fates,
             std::vector<FeFault>& faults) {
    for (std::size_t m = 0; m < spec.markers.size(); ++m) {
        const FeMarkerSpec& marker = spec.markers[m];
        if (marker.kind != MarkerKind::rbe2) continue;
        for (int node : marker.nodes)
            for (int component = 0; component < 6; ++component) {
                const std::optional<int> dof = table.find(node, component);
                if (!dof) continue;
                DofFate& fate = fates[static_cast<std::size_t>(*dof)];
                if (fate.is_kept()) fate.master = m;
                if (fate.master == m) continue;
                const std::string other =
                    fate.is_fixed ? "supported" : "also in \"" + spec.markers[*fate.master].name + "\"";
                faults.push_back({{FePart::marker, marker.name},
                                  fmt::format("node {} is {}; a rigid marker (rbe2) needs nodes of its own",
                                              model.nodes.ids[static_cast<std::size_t>(node)], other)});
                return;
            }
    }
}

Vec3 mean_place(const FeModel& model, const std::vector<int>& nodes) {
    Vec3 sum = Vec3::Zero();
    for (int node : nodes) sum += model.nodes.positions.col(node);
    return sum / static_cast<double>(nodes.size());
}

/// T with the kept dofs first, in their order, then six masters for each rigid marker.
SparseMat make_transformation(const FeModel& model, const DofFates& fates, std::vector<FeInterface>& markers) {
    Triplets entries;
    int next = 0;
    for (std::size_t i = 0; i < fates.size(); ++i)
        if (fates[i].is_kept()) entries.emplace_back(static_cast<int>(i), next++, 1.0);
    // A plane model has no use for the motions out of its plane.
    const bool is_plane = std::none_of(model.dofs.begin(), model.dofs.end(),
                                       [](const Dof& dof) { return dof.component >= 2 && dof.component <= 4; });
    for (FeInterface& marker : markers)
        if (marker.spec.kind == MarkerKind::rbe2)
            for (int k = 0; k < 6; ++k)
                marker.masters.push_back(is_plane && k >= 2 && k <= 4 ? std::nullopt : std::optional(next++));
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (!fates[i].master) continue;
        const FeInterface& marker = markers[*fates[i].master];
        const Dof& dof = model.dofs[i];
        const int row = static_cast<int>(i), component = dof.component;
        entries.emplace_back(row, *marker.masters[static_cast<std::size_t>(component)], 1.0);
        if (component > 2) continue;
        const Vec3 arm = model.nodes.positions.col(*dof.node) - marker.origin;
        const Mat3 turn = -skew(arm);  // u = u_m + θ × arm
        for (int k = 0; k < 3; ++k)
            if (const auto master = marker.masters[static_cast<std::size_t>(3 + k)]; master && turn(component, k) != 0)
                entries.emplace_back(row, *master, turn(component, k));
    }
    SparseMat T(static_cast<Index>(fates.size()), next);
    T.setFromTriplets(entries.begin(), entries.end());
    return T;
}

/// Where T only leaves dofs out and keeps the order of the others: which stay.
std::optional<Renumbering> find_selection(const SparseMat& T) {
    std::vector<int> kept;
    for (Index j = 0; j < T.cols(); ++j) {
        const SparseMat::InnerIterator entry(T, j);
        if (T.outerIndexPtr()[j + 1] - T.outerIndexPtr()[j] != 1 || entry.value() != 1) return std::nullopt;
        if (!kept.empty() && entry.row() < kept.back()) return std::nullopt;
        kept.push_back(static_cast<int>(entry.row()));
    }
    return Renumbering::of_list(T.rows(), kept);
}

SparseMat contract(const SparseMat& T, const std::optional<Renumbering>& selection, const SparseMat& A) {
    if (selection) return take_part(A, *selection, *selection);
    SparseMat result = T.transpose() * SparseMat(A * T);
    result.makeCompressed();
    return result;
}

/// Whether every entry of B has a place in A; both with sorted columns.
bool has_place_for(const SparseMat& A, const SparseMat& B) {
    for (Index j = 0; j < A.outerSize(); ++j) {
        const int *begin = A.innerIndexPtr() + A.outerIndexPtr()[j],
                  *end = A.innerIndexPtr() + A.outerIndexPtr()[j + 1];
        const int *first = B.innerIndexPtr() + B.outerIndexPtr()[j],
                  *last = B.innerIndexPtr() + B.outerIndexPtr()[j + 1];
        if (!std::includes(begin, end, first, last)) return false;
    }
    return true;
}

/// The rigid motions that cost no energy. A direction counts as free if its energy is 1e-8 of what its nodes alone
/// would store: matrices printed with 14 digits leave some 1e-12.
MatX find_free_rigid_modes(const Structure& structure) {
    const MatX R = make_unknown_rigid_modes(structure);
    const VecX diagonal = structure.K.diagonal();
    const Mat6 energy = R.transpose() * multiply_symmetric(structure.K, R),
               alone = R.transpose() * diagonal.asDiagonal() * R;
    // Directions that move something, independent of each other: plane models have three.
    const Vec6 sizes = alone.diagonal().cwiseMax(0.0).cwiseSqrt();
    const Vec6 scale = sizes.unaryExpr([](double size) { return size > 0 ? 1 / size : 0.0; });
    const SymmetricEigen moved = solve_symmetric_eigen(scale.asDiagonal() * alone * scale.asDiagonal());
    const Index present = (moved.values.array() > 1e-10).count();
    if (present == 0) return MatX(structure.size(), 0);
    const MatX directions = scale.asDiagonal() * moved.vectors.rightCols(present) *
                            moved.values.tail(present).cwiseSqrt().cwiseInverse().asDiagonal();
    const SymmetricEigen ratio = solve_symmetric_eigen(directions.transpose() * energy * directions);
    Index free = 0;
    while (free < ratio.values.size() && ratio.values[free] < 1e-8) ++free;
    if (free == 6) return R;
    return R * directions * ratio.vectors.leftCols(free);
}

void check_nodes(const FeModel& model, const FeSubject& subject, const std::vector<int>& nodes, std::size_t least,
                 std::vector<FeFault>& faults) {
    if (nodes.size() < least)
        faults.push_back({subject, fmt::format("found {} nodes, expected at least {}", nodes.size(), least)});
    for (int node : nodes)
        if (node < 0 || node >= model.nodes.size()) {
            faults.push_back({subject, fmt::format("there is no node with index {}", node)});
            return;
        }
}

/// A rigid marker turns with its nodes: by their own rotations or, in solids, because they are not on one line. In a
/// plane two nodes are enough.
bool can_turn(const FeModel& model, const DofTable& table, const std::vector<int>& nodes) {
    Vec3 centre = Vec3::Zero();
    bool is_plane = true;
    for (int node : nodes) {
        if (table.find(node, 3) || table.find(node, 4) || table.find(node, 5)) return true;
        is_plane = is_plane && !table.find(node, 2);
        centre += model.nodes.positions.col(node) / static_cast<double>(nodes.size());
    }
    Mat3 spread = Mat3::Zero();
    for (int node : nodes) {
        const Vec3 arm = model.nodes.positions.col(node) - centre;
        spread += arm * arm.transpose();
    }
    const VecX along = solve_symmetric_eigen(spread).values;  // ascending, squares of lengths
    const double whole = std::max(along[2], 1e-24 * model.nodes.positions.cwiseAbs2().maxCoeff());
    return is_plane ? along[2] == whole : along[1] > 1e-12 * whole;
}

void check_interfaces(const FeModel& model, const DofTable& table, const StructureSpec& spec,
                      std::vector<FeFault>& faults) {
    for (const FeMarkerSpec& marker : spec.markers)
        check_nodes(model, {FePart::marker, marker.name}, marker.nodes, 1, faults);
    for (const FeTrackSpec& track : spec.tracks)
        check_nodes(model, {FePart::track, track.name}, track.nodes, track.closed ? 4 : 2, faults);
    for (int dof : spec.fixed_dofs)
        if (dof < 0 || dof >= static_cast<int>(model.dofs.size()))
            faults.push_back({{}, fmt::format("there is no degree of freedom {} to support", dof)});
    throw_if_any(faults);
    for (const FeMarkerSpec& marker : spec.markers)
        if (marker.kind == MarkerKind::rbe2 && !can_turn(model, table, marker.nodes))
            faults.push_back(
                {{FePart::marker, marker.name},
                 "found nodes on one line, expected three or more that span a plane: solids have no rotations of their "
                 "own to turn a rigid marker (rbe2); give more nodes, or take the type node"});
    throw_if_any(faults);
}

}  // namespace

MatX make_unknown_rigid_modes(const Structure& structure, const Vec3& about) {
    const MatX full = make_rigid_modes(structure.model);
    // Rigid motions satisfy the rigid markers, so each unknown simply reads them: kept dofs by T, masters by the field.
    MatX R = MatX::Zero(structure.size(), 6);
    for (Index j = 0; j < structure.T.cols(); ++j)
        for (SparseMat::InnerIterator entry(structure.T, j); entry; ++entry)
            if (entry.value() == 1) R.row(j) = full.row(entry.row());
    for (const FeInterface& marker : structure.markers)
        for (std::size_t k = 0; k < marker.masters.size(); ++k) {
            if (!marker.masters[k]) continue;
            auto row = R.row(*marker.masters[k]);
            row.setZero();
            row[static_cast<Index>(k)] = 1;
            if (k < 3) row.tail<3>() = -skew(marker.origin).row(static_cast<Index>(k));
        }
    // θ × (c - p) = θ × c - θ × p
    R.rightCols<3>() += R.leftCols<3>() * skew(about);
    return R;
}

Structure make_structure(FeModel model, const StructureSpec& spec) {
    std::vector<FeFault> faults;
    const DofTable table(model);
    check_interfaces(model, table, spec, faults);
    DofFates fates(model.dofs.size());
    hold_dofs(spec.fixed_dofs, fates);
    enslave(model, table, spec, fates, faults);
    throw_if_any(faults);

    Structure structure;
    for (const FeMarkerSpec& marker : spec.markers)
        structure.markers.push_back({marker, marker.origin ? *marker.origin : mean_place(model, marker.nodes), {}, {}});
    structure.T = make_transformation(model, fates, structure.markers);
    const NodeMotion motion(model, table, structure.T);
    for (FeInterface& marker : structure.markers) marker.motion = motion.follow(marker, faults);
    for (const FeTrackSpec& track : spec.tracks) structure.tracks.push_back({track, motion.follow(track, faults)});
    throw_if_any(faults);

    const std::optional<Renumbering> selection = find_selection(structure.T);
    structure.M = contract(structure.T, selection, model.M);
    structure.K = contract(structure.T, selection, model.K);
    model.K.resize(0, 0);
    model.K.data().squeeze();
    structure.D = SparseMat(structure.size(), structure.size());
    if (spec.rayleigh.alpha != 0) structure.D += spec.rayleigh.alpha * structure.M;
    if (spec.rayleigh.beta != 0) structure.D += spec.rayleigh.beta * structure.K;
    if (model.D)
        structure.D += contract(structure.T, selection, *model.D);
    else
        structure.rayleigh = spec.rayleigh;
    // One elimination serves K + sD + s²M for every s: K gets places for all of them.
    if (!has_place_for(structure.K, structure.D)) structure.K += 0.0 * structure.D;
    if (!has_place_for(structure.K, structure.M)) structure.K += 0.0 * structure.M;
    model.D.reset();
    structure.model = std::move(model);
    structure.rigid_modes = find_free_rigid_modes(structure);
    for (const FeCutSpec& cut : spec.cuts) structure.cuts.push_back(make_cut(structure, cut, spec.fixed_dofs));
    return structure;
}

}  // namespace ritz
