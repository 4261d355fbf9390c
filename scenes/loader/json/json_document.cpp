#include "scenes/loader/json/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <unordered_set>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "scenes/loader/json/foreign_file.hpp"

namespace ritz {
namespace {

constexpr std::size_t most_levels = 200;

/// Reads a text and tells how far the parser has come.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    std::size_t* consumed = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        ++at;
        ++*consumed;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return at == other.at; }
    bool operator!=(const CountingIterator& other) const { return at != other.at; }
};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_punctuation(char c) { return std::string_view("{}[]:,").find(c) != std::string_view::npos; }

/// Where the token, comment or string ends that begins at i.
std::size_t end_of_token(std::string_view text, std::size_t i) {
    const auto after = [&](std::string_view mark) {
        const std::size_t found = text.find(mark, i + 2);
        return found == std::string_view::npos ? text.size() : found + mark.size();
    };
    if (is_punctuation(text[i])) return i + 1;
    if (text.substr(i, 2) == "//") return after("\n");
    if (text.substr(i, 2) == "/*") return after("*/");
    if (text[i] == '"') {
        for (++i; i < text.size() && text[i] != '"'; ++i)
            if (text[i] == '\\') ++i;
        return std::min(i + 1, text.size());
    }
    while (i < text.size() && !is_space(text[i]) && !is_punctuation(text[i])) ++i;
    return i;
}

/// The token that holds the character before the given end: the parser tells where it stopped, not where it began.
std::string_view token_before(std::string_view text, std::size_t end) {
    for (std::size_t i = 0; i < text.size();) {
        if (is_space(text[i])) {
            ++i;
            continue;
        }
        const std::size_t next = end_of_token(text, i);
        if (next >= end) return text.substr(i, next - i);
        i = next;
    }
    return text.substr(text.size());
}

/// The words for a syntax error, from the parser's own and from the text around it.
class SyntaxError {
  public:
    SyntaxError(std::string_view text, std::size_t end, std::string report)
        : text_(text), report_(std::move(report)), token_(token_before(text, end)) {
        if (has("unexpected end of input")) token_ = text.substr(text.size());
    }

    std::size_t start() const { return token_.data() - text_.data(); }

    std::string words() const {
        std::string lower(token_.substr(0, 20));
        std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
        const std::string_view bare = std::string_view(lower).substr(lower.starts_with('-') ? 1 : 0);
        if (has("number overflow")) return fmt::format("the number {} is too large", found());
        if (bare == "nan" || bare == "inf" || bare == "infinity")
            return fmt::format("found {}, expected a value: JSON has only finite numbers", found());
        if (has("invalid literal") && !has("object key")) {
            if (lower == "true" || lower == "false" || lower == "null")
                return fmt::format("found {}, expected {}", found(), lower);
            if (lower == "none") return fmt::format("found {}, expected null", found());
        }
        if (has("invalid ") && !has("invalid literal")) {
            const std::size_t begin = report_.find("invalid "), end = report_.find("; last read");
            return report_.substr(begin, end - begin);
        }
        return fmt::format("found {}, expected {}{}", found(), expected(), hint());
    }

  private:
    bool has(const char* part) const { return report_.find(part) != std::string::npos; }

    std::string found() const {
        if (token_.empty()) return "the end of the file";
        return token_.size() > 40 ? std::string(token_.substr(0, 37)) + "..." : std::string(token_);
    }

    std::string expected() const {
        if (has("; expected '}'")) return "\",\" or \"}\"";
        if (has("; expected ']'")) return "\",\" or \"]\"";
        if (has("; expected ':'")) return "\":\" after the key";
        if (has("object key")) return "a key in double quotes";
        if (has("; expected end of input")) return "nothing after the end of the document";
        return "a value";
    }

    std::string hint() const {
        if (has("invalid literal")) return has("object key") ? "" : " (strings stand in double quotes)";
        if (token_ != "}" && token_ != "]") return {};
        std::size_t i = start();
        while (i > 0 && is_space(text_[i - 1])) --i;
        return i > 0 && text_[i - 1] == ',' ? "; remove the comma before it" : "";
    }

    std::string_view text_;
    std::string report_;
    std::string_view token_;
};

/// Builds the value from the parser's events, refusing duplicate keys and deep nesting on the way.
class Builder {
  public:
    Builder(const std::string& text, std::string name, Json& root) : text_(text), name_(std::move(name)), root_(root) {}

