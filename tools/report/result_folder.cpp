#include "tools/report/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <new>

#include "core/errors.hpp"
#include "core/files/file_names.hpp"
#include "core/files/files.hpp"
#include "core/files/leftovers.hpp"
#include "core/files/write_error.hpp"
#include "tools/report/summary_json.hpp"
#include "tools/report/unfinished_run.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& folder, const ResultFile& wanted) {
    const fs::path path = folder / wanted.name;
    std::ofstream file(path, std::ios::binary);
    try {
        wanted.write(file);
    } catch (const std::bad_alloc&) {
        if (wanted.is_vital) throw;
        file.close();
        fs::remove(path);
        return;
    }
    file.close();
    if (!file)
        throw WriteError(
            fmt::format("{} cannot be written (is the disk full, or the size of files limited?)", wanted.name));
}

/// What the name of a sibling begins with: renaming works only within one disk.
std::string beginning(const fs::path& folder, const std::string& purpose) {
    return fmt::format(".{}.{}-", folder.filename().string(), purpose);
}
fs::path sibling(const fs::path& folder, const std::string& purpose) {
    return make_temporary_path(folder.parent_path(), beginning(folder, purpose), "");
}

void move_missing(const fs::path& from, const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::directory_iterator(from))
        if (const fs::path target = folder / entry.path().filename(); !fs::exists(target))
            fs::rename(entry.path(), target);
    fs::remove_all(from);
}

/// Puts the new folder in the place of the old one, whose foreign files move along.
void put_in_place(const fs::path& fresh, const fs::path& folder, const std::vector<std::string>& dropped) {
    if (!fs::exists(folder)) return fs::rename(fresh, folder);
    const fs::path old = sibling(folder, "old");
    fs::rename(folder, old);
    fs::rename(fresh, folder);
    for (const std::string& name : dropped) fs::remove(old / name);
    move_missing(old, folder);
}

fs::path without_trailing_slash(const fs::path& folder) {
    const fs::path path = fs::absolute(folder).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

/// Parts that were never finished are removed; an old folder that was just being replaced comes back.
void clear_leftovers(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::path& part : find_leftovers(folder.parent_path(), beginning(folder, "part"), ""))
        fs::remove_all(part, ignored);
    for (const fs::path& old : find_leftovers(folder.parent_path(), beginning(folder, "old"), "")) {
        if (!fs::is_directory(old, ignored)) continue;
        if (fs::exists(folder, ignored))
            move_missing(old, folder);
        else
            fs::rename(old, folder, ignored);
    }
}

bool holds_at_most_a_checkpoint(const fs::path& folder) {
    const std::vector<std::string> known = list_checkpoint_files(folder);
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (std::find(known.begin(), known.end(), entry->path().filename().string()) == known.end()) return false;
    return !error;
}

/// Whether something can be written there is found before the work: names that are too long, links in a circle, a file
/// where a folder must be, a folder that nobody may write into.
void require_place(const fs::path& given) {
    const auto fail = [&](const std::string& why) {
        const std::string text = given.string();
        throw InputError(fmt::format("--out {}: {}", text.size() > 300 ? text.substr(0, 300) + "..." : text, why));
    };
    constexpr std::size_t longest_of_system = 255, longest = 200;  // with room for the names of unfinished files
    const fs::path path = without_trailing_slash(given);
    if (path.filename().string().size() > longest)
        fail(fmt::format("found a name of {} bytes, expected at most {}", path.filename().string().size(), longest));
    for (const fs::path& part : path)
        if (part.string().size() > longest_of_system)
            fail(fmt::format("found a name of {} bytes in it, expected at most {}", part.string().size(),
                             longest_of_system));
    std::error_code error;
    fs::path above = path;
    while (fs::symlink_status(above, error).type() == fs::file_type::not_found && above.has_relative_path())
        above = above.parent_path();
    const fs::file_status status = fs::status(above, error);
    if (status.type() == fs::file_type::none) fail(error.message());
    if (status.type() == fs::file_type::not_found)
        fail(above == path ? "is a link that leads nowhere" : above.string() + " is a link that leads nowhere");
    if (above == path)
        above = above.parent_path();
    else if (!fs::is_directory(status))
        fail(above.string() + " is a file, expected a folder");
    const fs::path trial = make_temporary_path(above, ".ritz.trial-", "");
    if (!fs::create_directory(trial, error) && error)
        fail(fmt::format("nothing can be written into {}: {}", above.string(), error.message()));
    fs::remove(trial, error);
}

}  // namespace

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

