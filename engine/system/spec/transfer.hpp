#pragma once
// The state of a system in which one elastic body is replaced by another of the same place and joints.
#include "engine/system/model.hpp"

namespace ritz {

/// q_new = T q_old and q_new' = T q_old' for the elastic coordinates of the body, T of size new x old; everything else
/// stays. Both models have the same bodies and joints in the same order. Loops are not closed again.
State transfer_state(const Model& from, const State& state, const Model& to, const std::string& body, const MatX& T);

}  // namespace ritz
