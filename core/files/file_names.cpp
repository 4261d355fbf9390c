#include "core/files/file_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ritz {

std::string find_fault_of_name(const std::string& name) {
    constexpr std::size_t longest = 200;  // file systems take 255 bytes, endings included
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
    if (name.empty()) return "found an empty name";
    if (name == "." || name == "..") return fmt::format("found \"{}\", which is a folder", name);
    if (name.find_first_of("/\\") != std::string::npos) return "found a name with a slash or backslash";
    if (std::any_of(name.begin(), name.end(), is_control)) return "found a name with a control character";
    if (name.size() > longest) return fmt::format("found a name of {} bytes", name.size());
    return {};
}

}  // namespace ritz
