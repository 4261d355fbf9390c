#pragma once
// outputs.csv as it grows: one line of names, then one line for each row.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/simulation/scene.hpp"
#include "tools/report/row_journal.hpp"

namespace ritz {

class CsvWriter {
  public:
    CsvWriter(std::filesystem::path path, const std::vector<Output>& outputs);
    /// Goes on behind so many bytes of a file; what follows them is dropped.
    CsvWriter(std::filesystem::path path, std::uintmax_t bytes);

    /// Each number is the shortest decimal that reads back equal. False if the disk refuses.
    bool add(double t, const std::vector<double>& values);
    bool rollback(std::size_t rows);
    /// All rows are with the system.
    bool flush();
    /// Of all bytes so far.
    const RowSum& sum() const { return sum_; }
    /// All of it is on the disk; false if not.
    bool finish();

    /// The rows in the first so many bytes; false if these are not whole rows.
    static bool read(const std::filesystem::path& path, std::size_t columns, std::uintmax_t bytes,
                     const RowVisit& visit);

  private:
    std::filesystem::path path_;
    std::ofstream file_;
    RowSum sum_;
    std::string line_;
};

}  // namespace ritz
