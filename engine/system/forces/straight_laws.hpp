#pragma once
// Force laws as they go on from one position: contacts that touch stay closed and the others open, tables run on along
// their slope. A stiff contact is pressed in by less than any step of differences; with these laws the differences give
// the derivative on its own side of the kink all the same.
#include <vector>

#include "engine/system/kinematics.hpp"

namespace ritz {

/// The model's force elements in their order, straight from this state on. Needs eval_kinematics with world poses.
IndexedVector<ForceId, ForceElement> make_straight_laws(const Model& model, const StateView& state, Workspace& ws);

}  // namespace ritz
