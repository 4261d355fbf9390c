#pragma once
// Beams whose shapes hold more than the scene does. The shapes of a clamped-clamped or clamped-pinned beam cannot move
// the far end out of the tangent at the start, however many there are: on a joint that lets the start turn, the true
// deflection is out of their reach. (The other shapes are complete in their frame.)
#include <string>
#include <vector>

#include "engine/system/model.hpp"

namespace ritz {

std::vector<std::string> find_held_shapes(const Model& model, const State& start);

}  // namespace ritz
