#pragma once
// Chosen outputs of a run as SVG pictures.
#include <filesystem>
#include <string>
#include <vector>

namespace ritz {

/// Over time, each in a panel, with the error bound around it where the run has one. Throws InputError for names that
/// no column has.
std::string plot_over_time(const std::filesystem::path& folder, const std::vector<std::string>& names);
/// One output, or the time, over another.
std::string plot_over_each_other(const std::filesystem::path& folder, const std::string& across, const std::string& up);

}  // namespace ritz
