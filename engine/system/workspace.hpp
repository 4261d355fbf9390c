#pragma once
// Scratch of the algorithms, sized once from the model. Fields are grouped by what they depend on, and each group says
// which function fills it. Spatial vectors are (angular, linear), in the axes and at the origin of the node's B,
// accelerations classical (a = v' + ω × v), with gravity as the upward acceleration of the world.
#include <array>
#include <vector>

#include "core/linear_algebra/bordered_cholesky.hpp"
#include "engine/system/inertia_blocks.hpp"
#include "engine/system/loops/loop_system.hpp"
#include "engine/system/mode_rows.hpp"
#include "engine/system/model.hpp"

namespace ritz {

/// A frame on an elastic body in that body's B: pose, Jacobian and what moves without accelerations.
/// Filled by eval_marker_frame or eval_track_frame (engine/system/frames.hpp).
struct FlexFrame {
    Pose X;                    // frame in B
    Vec3 home = Vec3::Zero();  // its place on the undeformed body
    Mat6X J;                   // (angular, linear) rates by q', at the frame's origin
    Vec6 rate;                 // (w, v) relative to B
    Vec6 bias;                 // relative acceleration without q'' and s''
    Vec6 S;                    // slide: rates by s'
    TrackSample sample;
};

/// Pass 1: position and velocity of each node; pass 2: articulated inertia; pass 3: acceleration.
struct NodeData {
    // eval_kinematics: position
    Mat3 R_PB = Mat3::Identity();
    InertiaBlocks::Columns turn = InertiaBlocks::Columns::Zero();  // R_PB again, for the recursion
    Vec3 p_PB = Vec3::Zero();
    Mat3 R_WB = Mat3::Identity();  // only if the model needs it
    Vec3 p_WB = Vec3::Zero();
    // eval_kinematics: velocity
    Vec3 w = Vec3::Zero(), v = Vec3::Zero();    // of B
    Vec3 cw = Vec3::Zero(), cv = Vec3::Zero();  // acceleration without any q'', u'
    // eval_forces
    Vec3 moment = Vec3::Zero(), force = Vec3::Zero();  // applied, at B
    // eval_articulated: inertia and bias of the node with all it carries
    InertiaBlocks I;
    Vec3 pw = Vec3::Zero(), pv = Vec3::Zero();
    InertiaBlocks::Column Uw, Uv;  // one-coordinate joints: I S, at P and in its axes
    double D_inv = 0, r = 0;
    // eval_accelerations
    Vec3 aw = Vec3::Zero(), av = Vec3::Zero();
    Vec3 fw = Vec3::Zero(), fv = Vec3::Zero();  // wrench through the joint on the node, at B
};

using GeneralId = TypedIndex<struct GeneralTag>;  // Workspace::general

/// For nodes with elastic coordinates, several joint coordinates or elastic attachments.
struct GeneralData {
    FlexFrame parent;  // F on an elastic parent
    FlexFrame own;     // M on this elastic body
    ModeRows Jp;       // parent.J moved to the origin of P
    ModeRows KJ;       // scratch: articulated inertia at P times Jp
    Mat6X S;           // joint directions, in B
    ModeRows E;        // own elastic rates -> B, minus the marker's Jacobian
    ModeRows Cc;       // inertia coupling (Crᵀ; S) with children
    ModeRows U;        // with own_flexes I E + C
    VecX pe;           // elastic bias
    // eval_articulated: the joint-space inertia D of (nu, n) coordinates over the rows U, I and (-r, p), then
    // eliminated
    BorderedMatrix joint_space;
    VecX extended;  // scratch: a vector with an entry for each of its rows
    VecX r;         // what the coordinates feel (collect_node)
    int joints = 0, modes = 0;
    /// Elastic mass with children, on and below the diagonal.
    auto elastic_mass() { return joint_space.entries.block(joints, joints, modes, modes); }
    /// -L⁻¹ r of the last elimination or resolve_node.
    auto solved_force() { return joint_space.entries.row(joint_space.size + 6).head(joint_space.size); }
    auto solved_force() const { return joint_space.entries.row(joint_space.size + 6).head(joint_space.size); }
    // elastic inertia at the state, without children (eval_elastic_inertia)
    Mat3 J;
    Vec3 mc;
    ModeRows coupling;    // Crᵀ(q), S(q)
    MatX Me;              // Me(q) on and below the diagonal, rows and columns to full chunks
    Vec3 bias_w, bias_v;  // inertia forces without accelerations
    VecX bias_e;          // ... and without stiffness, damping
    VecX q, q_dot;        // to full chunks of modes
    // mass points (mass_point_inertia.cpp)
    MatX over_points;            // points x point_columns: vectors at the points
    std::array<MatX, 3> slopes;  // modes x points: Γ_a q, then sqrt(m) (Γ_a q + φ_a), of each direction
    MatX slopes_here;            // a chunk of points x modes
    auto Crt() const { return coupling.leftCols<3>().topRows(modes).transpose(); }
    auto Sq() const { return coupling.rightCols<3>().topRows(modes).transpose(); }
    auto mass_matrix() const { return Me.topLeftCorner(modes, modes).selfadjointView<Eigen::Lower>(); }
};
constexpr Eigen::Index point_columns = 27;

/// One scalar constraint in terms of the two frames' motions in world axes: rate = Σ row · velocity.
struct ConstraintRow {
    Vec3 wa = Vec3::Zero(), va = Vec3::Zero(), wb = Vec3::Zero(), vb = Vec3::Zero();
};

/// Pose and motion of a frame in the world.
struct FrameMotion {
    Pose X_WF;
    Vec3 w = Vec3::Zero(), v = Vec3::Zero();  // angular and linear velocity, world axes
    const FlexFrame* flex = nullptr;          // set for frames on elastic markers and tracks
};

/// Which law a contact obeys: the one of its present distance, or, while an integrator is inside a step, one of the two
/// throughout. A step then sees smooth equations, and where it meets the contact is found on a smooth motion.
enum class Hold : unsigned char { by_distance, open, closed };

/// The contact of a force element: of a stop there are two.
struct HoldPlace {
    ForceId force;
    std::size_t end = 0;  // of a stop: 0 the lower, 1 the upper one
};

struct Workspace {
    explicit Workspace(const Model& model);

