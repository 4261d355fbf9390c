#pragma once
// What is known while a scene is read: where its elements stand, which of them are unsound, what to tell the user.
#include "engine/system/faults.hpp"
#include "scenes/loader/scene/scene_source.hpp"

namespace ritz {

struct SceneReading {
    SceneSource source;
    Faults faults{};
    std::vector<std::string> notes{};     // what the user should know of the bodies' files
    std::vector<std::string> warnings{};  // what is odd about the bodies
};

}  // namespace ritz
