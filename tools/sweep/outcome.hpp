#pragma once
// What is left of one variation: how it ended, and smallest, largest and last value of the chosen outputs.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/sweep/plan.hpp"

namespace ritz {

struct OutputRange {
    double min = 0, max = 0, final = 0;
};

struct Outcome {
    int code = 0;                      // of the program's end
    std::string reason;                // of anything but a completed run
    double seconds = 0;                // that it took
    std::vector<OutputRange> outputs;  // in the order of the chosen ones; empty if nothing was computed
};

/// "completed", "stopped", "failed", "refused".
std::string describe_status(int code);

/// From a result folder, if there is one, and the words on stderr.
Outcome read_outcome(int code, const std::filesystem::path& results, const std::filesystem::path& words,
                     const std::vector<std::string>& outputs);

/// As a file of its own, whole or not at all, so that a sweep can go on after an interruption.
void write_outcome(const std::filesystem::path& file, const Outcome& outcome);
/// None if the file is not there, or is no outcome of so many outputs.
std::optional<Outcome> read_outcome_file(const std::filesystem::path& file, std::size_t outputs);

/// One line a variation: its number, its values, how it ended, the outputs. Variations without outcome are left out.
std::string make_sweep_table(const SweepPlan& plan, const std::vector<std::string>& outputs,
                             const std::vector<std::optional<Outcome>>& outcomes);

}  // namespace ritz
