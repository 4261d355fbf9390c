#pragma once
// The whole right-hand side, energies, and what outputs need.
#include "engine/system/dynamics.hpp"
#include "engine/system/forces/forces.hpp"
#include "engine/system/loops/constraints.hpp"
#include "engine/system/measures/measure.hpp"

namespace ritz {

/// y = (q, u, z, work) as one vector, for integrators.
void pack(const State& state, VecX& y);
void unpack(const Model& model, double t, const double* y, State& state);
StateView view(const Model& model, double t, const double* y);

/// y' = f(t, y). Allocates nothing.
void eval_rates(const Model& model, double t, const double* y, double* y_dot, Workspace& ws);

/// Everything a Quantity may ask for: accelerations, λ, wrenches through the joints.
void evaluate_for_outputs(const Model& model, const StateView& state, Workspace& ws);

/// Power lost in the damping of elastic bodies, and power of the drives of prescribed joints (after the wrenches); both
/// add to the throughput.
double compute_damping_power(const Model& model, const StateView& state, double& throughput);
double compute_drive_power(const Model& model, const Workspace& ws, double& throughput);

struct Energies {
    double kinetic = 0, gravity = 0, elastic = 0, spring = 0;
    double potential() const { return gravity + elastic + spring; }
    double total() const { return kinetic + potential(); }
};
/// Needs eval_kinematics with world poses.
Energies compute_energies(const Model& model, const StateView& state, Workspace& ws);

/// Momentum and angular momentum about the world's origin, in world axes. Needs eval_kinematics with world poses.
Vec6 compute_momentum(const Model& model, const StateView& state, Workspace& ws);

/// The same model, but with world poses always evaluated: for outputs.
Model with_world_poses(Model model);

}  // namespace ritz
