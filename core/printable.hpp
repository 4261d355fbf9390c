#pragma once
// Text that comes from files, made safe to show: a terminal obeys control characters, an SVG reader refuses them, and a
// table is broken by them.
#include <string>
#include <string_view>

namespace ritz {

/// Control characters (also those that turn the direction of writing) and bytes that are not UTF-8 become visible:
/// "\n", "\x1b", "\u202e". Everything else stays.
std::string printable(std::string_view text);

/// The same, but line ends stay.
std::string printable_lines(std::string_view text);

}  // namespace ritz
