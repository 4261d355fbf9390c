#pragma once
// The value of a quantity at a state.
#include "engine/system/kinematics.hpp"

namespace ritz {

/// Needs eval_kinematics with world poses; accelerations and forces also need a full evaluation with joint wrenches
/// (engine/system/system.hpp, evaluate_for_outputs).
double measure(const Model& model, const StateView& state, const Quantity& quantity, Workspace& ws);

/// The rate of a measurable position-level quantity; InputError if it has none.
Quantity rate_of(const Quantity& quantity);

}  // namespace ritz
