#pragma once
// What the supports that a beam's shapes stand for exert on it (theory §1.7).
#include "engine/system/kinematics.hpp"

namespace ritz {

/// (force, moment) on the beam, in the axes of its frame R: at the origin of R, and at the displaced end x = L.
struct BeamReactions {
    Vec6 start = Vec6::Zero(), end = Vec6::Zero();
    Vec3 end_place = Vec3::Zero();  // in R
};

/// The loads on one node, into ws.load_log. Needs evaluate_for_outputs.
void gather_loads(const Model& model, const StateView& state, NodeId node, Workspace& ws);

/// From the loads in ws.load_log.
BeamReactions compute_beam_reactions(const Model& model, const StateView& state, NodeId node, Workspace& ws);

/// (force, moment) that the parent exerts on the child through the joint, at M in the axes of M. A joint that holds the
/// frame of a beam on two supports is one of them: what the other one carries goes to the parent beside the joint.
Vec6 compute_joint_wrench(const Model& model, const StateView& state, NodeId node, Workspace& ws);

}  // namespace ritz
