#pragma once
#include "engine/system/spec/build.hpp"

namespace ritz {

/// Gives every signal of the model that is an input the slot of its name. A slot belongs to one system: two systems
/// built from the same specification are driven apart.
Inputs bind_inputs(const std::vector<InputSpec>& specs, Model& model, Faults& faults);

}  // namespace ritz
