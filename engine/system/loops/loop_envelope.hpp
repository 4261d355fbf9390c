#pragma once
// W of a LoopSystem from the recursion's factors, for rows of any origin: the loops and couplings of a model, or the
// springs between bodies in an implicit step.
#include <algorithm>

#include "engine/system/dynamics.hpp"

namespace ritz {

/// The metric in which rows meet: W = G M⁻¹ Gᵀ, or G Gᵀ alone.
enum class RowMetric { inverse_mass, unit };

inline void clear_forces_on(const Model& model, const LoopPath& path, Workspace& ws) {
    for (const NodeId i : path.nodes) {
        const Node& node = model.nodes[i];
        ws.nodes[i].force.setZero();
        ws.nodes[i].moment.setZero();
        ws.generalized_force.segment(node.u, node.nu + node.n).setZero();
    }
}

/// r = L G_kᵀ and D⁻¹ r of one row, by pass 2 along the path of its group, or L_D⁻¹ r twice with D = L_D L_Dᵀ; in the
/// unit metric both are G_kᵀ.
template <class Apply>
void eval_innovations(const Model& model, RowGroupId l, int row, RowMetric metric, LoopSystem& loops, Workspace& ws,
                      Apply&& apply_row) {
    LoopPath& path = loops.paths[l];
    clear_forces_on(model, path, ws);
    apply_row(l, row);
    for (const NodeId i : path.nodes) start_with_forces(model, i, ws);
    const int column = row - loops.groups[l].row;
    for (std::size_t k = 0; k < path.nodes.size(); ++k) {
        const NodeId i = path.nodes[k];
        metric == RowMetric::unit ? collect_node(model, i, ws) : resolve_node(model, i, ws);
        const Node& node = model.nodes[i];
        const int size = node.nu + node.n, at = path.offset[k];
        if (size == 0) continue;
        if (const GeneralData* g = ws.find_general(i)) {
            auto innovation = path.innovations.col(column).segment(at, size);
            if (metric == RowMetric::unit)
                innovation = g->r;
            else
                innovation = g->solved_force().transpose();
            path.solved.col(column).segment(at, size) = innovation;
        } else {
            path.innovations(at, column) = ws.nodes[i].r;
            path.solved(at, column) = (metric == RowMetric::unit ? 1 : ws.nodes[i].D_inv) * ws.nodes[i].r;
        }
    }
}

/// The envelope of W = G M⁻¹ Gᵀ, after eval_articulated, or of G Gᵀ: apply_row(l, row) adds the unit reaction of a row
/// to the forces in the workspace, which are overwritten.
template <class Apply>
void eval_envelope(const Model& model, LoopSystem& loops, Workspace& ws, Apply&& apply_row,
                   RowMetric metric = RowMetric::inverse_mass) {
    std::fill(loops.W.begin(), loops.W.end(), 0.0);
    for (const RowGroupId l : loops.groups.ids()) {
        const RowGroup& group = loops.groups[l];
        for (int k = group.row; k < group.row + group.rows; ++k)
            eval_innovations(model, l, k, metric, loops, ws, apply_row);
        for (const PathOverlap& overlap : loops.overlaps[l]) {
            const LoopPath &here = loops.paths[l], &there = loops.paths[overlap.other];
            const int row = group.row, column = loops.groups[overlap.other].row;
            for (const PathOverlap::Shared& s : overlap.shared)
                for (Eigen::Index i = 0; i < here.innovations.cols(); ++i)
                    for (Eigen::Index j = 0; j < there.innovations.cols() && column + j <= row + i; ++j)
                        loops.at(row + static_cast<int>(i), column + static_cast<int>(j)) +=
                            here.innovations.col(i)
                                .segment(s.here, s.count)
                                .dot(there.solved.col(j).segment(s.there, s.count));
        }
    }
}

}  // namespace ritz
