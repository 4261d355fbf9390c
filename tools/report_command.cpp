#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/errors.hpp"
#include "core/files/write_error.hpp"
#include "tools/commands.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

/// What stands in the head of every report, and in no other file.
bool is_report(std::string_view bytes) {
    return bytes.starts_with("<!doctype html>") && bytes.find("id=\"ritz-data\"") != std::string_view::npos;
}

/// Under another name first, so that a full disk leaves the report of before.
void write_whole(const fs::path& file, const fs::path& folder, const PageBundle& page) {
    const fs::path part = file.string() + ".part";
    std::error_code error;
    try {
        std::ofstream stream(part, std::ios::binary);
        write_report(stream, folder, page);
        stream.close();
        if (stream) fs::rename(part, file, error);
        if (!stream || error) throw WriteError(fmt::format("{} cannot be written (is the disk full?)", file.string()));
    } catch (...) {
        fs::remove(part, error);
        throw;
    }
}

}  // namespace

int run_report(const std::string& folder, const std::string& out) {
    if (!fs::is_directory(folder))
        throw InputError(
            fmt::format("{}: found no folder, expected the results of a run, as ritz simulate leaves them", folder));
    const fs::path file = out.empty() ? fs::path(folder) / "report.html" : fs::path(out);
    check_result_file(file, "a report of ritz", is_report);
    write_whole(file, folder, read_page_bundle());
    say("{}: {:.1f} MB, to be opened by any browser\n", file.string(), static_cast<double>(fs::file_size(file)) / 1e6);
    return exit_done;
}

}  // namespace ritz
