#include "bodies/import/matrix_market.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

struct Header {
    bool coordinate = true;
    Mirror mirror = Mirror::none;
};

Mirror parse_symmetry(const LineReader& lines, std::string_view field) {
    if (field == "general") return Mirror::none;
    if (field == "symmetric") return Mirror::symmetric;
    if (field == "skew-symmetric") return Mirror::skew_symmetric;
    lines.fail(fmt::format("symmetry {}, expected general, symmetric or skew-symmetric", quote(field)));
}

Header parse_header(LineReader& lines) {
    if (!lines.next() || !lines.line().starts_with("%%MatrixMarket"))
        lines.fail("a Matrix Market file starts with \"%%MatrixMarket matrix coordinate real symmetric\" or alike");
    const std::string header = to_lower(lines.line());
    std::string_view fields = header;
    take_field(fields);
    if (const std::string_view object = take_field(fields); object != "matrix")
        lines.fail(fmt::format("object {}, expected matrix", quote(object)));
    const std::string_view form = take_field(fields);
    if (form != "coordinate" && form != "array")
        lines.fail(fmt::format("form {}, expected coordinate or array", quote(form)));
    const std::string_view kind = take_field(fields);
    if (kind == "pattern") lines.fail("a pattern has no values; expected real or integer");
    if (kind != "real" && kind != "double" && kind != "integer")
        lines.fail(fmt::format("numbers of kind {}, expected real or integer", quote(kind)));
    return {form == "coordinate", parse_symmetry(lines, take_field(fields))};
}

/// The next line that is neither empty nor a comment.
bool next_content(LineReader& lines) {
    while (lines.next())
        if (const std::string_view line = trim(lines.line()); !line.empty() && line.front() != '%') return true;
    return false;
}

/// A matrix may be larger than its file where most rows are empty, but not beyond reason.
int take_size(const LineReader& lines, std::string_view& fields, const char* what) {
    const std::int64_t size = lines.take_integer(fields, what);
    const auto largest = static_cast<std::int64_t>(std::min<std::size_t>(1'000'000 + 8 * lines.bytes_left(), 1 << 30));
    if (size < 0 || size > largest)
        lines.fail(fmt::format("{} {}, expected 0 to {} for a file of this length", what, size, largest));
    return static_cast<int>(size);
}

void require_end_of_line(const LineReader& lines, std::string_view fields) {
    if (const std::string_view field = take_field(fields); !field.empty())
        lines.fail(fmt::format("found {}, expected the end of the line", quote(field)));
}

int take_index(const LineReader& lines, std::string_view& fields, int size, const char* what) {
    const std::int64_t index = lines.take_integer(fields, what);
    if (index < 1 || index > size) lines.fail(fmt::format("{} {}, expected 1 to {}", what, index, size));
    return static_cast<int>(index - 1);
}

std::vector<Entry> parse_coordinates(LineReader& lines, int rows, int columns, std::int64_t count, bool skew) {
    constexpr std::int64_t shortest_line = 5;  // "1 1 1", and the last needs no line break
    if (count < 0 || count > static_cast<std::int64_t>(lines.bytes_left()) / shortest_line + 1)
        lines.fail(fmt::format("{} entries do not fit into the rest of this file", count));
    std::vector<Entry> entries;
    entries.reserve(static_cast<std::size_t>(count));
    while (next_content(lines)) {
        if (static_cast<std::int64_t>(entries.size()) == count)
            lines.fail(fmt::format("there are more entries than the {} that were announced", count));
        std::string_view fields = lines.line();
        const int row = take_index(lines, fields, rows, "row");
        const int column = take_index(lines, fields, columns, "column");
        entries.emplace_back(row, column, lines.take_number(fields, "the value of the entry"));
        require_end_of_line(lines, fields);
        if (skew && row == column) lines.fail("the diagonal of a skew-symmetric matrix is not listed");
    }
    if (static_cast<std::int64_t>(entries.size()) != count)
        lines.fail(fmt::format("the file ends after {} of {} entries", entries.size(), count));
    return entries;
}

/// Dense, column by column; of a symmetric matrix from the diagonal down.
std::vector<Entry> parse_array(LineReader& lines, int rows, int columns, Mirror mirror) {
    const std::int64_t n = columns;
    std::int64_t count = static_cast<std::int64_t>(rows) * columns;
    if (mirror == Mirror::symmetric) count = n * (n + 1) / 2;
    if (mirror == Mirror::skew_symmetric) count = n * (n - 1) / 2;
    if (count > static_cast<std::int64_t>(lines.bytes_left()) / 2 + 1)
        lines.fail(fmt::format("{} numbers do not fit into the rest of this file", count));
    std::vector<Entry> entries;
    entries.reserve(static_cast<std::size_t>(count));
    for (int j = 0; j < columns; ++j) {
        const int first = mirror == Mirror::none ? 0 : mirror == Mirror::symmetric ? j : j + 1;
        for (int i = first; i < rows; ++i) {
            if (!next_content(lines))
                lines.fail(fmt::format("the file ends after {} of {} numbers", entries.size(), count));
            std::string_view fields = lines.line();
            entries.emplace_back(i, j, lines.take_number(fields, "a number"));
            require_end_of_line(lines, fields);
        }
    }
    if (next_content(lines)) lines.fail(fmt::format("there are more than the {} numbers of the matrix", count));
    return entries;
}

}  // namespace

SparseMat read_matrix_market(const std::string& path) { return parse_matrix_market(read_text(path)); }

SparseMat parse_matrix_market(const Text& text) {
    LineReader lines(text);
    const Header header = parse_header(lines);
    if (!next_content(lines)) lines.fail("the file ends before the size of the matrix");
    std::string_view fields = lines.line();
    const int rows = take_size(lines, fields, "number of rows");
    const int columns = take_size(lines, fields, "number of columns");
    if (header.mirror != Mirror::none && rows != columns)
        lines.fail(fmt::format("{} rows and {} columns, but a symmetric matrix is square", rows, columns));
    std::int64_t count = 0;
    if (header.coordinate) count = lines.take_integer(fields, "the number of entries");
    require_end_of_line(lines, fields);
    const bool skew = header.mirror == Mirror::skew_symmetric;
    const std::vector<Entry> entries = header.coordinate ? parse_coordinates(lines, rows, columns, count, skew)
                                                         : parse_array(lines, rows, columns, header.mirror);
    return make_sparse(text, rows, columns, entries, header.mirror);
}

}  // namespace ritz
