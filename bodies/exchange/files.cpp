#include "bodies/exchange/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/errors.hpp"

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
    const std::string fresh = fmt::format("{}.{}.part", path, ::getpid());  // a name that nobody else uses
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    std::error_code error;
    if (file) fs::rename(fresh, path, error);
    if (file && !error) return;
    std::error_code ignored;
    fs::remove(fresh, ignored);
    throw InputError(
        fmt::format("{}: cannot be written{}", path, error ? fmt::format(" ({})", error.message()) : std::string()));
}

}  // namespace ritz
