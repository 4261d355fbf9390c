#pragma once
// Text files of other programs: read whole, walked line by line, numbers as Fortran and C write them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ritz {

/// A file in memory. Its name is for messages, and its extension says what it is.
struct Text {
    std::string name;
    std::string content;
};

Text read_text(const std::string& path);

/// The extension of a name in small letters with its dot, such as ".inp".
std::string extension_of(const std::string& name);

std::string to_lower(std::string_view text);
std::string to_upper(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);
std::string_view trim(std::string_view text);

/// The start of a text in quotes, without what a terminal would not print.
std::string quote(std::string_view text);

/// A finite number; also 1.5D+03 and 1.5-103. Nothing else may stand in the field.
std::optional<double> parse_number(std::string_view field);
std::optional<std::int64_t> parse_integer(std::string_view field);

/// Takes the next field off the front; blanks and any of `, ;` and tab separate. Empty at the end.
std::string_view take_field(std::string_view& line);
/// The same where only a comma separates, so that a field may be empty: the text up to the next comma, without blanks.
std::string_view take_comma_field(std::string_view& line);

/// Walks the lines of a text, which must outlive it.
class LineReader {
  public:
    explicit LineReader(const Text& text) : name_(&text.name), rest_(text.content) {}

    /// Moves on; false at the end.
    bool next();
    std::string_view line() const { return line_; }  // without its line break
    int number() const { return number_; }
    std::size_t bytes_left() const { return rest_.size(); }

    /// "name:line: what"
    std::string place() const;
    [[noreturn]] void fail(const std::string& what) const;

    /// The next field of a line, as a number; `what` says in the message what it should have been.
    double take_number(std::string_view& fields, const char* what) const;
    std::int64_t take_integer(std::string_view& fields, const char* what) const;

  private:
    const std::string* name_;
    std::string_view rest_, line_;
    int number_ = 0;
};

/// "name:line: what", or "name: what" for line 0.
[[noreturn]] void fail_at(const Text& text, int line, const std::string& what);

}  // namespace ritz