void restore_result_folder(const fs::path& folder) { clear_leftovers(without_trailing_slash(folder)); }

void check_result_folder(const fs::path& folder) {
    std::error_code ignored;
    require_place(folder);
    restore_result_folder(folder);
    remove_rows_without_checkpoint(folder);
    if (!fs::exists(folder, ignored)) return;
    if (!fs::is_directory(folder, ignored))
        throw InputError(fmt::format("--out {}: is a file, expected a folder for results", folder.string()));
    if (holds_at_most_a_checkpoint(folder)) return;
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

void check_result_file(const fs::path& file, const std::string& kind,
                       const std::function<bool(std::string_view bytes)>& is_ours) {
    std::error_code ignored;
    if (fs::is_directory(file, ignored))
        throw InputError(fmt::format("--out {}: is a folder, expected a file", file.string()));
    require_place(file);
    if (!fs::exists(file, ignored)) return;
    if (!fs::is_regular_file(file, ignored))
        throw InputError(fmt::format("--out {}: is a device or a pipe, expected a file", file.string()));
    const std::string bytes = read_whole_file(file);
    if (is_ours(bytes)) return;
    throw InputError(
        fmt::format("--out {}: is there already and is {}not {}; nothing is overwritten, choose another name",
                    file.string(), bytes.empty() ? "empty, " : "", kind));
}

void write_result_files(const fs::path& folder, const std::vector<std::pair<std::string, std::string>>& files) {
    std::vector<ResultFile> writers;
    for (const auto& file : files)
        writers.push_back({file.first, [&text = file.second](std::ostream& stream) { stream << text; }});
    write_result_files(folder, writers);
}

void write_result_files(const fs::path& given, const std::vector<ResultFile>& files) {
    ResultFolder folder(given);
    for (const ResultFile& file : files) folder.write(file);
    folder.put_in_place();
}

ResultFolder::ResultFolder(const fs::path& given) : given_(given) {
    check_result_folder(given);
    // A link to a folder stays a link: what it points to is replaced.
    const fs::path named = without_trailing_slash(given);
    folder_ = fs::is_symlink(named) && fs::exists(named) ? fs::canonical(named) : named;
    fresh_ = sibling(folder_, "part");
    try {
        fs::create_directories(folder_.parent_path());
        fs::remove_all(fresh_);
        fs::create_directory(fresh_);
        in_use_.emplace(fresh_);
    } catch (const fs::filesystem_error& error) {
        throw WriteError(
            fmt::format("--out {}: the results cannot be written: {}", given.string(), error.code().message()));
    }
}

ResultFolder::~ResultFolder() {
    std::error_code ignored;
    fs::remove_all(fresh_, ignored);
}

void ResultFolder::write(const ResultFile& file) {
    try {
        write_file(fresh_, file);
    } catch (const WriteError& error) {
        fail(error.what());
    }
}

void ResultFolder::put_in_place() {
    try {
        ritz::put_in_place(fresh_, folder_, dropped_);
    } catch (const fs::filesystem_error& error) {
        throw WriteError(
            fmt::format("--out {}: the results cannot be written: {}", given_.string(), error.code().message()));
    }
}

void ResultFolder::fail(const std::string& why) const {
    throw WriteError(fmt::format("--out {}: {}; nothing was written", given_.string(), why));
}

}  // namespace ritz
