#include "bodies/import/abaqus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "bodies/import/abaqus_dofs.hpp"
#include "bodies/import/entries.hpp"
#include "bodies/import/node_files.hpp"

namespace ritz {
namespace {

/// Rows and columns by a key: the number of the equation, or node and direction in one.
struct KeyedEntry {
    std::int64_t row, column;
    double value;
};

struct KeyedMatrix {
    bool labelled = false;
    std::vector<KeyedEntry> entries;
};

constexpr std::int64_t directions = 64;  // room for those of internal nodes
constexpr std::int64_t largest_node = std::int64_t{1} << 40;

std::int64_t take_label(const LineReader& lines, std::string_view& fields) {
    const std::int64_t node = lines.take_integer(fields, "the number of a node");
    const std::int64_t direction = lines.take_integer(fields, "a direction");
    if (std::abs(std::max(node, -largest_node - 1)) > largest_node) lines.fail(fmt::format("node number {}", node));
    if (direction < 1 || direction >= directions || (node > 0 && direction > 6))
        lines.fail(
            fmt::format("direction {} at node {}, expected 1 to 6: translations and rotations", direction, node));
    return node * directions + direction;
}

std::int64_t take_equation(const LineReader& lines, std::string_view& fields) {
    const std::int64_t equation = lines.take_integer(fields, "the number of an equation");
    if (equation < 1) lines.fail(fmt::format("equation {}, expected a number from 1", equation));
    return equation;
}

std::size_t count_fields(std::string_view line) {
    std::size_t count = 0;
    while (!take_field(line).empty()) ++count;
    return count;
}

KeyedMatrix parse_entries(const Text& text) {
    KeyedMatrix matrix;
    matrix.entries.reserve(text.content.size() / 40);
    LineReader lines(text);
    while (lines.next()) {
        std::string_view fields = trim(lines.line());
        if (fields.empty() || fields.front() == '*') continue;  // comments and *MATRIX
        if (matrix.entries.empty()) {
            const std::size_t count = count_fields(fields);
            if (count != 3 && count != 5)
                lines.fail(fmt::format(
                    "{} fields, expected node, direction, node, direction, value, or row, column, value", count));
            matrix.labelled = count == 5;
        }
        const auto take_key = matrix.labelled ? take_label : take_equation;
        const std::int64_t row = take_key(lines, fields);
        const std::int64_t column = take_key(lines, fields);
        matrix.entries.push_back({row, column, lines.take_number(fields, "the value of the entry")});
        if (!take_field(fields).empty()) lines.fail("there are more fields than on the lines before");
    }
    if (matrix.entries.empty()) fail_at(text, 0, "there are no entries");
    return matrix;
}

/// All labels of all matrices, ascending: by node, then direction.
std::vector<std::int64_t> collect_keys(const std::vector<const KeyedMatrix*>& matrices) {
    std::vector<std::int64_t> keys;
    for (const KeyedMatrix* matrix : matrices)
        for (const KeyedEntry& entry : matrix->entries) {
            // Neighbours in the file mostly share their column; that keeps the list short.
            if (keys.empty() || keys.back() != entry.column) keys.push_back(entry.column);
            if (entry.row != entry.column) keys.push_back(entry.row);
        }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

std::vector<DofLabel> labels_of(const std::vector<std::int64_t>& keys) {
    std::vector<DofLabel> labels;
    labels.reserve(keys.size());
    for (const std::int64_t key : keys) {
        const std::int64_t direction = key & (directions - 1);
        labels.push_back({(key - direction) / directions, static_cast<int>(direction - 1)});
    }
    return labels;
}

/// The row of a key. Numbers of nodes mostly run on without large gaps; then a table is faster than a search.
class KeyIndex {
  public:
    explicit KeyIndex(const std::vector<std::int64_t>& keys) : keys_(keys) {
        const auto range = static_cast<std::uint64_t>(keys.back() - keys.front()) + 1;
        if (range > static_cast<std::uint64_t>(directions) * keys.size()) return;
        table_.assign(range, -1);
        for (std::size_t i = 0; i < keys.size(); ++i)
            table_[static_cast<std::size_t>(keys[i] - keys.front())] = static_cast<int>(i);
    }

    int size() const { return static_cast<int>(keys_.size()); }

    std::optional<int> find(std::int64_t key) const {
        if (key < keys_.front() || key > keys_.back()) return {};
        if (!table_.empty()) {
            const int place = table_[static_cast<std::size_t>(key - keys_.front())];
            return place < 0 ? std::nullopt : std::optional(place);
        }
        const auto found = std::lower_bound(keys_.begin(), keys_.end(), key);
        return *found == key ? std::optional(static_cast<int>(found - keys_.begin())) : std::nullopt;
    }

  private:
    const std::vector<std::int64_t>& keys_;
    std::vector<int> table_;
};

int find_row(const Text& text, const KeyIndex& index, std::int64_t key) {
    const std::optional<int> row = index.find(key);
    if (!row) fail_at(text, 0, fmt::format("equation {}, expected 1 to {}", key, index.size()));
    return *row;
}

SparseMat make_matrix(const Text& text, const KeyedMatrix& matrix, const KeyIndex& index) {
    std::vector<Entry> entries;
    entries.reserve(matrix.entries.size());
    bool above = false, below = false;
    for (const KeyedEntry& entry : matrix.entries) {
        const int row = find_row(text, index, entry.row), column = find_row(text, index, entry.column);
        above |= row < column;
        below |= row > column;
        entries.emplace_back(row, column, entry.value);
    }
    const bool triangle = !(above && below) || lists_one_triangle(index.size(), entries);
    return make_sparse(text, index.size(), index.size(), entries, triangle ? Mirror::symmetric : Mirror::none);
}

/// Abaqus does not drop constrained directions but puts 1e36 on their diagonal.
void drop_constrained(FeModel& model) {
    constexpr double held = 0.99e36;
    const VecX diagonal = model.K.diagonal();
    if (diagonal.size() == 0 || diagonal.maxCoeff() < held) return;
    std::vector<int> left;
    std::vector<Dof> dofs;
    for (std::size_t i = 0; i < model.dofs.size(); ++i)
        if (diagonal(static_cast<Eigen::Index>(i)) < held) {
            left.push_back(static_cast<int>(i));
            dofs.push_back(model.dofs[i]);
        }
    const Renumbering kept = Renumbering::of_list(diagonal.size(), left);
    model.K = take_part(model.K, kept, kept);
    model.M = take_part(model.M, kept, kept);
    if (model.D) model.D = take_part(*model.D, kept, kept);
    model.dofs = std::move(dofs);
}

}  // namespace

FeModel parse_abaqus(const AbaqusTexts& texts) {
    const KeyedMatrix stiffness = parse_entries(texts.stiffness), mass = parse_entries(texts.mass);
    std::optional<KeyedMatrix> damping;
    if (texts.damping) damping = parse_entries(*texts.damping);
    if (mass.labelled != stiffness.labelled || (damping && damping->labelled != stiffness.labelled))
        fail_at(texts.mass, 0, "the matrices come in different forms; expected the same for all");
    FeModel model;
    model.name = std::filesystem::path(texts.stiffness.name).stem().string();
    std::vector<const KeyedMatrix*> matrices = {&stiffness, &mass};
    if (damping) matrices.push_back(&*damping);
    std::vector<std::int64_t> keys = collect_keys(matrices);
    if (stiffness.labelled) {
        if (texts.mapping)
            fail_at(*texts.mapping, 0, "these matrices name their nodes themselves; expected no mapping");
        model.nodes = parse_nodes(texts.nodes);
        model.dofs = place_dofs(texts.stiffness, labels_of(keys), model.nodes, texts.nodes.name);
    } else {
        model.dofs = number_dofs(texts, keys.back(), model.nodes);
        keys.resize(model.dofs.size());
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::int64_t>(i) + 1;
    }
    const KeyIndex index(keys);
    model.K = make_matrix(texts.stiffness, stiffness, index);
    model.M = make_matrix(texts.mass, mass, index);
    if (damping) model.D = make_matrix(*texts.damping, *damping, index);
    drop_constrained(model);
    if (model.dofs.empty()) fail_at(texts.stiffness, 0, "all directions are constrained");
    model.sources = {texts.stiffness.name, texts.mass.name, texts.nodes.name};
    for (const auto* text : {&texts.damping, &texts.mapping})
        if (*text) model.sources.push_back((*text)->name);
    require_sound(model, texts.stiffness.name);
    return model;
}

FeModel read_abaqus(const AbaqusFiles& files) {
    AbaqusTexts texts{read_text(files.stiffness), read_text(files.mass), read_text(files.nodes), {}, {}};
    if (!files.damping.empty()) texts.damping = read_text(files.damping);
    if (!files.mapping.empty()) texts.mapping = read_text(files.mapping);
    return parse_abaqus(texts);
}

}  // namespace ritz
