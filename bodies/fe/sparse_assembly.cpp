#include "bodies/fe/sparse_assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "core/errors.hpp"
#include "core/threads.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Lists of integers, one for each node, in one piece of memory.
struct NodeLists {
    std::vector<std::int64_t> start;
    std::vector<int> items;
    const int* begin(int node) const { return items.data() + start[static_cast<std::size_t>(node)]; }
    const int* end(int node) const { return items.data() + start[static_cast<std::size_t>(node) + 1]; }
};

NodeLists make_elements_of_nodes(const Mesh& mesh) {
    NodeLists lists;
    lists.start.assign(static_cast<std::size_t>(mesh.nodes.size()) + 1, 0);
    for (const Element& element : mesh.elements)
        for (int node : element.nodes) ++lists.start[static_cast<std::size_t>(node) + 1];
    for (std::size_t i = 1; i < lists.start.size(); ++i) lists.start[i] += lists.start[i - 1];
    lists.items.resize(static_cast<std::size_t>(lists.start.back()));
    std::vector<std::int64_t> next(lists.start.begin(), lists.start.end() - 1);
    for (std::size_t e = 0; e < mesh.elements.size(); ++e)
        for (int node : mesh.elements[e].nodes)
            lists.items[static_cast<std::size_t>(next[static_cast<std::size_t>(node)]++)] = static_cast<int>(e);
    return lists;
}

/// The nodes that share an element with each node, itself among them, ascending.
NodeLists make_neighbours(const Mesh& mesh) {
    const NodeLists elements = make_elements_of_nodes(mesh);
    NodeLists lists;
    lists.start.push_back(0);
    std::vector<int> mark(static_cast<std::size_t>(mesh.nodes.size()), -1);
    for (int node = 0; node < mesh.nodes.size(); ++node) {
        const auto first = static_cast<std::ptrdiff_t>(lists.items.size());
        for (const int* e = elements.begin(node); e != elements.end(node); ++e)
            for (int other : mesh.elements[static_cast<std::size_t>(*e)].nodes)
                if (std::exchange(mark[static_cast<std::size_t>(other)], node) != node) lists.items.push_back(other);
        std::sort(lists.items.begin() + first, lists.items.end());
        lists.start.push_back(static_cast<std::int64_t>(lists.items.size()));
    }
    return lists;
}

/// Runs work(first node, end node) on ranges of nodes that fill the whole, one for each thread.
template <class Work>
void run_on_node_ranges(int nodes, Work work) {
    constexpr int worthwhile = 2000;  // nodes for one thread, below which starting it costs more than it brings
    const int threads = std::clamp(std::min(thread_budget(), nodes / worthwhile), 1, 8);
    std::vector<std::thread> others;
    const auto bound = [&](int t) { return static_cast<int>(static_cast<std::int64_t>(nodes) * t / threads); };
    for (int t = 1; t < threads; ++t) others.emplace_back(work, bound(t), bound(t + 1));
    work(0, bound(1));
    for (std::thread& other : others) other.join();
}

/// Where in its column the row stands; the guess is right wherever the columns of a node have one pattern.
int find_entry(const SparseMat& A, int column, int row, int guess) {
    const int begin = A.outerIndexPtr()[column], end = A.outerIndexPtr()[column + 1];
    const int* rows = A.innerIndexPtr();
    if (begin + guess < end && rows[begin + guess] == row) return begin + guess;
    return static_cast<int>(std::lower_bound(rows + begin, rows + end, row) - rows);
}

}  // namespace

