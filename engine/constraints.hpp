#pragma once
// Loops closed by constraints (theory §2).
#include "engine/kinematics.hpp"

namespace ritz {

/// After eval_kinematics: frames, rows, position errors and rates of all loops.
void eval_loops(const Model& model, const StateView& state, Workspace& ws);

/// The rates s' of the arc coordinates of loops closed by slides; after eval_loops.
void compute_loop_coordinate_rates(const Model& model, const Workspace& ws, VecMap& q_dot);

/// After eval_articulated and eval_loops: G M⁻¹ Gᵀ, factorised with its rank; overwrites the nodes' accelerations.
void eval_loop_inertia(const Model& model, Workspace& ws);

/// λ from G M⁻¹ Gᵀ λ = rhs (rhs in ws.rhs); redundant rows get λ = 0.
void solve_loops(Workspace& ws);

/// u' with all loops closed: after eval_articulated. Fills u_dot, lambda and the nodes' accelerations.
void eval_constrained_accelerations(const Model& model, const StateView& state, Workspace& ws);

/// Adds the loops' reaction wrenches (λ) to the forces in ws.
void apply_loop_forces(const Model& model, const VecX& lambda, Workspace& ws);

/// Moves positions and velocities onto the constraints, orthogonally in the mass metric. Returns the number of
/// Newton iterations, or -1 if the loops do not close.
struct ProjectionOptions {
    int max_iterations = 50;
    double tolerance = 1e-13;
};
int project(const Model& model, State& state, Workspace& ws, const ProjectionOptions& options = {});

/// Largest violations at a state.
struct LoopViolation {
    double position = 0;
    double velocity = 0;
    int worst_row = -1;
};
LoopViolation compute_loop_violation(const Model& model, const StateView& state, Workspace& ws);

}  // namespace ritz
