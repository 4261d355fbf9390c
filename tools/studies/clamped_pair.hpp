#pragma once
// [Holzwarth2014] section 5: two elastic bodies clamped together, each reduced on its own, coupled by the engine, and
// compared with the full finite element model of both.
#include <string>

namespace ritz {

/// Writes clamped_pair.csv and pictures into the folder, and a table on the terminal.
void run_clamped_pair(const std::string& scenes, const std::string& folder);

}  // namespace ritz
