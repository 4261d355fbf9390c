#include "tools/report/page_bundle.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {

namespace fs = std::filesystem;

PageBundle read_page_bundle() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& folder : {program / "report_page", program.parent_path() / "share/ritz/report_page"})
        if (fs::exists(folder / "page.js", error) && fs::exists(folder / "page.css", error))
            return {read_whole_file((folder / "page.js").string()), read_whole_file((folder / "page.css").string())};
    throw InputError(fmt::format(
        "ritz report: the page of the report is missing ({}): the program was built without Node.js; install "
        "node (18 or later) and npm, and build again: cmake --build BUILD --target report_page",
        (program / "report_page/page.js").string()));
}

}  // namespace ritz
