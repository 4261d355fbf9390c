#pragma once
// The multibody system as constant data: a tree of nodes, each one primitive joint and the body it carries,
// plus loop constraints, force elements and controllers. Built by engine/system/spec/builder.hpp; never changed by a
// run.
//
// Frames of a node:  P parent's body frame,  F joint frame on the parent,  M joint frame on the child,  B body frame.
//   X_PB = X_PF(q_P, s)  X_FM(joint)  X_MB(q_B)
// The axis of every joint is the z axis of F and M. A rigid body's B is its M (the builder moves its inertia there);
// an elastic body's B is its floating frame R. The user's joints of two or three coordinates (universal, cylindrical,
// planar) are chains of primitives with massless bodies between them.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies/elastic_body.hpp"
#include "bodies/rigid_body.hpp"
#include "core/signals/signal.hpp"
#include "engine/system/forces/controllers.hpp"
#include "engine/system/forces/force_elements.hpp"
#include "engine/system/frame.hpp"
#include "engine/system/inertia_kernel.hpp"
#include "engine/system/joint_type.hpp"

namespace ritz {

enum class JointKind { fixed, revolute, prismatic, spherical, free, slide };

struct Node {
    std::string name;
    std::optional<NodeId> parent;  // none: the world
    JointId joint;                 // whose primitive it is
    JointKind kind = JointKind::fixed;
    Frame inboard;                     // F on the parent (slide: only its node is used)
    std::optional<TrackId> track;      // slide: what it runs along
    Pose X_TM;                         // slide: M in the track frame at rest, constant
    Frame outboard;                    // M on this body; for rigid bodies the identity
    std::optional<MotionId> motion;    // the coordinate is prescribed
    int q = 0, nq = 0;                 // joint coordinates in State::q
    int u = 0, nu = 0;                 // joint rates in State::u
    int eq = 0, eu = 0, n = 0;         // elastic coordinates, directly behind the joint's own
    RigidInertia inertia;              // about B, in B (rigid bodies)
    std::optional<ElasticId> elastic;  // none: a rigid body
    // What the recursion may leave out; filled by the builder.
    bool parent_flexes = false;  // F moves with the parent's elastic coordinates, or slides
    bool own_flexes = false;     // M moves with this body's elastic coordinates
    double rotor = 0;            // what a motor behind its gear adds to the inertia of the one coordinate

    bool is_on_world() const { return !parent; }
    bool is_prescribed() const { return motion.has_value(); }
};

/// A joint as the user knows it: its coordinates, in order, and where they live.
struct Joint {
    std::string name;
    JointType type = JointType::fixed;
    std::vector<NodeId> nodes;  // primitives, parent side first
    Frame parent, child;        // F and M
};

/// A joint that closes a loop: frames a (parent side) and b (child side) keep the joint's relative motion.
struct LoopConstraint {
    std::string name;
    JointType type = JointType::fixed;
    Frame a, b;
    std::optional<TrackId> track;  // slide: the track on body a
    Pose X_TM;
    std::optional<int> s;  // slide: where its arc coordinate stands in State::q
    int row = 0, rows = 0;
};

/// Coordinates of joints that a gear or a coupler ties: Σ factor q = constant, one row beside those of the loops.
struct JointCoupling {
    std::string name;
    struct Term {
        NodeId node;        // of the coordinate
        double factor = 1;  // the largest of them is one, so that the row is of the size of a coordinate
    };
    std::vector<Term> terms;
    double constant = 0;
    int row = 0;
};

/// A user's body: where it is in the tree, and its frame in the node's B.
struct BodyEntry {
    std::string name;
    NodeId node;
    Pose X_BU;  // the user's body frame in B
    std::vector<std::pair<std::string, Frame>> markers;
};

struct Model {
    Vec3 gravity = Vec3::Zero();        // [m/s²]
    IndexedVector<NodeId, Node> nodes;  // parents before children
    IndexedVector<ElasticId, std::shared_ptr<const ElasticBody>> elastic_bodies;
    IndexedVector<ElasticId, std::shared_ptr<const InertiaKernel>> inertia_kernels;  // of these; made by the builder
    IndexedVector<MarkerId, Marker> markers;
    IndexedVector<TrackId, Track> tracks;
    IndexedVector<TrackId, std::string> track_names;
    IndexedVector<MotionId, Signal> motions;
    IndexedVector<JointId, Joint> joints;
    std::vector<BodyEntry> bodies;
    IndexedVector<LoopId, LoopConstraint> loops;
    IndexedVector<CouplingId, JointCoupling> couplings;
    IndexedVector<ForceId, ForceElement> forces;
    IndexedVector<ControllerId, Controller> controllers;
    std::vector<ControllerId> controller_order;  // each behind the one whose output is its reference
    IndexedVector<ElasticId, VecX> preloads;     // K q of the stress-free shape; empty: none has one

    int nq = 0, nu = 0, nz = 0;  // sizes of positions, velocities, control states
    int rows = 0;                // constraint rows: those of all loops, then one for each coupling
    bool needs_world = false;    // any force, loop or controller looks at poses in the world
    /// Of y = (q, u, z, work).
    int states() const { return nq + nu + nz + 1; }
};

/// Everything that changes. Copyable: a checkpoint is a copy.
struct State {
    double t = 0;
    VecX q, u, z;
    double work = 0;  // of the non-conservative forces, for the energy balance [J]
};

}  // namespace ritz
