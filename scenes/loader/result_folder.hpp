#pragma once
// A folder of results, replaced as a whole or not at all.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ritz {

/// Before the work: throws InputError if the folder is there but holds something else than results of earlier work.
void check_result_folder(const std::filesystem::path& folder);

/// Throws InputError if the output is the input itself.
void refuse_to_overwrite(const std::filesystem::path& out, const std::filesystem::path& input);

/// Names and contents. Replaces the folder only when everything is written; other files in it are kept. Throws
/// InputError if the disk refuses.
void write_result_files(const std::filesystem::path& folder,
                        const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace ritz
