#pragma once
// The reactions of loops, W λ = b with W = G M⁻¹ Gᵀ (theory §2.3), as a block-sparse system.
//
// The recursion factorises M⁻¹ = Lᵀ D⁻¹ L: pass 2 alone, on the force of row k, leaves the innovations r_k = L G_kᵀ on
// the nodes between the loop's two frames and the world, and W_kl = r_kᵀ D⁻¹ r_l over the nodes that both paths share.
// Loops without a common moving node do not meet in W. It is stored and factorised within its envelope: linear in the
// number of loops that hang together like a chain.
#include <optional>
#include <vector>

#include "core/types.hpp"
#include "engine/system/ids.hpp"

namespace ritz {

struct Model;

/// The nodes between what the rows of one group push and the world, and what the rows leave there.
struct LoopPath {
    std::vector<NodeId> nodes;  // children before parents
    std::vector<int> offset;    // of each node's coordinates among those of the path
    MatX innovations;           // r: coordinates of the path x rows
    MatX solved;                // D⁻¹ r; of nodes with elastic coordinates both are L⁻¹ r, D = L Lᵀ
};

/// Coordinates that the path of a group shares with that of an earlier one (or with itself).
struct PathOverlap {
    RowGroupId other;
    struct Shared {
        int here, there, count;
    };
    std::vector<Shared> shared;
};

/// Rows that push the same nodes, and where they stand among all rows.
struct RowGroup {
    std::vector<NodeId> pushed;
    int row = 0, rows = 0;
};

/// Those of the model's loops, then those of its couplings.
IndexedVector<RowGroupId, RowGroup> list_row_groups(const Model& model);
/// The nodes of two bodies that rows join; the world is none.
std::vector<NodeId> list_pushed(std::optional<NodeId> a, std::optional<NodeId> b);

struct LoopSystem {
    explicit LoopSystem(const Model& model) : LoopSystem(model, list_row_groups(model)) {}
    LoopSystem(const Model& model, const IndexedVector<RowGroupId, RowGroup>& row_groups);

    // found once
    IndexedVector<RowGroupId, RowGroup> groups;
    IndexedVector<RowGroupId, LoopPath> paths;                     // one a group
    IndexedVector<RowGroupId, std::vector<PathOverlap>> overlaps;  // of each group with itself and earlier ones
    std::vector<int> first;                                        // first column of each row within the envelope
    std::vector<std::size_t> begin;  // where a row of the envelope begins, as begin[k] + column
    // choose_loop_rows: rows that hold nothing which others do not hold already are left out
    std::vector<char> chosen;
    VecX reach;  // what W_kk would be if nothing in the row's motion cancelled
    bool is_chosen = false;
    // eval_loop_inertia
    std::vector<double> W;    // the envelope, then its Cholesky factor
    std::vector<char> holds;  // chosen, and not lost in this position
    VecX share;               // what is left of each row behind the rows before it, of its reach
    int rank = 0;

    double& at(int row, int column) {
        return W[begin[static_cast<std::size_t>(row)] + static_cast<std::size_t>(column)];
    }
    double at(int row, int column) const {
        return W[begin[static_cast<std::size_t>(row)] + static_cast<std::size_t>(column)];
    }
    /// Smallest share among the rows that hold: zero in a singular position.
    double smallest_share() const;
};

/// Cholesky of the envelope, in place. A row whose share falls to the limit or below is taken out. Fills holds, share,
/// rank.
void factorize_loops(double limit, LoopSystem& loops);

/// Chooses, with the factors of all rows before, the rows of one loop (count of them from row on) that are independent
/// of these and of each other: pivots by their shares, as long as more than `redundant` of their own diagonal is left.
void choose_rows(int row, int count, double redundant, LoopSystem& loops);

/// One row of the Cholesky factor behind the rows before it.
void factorize_row(int row, double limit, LoopSystem& loops);

/// x: right-hand side on entry, λ on return; rows that do not hold get zero.
void solve_factorized(const LoopSystem& loops, VecX& x);

}  // namespace ritz