SparseAssembler::SparseAssembler(const Mesh& mesh, std::vector<Dof> dofs, Coupling coupling)
    : mesh_(mesh),
      dofs_(std::move(dofs)),
      coupling_(coupling),
      first_(static_cast<std::size_t>(mesh.nodes.size()) + 1, 0),
      on_beam_(static_cast<std::size_t>(mesh.nodes.size()), 0) {
    for (const Dof& dof : dofs_) ++first_[static_cast<std::size_t>(*dof.node) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    for (const Element& element : mesh.elements)
        if (element.type == ElementType::beam2)
            for (int node : element.nodes) on_beam_[static_cast<std::size_t>(node)] = 1;
}

SparseMat SparseAssembler::assemble(const ElementFunction& compute) const {
    SparseMat A = make_pattern();
    fill(A, compute);
    return A;
}

bool SparseAssembler::couples_all(int node, int other) const {
    return coupling_ == Coupling::all_components ||
           (on_beam_[static_cast<std::size_t>(node)] && on_beam_[static_cast<std::size_t>(other)]);
}

template <class Visit>
void SparseAssembler::visit_columns(int begin, int end, Visit visit) const {
    for (int node = begin; node < end; ++node)
        for (int column = first(node); column < first(node + 1); ++column) visit(node, column);
}

SparseMat SparseAssembler::make_pattern() const {
    const NodeLists neighbours = make_neighbours(mesh_);
    const auto visit_rows = [&](int node, int column, auto visit) {
        for (const int* other = neighbours.begin(node); other != neighbours.end(node); ++other) {
            const bool all = couples_all(node, *other);
            for (int row = first(*other); row < first(*other + 1); ++row)
                if (all || component(row) == component(column)) visit(row);
        }
    };
    const auto size = static_cast<Index>(dofs_.size());
    const auto nodes = static_cast<int>(mesh_.nodes.size());
    SparseMat A(size, size);
    std::int64_t entries = 0;
    visit_columns(0, nodes, [&](int node, int column) {
        A.outerIndexPtr()[column] = static_cast<int>(entries);
        visit_rows(node, column, [&](int) { ++entries; });
        if (entries > std::numeric_limits<int>::max())
            throw InputError(
                fmt::format("the model with {} degrees of freedom has more than {} matrix entries, which "
                            "is more than can be counted",
                            size, std::numeric_limits<int>::max()));
    });
    A.outerIndexPtr()[size] = static_cast<int>(entries);
    A.resizeNonZeros(entries);
    run_on_node_ranges(nodes, [&](int begin, int end) {
        visit_columns(begin, end, [&](int node, int column) {
            int entry = A.outerIndexPtr()[column];
            visit_rows(node, column, [&](int row) {
                A.innerIndexPtr()[entry] = row;
                A.valuePtr()[entry++] = 0;
            });
        });
    });
    return A;
}

/// Each thread fills the columns of its own nodes; elements at the border of two ranges are computed by both.
void SparseAssembler::fill(SparseMat& A, const ElementFunction& compute) const {
    run_on_node_ranges(static_cast<int>(mesh_.nodes.size()), [&](int begin, int end) {
        const auto mine = [&](int node) { return node >= begin && node < end; };
        ElementMatrix matrix;
        for (std::size_t e = 0; e < mesh_.elements.size(); ++e) {
            const Element& element = mesh_.elements[e];
            if (std::none_of(element.nodes.begin(), element.nodes.end(), mine)) continue;
            compute(e, matrix);
            for (std::size_t b = 0; b < element.nodes.size(); ++b)
                if (mine(element.nodes[b])) scatter(A, element, b, matrix);
        }
    });
}

/// Adds the columns of the element's node b.
void SparseAssembler::scatter(SparseMat& A, const Element& element, std::size_t b, const ElementMatrix& matrix) const {
    const int components = components_of(element.type);
    const int node = element.nodes[b];
    const auto local = [&](std::size_t a, int i) { return static_cast<Index>(a) * components + i; };
    for (std::size_t a = 0; a < element.nodes.size(); ++a) {
        const int begin = first(element.nodes[a]), end = first(element.nodes[a] + 1);
        int guess = 0;
        for (int column = first(node); column < first(node + 1); ++column) {
            const int j = component(column);
            if (j >= components) break;
            int row = begin;
            if (matrix.scalar)
                while (row < end && component(row) != j) ++row;
            if (row == end) continue;
            const int entry = find_entry(A, column, row, guess);
            guess = entry - A.outerIndexPtr()[column];
            double* value = A.valuePtr() + entry;
            if (matrix.scalar) {
                *value += matrix.values(static_cast<Index>(a), static_cast<Index>(b));
                continue;
            }
            for (; row < end && component(row) < components; ++row)
                *value++ += matrix.values(local(a, component(row)), local(b, j));
        }
    }
}

std::vector<Dof> make_dofs(const Mesh& mesh) {
    std::vector<int> count(static_cast<std::size_t>(mesh.nodes.size()), 0);
    for (const Element& element : mesh.elements)
        for (int node : element.nodes) {
            int& components = count[static_cast<std::size_t>(node)];
            components = std::max(components, components_of(element.type));
        }
    std::vector<Dof> dofs;
    for (int node = 0; node < mesh.nodes.size(); ++node)
        for (int i = 0; i < count[static_cast<std::size_t>(node)]; ++i) dofs.push_back({node, i});
    return dofs;
}

}  // namespace ritz
