#pragma once
// Systems for the engine's tests: every joint type, rigid and elastic bodies, elastic markers on either side.
#include <random>

#include "bodies/beam.hpp"
#include "engine/system/spec/builder.hpp"
#include "engine/system/system.hpp"

namespace ritz::testing {

inline Vec3 random_vector(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> u(-size, size);
    return {u(random), u(random), u(random)};
}

inline Pose random_pose(std::mt19937& random) {
    return {rotation_exp(random_vector(random, 1.5)), random_vector(random, 0.5)};
}

inline RigidInertia some_inertia(double mass = 2.0) {
    const Mat3 R = rotation_exp(Vec3(0.3, -0.2, 0.5));
    const Mat3 J = R * Vec3(0.11, 0.17, 0.21).asDiagonal() * R.transpose();
    return make_rigid_inertia(mass, Vec3(0.1, -0.2, 0.15), J);
}

/// A soft beam with all kinds of modes, so that deformations matter.
inline std::shared_ptr<const ElasticBody> some_beam(const std::string& name, BeamEnds ends = BeamEnds::clamped_free,
                                                    bool stiffening = true, bool rotary_inertia = false) {
    BeamSpec spec;
    spec.name = name;
    spec.length = 1.2;
    spec.law = {2e4, 30, 40, 12, 1.5, 4e-3, 3e-3};
    spec.ends = ends;
    spec.axial_ends = default_axial_ends(ends);
    spec.torsion_ends = default_torsion_ends(ends);
    spec.bending_y = 2;
    spec.bending_z = 2;
    spec.torsion = 1;
    spec.axial = 1;
    spec.stiffening = stiffening;
    spec.rotary_inertia = rotary_inertia;
    spec.markers = {{"third", 0.4}};
    return std::make_shared<const ElasticBody>(make_beam(spec));
}

inline SplineTrack some_curve() {
    Mat3X points(3, 6);
    points << 0, 0.3, 0.6, 0.8, 1.0, 1.3, 0, 0.1, 0.3, 0.2, 0.0, -0.1, 0, 0.05, 0.1, 0.2, 0.2, 0.1;
    return {points, {}, {}, false, Vec3::UnitZ()};
}

/// base joint (type) - rigid - revolute at an elastic marker... : a tree that contains the joint type in question
/// between all four combinations of rigid and elastic neighbours. One joint may follow a signal.
inline ModelBuilder tree_with(JointType type, std::mt19937& random, const std::string& prescribed = "",
                              const Signal& motion = {}) {
    ModelBuilder b(Vec3(0.3, -9.0, 1.0));
    b.add_rigid_body("rigid1", some_inertia(), {{"m", random_pose(random)}}, {{"curve", some_curve()}});
    b.add_rigid_body("rigid2", some_inertia(1.5));
    b.add_rigid_body("rigid3", some_inertia(1.0));
    b.add_elastic_body(some_beam("beam1"));
    b.add_elastic_body(some_beam("beam2", BeamEnds::free_free));
    b.add_elastic_body(some_beam("beam3", BeamEnds::pinned_pinned, true, true));
    const auto joint = [&](const std::string& name, JointType kind, FrameSpec parent, FrameSpec child) {
        JointSpec spec;
        spec.name = name;
        spec.type = kind;
        spec.parent = std::move(parent);
        spec.child = std::move(child);
        spec.parent.offset = random_pose(random);
        spec.child.offset = random_pose(random);
        if (kind == JointType::slide) {
            spec.parent.marker.clear();
            spec.parent.x.reset();
            spec.track = spec.parent.body.starts_with("rigid") ? "curve" : "axis";
        }
        if (name == prescribed) spec.motion = motion;
        b.add_joint(spec);
    };
    joint("base", JointType::free, {"world", "", {}, {}}, {"rigid1", "", {}, {}});
    joint("j1", type, {"rigid1", "m", {}, {}}, {"beam1", "", {}, {}});
    joint("j2", type, {"beam1", "end", {}, {}}, {"beam2", "third", {}, {}});
    joint("j3", type, {"beam2", "", 0.9, {}}, {"rigid2", "", {}, {}});
    joint("j4", type, {"rigid1", "m", {}, {}}, {"rigid3", "", {}, {}});
    joint("j5", JointType::revolute, {"beam2", "start", {}, {}}, {"beam3", "third", {}, {}});
    return b;
}

/// Positions and rates of the right kind: unit quaternions, slides on their tracks, moderate deformations.
inline State random_state(const Model& model, std::mt19937& random) {
    std::uniform_real_distribution<double> u(-1, 1);
    State s;
    s.q = VecX::NullaryExpr(model.nq, [&] { return u(random); });
    s.u = VecX::NullaryExpr(model.nu, [&] { return u(random); });
    s.z = VecX::Zero(model.nz);
    for (const Node& node : model.nodes) {
        if (node.nq > node.nu) s.q.segment<4>(node.q).normalize();
        if (node.kind == JointKind::slide && node.nq > 0)
            s.q[node.q] = track_length(model.tracks[*node.track]) * (0.5 + 0.4 * s.q[node.q]);
        // Deflections and twists of a few hundredths: where FFRF is meant to be used.
        for (int k = 0; k < node.n; ++k)
            s.q[node.eq + k] *= 0.02 / model.elastic_bodies[*node.elastic]->beam->modes[k].scale;
    }
    return s;
}

inline const std::vector<std::pair<JointType, const char*>>& all_joint_types() {
    static const std::vector<std::pair<JointType, const char*>> types = {{JointType::fixed, "fixed"},
                                                                         {JointType::revolute, "revolute"},
                                                                         {JointType::prismatic, "prismatic"},
                                                                         {JointType::universal, "universal"},
                                                                         {JointType::cylindrical, "cylindrical"},
                                                                         {JointType::planar, "planar"},
                                                                         {JointType::spherical, "spherical"},
                                                                         {JointType::free, "free"},
                                                                         {JointType::slide, "slide"},
                                                                         {JointType::point_on_line, "point_on_line"},
                                                                         {JointType::point_on_plane, "point_on_plane"}};
    return types;
}

/// y' at a state.
inline VecX rates(const Model& model, const State& state, Workspace& ws) {
    VecX y, y_dot(model.states());
    pack(state, y);
    eval_rates(model, state.t, y.data(), y_dot.data(), ws);
    return y_dot;
}

/// The state moved along y' by the time h, without integration error in what it says about first derivatives.
inline State moved(const Model& model, const State& state, const VecX& y_dot, double h) {
    VecX y;
    pack(state, y);
    State next;
    const VecX y_moved = y + h * y_dot;
    unpack(model, state.t + h, y_moved.data(), next);
    return next;
}

/// Soft beams loaded at random accelerate by up to 1e5; the step of a difference must follow.
inline double difference_step(const VecX& y_dot) { return 0.1 / (100 + y_dot.lpNorm<Eigen::Infinity>()); }

/// Rounding of a quantity of the given size in such a difference, with a factor for the six evaluations.
inline double difference_error(const VecX& y_dot, double size) { return 1e-14 * size / difference_step(y_dot); }

/// Sixth-order central difference of f(state along y').
template <typename F>
auto time_derivative(const Model& model, const State& state, const VecX& y_dot, F f) {
    const double h = difference_step(y_dot);
    const auto d = [&](double k) { return f(moved(model, state, y_dot, k * h)); };
    using Value = std::decay_t<decltype(f(state))>;  // a value, not an expression of temporaries
    return Value(((d(3) - d(-3)) * (1.0 / 60) - (d(2) - d(-2)) * (9.0 / 60) + (d(1) - d(-1)) * (45.0 / 60)) / h);
}

}  // namespace ritz::testing
