#pragma once
// Columns of numbers from a text file, separated by commas, semicolons or tabs, with or without a line of names; lines
// that are empty or begin with # are skipped.
#include <filesystem>
#include <string>
#include <vector>

namespace ritz {

struct CsvColumns {
    std::vector<std::string> names;  // empty if the file has none
    std::vector<std::vector<double>> columns;
};

/// A name as one field of a table: in quotes where it holds a separator, a quote or a space at its ends (RFC 4180), and
/// with its control characters visible.
std::string make_csv_field(const std::string& name);

/// Throws InputError "file.csv:LINE: what".
CsvColumns read_csv(const std::filesystem::path& path);

}  // namespace ritz
