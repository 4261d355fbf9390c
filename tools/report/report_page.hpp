#pragma once
// A run as one HTML file: the page (page_bundle.hpp) with the results of a folder inside it.
#include <filesystem>
#include <iosfwd>
#include <vector>

#include "tools/report/page_bundle.hpp"

namespace ritz {

/// Throws InputError if the folder has no results, or damaged ones.
void write_report(std::ostream& stream, const std::filesystem::path& folder, const PageBundle& page);

/// The rows that a plot of a long run needs: for each of `groups` of neighbours the first and the last, and where each
/// column is lowest and highest. All rows, if there are no more than `most`.
std::vector<std::size_t> choose_rows(const std::vector<std::vector<double>>& columns, std::size_t most);

}  // namespace ritz
