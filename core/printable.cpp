// UTF-8 after RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF.
#include "core/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace ritz {
namespace {

struct Decoded {
    std::uint32_t code = 0;
    std::size_t bytes = 0;  // 0: not UTF-8
};

Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
    std::uint32_t code = first & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) return {};
    return {code, bytes};
}

bool is_hidden(std::uint32_t code) {
    const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool turns_writing = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool ends_line = code == 0x2028 || code == 0x2029;
    return is_control || turns_writing || ends_line || code == 0xFFFE || code == 0xFFFF;
}

std::string name_of(std::uint32_t code) {
    switch (code) {
        case '\n':
            return "\\n";
        case '\t':
            return "\\t";
        case '\r':
            return "\\r";
        default:
            return code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    }
}

std::string make_visible(std::string_view text, bool keep_lines) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Decoded at = decode(text);
        if (at.bytes == 0)
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        else if (is_hidden(at.code) && !(keep_lines && at.code == '\n'))
            result += name_of(at.code);
        else
            result += text.substr(0, at.bytes);
        text.remove_prefix(std::max<std::size_t>(at.bytes, 1));
    }
    return result;
}

}  // namespace

std::string printable(std::string_view text) { return make_visible(text, false); }
std::string printable_lines(std::string_view text) { return make_visible(text, true); }

}  // namespace ritz
