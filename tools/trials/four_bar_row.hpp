#pragma once
// The row of four-bars of IFToMM's benchmark A02 [Gonzalez2006].
#include "engine/simulation/scene.hpp"

namespace ritz {

/// Parallelograms of rods of 1 m and 1 kg in a row, standing upright, turning with -1 rad/s: count + 1 cranks p0, p1,
/// ... hinged at (i, origin_y, 0) [m] and count couplers. Its outputs are the place x and the rate vy of the first tip.
SceneSpec make_four_bar_row(int count, double end, double origin_y = 0);

}  // namespace ritz
