#pragma once
// What is known while a scene is read: where its elements stand, which of them are unsound, what to tell the user.
#include "engine/system/faults.hpp"
#include "scenes/loader/scene/scene_forms.hpp"
#include "scenes/loader/scene/scene_source.hpp"

namespace ritz {

struct SceneReading {
    SceneSource source;
    Faults faults{};
    BodyRemarks remarks{};
};

}  // namespace ritz
