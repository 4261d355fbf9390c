#pragma once
// Rows as bare numbers, time first, each of 64 bits: outputs.h5 is made of them when the run has ended. HDF5 itself
// does not bear to be cut off in the middle of a write; these bytes do, and are cut to the length that a checkpoint
// knows.
#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

#include "tools/report/row_sum.hpp"

namespace ritz {

using RowVisit = std::function<void(double t, const std::vector<double>& values)>;

class RowJournal {
  public:
    RowJournal(std::filesystem::path path, std::size_t columns);
    /// Goes on behind so many bytes of a journal; what follows them is dropped.
    RowJournal(std::filesystem::path path, std::size_t columns, std::uintmax_t bytes);

    /// False if the disk refuses.
    bool add(double t, const std::vector<double>& values);
    bool rollback(std::size_t rows);
    /// All rows are with the system.
    bool flush();
    /// Of all bytes so far.
    const RowSum& sum() const { return sum_; }
    bool finish();

    /// The rows in the first so many bytes; false if these are not whole rows.
    static bool read(const std::filesystem::path& path, std::size_t columns, std::uintmax_t bytes,
                     const RowVisit& visit);

  private:
    std::filesystem::path path_;
    std::size_t columns_;
    std::ofstream file_;
    RowSum sum_;
};

}  // namespace ritz
