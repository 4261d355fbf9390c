#pragma once
#include "scenes/loader/json_reader.hpp"
#include "scenes/loader/scene.hpp"

namespace ritz {

/// The members "time", "integrator" and "start" of a scene.
RunSettings read_settings(Reader& root);

}  // namespace ritz
