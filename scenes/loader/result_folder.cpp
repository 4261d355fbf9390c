#include "scenes/loader/result_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/errors.hpp"
#include "scenes/loader/results.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw InputError(fmt::format("{}: cannot be written; is the disk full?", path.string()));
}

/// A name next to the folder that nobody else uses: renaming works only within one disk.
fs::path sibling(const fs::path& folder, const std::string& purpose) {
    return folder.parent_path() / fmt::format(".{}.{}-{}", folder.filename().string(), purpose, ::getpid());
}

/// Puts the new folder in the place of the old one, whose foreign files move along.
void put_in_place(const fs::path& fresh, const fs::path& folder) {
    if (!fs::exists(folder)) return fs::rename(fresh, folder);
    const fs::path old = sibling(folder, "old");
    fs::rename(folder, old);
    fs::rename(fresh, folder);
    for (const fs::directory_entry& entry : fs::directory_iterator(old))
        if (const fs::path target = folder / entry.path().filename(); !fs::exists(target))
            fs::rename(entry.path(), target);
    fs::remove_all(old);
}

fs::path without_trailing_slash(const fs::path& folder) {
    const fs::path path = fs::absolute(folder).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

}  // namespace

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

fs::path make_result_path(const std::string& input, const std::string& name, const std::string& ending) {
    if (const std::string fault = find_fault_of_name(name); !fault.empty())
        throw InputError(fmt::format("{}: {}, expected one that can name the results; say --out", input, fault));
    return fs::path("results") / (name + ending);
}

void refuse_to_overwrite(const fs::path& out, const fs::path& input) {
    std::error_code none;
    if (fs::equivalent(out, input, none))
        throw InputError(fmt::format("--out {}: is the input itself; choose another name", out.string()));
}

void check_result_folder(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::exists(folder, ignored)) return;
    if (!fs::is_directory(folder, ignored))
        throw InputError(fmt::format("--out {}: is a file, expected a folder for results", folder.string()));
    if (fs::is_empty(folder, ignored)) return;
    if (fs::exists(folder / "summary.csv", ignored) && fs::exists(folder / "frf.csv", ignored)) return;  // compare
    if (fs::exists(folder / "summary.json", ignored)) {
        try {
            if (is_summary(parse_json_file(folder / "summary.json").root)) return;
        } catch (const InputError&) {  // then it is not ours
        }
    }
    throw InputError(
        fmt::format("--out {}: the folder holds other things than results, and nothing in it is replaced; "
                    "name another one",
                    folder.string()));
}

void write_result_files(const fs::path& given, const std::vector<std::pair<std::string, std::string>>& files) {
    check_result_folder(given);
    // A link to a folder stays a link: what it points to is replaced.
    const fs::path named = without_trailing_slash(given);
    const fs::path folder = fs::is_symlink(named) && fs::exists(named) ? fs::canonical(named) : named;
    const fs::path fresh = sibling(folder, "part");
    try {
        fs::create_directories(folder.parent_path());
        fs::remove_all(fresh);
        fs::create_directory(fresh);
        for (const auto& [name, content] : files) write_file(fresh / name, content);
        put_in_place(fresh, folder);
    } catch (const fs::filesystem_error& error) {
        std::error_code ignored;
        fs::remove_all(fresh, ignored);
        throw InputError(
            fmt::format("--out {}: the results cannot be written: {}", given.string(), error.code().message()));
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(fresh, ignored);
        throw;
    }
}

}  // namespace ritz
