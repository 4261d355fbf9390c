#pragma once
// outputs.h5, the outputs of a long run: the list /time, the matrix /outputs with one row a time, and the texts /names
// and /units of its columns. Texts of their own rather than attributes, which HDF5 limits to 64 KiB.
#include <filesystem>
#include <string>
#include <vector>

#include "bodies/exchange/hdf5_rows.hpp"

namespace ritz {

struct OutputColumn {
    std::string name, unit;
};

/// The file as it grows; memory holds one block of rows.
class OutputsFileWriter {
  public:
    /// Throws InputError if it cannot be made.
    OutputsFileWriter(const std::filesystem::path& path, const std::vector<OutputColumn>& columns);

    /// False if the disk refuses.
    bool add(double t, const std::vector<double>& values);
    bool rollback(std::size_t rows);
    /// All of it is on the disk; false if not. Nothing can be added afterwards.
    bool finish();

  private:
    bool flush();
    std::size_t columns_, block_;
    std::vector<double> times_, values_;  // the block that is not written yet
    hdf5::File file_;
    hdf5::GrowingRows time_, outputs_;
};

class OutputsFileReader {
  public:
    /// Throws InputError if it is no such file.
    explicit OutputsFileReader(const std::filesystem::path& path);

    const std::vector<OutputColumn>& columns() const { return columns_; }
    std::size_t rows() const { return static_cast<std::size_t>(time_.rows()); }
    struct Block {
        std::vector<double> times;
        hdf5::RowMajor values;  // one row a time
    };
    /// Rows [first, first + count), fewer at the end. Throws InputError if the file is damaged.
    Block read(std::size_t first, std::size_t count) const;

  private:
    std::string name_;
    hdf5::File file_;
    std::vector<OutputColumn> columns_;
    hdf5::GrowingRows time_, outputs_;
};

/// By its first bytes: HDF5 without the user block of a body file.
bool looks_like_outputs_file(const std::filesystem::path& path);

}  // namespace ritz
