#pragma once
// Force elements, loads and controllers of a scene, into the model.
#include "scenes/loader/scene/scene_context.hpp"

namespace ritz {

void read_forces(Reader& root, SceneContext& scene);
void read_loads(Reader& root, SceneContext& scene);
void read_controllers(Reader& root, SceneContext& scene);

}  // namespace ritz
