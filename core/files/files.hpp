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
/// The same, and on the disk itself when it returns, so that it outlives a crash of the system.
void write_whole_file_through(const std::string& path, std::string_view bytes);
/// Waits until what was written into a file, or renamed in a folder, is on the disk. Not every disk can tell.
void flush_to_disk(const std::filesystem::path& path);

}  // namespace ritz
