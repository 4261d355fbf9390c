#pragma once
// Loops closed by constraints (theory §2).
#include "engine/system/kinematics.hpp"

namespace ritz {

/// After eval_kinematics: frames, rows, position errors and rates of all loops.
void eval_loops(const Model& model, const StateView& state, Workspace& ws);

/// The rates s' of the arc coordinates of loops closed by slides; after eval_loops.
void compute_loop_coordinate_rates(const Model& model, const Workspace& ws, VecMap& q_dot);

/// Finds the rows that are independent near the state; the others are left out from then on. Allocates: called at the
/// start, and where the chosen rows come near to a singular position.
void choose_loop_rows(const Model& model, const StateView& state, Workspace& ws);

/// The rows that choose_loop_rows would take at a state.
std::vector<int> list_independent_rows(const Model& model, const State& state);

/// The loop that gains an independent row when the bodies move a little in a way that all loops allow: then the state
/// is a singular position, from which the motion can go on in more than one way. Empty if there is none,
/// or where bodies are elastic.
std::string find_singular_loop(const Model& model, const State& state);

/// After eval_articulated and eval_loops: W = G M⁻¹ Gᵀ, factorised with its rank; overwrites applied forces.
void eval_loop_inertia(const Model& model, Workspace& ws);

/// λ from W λ = rhs (rhs in ws.rhs); rows that are left out get λ = 0.
void solve_loops(Workspace& ws);

/// M⁻¹ Gᵀ λ into ws.u_loop; overwrites applied forces and the nodes' accelerations.
void eval_loop_motion(const Model& model, Workspace& ws);

/// u' with all loops closed: after eval_articulated. Fills u_dot, lambda and the nodes' accelerations.
void eval_constrained_accelerations(const Model& model, const StateView& state, Workspace& ws);

/// Adds the reaction wrench of one row of a loop to the forces in ws.
void apply_loop_row(const Model& model, LoopId loop, int row, double lambda, Workspace& ws);

/// Adds the loops' reaction wrenches (λ) to the forces in ws.
void apply_loop_forces(const Model& model, const VecX& lambda, Workspace& ws);

/// Newton's method for the arc coordinates of loops closed by slides: the row along the track. After eval_loops.
void follow_tracks(const Model& model, State& state, Workspace& ws);

/// Moves positions and velocities onto the constraints, orthogonally in the mass metric. Returns the number of
/// Newton iterations, or -1 if the loops do not close.
struct ProjectionOptions {
    int max_iterations = 50;
    double tolerance = 1e-13;
    double disagreement = 1e-3;  // what a row that others contain may be open, as deflected bodies disagree
};
int project(const Model& model, State& state, Workspace& ws, const ProjectionOptions& options = {});

/// Largest violations at a state.
struct LoopViolation {
    double position = 0;
    double velocity = 0;
    std::optional<int> worst_row;  // none without loops
};
LoopViolation compute_loop_violation(const Model& model, const StateView& state, Workspace& ws);

}  // namespace ritz
