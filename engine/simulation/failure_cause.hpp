#pragma once
// Why a run cannot go on, in the names of the scene.
#include <string>

#include "engine/system/system.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

/// "rate 2 of joint \"hinge\"", "elastic coordinate 1 of body \"bar\"", for a component of y = (q, u, z).
std::string describe_state(const Model& model, Eigen::Index component);

/// The signal that is not finite at t or soon behind it, or grows without bounds towards t; else the state whose rate
/// is not finite at (t, y) or changes most beside its tolerance; as the end of a sentence, or empty.
std::string find_cause(const Model& model, double t, const VecX& y, double end, const IntegratorOptions& options);

}  // namespace ritz
