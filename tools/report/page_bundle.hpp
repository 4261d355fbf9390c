#pragma once
// The script and the style of the report's page, which vite makes of tools/report/page when the program is built.
#include <string>

namespace ritz {

struct PageBundle {
    std::string script, style;
};

/// Beside the program in the build folder, or in share/ritz of the place where it is installed. Throws InputError with
/// what to do, if the program was built without node.
PageBundle read_page_bundle();

}  // namespace ritz