    std::size_t consumed = 0;

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(value); }
    bool binary(Json::binary_t&) { return false; }  // not in text
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        if (!levels_.back().keys.insert(name).second)
            fail(consumed - std::min(consumed, name.size() + 2), fmt::format("the key \"{}\" stands here twice", name));
        key_ = name;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& report) {
        const SyntaxError error(text_, std::min(position, text_.size()), report.what());
        fail(error.start(), error.words());
    }

  private:
    struct Level {
        Json* value;
        std::unordered_set<std::string> keys;
    };

    bool add(Json value) {
        put(std::move(value));
        return true;
    }

    bool open(Json value) {
        if (levels_.size() >= most_levels)
            fail(consumed - 1, fmt::format("nested more than {} levels deep", most_levels));
        levels_.push_back({put(std::move(value)), {}});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }

    Json* put(Json value) {
        if (levels_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Json& parent = *levels_.back().value;
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        // The key is known to be new: appending at once spares the map's search through all keys.
        auto& members = parent.get_ref<Json::object_t&>();
        members.emplace_back(key_, std::move(value));
        return &members.back().second;
    }

    [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
        std::size_t line = 1, column = 1;
        for (std::size_t i = 0; i < std::min(offset, text_.size()); ++i) {
            if (text_[i] == '\n') {
                ++line;
                column = 1;
            } else if ((text_[i] & 0xC0) != 0x80) {  // count characters, not the bytes they continue with
                ++column;
            }
        }
        throw InputError(fmt::format("{}:{}:{}: {}", name_, line, column, what));
    }

    const std::string& text_;
    std::string name_;
    Json& root_;
    std::vector<Level> levels_;
    std::string key_;
};

Json parse(const std::string& text, const std::string& name) {
    Json root;
    Builder builder(text, name, root);
    const CountingIterator begin{text.data(), &builder.consumed}, end{text.data() + text.size(), nullptr};
    constexpr bool strict = true, ignore_comments = true;
    Json::sax_parse(begin, end, &builder, nlohmann::detail::input_format_t::json, strict, ignore_comments);
    return root;
}

std::string unescaped(const std::string& token) {
    std::string key;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const bool escape = token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
        key += escape ? (token[++i] == '0' ? '~' : '/') : token[i];
    }
    return key;
}

/// The member or element of a value that one step of a pointer leads to.
Json& step_into(Json& value, const std::string& key, const std::string& where, const std::string& option) {
    const std::string place = where.empty() ? "the document" : where;
    if (value.is_object()) {
        if (const auto found = value.find(key); found != value.end()) return *found;
        std::vector<std::string> known;
        for (const auto& member : value.items()) known.push_back(member.key());
        throw InputError(fmt::format("{}: {} has no member \"{}\"{}", option, place, key, suggest(key, known)));
    }
    if (!value.is_array()) throw InputError(fmt::format("{}: {} is a single value without members", option, place));
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    if (error != std::errc{} || end != key.data() + key.size() || index >= value.size())
        throw InputError(fmt::format("{}: {} is a list of {} elements, numbered from 0; it has no element \"{}\"",
                                     option, place, value.size(), key));
    return value[index];
}

}  // namespace

JsonDocument parse_json_file(const std::filesystem::path& path) {
    const std::string text = read_whole_file(path);
    const std::string kind = recognise_foreign_file(text);
    if (kind == "a body file")
        throw InputError(fmt::format(
            "{0}: found a body file, expected a model or a scene (JSON); to see what is in it: ritz info {0}",
            path.string()));
    if (kind == "a binary file" || kind == "a mesh of Gmsh" || kind == "a Matrix Market file")
        throw InputError(fmt::format("{}: found {}, expected JSON", path.string(), kind));
    JsonDocument document = parse_json_text(text, path.string());
    document.folder = path.parent_path();
    return document;
}

JsonDocument parse_json_text(const std::string& text, const std::string& name) {
    return {parse(text, name), name, {}, {}};
}

void apply_override(JsonDocument& document, const std::string& pointer_and_value) {
    const std::string option = fmt::format("--set {}", pointer_and_value);
    const std::size_t equals = pointer_and_value.find('=');
    if (equals == std::string::npos || pointer_and_value[0] != '/')
        throw InputError(fmt::format("{}: expected /pointer/to/a/member=VALUE", option));
    const std::string pointer = pointer_and_value.substr(0, equals), value = pointer_and_value.substr(equals + 1);
    Json* target = &document.root;
    for (std::size_t begin = 1; begin <= pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
        const std::string key = unescaped(pointer.substr(begin, end - begin));
        // The first step may name an optional section of a scene, the last an optional member that is not there yet;
        // whether it is one, its reader knows. An instance may set its first parameter. A parameter that is not there
        // is used by nobody.
        const bool last = end == pointer.size(), part = begin == 1 && (key == "integrator" || key == "start"),
                   with = pointer.starts_with("/instances/") && key == "with";
        const bool is_parameter = pointer.starts_with("/parameters/") && begin > 1;
        const bool is_new =
            (last || part || with) && !is_parameter && target->is_object() && !key.empty() && !target->contains(key);
        if (is_new && !last) (*target)[key] = Json::object();
        target = is_new ? &(*target)[key] : &step_into(*target, key, pointer.substr(0, begin - 1), option);
        begin = end + 1;
    }
    try {
        *target = parse(value, option);
    } catch (const InputError&) {
        *target = value;  // plain text needs no quotes on a command line
    }
}

std::string pointer_to(const std::string& parent, const std::string& key) {
    std::string pointer = parent + "/";
    for (const char c : key) {
        if (c == '~')
            pointer += "~0";
        else if (c == '/')
            pointer += "~1";
        else
            pointer += c;
    }
    return pointer;
}

std::string pointer_to(const std::string& parent, std::size_t index) { return parent + "/" + std::to_string(index); }

}  // namespace ritz
