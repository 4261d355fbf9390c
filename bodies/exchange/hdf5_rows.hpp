#pragma once
// Tables that grow by rows in a file on the disk, so that memory need not hold them: written and read in blocks.
#include <filesystem>

#include "bodies/exchange/hdf5.hpp"

namespace ritz::hdf5 {

/// A file on the disk, not in memory. Both throw InputError.
File create_on_disk(const std::filesystem::path& path);
File open_on_disk(const std::filesystem::path& path);

/// A dataset of real numbers whose first extent grows: a list, or a matrix of so many columns.
class GrowingRows {
  public:
    GrowingRows() = default;
    static constexpr Eigen::Index list = 0;  // instead of a number of columns

    /// Stored in blocks of so many rows. Throws InputError if it cannot be made.
    static GrowingRows create(const Group& group, const std::string& name, Eigen::Index columns, Eigen::Index block);
    static GrowingRows open(const Group& group, const std::string& name, Eigen::Index columns);

    Eigen::Index rows() const { return rows_; }
    /// Row by row. False if the disk refuses.
    bool append(const double* values, Eigen::Index rows);
    /// Forgets all rows but the first so many.
    bool truncate(Eigen::Index rows);
    /// All of it is with the file; false if the disk refuses. The rows are gone for this object.
    bool close();
    /// False if the file is damaged.
    bool read(Eigen::Index first, Eigen::Index rows, double* values) const;

  private:
    GrowingRows(Handle set, Eigen::Index columns, Eigen::Index rows)
        : set_(std::move(set)), columns_(columns), rows_(rows) {}
    Handle set_;
    Eigen::Index columns_ = 0, rows_ = 0;
};

}  // namespace ritz::hdf5
