#pragma once
// The verbs of the program. Each returns the exit code, or throws InputError (2) or NumericalError (3).
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace ritz {

enum ExitCode { exit_done = 0, exit_bad_input = 2, exit_numerical_failure = 3, exit_stopped = 4 };

struct SimulateOptions {
    std::string scene;
    std::string out;  // empty: results/<scene name>
    std::vector<std::string> overrides;
    bool quiet = false;
    bool hdf5 = false;       // outputs.h5 instead of outputs.csv
    std::string checkpoint;  // [s] of wall time between two checkpoints, as the user wrote it; empty: none
    std::string resume;      // the folder of a run to go on with
    std::string body_cache;  // a folder where reduced bodies are kept; empty: none
};
int run_simulate(const SimulateOptions& options);
/// With prints, a sound scene is printed instead of a report: one file, with parts and parameters in their places.
int run_check(const std::string& scene, const std::vector<std::string>& overrides, bool prints);
int run_modes(const std::string& scene, const std::vector<std::string>& overrides, double at_time);

struct ReduceOptions {
    std::string model;
    std::string out;        // empty: results/<model name>.h5
    std::string reduction;  // empty: the only one
    std::vector<std::string> overrides;
    bool quiet = false;
};
int run_reduce(const ReduceOptions& options);

struct CompareOptions {
    std::string model;
    std::vector<std::string> bodies;  // files, or names of reductions of the model; none: all of these
    std::string out;                  // empty: results/<model name>_compare
    std::vector<double> band;         // [Hz]; empty: that of the model
    int points = 50;
    std::vector<std::string> overrides;
    bool quiet = false;
};
int run_compare(const CompareOptions& options);

struct SweepOptions {
    std::string scene;
    std::string out;                   // empty: results/<scene name>_sweep
    std::vector<std::string> vary;     // "/json/pointer=a:b:n"
    long draws = 0;                    // random variations instead of all combinations
    std::uint64_t seed = 1;            // of these
    std::vector<std::string> outputs;  // whose ranges are told; none: all
    int jobs = 0;                      // runs side by side; 0: one for each processor
    bool keeps_runs = false;           // their result folders, too
    std::vector<std::string> overrides;
    bool quiet = false;
};
int run_sweep(const SweepOptions& options);
int run_sid(const std::string& body, const std::string& out);
int run_schema(const std::string& what);
int run_info(const std::string& file);

struct PlotOptions {
    std::string folder;
    std::vector<std::string> outputs;  // over time
    std::vector<std::string> xy;       // or two: the second over the first
    std::string out;                   // empty: plot.svg in the folder
};
int run_plot(const PlotOptions& options);
/// out: empty: report.html in the folder.
int run_report(const std::string& folder, const std::string& out);

/// On stdout, or on stderr. Names come from files: control characters in them are shown, not obeyed.
void print_text(std::FILE* stream, const std::string& text);
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
    print_text(stdout, fmt::format(format, std::forward<Values>(values)...));
}
/// A whole message, in one line.
void say_error(const std::string& message);

/// "warning: ..." in the log (log.cpp), also where the user wants no other words.
void print_warning(const std::string& sentence);

}  // namespace ritz
