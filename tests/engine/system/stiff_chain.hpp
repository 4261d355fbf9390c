#pragma once
// A chain of beams and rigid bodies for the matrices of implicit steps.
#include "tests/engine/system/force_systems.hpp"

namespace ritz::testing {

inline JointSpec joint(const std::string& name, JointType type, const FrameSpec& parent, const FrameSpec& child) {
    JointSpec spec;
    spec.name = name;
    spec.type = type;
    spec.parent = parent;
    spec.child = child;
    return spec;
}

inline FrameSpec at(const std::string& body, const std::string& marker = "") {
    FrameSpec frame;
    frame.body = body;
    frame.marker = marker;
    return frame;
}

/// Beams and a rigid body behind each other, the last joint of the given type; no gravity.
inline ModelBuilder chain(JointType last) {
    ModelBuilder b(Vec3::Zero());
    b.add_elastic_body(some_beam("beam1"));
    b.add_rigid_body("rigid", some_inertia(), {{"m", {Mat3::Identity(), Vec3(0.3, 0.1, 0)}}});
    b.add_elastic_body(some_beam("beam2", BeamEnds::pinned_pinned));
    b.add_rigid_body("tip", some_inertia(0.5));
    b.add_joint(joint("j1", JointType::revolute, at("world"), at("beam1")));
    b.add_joint(joint("j2", JointType::prismatic, at("beam1", "end"), at("rigid")));
    b.add_joint(joint("j3", JointType::revolute, at("rigid", "m"), at("beam2")));
    b.add_joint(joint("j4", last, at("beam2", "end"), at("tip")));
    return b;
}

/// The same with a revolute last joint and a rocker behind it, whose end a joint of the given type holds to the world;
/// a spring on its slider.
inline ModelBuilder closed_chain(JointType closing) {
    ModelBuilder b = chain(JointType::revolute);
    b.add_rigid_body("rocker", some_inertia(), {{"m", {Mat3::Identity(), Vec3(0.3, 0, 0)}}});
    b.add_joint(joint("j5", JointType::revolute, at("tip"), at("rocker")));
    auto close = joint("close", closing, at("world", "far"), at("rocker", "m"));
    close.closes_loop = true;
    b.add_world_markers({{"far", {Mat3::Identity(), Vec3(3, 0.1, 0)}}});  // where the chain ends
    b.add_joint(close);
    b.connect();
    b.add_force({"spring", JointSpring{b.coordinate_node("j2"), linear_law(3000, 20), 0}});
    return b;
}

}  // namespace ritz::testing
