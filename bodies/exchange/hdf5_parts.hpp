#pragma once
// What the files of this folder that call the HDF5 library share. Nobody else includes it.
#include <hdf5.h>

#include <algorithm>
#include <vector>

#include "bodies/exchange/hdf5.hpp"

namespace ritz::hdf5 {

using Extents = std::vector<hsize_t>;

static_assert(std::is_same_v<hid_t, std::int64_t>, "HDF5 of version 1.10 or newer");

/// The library prints every failure unless told not to; here a failure is a return value.
class Quiet {
  public:
    Quiet() {
        H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

  private:
    H5E_auto2_t print_ = nullptr;
    void* data_ = nullptr;
};

/// Without times, so that equal contents give equal files.
inline Handle make_creation() {
    Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(list.id(), false);
    return list;
}

inline Extents get_extents(hid_t space) {
    Extents extents(static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(space), 0)));
    if (!extents.empty()) H5Sget_simple_extent_dims(space, extents.data(), nullptr);
    return extents;
}

inline hsize_t extent(Eigen::Index size) { return static_cast<hsize_t>(size); }

}  // namespace ritz::hdf5
