#include "engine/system/loops/loop_system.hpp"

#include <algorithm>
#include <cmath>

#include "engine/system/model.hpp"

namespace ritz {
namespace {

LoopPath make_path(const Model& model, const RowGroup& loop) {
    LoopPath path;
    for (std::optional<NodeId> node : loop.pushed)
        for (; node; node = model.nodes[*node].parent) path.nodes.push_back(*node);
    std::sort(path.nodes.rbegin(), path.nodes.rend());
    path.nodes.erase(std::unique(path.nodes.begin(), path.nodes.end()), path.nodes.end());
    int size = 0;
    for (const NodeId node : path.nodes) {
        path.offset.push_back(size);
        size += model.nodes[node].nu + model.nodes[node].n;
    }
    path.innovations.setZero(size, loop.rows);
    path.solved.setZero(size, loop.rows);
    return path;
}

/// Both lists of nodes descend, so one pass finds what they share.
PathOverlap make_overlap(const Model& model, const LoopPath& here, const LoopPath& there, RowGroupId other) {
    PathOverlap overlap{other, {}};
    std::size_t i = 0, j = 0;
    while (i < here.nodes.size() && j < there.nodes.size()) {
        if (here.nodes[i] > there.nodes[j]) {
            ++i;
        } else if (here.nodes[i] < there.nodes[j]) {
            ++j;
        } else {
            const Node& node = model.nodes[here.nodes[i]];
            if (node.nu + node.n > 0) overlap.shared.push_back({here.offset[i], there.offset[j], node.nu + node.n});
            ++i, ++j;
        }
    }
    return overlap;
}

}  // namespace

std::vector<NodeId> list_pushed(std::optional<NodeId> a, std::optional<NodeId> b) {
    std::vector<NodeId> pushed;
    for (const std::optional<NodeId>& node : {a, b})
        if (node) pushed.push_back(*node);
    return pushed;
}

IndexedVector<RowGroupId, RowGroup> list_row_groups(const Model& model) {
    IndexedVector<RowGroupId, RowGroup> groups;
    for (const LoopConstraint& loop : model.loops)
        groups.add({list_pushed(loop.a.node, loop.b.node), loop.row, loop.rows});
    for (const JointCoupling& coupling : model.couplings) {
        RowGroup group{{}, coupling.row, 1};
        for (const JointCoupling::Term& term : coupling.terms)
            if (!model.nodes[term.node].is_prescribed()) group.pushed.push_back(term.node);
        groups.add(group);
    }
    return groups;
}

LoopSystem::LoopSystem(const Model& model, const IndexedVector<RowGroupId, RowGroup>& row_groups) : groups(row_groups) {
    for (const RowGroup& group : groups) paths.add(make_path(model, group));
    // Which earlier groups pass through the same nodes.
    IndexedVector<NodeId, std::vector<RowGroupId>> passing(model.nodes.size());
    overlaps.resize(groups.size());
    for (const RowGroupId l : groups.ids()) {
        std::vector<RowGroupId> met{l};
        for (const NodeId node : paths[l].nodes) {
            auto& others = passing[node];
            met.insert(met.end(), others.begin(), others.end());
            others.push_back(l);
        }
        std::sort(met.begin(), met.end());
        met.erase(std::unique(met.begin(), met.end()), met.end());
        for (const RowGroupId other : met) {
            PathOverlap overlap = make_overlap(model, paths[l], paths[other], other);
            if (!overlap.shared.empty() || other == l) overlaps[l].push_back(std::move(overlap));
        }
    }
    std::size_t size = 0;
    for (const RowGroupId l : groups.ids()) {
        const int start = groups[overlaps[l].front().other].row;
        for (int k = groups[l].row; k < groups[l].row + groups[l].rows; ++k) {
            first.push_back(start);
            begin.push_back(size - static_cast<std::size_t>(start));  // never negative: each row before has an entry
            size += static_cast<std::size_t>(k - start + 1);
        }
    }
    W.assign(size, 0);
    chosen.assign(first.size(), 1);
    holds = chosen;
    share.setOnes(static_cast<Eigen::Index>(first.size()));
    reach = share;
}

double LoopSystem::smallest_share() const {
    double smallest = 1;
    for (Eigen::Index k = 0; k < share.size(); ++k)
        if (holds[static_cast<std::size_t>(k)]) smallest = std::min(smallest, share[k]);
    return smallest;
}

void factorize_row(int i, double limit, LoopSystem& loops) {
    const auto index = static_cast<std::size_t>(i);
    bool holds = loops.chosen[index] != 0;
    double* row = loops.W.data() + loops.begin[index];
    const int first = loops.first[index];
    loops.share[i] = 0;
    for (int j = first; holds && j <= i; ++j) {
        const double* other = loops.W.data() + loops.begin[static_cast<std::size_t>(j)];
        double sum = row[j];
        for (int l = std::max(first, loops.first[static_cast<std::size_t>(j)]); l < j; ++l) sum -= row[l] * other[l];
        if (j < i) {
            row[j] = loops.holds[static_cast<std::size_t>(j)] ? sum / other[j] : 0;
            continue;
        }
        loops.share[i] = std::max(0.0, sum / loops.reach[i]);
        holds = loops.share[i] > limit;
        if (holds) row[i] = std::sqrt(sum);
    }
    loops.holds[index] = holds ? 1 : 0;
    if (holds)
        ++loops.rank;
    else
        std::fill(row + first, row + i + 1, 0.0);
}

void factorize_loops(double limit, LoopSystem& loops) {
    const auto rows = static_cast<int>(loops.first.size());
    loops.rank = 0;
    for (int i = 0; i < rows; ++i) factorize_row(i, limit, loops);
}

void choose_rows(int row, int count, double redundant, LoopSystem& loops) {
    // What the rows before leave of the loop's own block.
    const int first = loops.first[static_cast<std::size_t>(row)];
    MatX L = MatX::Zero(count, row - first), S(count, count);
    for (int i = 0; i < count; ++i)
        for (int j = first; j < row; ++j) {
            if (!loops.holds[static_cast<std::size_t>(j)]) continue;
            double sum = loops.at(row + i, j);
            for (int l = std::max(first, loops.first[static_cast<std::size_t>(j)]); l < j; ++l)
                sum -= L(i, l - first) * loops.at(j, l);
            L(i, j - first) = sum / loops.at(j, j);
        }
    for (int i = 0; i < count; ++i)
        for (int k = 0; k <= i; ++k)
            S(i, k) = S(k, i) = loops.at(row + i, row + k) - (row > first ? L.row(i).dot(L.row(k)) : 0.0);
    std::vector<int> left;
    for (int i = 0; i < count; ++i)
        if (loops.chosen[static_cast<std::size_t>(row + i)]) left.push_back(i);
    const auto share = [&](int i) { return S(i, i) / loops.reach[row + i]; };
    for (int i = 0; i < count; ++i) loops.chosen[static_cast<std::size_t>(row + i)] = 0;
    while (!left.empty()) {
        const auto best = std::max_element(left.begin(), left.end(), [&](int i, int k) { return share(i) < share(k); });
        const int k = *best;
        left.erase(best);
        if (!(S(k, k) > redundant * loops.at(row + k, row + k))) continue;
        loops.chosen[static_cast<std::size_t>(row + k)] = 1;
        const VecX column = S.col(k);
        S -= column * column.transpose() / column[k];
    }
}

void solve_factorized(const LoopSystem& loops, VecX& x) {
    const auto rows = static_cast<int>(loops.first.size());
    for (int i = 0; i < rows; ++i) {
        if (!loops.holds[static_cast<std::size_t>(i)]) {
            x[i] = 0;
            continue;
        }
        for (int j = loops.first[static_cast<std::size_t>(i)]; j < i; ++j) x[i] -= loops.at(i, j) * x[j];
        x[i] /= loops.at(i, i);
    }
    for (int i = rows - 1; i >= 0; --i) {
        if (!loops.holds[static_cast<std::size_t>(i)]) continue;
        x[i] /= loops.at(i, i);
        for (int j = loops.first[static_cast<std::size_t>(i)]; j < i; ++j) x[j] -= loops.at(i, j) * x[i];
    }
}

}  // namespace ritz
