#include "bodies/import/node_files.hpp"

#include <fmt/format.h>

#include <array>

#include "bodies/import/gmsh.hpp"
#include "bodies/import/id_index.hpp"
#include "bodies/import/inp_deck.hpp"

namespace ritz {
namespace {

struct NodeList {
    std::vector<std::int64_t> ids;
    std::vector<double> coordinates;
};

Nodes make_nodes(const Text& text, NodeList list) {
    if (list.ids.empty()) fail_at(text, 0, "there are no nodes");
    if (const auto id = IdIndex(list.ids).find_duplicate())
        fail_at(text, 0, fmt::format("node {} is there twice", *id));
    Nodes nodes;
    nodes.positions = Eigen::Map<const Mat3X>(list.coordinates.data(), 3, static_cast<Eigen::Index>(list.ids.size()));
    nodes.ids = std::move(list.ids);
    return nodes;
}

bool is_heading(std::string_view line, bool first) {
    if (line.front() == '#' || line.front() == '%') return true;
    const std::string_view field = take_field(line);
    return equals_ignoring_case(field, "NODE") || (first && !parse_number(field));
}

/// "2C", the number of nodes, and 0 for short, 1 for long lines, 2 or 3 for binary data. Returns the width of a number.
std::size_t parse_frd_format(const LineReader& lines) {
    std::string_view fields = lines.line();
    take_field(fields);
    lines.take_integer(fields, "the number of nodes");
    const std::int64_t format = lines.take_integer(fields, "the format of the nodes, 0 or 1");
    if (format == 2 || format == 3)
        lines.fail("the nodes are binary; expected text, which CalculiX writes for *NODE FILE without OUTPUT=...");
    if (format != 0 && format != 1) lines.fail(fmt::format("node format {}, expected 0 or 1", format));
    return format == 0 ? 5 : 10;
}

/// Columns, since numbers may touch: -1, the number of the node, three coordinates of 12 characters.
void parse_frd_node(const LineReader& lines, std::size_t id_width, NodeList& list) {
    constexpr std::size_t mark = 3, width = 12;
    const std::string_view line = lines.line();
    if (line.size() < mark + id_width + 3 * width) lines.fail("the line is too short for a node");
    const std::optional<std::int64_t> id = parse_integer(trim(line.substr(mark, id_width)));
    if (!id || *id < 1) lines.fail(fmt::format("found {}, expected the number of a node", quote(line)));
    list.ids.push_back(*id);
    for (std::size_t k = 0; k < 3; ++k) {
        const std::string_view field = trim(line.substr(mark + id_width + k * width, width));
        const std::optional<double> x = parse_number(field);
        if (!x) lines.fail(fmt::format("found {}, expected a coordinate", quote(field)));
        list.coordinates.push_back(*x);
    }
}

}  // namespace

Nodes parse_node_table(const Text& text) {
    NodeList list;
    LineReader lines(text);
    while (lines.next()) {
        std::string_view fields = trim(lines.line());
        if (fields.empty() || is_heading(fields, list.ids.empty())) continue;
        const std::int64_t id = lines.take_integer(fields, "the number of a node");
        if (id < 1) lines.fail(fmt::format("node {}, expected a number from 1", id));
        list.ids.push_back(id);
        for (const char* what : {"coordinate x", "coordinate y", "coordinate z"})
            list.coordinates.push_back(lines.take_number(fields, what));
    }
    return make_nodes(text, std::move(list));
}

Nodes parse_frd_nodes(const Text& text) {
    LineReader lines(text);
    while (lines.next() && !lines.line().starts_with("    2C")) {
    }
    if (!lines.line().starts_with("    2C")) fail_at(text, 0, "there is no node block, which starts with 2C");
    const std::size_t id_width = parse_frd_format(lines);
    NodeList list;
    while (lines.next() && !lines.line().starts_with(" -3")) {
        if (!lines.line().starts_with(" -1")) lines.fail("expected a node (-1) or the end of the nodes (-3)");
        parse_frd_node(lines, id_width, list);
    }
    if (!lines.line().starts_with(" -3")) lines.fail("the file ends within the nodes");
    return make_nodes(text, std::move(list));
}

Nodes read_nodes(const std::string& path) { return parse_nodes(read_text(path)); }

Nodes parse_nodes(const Text& text) {
    const std::string extension = extension_of(text.name);
    if (extension == ".inp") return make_nodes(text, parse_inp_deck(text));
    if (extension == ".frd") return parse_frd_nodes(text);
    if (extension == ".msh") return parse_gmsh(text).nodes;
    for (const char* table : {".csv", ".txt", ".dat", ".lis"})
        if (extension == table) return parse_node_table(text);
    fail_at(text, 0,
            fmt::format("nodes in a file of kind {}, expected .inp, .frd, .msh, .csv, .txt, .dat or .lis",
                        quote(extension)));
}

}  // namespace ritz
