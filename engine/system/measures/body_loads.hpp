#pragma once
// Everything that acts on one body, each load with its identity: where it takes hold, who exerts it, and its wrench.
// The list is complete. With a the acceleration of B less gravity (which is no load: it stands with the inertia),
//   Σ f            = m a + α × mc + S(q) q'' + bias_v                                    (theory §1.3)
//   Σ m + p × f    = J(q) α + mc × a + Crᵀ(q) q'' + bias_w
//   Σ Jᵀ (m, f)    = Me(q) q'' + Cr α + Sᵀ a + bias_e + Ke q + De q'
// where J is the Jacobian (angular, linear) of the marker, or of the track at s, carried rigidly to the point p; loads
// on the frame have none.
#include <variant>
#include <vector>

#include "engine/system/kinematics.hpp"

namespace ritz {

// Where it takes hold.

/// On a marker of an elastic body, or a place along a beam (then without a number in the body).
struct MarkerLoad {
    MarkerId marker;
    std::optional<BodyMarkerId> in_body;
};
/// On a track, at the arc coordinate s [m].
struct TrackLoad {
    TrackId track;
    double s = 0;
};
/// On the body's frame B: every load on a rigid body, and on an elastic one what no shape moves.
struct FrameLoad {
    std::optional<BodyMarkerId> in_body;  // the marker on which it stands, if any
};
using LoadSource = std::variant<MarkerLoad, TrackLoad, FrameLoad>;

// Who exerts it. What acts along the coordinate of a joint (a spring, a drive) is a load of its own; the joint's own
// load is the rest of the wrench through it.

/// The joint that carries the body.
struct OwnJointCause {
    JointId joint;
};
/// A joint that the body carries.
struct ChildJointCause {
    JointId joint;
};
/// A joint that closes a loop.
struct LoopCause {
    LoopId loop;
};
/// A gear or coupler.
struct CouplingCause {
    CouplingId coupling;
};
/// A spring, bushing, stop or friction.
struct ElementCause {
    ForceId force;
};
/// A force or torque given as a function of time.
struct AppliedCause {
    ForceId force;
};
struct ControllerCause {
    ControllerId controller;
};
/// The drive of a prescribed coordinate.
struct MotionCause {
    MotionId motion;
};
using LoadCause = std::variant<OwnJointCause, ChildJointCause, LoopCause, CouplingCause, ElementCause, AppliedCause,
                               ControllerCause, MotionCause>;

/// In the axes of B, places counted from its origin.
struct BodyLoad {
    LoadSource source;
    LoadCause cause;
    bool through_own_joint =
        false;                   // by the joint that carries the body: its own load, and what acts on its coordinate
    Vec3 home = Vec3::Zero();    // where it takes hold of the undeformed body [m]
    Vec3 p = Vec3::Zero();       // where it acts [m]
    Vec3 force = Vec3::Zero();   // [N]
    Vec3 moment = Vec3::Zero();  // about p [N m]
};

inline bool is_on_frame(const BodyLoad& load) { return std::holds_alternative<FrameLoad>(load.source); }

/// All loads on the body of a node, in place of what the list held. Needs evaluate_for_outputs with world poses.
void collect_body_loads(const Model& model, const StateView& state, NodeId body, Workspace& ws,
                        std::vector<BodyLoad>& loads);

/// The same at any state; evaluates and allocates what it needs.
std::vector<BodyLoad> collect_body_loads(const Model& model, const State& state, NodeId body);

}  // namespace ritz
