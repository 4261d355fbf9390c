#pragma once
// Files as a whole, in and out.
#include <filesystem>
#include <string>
#include <string_view>

namespace ritz {

/// All bytes of a file; throws InputError if it is not there, not a file or cannot be read.
std::string read_whole_file(const std::filesystem::path& path);
/// Written under another name and renamed: whole or not at all. Throws InputError.
void write_whole_file(const std::string& path, std::string_view bytes);

}  // namespace ritz
