#pragma once
// The error of reduced bodies beside its bounds: [Fehr2018] section 4, and beyond it other loads, dampings and spins.
#include <string>

namespace ritz {

struct ErrorStudyOptions {
    std::string scenes, folder;  // where the scenes are, where the results go
    bool is_short = false;       // the cases of the paper on the plane arm alone
};

/// Writes the tables of error_table.hpp, row by row, and the pictures of error_pictures.hpp into the folder.
void run_error_study(const ErrorStudyOptions& options);

}  // namespace ritz
