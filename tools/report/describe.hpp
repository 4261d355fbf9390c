#pragma once
// What would be simulated, in words.
#include <string>

#include "engine/simulation/scene.hpp"

namespace ritz {

/// Bodies, joints, forces, outputs and times, a few lines.
std::string describe_scene(const Scene& scene);
/// "2 bodies, 2 joints, 1 rigid and 1 elastic coordinate, 5 states"
std::string describe_size(const Model& model);

}  // namespace ritz
