#pragma once
#include "engine/simulation/scene.hpp"
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

/// The members "time", "integrator" and "start" of a scene.
RunSettings read_settings(Reader& root);

}  // namespace ritz
