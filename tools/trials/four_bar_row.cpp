#include "tools/trials/four_bar_row.hpp"

#include <numbers>

namespace ritz {
namespace {

BodySpec make_rod(const std::string& name) {
    const double across = 1.0 / 12;
    const MassSpec mass{1, Vec3(0.5, 0, 0), Mat3(Vec3(0.001, across, across).asDiagonal())};
    return {name, RigidBodySpec{mass, {{{"end", Pose{Mat3::Identity(), Vec3(1, 0, 0)}}}, {}}}};
}

JointSpec make_hinge(const std::string& name, const FrameSpec& parent, const FrameSpec& child) {
    JointSpec joint;
    joint.name = name;
    joint.type = JointType::revolute;
    joint.parent = parent;
    joint.child = child;
    return joint;
}

JointSpec turning(JointSpec joint, double angle, double rate) {
    joint.position = VecX::Constant(1, angle);
    joint.rate = VecX::Constant(1, rate);
    return joint;
}

FrameSpec root_of(const std::string& body) { return {body, "", std::nullopt, {}}; }
FrameSpec tip_of(const std::string& body) { return {body, "end", std::nullopt, {}}; }

}  // namespace

SceneSpec make_four_bar_row(int count, double end, double origin_y) {
    const double upright = std::numbers::pi / 2;
    SceneSpec spec;
    spec.name = "four_bar_row";
    spec.settings.end = end;
    spec.settings.output_step = 0.01;
    SystemSpec& system = spec.system;
    system.gravity = Vec3(0, -9.81, 0);
    const auto name = [](char kind, int i) { return kind + std::to_string(i); };
    for (int i = 0; i <= count; ++i) {
        system.bodies.push_back(make_rod(name('p', i)));
        FrameSpec ground;
        ground.offset.p = Vec3(i, origin_y, 0);
        system.joints.push_back(turning(make_hinge(name('g', i), ground, root_of(name('p', i))), upright, -1));
    }
    for (int i = 0; i < count; ++i) {
        system.bodies.push_back(make_rod(name('c', i)));
        system.joints.push_back(
            turning(make_hinge(name('b', i), tip_of(name('p', i)), root_of(name('c', i))), -upright, 1));
        system.joints.push_back(make_hinge(name('k', i), tip_of(name('c', i)), tip_of(name('p', i + 1))));
        system.joints.back().closes_loop = true;
    }
    system.outputs = {{"x", FrameMeasure{tip_of("p0"), {}, false, Level::position, Component::x}},
                      {"vy", FrameMeasure{tip_of("p0"), {}, false, Level::rate, Component::y}}};
    return spec;
}

}  // namespace ritz
