#pragma once
// A tree in two formulations: with joints of one type, and with the same joints cut open (free joints) and closed again
// by loop constraints. Both must move alike, and states of the tree are states of the loops that need no assembling.
#include <doctest/doctest.h>

#include <stdexcept>

#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/loops/ggl.hpp"
#include "engine/system/statics/linearization.hpp"
#include "tests/engine/system/systems.hpp"

namespace ritz::testing {

struct CutJoint {
    std::string name;
    FrameSpec parent, child;
};

/// Neighbours rigid - elastic, elastic - elastic, elastic - rigid, rigid - rigid, world - rigid.
inline std::vector<CutJoint> cut_joints() {
    return {{"j1", {"rigid1", "m", {}, {}}, {"beam1", "", {}, {}}},
            {"j2", {"beam1", "end", {}, {}}, {"beam2", "third", {}, {}}},
            {"j3", {"beam2", "", 0.9, {}}, {"rigid2", "", {}, {}}},
            {"j4", {"rigid1", "m", {}, {}}, {"rigid3", "", {}, {}}},
            {"j5", {"world", "post", {}, {}}, {"rigid4", "", {}, {}}}};
}

class CutChain {
  public:
    CutChain(JointType type, std::mt19937& random, bool stiffening = true)
        : joints_(cut_joints()), tree(make_empty(stiffening)), closed(make_empty(stiffening)), type_(type) {
        JointSpec base{
            "base", JointType::free, {"world", "", {}, random_pose(random)}, {"rigid1", "", {}, {}}, "", false, {}, {},
            {}};
        tree.add_joint(base);
        closed.add_joint(base);
        for (CutJoint& joint : joints_) {
            joint.parent.offset = random_pose(random);
            joint.child.offset = random_pose(random);
            JointSpec spec{joint.name, type, joint.parent, joint.child, "", false, {}, {}, {}};
            if (type == JointType::slide) {
                spec.parent.marker.clear();
                spec.parent.x.reset();
                spec.track = spec.parent.body.starts_with("beam") ? "axis" : "curve";
            }
            tree.add_joint(spec);
            JointSpec open = spec;
            open.type = JointType::free;
            open.parent = joint.parent;
            open.track.clear();
            closed.add_joint(open);
            spec.name = "loop_" + joint.name;
            spec.closes_loop = true;
            closed.add_joint(spec);
        }
    }

    /// After forces have been added to both builders.
    void finish() {
        for (ModelBuilder* builder : {&tree, &closed}) {
            builder->connect();
            auto& frames = builder == &tree ? tree_frames : closed_frames;
            for (const CutJoint& joint : joints_)
                frames.push_back({builder->make_frame(joint.parent), builder->make_frame(joint.child)});
        }
        tree_model = with_world_poses(tree.finish().model);
        closed_model = with_world_poses(closed.finish().model);
    }

    /// The same positions and velocities in the coordinates of the cut chain.
    State cut(const State& s) const {
        Workspace ws(tree_model);
        eval_kinematics(tree_model, view(s), ws);
        State c;
        c.q = VecX::Zero(closed_model.nq);
        c.u = VecX::Zero(closed_model.nu);
        c.z = VecX::Zero(closed_model.nz);
        for (const BodyEntry& body : tree_model.bodies) {
            const Node& from = tree_model.nodes[body.node];
            const Node& to = closed_model.nodes[node_of(closed_model, body.name)];
            if (body.name == "rigid1") {
                c.q.segment(to.q, to.nq) = s.q.segment(from.q, from.nq);
                c.u.segment(to.u, to.nu) = s.u.segment(from.u, from.nu);
            }
            c.q.segment(to.eq, to.n) = s.q.segment(from.eq, from.n);
            c.u.segment(to.eu, to.n) = s.u.segment(from.eu, from.n);
        }
        for (std::size_t k = 0; k < joints_.size(); ++k) {
            const FrameMotion F = eval_frame_motion(tree_model, s.q.data(), s.u.data(), tree_frames[k][0], ws);
            const FrameMotion M = eval_frame_motion(tree_model, s.q.data(), s.u.data(), tree_frames[k][1], ws);
            const Vec3 d = M.X_WF.p - F.X_WF.p;
            const Node& node = closed_model.nodes[*closed_frames[k][1].node];
            c.q.segment<4>(node.q) = rotation_to_quaternion(F.X_WF.R.transpose() * M.X_WF.R);
            c.q.segment<3>(node.q + 4) = F.X_WF.R.transpose() * d;
            c.u.segment<3>(node.u) = M.X_WF.R.transpose() * (M.w - F.w);
            c.u.segment<3>(node.u + 3) = M.X_WF.R.transpose() * (M.v - F.v - F.w.cross(d));
            if (type_ == JointType::slide)
                c.q[*closed_model.loops[LoopId(k)].s] = s.q[tree_model.nodes[*tree_frames[k][1].node].q];
        }
        return c;
    }

    /// A state of the cut chain on its constraints, in positions and velocities.
    State random_closed_state(std::mt19937& random) const { return cut(random_state(tree_model, random)); }

    static NodeId node_of(const Model& model, const std::string& body) {
        for (const BodyEntry& entry : model.bodies)
            if (entry.name == body) return entry.node;
        throw std::logic_error("no body " + body);
    }

  private:
    std::vector<CutJoint> joints_;

    static ModelBuilder make_empty(bool stiffening) {
        std::mt19937 random(7);
        ModelBuilder b(Vec3(0.3, -9.0, 1.0));
        b.add_world_markers({{"post", random_pose(random)}}, {{"curve", some_curve()}});
        b.add_rigid_body("rigid1", some_inertia(), {{"m", random_pose(random)}}, {{"curve", some_curve()}});
        b.add_rigid_body("rigid2", some_inertia(1.5));
        b.add_rigid_body("rigid3", some_inertia(1.0));
        b.add_rigid_body("rigid4", some_inertia(0.7));
        b.add_elastic_body(some_beam("beam1", BeamEnds::clamped_free, stiffening));
        b.add_elastic_body(some_beam("beam2", BeamEnds::free_free, stiffening));
        return b;
    }

  public:
    ModelBuilder tree, closed;
    Model tree_model, closed_model;
    std::vector<std::array<Frame, 2>> tree_frames, closed_frames;  // F and M of the cut joints

  private:
    JointType type_;
};

/// test(chain, random) with a chain of joints of every type.
template <class Test>
void for_all_joint_types(unsigned seed, const Test& test) {
    std::mt19937 random(seed);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(std::string(name));
        CutChain chain(type, random);
        chain.finish();
        test(chain, random);
    }
}

/// Admissible velocities: an orthonormal basis of G v = 0.
inline MatX compute_admissible(const Model& model, const State& s) {
    return compute_null_space(compute_loop_jacobian(model, s), 1e-12);
}

}  // namespace ritz::testing
