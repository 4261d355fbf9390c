#include "bodies/exchange/hdf5_rows.hpp"

#include <fmt/format.h>

#include "bodies/exchange/hdf5_parts.hpp"
#include "core/errors.hpp"

namespace ritz::hdf5 {
namespace {

using Eigen::Index;

Extents shape(Index rows, Index columns) {
    if (columns == GrowingRows::list) return {extent(rows)};
    return {extent(rows), extent(columns)};
}

/// Rows come and go in their order, so that one chunk at a time is enough; the library would keep 1 MB of them for
/// every dataset.
Handle make_access(Index rows, Index columns) {
    Handle list(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    std::size_t bytes = sizeof(double);
    for (const hsize_t n : shape(rows, columns)) bytes *= static_cast<std::size_t>(n);
    constexpr std::size_t slots = 1;
    constexpr double whole_chunks_leave_first = 1.0;
    H5Pset_chunk_cache(list.id(), slots, bytes, whole_chunks_leave_first);
    return list;
}

/// The rows [first, first + rows) of a dataset.
Handle select_rows(hid_t set, Index first, Index rows, Index columns) {
    Handle space(H5Dget_space(set), H5Sclose);
    Extents start = shape(first, columns);
    if (start.size() == 2) start[1] = 0;
    const Extents count = shape(rows, columns);
    if (H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0) return {};
    return space;
}

Handle make_memory_space(Index rows, Index columns) {
    const Extents extents = shape(rows, columns);
    return {H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose};
}

}  // namespace

File create_on_disk(const std::filesystem::path& path) {
    const Quiet quiet;
    Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    if (!file) throw InputError(fmt::format("{}: cannot be made", path.string()));
    return {std::move(file), path.string()};
}

File open_on_disk(const std::filesystem::path& path) {
    const Quiet quiet;
    Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file) throw InputError(fmt::format("{}: found a damaged file, expected HDF5", path.string()));
    return {std::move(file), path.string()};
}

GrowingRows GrowingRows::create(const Group& group, const std::string& name, Index columns, Index block) {
    const Quiet quiet;
    const Extents none = shape(0, columns), chunk = shape(block, columns);
    Extents most = none;
    most[0] = H5S_UNLIMITED;
    const Handle creation = make_creation(), access = make_access(block, columns);
    const Handle space(H5Screate_simple(static_cast<int>(none.size()), none.data(), most.data()), H5Sclose);
    constexpr unsigned fast = 1;  // of nine levels: the others take three times as long for a few percent
    H5Pset_chunk(creation.id(), static_cast<int>(chunk.size()), chunk.data());
    H5Pset_shuffle(creation.id());
    H5Pset_deflate(creation.id(), fast);
    Handle set(
        H5Dcreate2(group.id(), name.c_str(), H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, creation.id(), access.id()),
        H5Dclose);
    if (!set) group.complain(name, "cannot be written");
    return {std::move(set), columns, 0};
}

GrowingRows GrowingRows::open(const Group& group, const std::string& name, Index columns) {
    Group::Rows found = group.open_rows(name, columns);
    return {std::move(found.set), columns, found.rows};
}

bool GrowingRows::append(const double* values, Index rows) {
    const Quiet quiet;
    if (rows == 0) return true;
    if (H5Dset_extent(set_.id(), shape(rows_ + rows, columns_).data()) < 0) return false;
    const Handle target = select_rows(set_.id(), rows_, rows, columns_), memory = make_memory_space(rows, columns_);
    if (!target || H5Dwrite(set_.id(), H5T_NATIVE_DOUBLE, memory.id(), target.id(), H5P_DEFAULT, values) < 0)
        return false;
    rows_ += rows;
    return true;
}

bool GrowingRows::truncate(Index rows) {
    const Quiet quiet;
    if (rows >= rows_) return true;
    rows_ = rows;
    return H5Dset_extent(set_.id(), shape(rows, columns_).data()) >= 0;
}

bool GrowingRows::close() {
    const Quiet quiet;
    return set_.close_now() >= 0;
}

bool GrowingRows::read(Index first, Index rows, double* values) const {
    const Quiet quiet;
    if (rows == 0) return true;
    const Handle source = select_rows(set_.id(), first, rows, columns_), memory = make_memory_space(rows, columns_);
    return source && H5Dread(set_.id(), H5T_NATIVE_DOUBLE, memory.id(), source.id(), H5P_DEFAULT, values) >= 0;
}

}  // namespace ritz::hdf5
