#pragma once
// Internal forces of a beam by equilibrium of the part beyond the section; of another body at a cut likewise.
#include "engine/system/kinematics.hpp"

namespace ritz {

/// (N, Qy, Qz, Mx, My, Mz) on the face at x that looks towards the beam's end, in the axes of the turned section.
/// Summing the loads and inertia forces beyond x converges far faster in the number of modes than EI w'''.
/// Needs evaluate_for_outputs.
Vec6 compute_section_forces(const Model& model, const StateView& state, NodeId node, double x, Workspace& ws);

/// The same through the plane of a cut, at its marker in the axes of its marker: what the part where the marker's x
/// axis points exerts on the other. Needs evaluate_for_outputs.
Vec6 compute_cut_forces(const Model& model, const StateView& state, NodeId node, int cut, Workspace& ws);

}  // namespace ritz
