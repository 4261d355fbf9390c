#pragma once
// A folder of results, replaced as a whole or not at all.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ritz {

/// Before the work: throws InputError if the folder is there but holds something else than results of earlier work.
void check_result_folder(const std::filesystem::path& folder);

/// Why a name cannot be that of a file or folder in results/ ("found a slash, ..."); empty if it can.
std::string find_fault_of_name(const std::string& name);

/// results/<name><ending>, where nobody says otherwise. Throws InputError if the input's own name is no name for it.
std::filesystem::path make_result_path(const std::string& input, const std::string& name, const std::string& ending);

/// Throws InputError if the output is the input itself.
void refuse_to_overwrite(const std::filesystem::path& out, const std::filesystem::path& input);

/// Names and contents. Replaces the folder only when everything is written; other files in it are kept. Throws
/// InputError if the disk refuses.
void write_result_files(const std::filesystem::path& folder,
                        const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace ritz
