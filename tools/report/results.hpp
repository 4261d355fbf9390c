#pragma once
// The files a run leaves behind, whole or not at all: outputs.csv, summary.json, outputs.svg, motion.json.
#include <filesystem>

#include "engine/simulation/simulate.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {

/// Replaces the folder only when everything is written; other files in it are kept.
/// Throws InputError if the disk refuses.
void write_results(const Scene& scene, const RunResult& result, const std::filesystem::path& folder);

std::string make_csv(const Scene& scene, const RunResult& result);
Json make_summary(const Scene& scene, const RunResult& result);

/// Whether a document is a summary.json of this program.
bool is_summary(const Json& document);

std::string status_name(RunStatus status);

}  // namespace ritz
