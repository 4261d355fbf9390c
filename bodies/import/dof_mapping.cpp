#include "bodies/import/dof_mapping.hpp"

#include <fmt/format.h>

#include <array>

#include "bodies/import/id_index.hpp"

namespace ritz {
namespace {

int parse_component(const LineReader& lines, std::string_view field) {
    constexpr std::array names = {"UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ"};
    for (std::size_t k = 0; k < names.size(); ++k)
        if (equals_ignoring_case(field, names[k])) return static_cast<int>(k);
    const std::optional<std::int64_t> number = parse_integer(field);
    if (!number || *number < 1 || *number > 6)
        lines.fail(fmt::format("direction {}, expected UX, UY, UZ, ROTX, ROTY, ROTZ or 1 to 6", quote(field)));
    return static_cast<int>(*number - 1);
}

struct Row {
    std::int64_t equation;
    DofLabel label;
};

std::vector<Row> parse_rows(const Text& text) {
    std::vector<Row> rows;
    LineReader lines(text);
    while (lines.next()) {
        std::string_view fields = trim(lines.line());
        if (fields.empty() || std::string_view("#%!").find(fields.front()) != std::string_view::npos) continue;
        std::string_view peek = fields;
        if (rows.empty() && !parse_integer(take_field(peek))) continue;
        const std::int64_t equation = lines.take_integer(fields, "the number of an equation");
        const std::int64_t node = lines.take_integer(fields, "the number of a node");
        rows.push_back({equation, {node, parse_component(lines, take_field(fields)), lines.number()}});
    }
    return rows;
}

}  // namespace

std::vector<DofLabel> parse_dof_mapping(const Text& text) {
    const std::vector<Row> rows = parse_rows(text);
    const auto size = static_cast<std::int64_t>(rows.size());
    if (rows.empty()) fail_at(text, 0, "there are no equations; expected lines equation, node, direction");
    std::vector<DofLabel> labels(rows.size());
    for (const Row& row : rows) {
        if (row.equation < 1 || row.equation > size)
            fail_at(text, row.label.line, fmt::format("equation {}, expected 1 to {}, each once", row.equation, size));
        DofLabel& label = labels[static_cast<std::size_t>(row.equation - 1)];
        if (label.line) fail_at(text, row.label.line, fmt::format("equation {} is there twice", row.equation));
        label = row.label;
    }
    return labels;
}

std::vector<Dof> place_dofs(const Text& text, const std::vector<DofLabel>& labels, const Nodes& nodes,
                            const std::string& where) {
    const IdIndex index(nodes.ids);
    std::vector<int> line_of(6 * nodes.ids.size(), -1);
    std::vector<Dof> dofs;
    dofs.reserve(labels.size());
    for (const DofLabel& label : labels) {
        if (label.node < 1) {  // internal
            dofs.emplace_back();
            continue;
        }
        const std::optional<int> node = index.find(label.node);
        if (!node)
            fail_at(text, label.line,
                    fmt::format("node {} has an equation, but {} does not say where it is", label.node, where));
        dofs.push_back({node, label.component});
        int& line = line_of[6 * static_cast<std::size_t>(*node) + static_cast<std::size_t>(label.component)];
        if (line >= 0)
            fail_at(text, label.line,
                    fmt::format("node {} has direction {} twice{}", label.node, label.component + 1,
                                line > 0 ? fmt::format(", before on line {}", line) : ""));
        line = label.line;
    }
    return dofs;
}

}  // namespace ritz
