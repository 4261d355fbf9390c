#pragma once
// The files a run leaves behind, whole or not at all: outputs.csv, summary.json, outputs.svg, motion.json.
#include <filesystem>

#include "scenes/loader/json_document.hpp"
#include "scenes/loader/result_folder.hpp"
#include "scenes/loader/simulate.hpp"

namespace ritz {

/// Replaces the folder only when everything is written; other files in it are kept.
/// Throws InputError if the disk refuses.
void write_results(const Scene& scene, const RunResult& result, const std::filesystem::path& folder);

std::string make_csv(const Scene& scene, const RunResult& result);
Json make_summary(const Scene& scene, const RunResult& result);

/// Whether a document is a summary.json of this program.
bool is_summary(const Json& document);

std::string status_name(RunStatus status);
std::string program_version();  // "0.1.0"

struct CoordinateCount {
    int rigid = 0;    // free joint rates
    int elastic = 0;  // modal coordinates
    int control = 0;  // states of controllers
};
CoordinateCount count_coordinates(const Model& model);

}  // namespace ritz
