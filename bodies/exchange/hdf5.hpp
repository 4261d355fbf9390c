#pragma once
// As much of HDF5 as body files need: trees of groups with matrices, integers and texts, built and read in memory, so
// that the library never touches a file itself. What is read is checked for type, shape and layout before memory is
// taken for it. Everything wrong is an InputError "file: /group/name: found ..., expected ...".
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace ritz::hdf5 {

constexpr Eigen::Index any_size = -1;

/// Closes what it holds.
class Handle {
  public:
    using Close = int (*)(std::int64_t);
    Handle() = default;
    Handle(std::int64_t id, Close close) : id_(id), close_(close) {}
    Handle(Handle&& other) noexcept { swap(other); }
    Handle& operator=(Handle&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Handle() {
        if (id_ >= 0 && close_) close_(id_);
    }
    std::int64_t id() const { return id_; }
    explicit operator bool() const { return id_ >= 0; }
    /// What the library says to it; negative if it failed.
    int close_now() {
        const int result = id_ >= 0 && close_ ? close_(id_) : 0;
        id_ = -1;
        return result;
    }

  private:
    void swap(Handle& other) {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
    }
    std::int64_t id_ = -1;
    Close close_ = nullptr;
};

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMajorFloat = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Group {
  public:
    Group create_group(const std::string& name) const;
    Group open_group(const std::string& name) const;
    bool has(const std::string& name) const;
    Eigen::Index members() const;

    void write_matrix(const std::string& name, const MatX& matrix) const;
    void write_vector(const std::string& name, const VecX& vector) const;
    /// Any numbers, those that are not finite too.
    void write_numbers(const std::string& name, const VecX& numbers) const;
    /// In single precision, for pictures. Not compressed: shapes shrink by a few percent, and take seconds to.
    void write_floats(const std::string& name, const RowMajorFloat& matrix) const;
    void write_integers(const std::string& name, const std::vector<std::int64_t>& integers) const;
    void write_texts(const std::string& name, const std::vector<std::string>& texts) const;

    /// any_size where the file decides.
    MatX read_matrix(const std::string& name, Eigen::Index rows, Eigen::Index columns) const;
    RowMajorFloat read_floats(const std::string& name, Eigen::Index rows, Eigen::Index columns) const;
    VecX read_vector(const std::string& name, Eigen::Index size) const;
    VecX read_numbers(const std::string& name, Eigen::Index size) const;
    /// A list, or a matrix with so many columns (0: a list), to be read in parts: checked like one that is read as a
    /// whole.
    struct Rows {
        Handle set;
        Eigen::Index rows = 0;
    };
    Rows open_rows(const std::string& name, Eigen::Index columns) const;
    std::vector<std::int64_t> read_integers(const std::string& name, Eigen::Index size) const;
    std::vector<std::string> read_texts(const std::string& name, Eigen::Index size) const;

    void write_attribute(const std::string& name, const std::string& text) const;
    void write_attribute(const std::string& name, int number) const;
    std::string read_text_attribute(const std::string& name) const;
    int read_integer_attribute(const std::string& name) const;

    [[noreturn]] void complain(const std::string& name, const std::string& what) const;
    std::int64_t id() const { return handle_.id(); }  // of the library

  private:
    friend class File;
    template <class Matrix>
    Matrix read_rows(const std::string& name, Eigen::Index rows, Eigen::Index columns, std::int64_t memory_type) const;
    Group(Handle handle, std::string file, std::string path)
        : handle_(std::move(handle)), file_(std::move(file)), path_(std::move(path)) {}
    Handle handle_;
    std::string file_, path_;
};

/// A file in memory, or one on the disk (hdf5_rows.hpp).
class File {
  public:
    /// name: for messages.
    static File create(const std::string& name);
    static File open(std::string_view image, const std::string& name);
    Group root() const;
    /// The file's bytes, with room for others before them.
    std::string image(std::size_t room) const;
    /// Writes what is left and closes; false if the disk refuses. The file is gone for this object.
    bool close();

    File(Handle handle, std::string name) : handle_(std::move(handle)), name_(std::move(name)) {}

  private:
    Handle handle_;
    std::string name_;
};

}  // namespace ritz::hdf5
