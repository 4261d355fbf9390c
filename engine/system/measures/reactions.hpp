#pragma once
// What the supports that a beam's shapes stand for exert on it (theory §1.7).
#include "engine/system/measures/body_loads.hpp"

namespace ritz {

/// (force, moment) on the beam, in the axes of its frame R: at the origin of R, and at the displaced end x = L.
struct BeamReactions {
    Vec6 start = Vec6::Zero(), end = Vec6::Zero();
    Vec3 end_place = Vec3::Zero();  // in R
};

/// Loads on the frame of a beam act on its supports; only those at a clamped far end act on that end. (A free beam has
/// no support: engine/system/measures/section_forces.cpp.)
bool acts_on_supports(const ElasticBody& beam, const BodyLoad& load);

/// From all loads on the beam.
BeamReactions compute_beam_reactions(const Model& model, const StateView& state, NodeId node,
                                     const std::vector<BodyLoad>& loads, const Workspace& ws);

/// (force, moment) that the parent exerts on the child through the joint, at M in the axes of M. A joint that holds the
/// frame of a beam on two supports is one of them: what the other one carries goes to the parent beside the joint.
Vec6 compute_joint_wrench(const Model& model, const StateView& state, NodeId node, Workspace& ws);

}  // namespace ritz
