#pragma once
// Every method by falling tolerances on every scene: what a run costs, and the error of its outputs beside a reference
// with the tolerance 1e-11.
#include <string>
#include <vector>

namespace ritz {

struct WorkPrecisionOptions {
    std::string root;                 // top folder of the sources
    std::string folder;               // for the results
    std::vector<std::string> scenes;  // names; empty: all
    double longest = 4;               // [s] CPU time after which a run, and its method, is given up
};

/// Writes work_precision.csv and work_precision_<scene>.svg, the table after each run: a study that was stopped goes on
/// with the next one. Runs of another build are measured again. Throws InputError if a scene is not known.
void run_work_precision(const WorkPrecisionOptions& options);

}  // namespace ritz
