#include "bodies/exchange/files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/errors.hpp"
#include "core/leftovers.hpp"
#include "core/write_error.hpp"

namespace ritz {
namespace fs = std::filesystem;

std::string read_whole_file(const std::string& path) {
    std::error_code error;
    if (!fs::exists(path, error)) throw InputError(fmt::format("{}: there is no such file", path));
    if (!fs::is_regular_file(path, error)) throw InputError(fmt::format("{}: this is not a file", path));
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    if (file.peek() != std::ifstream::traits_type::eof()) bytes << file.rdbuf();
    if (file.bad() || !file.is_open()) throw InputError(fmt::format("{}: cannot be read", path));
    return std::move(bytes).str();
}

void write_whole_file(const std::string& path, std::string_view bytes) {
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
    if (file) fs::rename(fresh, path, error);
    if (file && !error) return;
    fs::remove(fresh, ignored);
    throw WriteError(fmt::format(
        "{}: cannot be written{}", path,
        error ? fmt::format(" ({})", error.message()) : " (is the disk full, or the size of files limited?)"));
}

}  // namespace ritz
