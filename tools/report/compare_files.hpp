#pragma once
// What a comparison leaves behind: tables and pictures.
#include "reduction/judging.hpp"

namespace ritz {

/// summary.csv, frf.csv, mac.csv, frf_error.svg and mac_<body>.svg by their names.
std::vector<std::pair<std::string, std::string>> make_comparison_files(const Comparison& comparison);

}  // namespace ritz
