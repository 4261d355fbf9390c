#pragma once
// Internal forces of a beam by equilibrium of the part beyond the section.
#include "engine/kinematics.hpp"

namespace ritz {

/// (N, Qy, Qz, Mx, My, Mz) on the face at x that looks towards the beam's end, in the axes of the turned section.
/// Summing the loads and inertia forces beyond x converges far faster in the number of modes than EI w'''.
/// Needs evaluate_for_outputs.
Vec6 compute_section_forces(const Model& model, const StateView& state, int node, double x, Workspace& ws);

}  // namespace ritz
