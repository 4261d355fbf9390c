#include "scenes/loader/csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/errors.hpp"
#include "scenes/loader/json_document.hpp"

namespace ritz {
namespace {

std::string_view trimmed(std::string_view text) {
    const char* spaces = " \t\r";
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t end = line.find_first_of(",;\t");
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
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    return std::string(name);
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
    [[noreturn]] void fail(const std::string& what) const {
        throw InputError(fmt::format("{}:{}: {}", file_, line_, what));
    }

    std::string file_;
    int line_ = 0;
    CsvColumns result_;
};

}  // namespace

CsvColumns read_csv(const std::filesystem::path& path) {
    const std::string text = read_text_file(path);
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
