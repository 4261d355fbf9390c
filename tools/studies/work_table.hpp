#pragma once
// The table of the study work_precision, as it is kept from one call to the next.
#include <string>
#include <vector>

namespace ritz {

struct WorkRow {
    std::string scene, method;
    double tolerance = 0;
    std::string status = "completed";  // or why there is no error
    double cpu = 0;                    // [s]
    double error = 0;                  // relative to the range of the output
    double floor = 0;                  // of the reference: no smaller error can be seen
    long steps = 0, rhs_evaluations = 0, jacobian_evaluations = 0, newton_iterations = 0;
    std::string integrator;
    std::string program;  // checksum of the program that measured it
};

/// Empty if there is no file; rows that are not understood are left out.
std::vector<WorkRow> read_work_table(const std::string& path);
void write_work_table(const std::string& path, const std::vector<WorkRow>& rows);

}  // namespace ritz
