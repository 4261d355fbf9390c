#pragma once
// Passes 2 and 3: accelerations of a tree in O(number of bodies), and its inverse.
#include <span>

#include "core/errors.hpp"
#include "engine/system/kinematics.hpp"

namespace ritz {

/// A mass matrix that is not positive definite, and the node at which that shows.
class InertiaError : public NumericalError {
  public:
    InertiaError(std::string node, const std::string& what) : NumericalError(what), node_(std::move(node)) {}
    const std::string& node() const { return node_; }

  private:
    std::string node_;
};

/// After eval_kinematics and eval_forces: articulated inertias, leaves to root.
void eval_articulated(const Model& model, const StateView& state, Workspace& ws);
/// The two halves of that: every body alone, and what it carries, leaves to root. Between them an implicit step adds
/// what stiffness and damping make of the inertias.
void start_articulated(const Model& model, const StateView& state, Workspace& ws);
void eliminate_nodes(const Model& model, Workspace& ws);

/// After eval_articulated: u' of all joints and elastic coordinates, root to leaves, and the nodes' accelerations.
void eval_accelerations(const Model& model, Workspace& ws);

/// M⁻¹ f for the forces now in ws (wrenches and generalized_force), without gravity and velocity terms, with the
/// inertias of the last eval_articulated. The nodes' accelerations in ws are those caused by f alone.
void solve_accelerations(const Model& model, Workspace& ws, Eigen::Ref<VecX> u_dot);

/// The same for forces on the nodes of a path to the world only (children first), and the accelerations of these.
void solve_accelerations(const Model& model, std::span<const NodeId> path, Workspace& ws, VecX& u_dot);

/// Pass 2 of that at one node, forces only: p = -f, c = 0, the factors of D and D⁻¹ Uᵀ as they are. resolve_node leaves
/// r and D⁻¹ r at the node and hands the rest to its parent, which must have been started.
void start_with_forces(const Model& model, NodeId node, Workspace& ws);
void resolve_node(const Model& model, NodeId node, Workspace& ws);
/// The same without the inertias: leaves r = Jᵀ f at the node.
void collect_node(const Model& model, NodeId node, Workspace& ws);

/// Inverse dynamics: what is missing in M u' + h = f for given u' (theory §2), and the wrenches through the joints.
/// Needs eval_kinematics and eval_forces.
void eval_residual(const Model& model, const StateView& state, const double* u_dot, Workspace& ws, VecX& residual);

/// Accelerations of the nodes for given u' (with velocity terms and gravity).
void eval_node_accelerations(const Model& model, const double* u_dot, Workspace& ws);

/// Motions of the nodes for given rates of the coordinates at standing bodies: X (V_P + Jp q') + S u + E q', into the
/// places of their accelerations.
void eval_node_motions(const Model& model, const double* u, Workspace& ws);

/// Wrenches through every joint from the nodes' accelerations; needs eval_node_accelerations or eval_accelerations.
void eval_joint_wrenches(const Model& model, const StateView& state, const double* u_dot, Workspace& ws);

/// Force or torque along joint coordinate k that acts between the joint's sides: what is applied there or, if the
/// coordinate is prescribed, what its drive and the forces applied there give together.
double compute_joint_reaction(const Model& model, NodeId node, int k, const Workspace& ws);

/// What the drive of a prescribed coordinate must give.
double compute_drive_force(const Model& model, NodeId node, const Workspace& ws);

/// The applied forces now in ws as generalised forces on u: Jᵀ f over all bodies. Needs eval_kinematics.
void compute_generalized_forces(const Model& model, Workspace& ws, VecX& out);

/// Clears the applied wrenches and generalised forces.
void clear_forces(Workspace& ws);

}  // namespace ritz
