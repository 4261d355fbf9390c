#pragma once
#include "engine/simulation/scene.hpp"

namespace ritz {

/// Reads, applies the overrides ("/json/pointer=VALUE"), checks and builds. Throws InputError with all complaints.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides = {});

}  // namespace ritz
