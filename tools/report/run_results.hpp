#pragma once
// Results of a run, read back from their folder.
#include <filesystem>

#include "scenes/loader/json/csv.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// summary.json. Throws InputError if the folder has none, or something else of that name.
Json read_summary(const std::filesystem::path& folder);
/// outputs.csv or outputs.h5, time first. Throws InputError.
CsvColumns read_outputs(const std::filesystem::path& folder);

}  // namespace ritz
