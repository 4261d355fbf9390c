#pragma once
// The motion of all bodies for a viewer.
#include <string>

#include "engine/simulation/scene.hpp"

namespace ritz {

/// JSON text: times, world poses of every body, deformed axes of beams; at most so many frames, evenly chosen.
///   {"times": [t], "gravity": [x, y, z],
///    "bodies": {name: {"position": [[x, y, z]], "rotation": [[w, x, y, z]]}},
///    "beams": {name: [[[x, y, z], ..one for each place along the axis..], ..one for each time..]}}
std::string make_motion(const Scene& scene, const std::vector<State>& states, std::size_t most_frames = 500);

}  // namespace ritz
