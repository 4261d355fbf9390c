// A force f on a joint coordinate acts on the child, at M, with the wrench whose power at every rate of the coordinate
// is f times that rate, and which holds nothing else:
//   revolute    moment f z_M
//   prismatic   force  f z_M
//   slide       force  f t / t²  at the track's point T,  t = ∂p_T/∂s
// and on the parent with its opposite, at F: the line of the force passes through both.
#include "engine/system/measures/body_loads.hpp"

#include <stdexcept>

#include "engine/system/dynamics.hpp"
#include "engine/system/forces/force_laws.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

LoadSource source_of(const Frame& frame) {
    if (frame.marker) return MarkerLoad{*frame.marker, frame.body_marker};
    return FrameLoad{frame.body_marker};
}

struct PointWrench {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
};

/// M in B.
Pose outboard_pose(const Model& model, NodeId i, const Workspace& ws) {
    return model.nodes[i].n > 0 ? ws.general_of(i).own.X : Pose{};
}

/// Of a unit force on the coordinate, on the child: at M, in the axes of B.
PointWrench compute_coordinate_wrench(const Model& model, NodeId i, const Workspace& ws) {
    const Node& node = model.nodes[i];
    const Vec3 axis = outboard_pose(model, i, ws).R.col(2);
    if (node.kind == JointKind::revolute) return {Vec3::Zero(), axis};
    if (node.kind == JointKind::prismatic) return {axis, Vec3::Zero()};
    const FlexFrame& at = ws.general_of(i).parent;  // M as the track carries it, in P
    const Vec3 arm = at.X.R * inverse(node.X_TM).p;
    const Vec3 tangent = at.S.tail<3>() + at.S.head<3>().cross(arm);
    const Vec3 force = tangent / tangent.squaredNorm();
    const auto R_BP = ws.nodes[i].R_PB.transpose();
    return {R_BP * force, R_BP * arm.cross(force)};
}

/// A sink of force laws that lists what reaches one body.
class Collector {
  public:
    Collector(const Model& model, const StateView& state, NodeId body, Workspace& ws, std::vector<BodyLoad>& loads)
        : model_(model), state_(state), body_(body), ws_(ws), loads_(loads) {
        loads_.clear();
    }

    void add_joints() {
        add_own_joint();
        for (const NodeId i : model_.nodes.ids())
            if (model_.nodes[i].parent == body_) add_child_joint(i);
    }

    void add_forces() {
        for (const ForceId id : model_.forces.ids())
            std::visit(
                [&](const auto& element) {
                    cause_ = cause_of(element, id);
                    apply_law({model_, state_, ws_, id}, element, *this);
                },
                model_.forces[id].kind);
        for (const ControllerId id : model_.controllers.ids()) {
            cause_ = ControllerCause{id};
            for (const Drive& drive : model_.controllers[id].drives)
                push(drive.node, drive.share * ws_.controller_output[id]);
        }
        for (const NodeId i : model_.nodes.ids())
            if (const auto motion = model_.nodes[i].motion) {
                cause_ = MotionCause{*motion};
                push(i, compute_drive_force(model_, i, ws_));
            }
    }

    void add_couplings() {
        for (const CouplingId id : model_.couplings.ids()) {
            const JointCoupling& coupling = model_.couplings[id];
            cause_ = CouplingCause{id};
            for (const JointCoupling::Term& term : coupling.terms)
                push(term.node, term.factor * ws_.lambda[coupling.row]);
        }
    }

    void add_loops() {
        for (const LoopId id : model_.loops.ids()) {
            const LoopConstraint& loop = model_.loops[id];
            PointWrench a, b;  // in world axes
            for (int k = loop.row; k < loop.row + loop.rows; ++k) {
                const ConstraintRow& row = ws_.loop_rows[static_cast<std::size_t>(k)];
                a = {a.force + ws_.lambda[k] * row.va, a.moment + ws_.lambda[k] * row.wa};
                b = {b.force + ws_.lambda[k] * row.vb, b.moment + ws_.lambda[k] * row.wb};
            }
            cause_ = LoopCause{id};
            const Workspace::LoopMotion& motion = ws_.loop_motions[id];
            if (loop.track)
                act_on_track(loop.a.node, *loop.track, state_.q[*loop.s], motion.a, a.force, a.moment);
            else
                act(loop.a, motion.a, a.force, a.moment);
            act(loop.b, motion.b, b.force, b.moment);
        }
    }

