#include "bodies/import/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool separates(char c) { return is_blank(c) || c == ',' || c == ';'; }

struct Parsed {
    double value = 0;
    const char* end = nullptr;  // null if there is no number
};

Parsed parse_prefix(const char* begin, const char* end) {
    Parsed parsed;
    const auto [stop, error] = std::from_chars(begin, end, parsed.value);
    if (error == std::errc::invalid_argument) return {};
    if (error == std::errc::result_out_of_range) {
        // Too small is zero, too large is refused as not finite.
        const char* e = std::find_if(begin, stop, [](char c) { return c == 'e' || c == 'E'; });
        const bool small = e != stop && e + 1 != stop && e[1] == '-';
        parsed.value = small ? 0 : HUGE_VAL;
    }
    parsed.end = stop;
    return parsed;
}

/// Fortran writes 1.5D+03, and drops the letter where the exponent has three digits: 1.5-103.
std::optional<double> parse_fortran(std::string_view field, std::size_t mantissa) {
    std::array<char, 64> buffer{};
    if (field.size() + 1 >= buffer.size()) return {};
    const char mark = field[mantissa];
    const bool letter = mark == 'd' || mark == 'D';
    const bool sign = (mark == '+' || mark == '-') && field.substr(0, mantissa).find('.') != std::string_view::npos;
    if (!letter && !sign) return {};
    char* out = std::copy_n(field.data(), mantissa, buffer.data());
    *out++ = 'e';
    out = std::copy(field.begin() + static_cast<std::ptrdiff_t>(mantissa + (letter ? 1 : 0)), field.end(), out);
    const Parsed parsed = parse_prefix(buffer.data(), out);
    if (parsed.end != out || !std::isfinite(parsed.value)) return {};
    return parsed.value;
}

}  // namespace

Text read_text(const std::string& path) { return {path, read_whole_file(path)}; }

std::string extension_of(const std::string& name) { return to_lower(std::filesystem::path(name).extension().string()); }

std::string to_lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

std::string to_upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), upper);
    return result;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string quote(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "\"";
    for (const char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
    return result + (text.size() > longest ? "...\"" : "\"");
}

std::optional<double> parse_number(std::string_view field) {
    if (field.starts_with('+')) field.remove_prefix(1);
    if (field.empty() || field.starts_with('+')) return {};
    const char* end = field.data() + field.size();
    const Parsed parsed = parse_prefix(field.data(), end);
    if (!parsed.end) return {};
    if (parsed.end != end) return parse_fortran(field, static_cast<std::size_t>(parsed.end - field.data()));
    if (!std::isfinite(parsed.value)) return {};
    return parsed.value;
}

std::optional<std::int64_t> parse_integer(std::string_view field) {
    if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc{} || end != field.data() + field.size()) return {};
    return value;
}

std::string_view take_field(std::string_view& line) {
    std::size_t begin = 0;
    while (begin < line.size() && separates(line[begin])) ++begin;
    std::size_t end = begin;
    while (end < line.size() && !separates(line[end])) ++end;
    const std::string_view field = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return field;
}

std::string_view take_comma_field(std::string_view& line) {
    const std::size_t end = line.find(',');
    const std::string_view field = trim(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    return field;
}

bool LineReader::next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
}

std::string LineReader::place() const { return fmt::format("{}:{}", *name_, number_); }

void LineReader::fail(const std::string& what) const { throw InputError(fmt::format("{}: {}", place(), what)); }

double LineReader::take_number(std::string_view& fields, const char* what) const {
    const std::string_view field = take_field(fields);
    const std::optional<double> value = parse_number(field);
    if (!value) fail(fmt::format("found {}, expected {}", field.empty() ? "nothing" : quote(field), what));
    return *value;
}

std::int64_t LineReader::take_integer(std::string_view& fields, const char* what) const {
    const std::string_view field = take_field(fields);
    const std::optional<std::int64_t> value = parse_integer(field);
    if (!value) fail(fmt::format("found {}, expected {}", field.empty() ? "nothing" : quote(field), what));
    return *value;
}

void fail_at(const Text& text, int line, const std::string& what) {
    if (line == 0) throw InputError(fmt::format("{}: {}", text.name, what));
    throw InputError(fmt::format("{}:{}: {}", text.name, line, what));
}

}  // namespace ritz
