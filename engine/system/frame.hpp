#pragma once
#include <optional>

#include "core/rotation.hpp"
#include "engine/system/ids.hpp"

namespace ritz {

/// A frame fixed to a body: at a constant pose in B, or riding on an elastic marker.
struct Frame {
    std::optional<NodeId> node;                              // none: the world
    std::optional<MarkerId> marker;                          // one for each use; none: constant
    Pose offset;                                             // in B, or in the marker's frame
    std::optional<BodyMarkerId> body_marker = std::nullopt;  // the marker under it, even if no shape moves it

    bool is_on_world() const { return !node; }
};

}  // namespace ritz