    // What a sink is asked for (engine/system/forces/force_laws.hpp).
    void act(const Frame& frame, const FrameMotion& at, const Vec3& force, const Vec3& moment) {
        if (frame.node == body_) add(source_of(frame), at, force, moment);
    }
    void act_on_track(std::optional<NodeId> node, TrackId track, double s, const FrameMotion& at, const Vec3& force,
                      const Vec3& moment) {
        if (node == body_) add(source_on(track, s), at, force, moment);
    }
    void push(NodeId node, double force) {
        const bool is_own = node == body_;
        if (!is_own && model_.nodes[node].parent != body_) return;
        const PointWrench unit = compute_coordinate_wrench(model_, node, ws_);
        const Mat3 turn = is_own ? Mat3::Identity() : Mat3(-ws_.nodes[node].R_PB);
        const Vec3 f = turn * unit.force * force, m = turn * unit.moment * force;
        BodyLoad& joint = joint_load(node);
        joint.force -= f;
        joint.moment -= m;
        BodyLoad load = joint;
        load.cause = cause_;
        load.force = f;
        load.moment = m;
        loads_.push_back(load);
    }
    void add_power(double) {}

  private:
    /// Beyond the transition of a track that goes on, no shape moves what is on it.
    LoadSource source_on(TrackId track, double s) const {
        if (is_off_shapes(model_.tracks[track], s)) return FrameLoad{};
        return TrackLoad{track, s};
    }

    template <class Element>
    static LoadCause cause_of(const Element&, ForceId id) {
        constexpr bool is_applied = std::is_same_v<Element, PointLoad> || std::is_same_v<Element, MovingLoad> ||
                                    std::is_same_v<Element, JointLoad>;
        if constexpr (is_applied)
            return AppliedCause{id};
        else
            return ElementCause{id};
    }

    void add(const LoadSource& source, const FrameMotion& at, const Vec3& force, const Vec3& moment) {
        const NodeData& d = ws_.nodes[body_];
        const Vec3 p = d.R_WB.transpose() * (at.X_WF.p - d.p_WB);
        loads_.push_back({source, cause_, false, at.flex != nullptr ? at.flex->home : p, p, d.R_WB.transpose() * force,
                          d.R_WB.transpose() * moment});
    }

    void add_own_joint() {
        const Node& node = model_.nodes[body_];
        const NodeData& d = ws_.nodes[body_];
        const Vec3 p = outboard_pose(model_, body_, ws_).p;
        const Vec3 home = node.own_flexes ? ws_.general_of(body_).own.home : p;
        loads_.push_back(
            {source_of(node.outboard), OwnJointCause{node.joint}, true, home, p, d.fv, d.fw - p.cross(d.fv)});
    }

    void add_child_joint(NodeId i) {
        const Node& child = model_.nodes[i];
        const NodeData& d = ws_.nodes[i];
        const FlexFrame* at = child.parent_flexes ? &ws_.general_of(i).parent : nullptr;
        const Vec3 p = at != nullptr ? at->X.p : child.inboard.offset.p, home = at != nullptr ? at->home : p;
        const Vec3 force = -(d.R_PB * d.fv), moment_at_B = -(d.R_PB * d.fw) + d.p_PB.cross(force);
        const LoadSource source =
            child.track ? source_on(*child.track, joint_position(child, state_, ws_)) : source_of(child.inboard);
        loads_.push_back({source, ChildJointCause{child.joint}, false, home, p, force, moment_at_B - p.cross(force)});
    }

    /// Of a joint between the body and a neighbour; add_joints has put it into the list.
    BodyLoad& joint_load(NodeId node) {
        const JointId joint = model_.nodes[node].joint;
        const bool is_own = node == body_;
        for (BodyLoad& load : loads_) {
            const auto* child = std::get_if<ChildJointCause>(&load.cause);
            if (is_own ? std::holds_alternative<OwnJointCause>(load.cause) : child != nullptr && child->joint == joint)
                return load;
        }
        throw std::logic_error("a joint of the body is missing among its loads");
    }

    const Model& model_;
    const StateView& state_;
    NodeId body_;
    Workspace& ws_;
    std::vector<BodyLoad>& loads_;
    LoadCause cause_;  // of what comes next
};

}  // namespace

void collect_body_loads(const Model& model, const StateView& state, NodeId body, Workspace& ws,
                        std::vector<BodyLoad>& loads) {
    Collector collector(model, state, body, ws, loads);
    collector.add_joints();
    collector.add_forces();
    collector.add_couplings();
    collector.add_loops();
}

std::vector<BodyLoad> collect_body_loads(const Model& model, const State& state, NodeId body) {
    const Model world = with_world_poses(model);
    Workspace ws(world);
    evaluate_for_outputs(world, view(state), ws);
    std::vector<BodyLoad> loads;
    collect_body_loads(world, view(state), body, ws, loads);
    return loads;
}

}  // namespace ritz
