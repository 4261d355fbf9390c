#include "scenes/loader/json/csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/printable.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {
namespace {

std::string_view trimmed(std::string_view text) {
    const char* spaces = " \t\r";
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

/// Where a field ends: at the next separator outside quotes.
std::size_t end_of_field(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] != '"') return line.find_first_of(",;\t");
    for (std::size_t i = first + 1; i < line.size(); ++i) {
        if (line[i] != '"') continue;
        if (i + 1 == line.size() || line[i + 1] != '"') return line.find_first_of(",;\t", i + 1);
        ++i;  // a doubled quote stands for one
    }
    return line.find_first_of(",;\t");  // the quote never ends: a plain field after all
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t end = end_of_field(line);
        fields.push_back(trimmed(line.substr(0, end)));
        if (end == std::string_view::npos) return fields;
        line.remove_prefix(end + 1);
    }
}

std::optional<double> to_number(std::string_view field) {
    if (field.starts_with('+')) field.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    if (error != std::errc{} || end != field.data() + field.size() || !std::isfinite(number)) return {};
    return number;
}

std::string without_quotes(std::string_view name) {
    if (name.size() < 2 || name.front() != '"' || name.back() != '"') return std::string(name);
    std::string bare;
    for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        bare += name[i];
        if (name[i] == '"' && name[i + 1] == '"') ++i;
    }
    return bare;
}

/// A first line in which no field is a number names the columns.
bool is_header(const std::vector<std::string_view>& fields) {
    for (const std::string_view field : fields)
        if (to_number(field)) return false;
    return true;
}

class CsvParser {
  public:
    explicit CsvParser(std::string file) : file_(std::move(file)) {}

    void add_line(std::string_view line) {
        ++line_;
        if (const std::string_view content = trimmed(line); content.empty() || content.starts_with('#')) return;
        const std::vector<std::string_view> fields = split(line);
        if (result_.columns.empty()) {
            result_.columns.resize(fields.size());
            if (is_header(fields)) {
                for (const std::string_view field : fields) result_.names.push_back(without_quotes(field));
                refuse_twins();
                return;
            }
        }
        if (fields.size() != result_.columns.size())
            fail(fmt::format("found {} columns, expected {} as before", fields.size(), result_.columns.size()));
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::optional<double> number = to_number(fields[i]);
            if (!number) fail(fmt::format("found \"{}\" in column {}, expected a finite number", fields[i], i));
            result_.columns[i].push_back(*number);
        }
    }

    CsvColumns take() {
        if (result_.columns.empty() || result_.columns[0].empty())
            throw InputError(fmt::format("{}: found no numbers in the file", file_));
        return std::move(result_);
    }

  private:
    void refuse_twins() const {
        std::unordered_set<std::string> seen;
        for (const std::string& name : result_.names)
            if (!name.empty() && !seen.insert(name).second)
                fail(fmt::format("found two columns named \"{}\", expected each name once", name));
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw InputError(fmt::format("{}:{}: {}", file_, line_, what));
    }

    std::string file_;
    int line_ = 0;
    CsvColumns result_;
};

}  // namespace

std::string make_csv_field(const std::string& name) {
    const std::string text = printable(name);
    const bool at_ends = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    if (text.find_first_of(",;\"") == std::string::npos && !at_ends) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

CsvColumns read_csv(const std::filesystem::path& path) {
    const std::string text = read_whole_file(path);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // the mark some spreadsheets write first
    CsvParser parser(path.string());
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        parser.add_line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return parser.take();
}

}  // namespace ritz
