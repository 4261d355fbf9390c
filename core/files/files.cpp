#include "core/files/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/errors.hpp"
#include "core/files/leftovers.hpp"
#include "core/files/write_error.hpp"

namespace ritz {
namespace fs = std::filesystem;

std::string read_whole_file(const fs::path& path) {
    const auto refuse = [&](const char* what) { throw InputError(fmt::format("{}: {}", path.string(), what)); };
    if (path.empty()) throw InputError("found an empty name, expected that of a file");
    std::error_code error;
    if (!fs::exists(path, error)) refuse("there is no such file");
    if (fs::is_directory(path, error)) refuse("is a folder, expected a file");
    if (!fs::is_regular_file(path, error))  // it might never end, or never begin
        refuse("is a device or a pipe, expected a file");
    std::ifstream file(path, std::ios::binary);
    const auto size = fs::file_size(path, error);
    if (!file || error) refuse("the file cannot be read");
    std::string bytes(size, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    if (file.bad()) refuse("the file cannot be read");
    bytes.resize(static_cast<std::size_t>(file.gcount()));  // cut short while it was read
    return bytes;
}

namespace {

void write_whole(const std::string& path, std::string_view bytes, bool through) {
    const fs::path target = path, folder = target.parent_path();
    const std::string beginning = target.filename().string() + ".", ending = ".part";
    std::error_code ignored;
    for (const fs::path& leftover : find_leftovers(folder, beginning, ending)) fs::remove(leftover, ignored);
    const fs::path fresh = make_temporary_path(folder, beginning, ending);
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    if (!file) throw InputError(fmt::format("{}: cannot be written into this folder; is it there?", path));
    const InUse in_use(fresh);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    std::error_code error;
    if (file && through) flush_to_disk(fresh);
    if (file) fs::rename(fresh, path, error);
    if (file && !error) {
        if (through) flush_to_disk(folder.empty() ? "." : folder);
        return;
    }
    fs::remove(fresh, ignored);
    throw WriteError(fmt::format(
        "{}: cannot be written{}", path,
        error ? fmt::format(" ({})", error.message()) : " (is the disk full, or the size of files limited?)"));
}

}  // namespace

void flush_to_disk(const fs::path& path) {
    const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) return;
    ::fsync(handle);
    ::close(handle);
}

void write_whole_file(const std::string& path, std::string_view bytes) { write_whole(path, bytes, false); }
void write_whole_file_through(const std::string& path, std::string_view bytes) { write_whole(path, bytes, true); }

}  // namespace ritz
