#include "bodies/import/calculix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "bodies/import/dof_mapping.hpp"
#include "bodies/import/entries.hpp"
#include "bodies/import/inp_deck.hpp"
#include "bodies/import/node_files.hpp"

namespace ritz {
namespace {

/// Text, not a number: "10.1" is direction 1 of node 10.
DofLabel parse_label(const LineReader& lines, std::string_view field) {
    const std::size_t dot = field.find('.');
    const std::optional<std::int64_t> node = parse_integer(field.substr(0, dot));
    const std::string_view direction = dot == std::string_view::npos ? std::string_view{} : field.substr(dot + 1);
    if (!node || *node < 1 || direction.size() != 1 || direction[0] < '1' || direction[0] > '3')
        lines.fail(fmt::format("found {}, expected node.direction such as 10.1, with direction 1 to 3", quote(field)));
    return {*node, direction[0] - '1', lines.number()};
}

std::vector<DofLabel> parse_labels(const Text& text) {
    std::vector<DofLabel> labels;
    LineReader lines(text);
    while (lines.next())
        if (const std::string_view field = trim(lines.line()); !field.empty())
            labels.push_back(parse_label(lines, field));
    if (labels.empty()) fail_at(text, 0, "there are no equations; expected a line node.direction for each");
    return labels;
}

void refuse_duplicates(const Text& text, const std::vector<DofLabel>& labels) {
    std::vector<DofLabel> sorted = labels;
    const auto key = [](const DofLabel& label) { return std::tuple(label.node, label.component, label.line); };
    std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end(), [](const DofLabel& a, const DofLabel& b) {
        return a.node == b.node && a.component == b.component;
    });
    if (twice == sorted.end()) return;
    fail_at(
        text, (twice + 1)->line,
        fmt::format("{}.{} stands here and on line {}: CalculiX makes solids of beams and shells and gives all their "
                    "new nodes the number of the old one, so the equations cannot be told apart; mesh the part with "
                    "solid elements (C3D20R, C3D8I, C3D10)",
                    twice->node, twice->component + 1, twice->line));
}

/// Nodes after the last one of the deck are internal, and only elements C3D8I have them, three each. A result does not
/// say which elements there were: a negative number.
std::int64_t count_incompatible_elements(const InpDeck& deck) {
    return std::count_if(deck.elements.begin(), deck.elements.end(), [&](const InpElement& element) {
        return deck.element_types[static_cast<std::size_t>(element.type)] == "C3D8I";
    });
}

void mark_internal(const CalculixTexts& texts, std::vector<DofLabel>& labels, const Nodes& nodes,
                   std::int64_t elements) {
    const std::int64_t last = *std::max_element(nodes.ids.begin(), nodes.ids.end());
    std::set<std::int64_t> internal;
    for (DofLabel& label : labels)
        if (label.node > last) {
            internal.insert(label.node);
            label.node = 0;
        }
    const auto count = static_cast<std::int64_t>(internal.size());
    if (elements >= 0 && count != 3 * elements)
        fail_at(texts.dofs, 0,
                fmt::format("{} nodes have equations but come after the last node, {}, of {}; its {} elements C3D8I "
                            "explain {} (is it the deck of these matrices?)",
                            count, last, texts.nodes.name, elements, 3 * elements));
}

/// Lines row, column, value of the upper triangle; no heading. Tells how many.
SparseMat parse_triangle(const Text& text, int size, std::size_t& count) {
    constexpr std::size_t shortest_line = 6;
    std::vector<Entry> entries;
    entries.reserve(text.content.size() / (4 * shortest_line));
    LineReader lines(text);
    while (lines.next()) {
        std::string_view fields = lines.line();
        if (trim(fields).empty()) continue;
        const std::int64_t row = lines.take_integer(fields, "the number of a row");
        const std::int64_t column = lines.take_integer(fields, "the number of a column");
        const double value = lines.take_number(fields, "the value of the entry");
        if (row < 1 || column < row)
            lines.fail(fmt::format("row {}, column {}; expected the upper triangle", row, column));
        if (column > size) lines.fail(fmt::format("column {}, but the .dof file names {} equations", column, size));
        if (!take_field(fields).empty()) lines.fail("expected three numbers: row, column, value");
        entries.emplace_back(static_cast<int>(row - 1), static_cast<int>(column - 1), value);
    }
    if (entries.empty()) fail_at(text, 0, "there are no entries; expected lines row, column, value");
    count = entries.size();
    return make_sparse(text, size, size, entries, Mirror::symmetric);
}

}  // namespace

FeModel parse_calculix(const CalculixTexts& texts) {
    FeModel model;
    model.name = std::filesystem::path(texts.stiffness.name).stem().string();
    std::vector<DofLabel> labels = parse_labels(texts.dofs);
    refuse_duplicates(texts.dofs, labels);
    if (extension_of(texts.nodes.name) == ".inp") {
        const InpDeck deck = parse_inp_deck(texts.nodes);
        model.nodes = make_nodes(texts.nodes, deck);
        mark_internal(texts, labels, model.nodes, count_incompatible_elements(deck));
    } else {
        model.nodes = parse_nodes(texts.nodes);
        mark_internal(texts, labels, model.nodes, -1);
    }
    model.dofs = place_dofs(texts.dofs, labels, model.nodes, texts.nodes.name);
    const int size = static_cast<int>(labels.size());
    std::size_t stiffness_entries = 0, mass_entries = 0;
    model.K = parse_triangle(texts.stiffness, size, stiffness_entries);
    model.M = parse_triangle(texts.mass, size, mass_entries);
    // CalculiX writes both with the same entries, zeros too.
    if (mass_entries != stiffness_entries)
        fail_at(texts.mass, 0,
                fmt::format("has {} entries, {} has {}; expected as many (is a file cut off, or of another model?)",
                            mass_entries, texts.stiffness.name, stiffness_entries));
    model.sources = {texts.stiffness.name, texts.mass.name, texts.dofs.name, texts.nodes.name};
    require_sound(model, texts.stiffness.name);
    return model;
}

FeModel read_calculix(const CalculixFiles& files) {
    return parse_calculix(
        {read_text(files.stiffness), read_text(files.mass), read_text(files.dofs), read_text(files.nodes)});
}

}  // namespace ritz
