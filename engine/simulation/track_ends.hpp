#pragma once
#include "engine/system/model.hpp"

namespace ritz {

/// A root is found a hair behind the end of a track, where nothing is evaluated: moves the state back onto its tracks.
/// False if a prescribed slide is behind.
bool keep_on_tracks(const Model& model, State& state);

}  // namespace ritz
