#pragma once
// What a coordinate is called, and how far it moves before the geometry changes: for differences, statics and messages.
#include <string>
#include <vector>

#include "engine/system/model.hpp"

namespace ritz {

/// Size of the largest body, or of the largest distance between two joints [m].
double compute_model_length(const Model& model);

/// For each velocity coordinate the displacement that turns something by about one radian or shifts it by about its own
/// size. Modal coordinates, lengths and angles become comparable when they are divided by it.
VecX compute_coordinate_scales(const Model& model);

/// "joint hinge", "beam: bending z 1", one for each velocity coordinate.
std::vector<std::string> name_coordinates(const Model& model);

}  // namespace ritz
