#pragma once
#include "core/rotation.hpp"

namespace ritz {

/// A frame fixed to a body: at a constant pose in B, or riding on an elastic marker.
struct Frame {
    int node = -1;    // -1: the world
    int marker = -1;  // index into Model::markers, one for each use; -1: constant
    Pose offset;      // in B, or in the marker's frame
};

}  // namespace ritz