    IndexedVector<NodeId, NodeData> nodes;
    IndexedVector<NodeId, std::optional<GeneralId>> general_index;
    IndexedVector<GeneralId, GeneralData> general;
    /// Of a node that needs it.
    GeneralData& general_of(NodeId node) { return general[*general_index[node]]; }
    const GeneralData& general_of(NodeId node) const { return general[*general_index[node]]; }
    /// Null for a simple node.
    GeneralData* find_general(NodeId node) { return general_index[node] ? &general_of(node) : nullptr; }
    const GeneralData* find_general(NodeId node) const { return general_index[node] ? &general_of(node) : nullptr; }
    // eval_kinematics: prescribed coordinates
    IndexedVector<MotionId, double> motion_value, motion_rate, motion_acceleration;
    // set by whoever integrates, read by eval_forces: of each force element (of a stop its lower and its upper end)
    IndexedVector<ForceId, std::array<Hold, 2>> holds;
    Hold& hold_at(const HoldPlace& place) { return holds[place.force][place.end]; }
    Hold hold_at(const HoldPlace& place) const { return holds[place.force][place.end]; }
    // eval_forces
    VecX generalized_force;                        // nu: applied forces on joint and elastic coordinates
    IndexedVector<MotionId, double> motion_force;  // applied to prescribed coordinates: their drives take it
    double power = 0;                              // of all non-conservative applied forces [W], for the energy balance
    // eval_forces, then eval_rates or the residual: the sum of |power| of every source and sink, where power adds up to
    // nothing when one damper takes what one motor gives [W]
    double throughput = 0;
    IndexedVector<ControllerId, double> controller_output;
    // set by whoever solves an implicit step, read by eliminate_nodes: what joint springs and dampers make of the
    // inertia
    VecX joint_inertia;  // nu: of rotors, and what an implicit step adds
    // eval_accelerations, eval_rates
    VecX u_dot;  // nu
    VecX z_dot;  // nz
    // scratch for frames of forces, loops and outputs: one for each marker, one for each track
    IndexedVector<MarkerId, FlexFrame> frames;
    IndexedVector<TrackId, FlexFrame> track_frames;
    // eval_loops (engine/system/loops/constraints.hpp)
    struct LoopMotion {
        FrameMotion a, b;
        double s_dot = 0;
        double along_track = 0;   // slide: distance of b from a along the track, zero by the choice of s
        ConstraintRow along_row;  // how that distance changes with the motion of a and b
        double along_slope = 0;   // and with s
    };
    IndexedVector<LoopId, LoopMotion> loop_motions;
    std::vector<ConstraintRow> loop_rows;
    VecX loop_error;  // g(q)
    VecX loop_rate;   // G u
    VecX loop_gamma;  // G u' + gamma = 0
    // eval_loop_inertia, solve_loops
    LoopSystem loops;
    VecX lambda;
    VecX rhs;
    VecX u_free;  // accelerations without the loops
    VecX u_loop;  // what the loops add
};

}  // namespace ritz
