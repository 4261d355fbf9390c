#pragma once
// Loops closed by constraints, and couplings of coordinates (theory §2).
#include "engine/system/kinematics.hpp"
#include "engine/system/spec/faults.hpp"

namespace ritz {

/// After eval_kinematics: frames, rows, position errors and rates of all loops and couplings.
void eval_loops(const Model& model, const StateView& state, Workspace& ws);

/// The rates s' of the arc coordinates of loops closed by slides; after eval_loops.
void compute_loop_coordinate_rates(const Model& model, const Workspace& ws, VecMap& q_dot);

/// Finds the rows that are independent near the state; the others are left out from then on. Allocates: called at the
/// start, and where the chosen rows come near to a singular position.
void choose_loop_rows(const Model& model, const StateView& state, Workspace& ws);

/// The rows that choose_loop_rows would take at a state.
std::vector<int> list_independent_rows(const Model& model, const State& state);

/// The loop that gains an independent row when the bodies move a little in a way that all loops allow: then the state
/// is a singular position, from which the motion can go on in more than one way. None if there is no such loop,
/// or where bodies are elastic.
std::optional<Subject> find_singular_loop(const Model& model, const State& state);

/// The joint or coupling to which a row belongs.
Subject find_row_owner(const Model& model, int row);

/// After eval_articulated and eval_loops: W = G M⁻¹ Gᵀ, factorised with its rank; overwrites applied forces.
void eval_loop_inertia(const Model& model, Workspace& ws);

/// λ from W λ = rhs (rhs in ws.rhs); rows that are left out get λ = 0.
void solve_loops(Workspace& ws);

/// M⁻¹ Gᵀ λ into ws.u_loop; overwrites applied forces and the nodes' accelerations.
void eval_loop_motion(const Model& model, Workspace& ws);

/// u' with all loops closed: after eval_articulated. Fills u_dot, lambda and the nodes' accelerations.
void eval_constrained_accelerations(const Model& model, const StateView& state, Workspace& ws);

/// Adds the reaction of one row of a loop or coupling to the forces in ws.
void apply_row(const Model& model, RowGroupId group, int row, double lambda, Workspace& ws);

/// Error, rate and γ of one coupling; after eval_kinematics.
void eval_coupling(const Model& model, const JointCoupling& coupling, const StateView& state, Workspace& ws);
/// |constant| + Σ |factor q|, the size to which its rounding and its error belong.
double compute_coupling_size(const Model& model, const JointCoupling& coupling, const StateView& state,
                             const Workspace& ws);
/// Of a group of rows (list_row_groups); null if it is a loop's.
const JointCoupling* find_coupling(const Model& model, RowGroupId group);
/// Adds λ factor to the generalised force of each coordinate; the drive of a prescribed one takes it.
void apply_coupling(const Model& model, const JointCoupling& coupling, double lambda, Workspace& ws);
/// G x: Σ factor x over its free coordinates.
double compute_coupling_rate(const Model& model, const JointCoupling& coupling, const double* x);

/// Adds the reactions λ of loops and couplings to the forces in ws.
void apply_loop_forces(const Model& model, const VecX& lambda, Workspace& ws);

/// Newton's method for the arc coordinates of loops closed by slides: the row along the track. After eval_loops.
void follow_tracks(const Model& model, State& state, Workspace& ws);

/// Moves positions and velocities onto the constraints, orthogonally in the mass metric. Returns the number of
/// Newton iterations, or nothing if the loops do not close.
struct ProjectionOptions {
    int max_iterations = 50;
    double tolerance = 1e-13;
    double disagreement = 1e-3;  // what a row that others contain may be open, as deflected bodies disagree
};
std::optional<int> project(const Model& model, State& state, Workspace& ws, const ProjectionOptions& options = {});

/// Largest violations at a state.
struct LoopViolation {
    double position = 0;
    double velocity = 0;
    std::optional<int> worst_row;  // none without loops
};
LoopViolation compute_loop_violation(const Model& model, const StateView& state, Workspace& ws);

}  // namespace ritz
