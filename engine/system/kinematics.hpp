#pragma once
// Pass 1: positions, velocities and velocity-product accelerations of all nodes, root to leaves.
#include "engine/system/workspace.hpp"

namespace ritz {

/// A state given as raw memory, as integrators hand it over.
struct StateView {
    double t;
    const double* q;
    const double* u;
    const double* z;
    double work;
};
inline StateView view(const State& s) { return {s.t, s.q.data(), s.u.data(), s.z.data(), s.work}; }

void eval_kinematics(const Model& model, const StateView& state, Workspace& ws);
/// Of it, the coordinates that are prescribed: all that joint_position and joint_rate need.
void eval_motions(const Model& model, double t, Workspace& ws);

/// q' from u: joint rates, quaternion rates, elastic rates. Loop coordinates s are set by
/// engine/system/loops/constraints.hpp.
void compute_position_rates(const Model& model, const StateView& state, VecMap& q_dot);

/// q ⊕ δ: moves along a velocity-space direction, keeping quaternions of unit length.
void move_along(const Model& model, const VecX& delta, VecX& q);

/// The joint coordinate of a one-coordinate node (prescribed or free), its rate.
double joint_position(const Node& node, const StateView& state, const Workspace& ws);
double joint_rate(const Node& node, const StateView& state, const Workspace& ws);

}  // namespace ritz
