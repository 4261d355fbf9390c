#pragma once
// What can be measured: outputs, monitors, and what controllers feed back.
#include "engine/simulation/scene.hpp"
#include "scenes/loader/scene/scene_context.hpp"

namespace ritz {

/// The quantity an object describes; nothing after a complaint, or if the tree does not stand.
std::optional<Quantity> read_quantity(Reader& object, SceneContext& scene);

/// The member "outputs"; all coordinates and rates of all joints if absent.
std::vector<Output> read_outputs(Reader& root, SceneContext& scene);
std::vector<Monitor> read_monitors(Reader& root, SceneContext& scene);

/// A coordinate of a joint of the tree at a level.
Quantity make_coordinate_quantity(const KnownJoint& joint, int coordinate, Level level, SceneContext& scene);

}  // namespace ritz
