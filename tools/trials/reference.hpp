#pragma once
// What the outputs of a scene should be: a run with the tolerance 1e-11, and how well it is known, by a second method
// with the same tolerance. The runs take long and are kept in a folder: `results/references` for the benchmark and the
// study. The name of the file holds a checksum of the scene; whoever changes the mechanics removes the folder.
#include <optional>
#include <string>
#include <vector>

#include "tools/trials/trial.hpp"

namespace ritz {

struct Reference {
    struct Column {
        std::string name;
        double range = 0;        // largest less smallest value
        double uncertainty = 0;  // largest difference between the two methods
        bool counts = false;     // for errors: it moves, and the methods agree on it
    };
    Rows rows;
    std::vector<Column> columns;
    std::string missing;  // why there is none

    /// The largest uncertainty of the columns that count, relative to their ranges: no smaller error can be seen.
    double floor() const;
};

struct ReferenceStore {
    std::string folder;
    double longest = 600;  // [s] CPU time for each of the two runs

    /// From the folder, or computed and kept there.
    Reference find(const Scene& scene) const;
};

/// The errors of a run: the largest over all times and over the outputs that count.
struct RunError {
    double relative = 0;  // to the range of each output
    double absolute = 0;  // in the units of the outputs
};

/// None if the run has other rows than the reference.
std::optional<RunError> compare(const Rows& rows, const Reference& reference);

}  // namespace ritz
