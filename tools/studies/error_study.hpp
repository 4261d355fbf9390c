#pragma once
// The error of reduced bodies beside its bounds: [Fehr2018] section 4, and beyond it other loads, dampings and spins.
#include <string>

namespace ritz {

struct ErrorStudyOptions {
    std::string scenes, folder;  // where the scenes are, where the results go
    bool is_short = false;       // the cases of the paper on the plane arm alone
};

/// Writes error.csv, one row a case, and error_norms.csv (Table 1), into the folder.
void run_error_study(const ErrorStudyOptions& options);

}  // namespace ritz
