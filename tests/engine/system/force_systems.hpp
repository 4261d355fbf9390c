#pragma once
// Every force element and controller, on rigid and elastic bodies.
#include <functional>

#include "core/signals/expression.hpp"
#include "core/signals/table.hpp"
#include "core/signals/trajectory.hpp"
#include "tests/engine/system/systems.hpp"

namespace ritz::testing {

/// A smooth law with a hardening branch, through zero.
inline Table some_force_table() {
    return {{-2, -1, -0.3, 0, 0.4, 1, 2},
            {-300, -90, -20, 0, 25, 80, 350},
            {Interpolation::spline, Outside::extrapolate, SplineEnds::not_a_knot, false}};
}

inline ForceLaw linear_law(double stiffness, double damping) { return {stiffness, damping, {}}; }
inline ForceLaw table_law(double damping) { return {0, damping, some_force_table()}; }

/// An element, and whether it acts between parts of the system alone.
struct NamedElement {
    std::string name;
    ForceElementKind kind;
    bool internal;
};

/// All elements for tree_with(JointType::revolute), after connect().
inline std::vector<NamedElement> all_elements(ModelBuilder& b, std::mt19937& random) {
    const auto on = [&](FrameSpec spec) {
        spec.offset = random_pose(random);
        return b.make_frame(spec);
    };
    const Frame world = on({"world", "", {}, {}}), rigid1 = on({"rigid1", "m", {}, {}}),
                rigid2 = on({"rigid2", "", {}, {}});
    const Frame end1 = on({"beam1", "end", {}, {}}), middle = on({"beam2", "", 0.5, {}}),
                end3 = on({"beam3", "end", {}, {}});
    const NodeId hinge1 = b.coordinate_node("j1"), hinge2 = b.coordinate_node("j2"), hinge3 = b.coordinate_node("j4");
    const Signal wave = Expression("3 + 20*sin(2*t + 0.3)"), ramp = Expression("5*t - 7");
    const std::array<ForceLaw, 3> stiff = {linear_law(90, 2), linear_law(40, 0.5), table_law(1)};
    return {
        {"spring between rigid bodies", PointSpring{rigid1, rigid2, linear_law(80, 3), 0.4, Sides::both}, true},
        {"spring between elastic bodies", PointSpring{end1, end3, linear_law(80, 3), 0.4, Sides::both}, true},
        {"spring on one elastic body and the world", PointSpring{world, middle, linear_law(60, 2), 0.3, Sides::both},
         false},
        {"spring with a table", PointSpring{rigid1, end3, table_law(2), 0.9, Sides::both}, true},
        {"spring in tension", PointSpring{rigid2, end3, linear_law(70, 4), 0.1, Sides::tension}, true},
        {"spring in compression", PointSpring{end1, end3, linear_law(70, 4), 9, Sides::compression}, true},
        {"lifted spring", PointSpring{end1, end3, linear_law(70, 4), 9, Sides::tension}, true},
        {"bushing between rigid bodies", Bushing{rigid1, rigid2, stiff, stiff}, true},
        {"bushing between elastic bodies", Bushing{end1, end3, stiff, stiff}, true},
        {"bushing to the world", Bushing{world, middle, stiff, stiff}, false},
        {"joint spring of an elastic body", JointSpring{hinge1, linear_law(30, 1), 0.4}, true},
        {"joint spring of a rigid body with a table", JointSpring{hinge3, table_law(1), -0.2}, true},
        {"upper joint stop", JointStop{hinge1, -20, -10, 40, 2}, true},
        {"lower joint stop", JointStop{hinge3, 10, 20, 40, 2}, true},
        {"joint friction", JointFriction{hinge2, 3, 5, 0.5, 0.2, 0.05}, true},
        {"load on a rigid body in world axes", PointLoad{rigid2, {wave, 4.0, ramp}, {ramp, 2.0, wave}, false}, false},
        {"load on an elastic body in body axes", PointLoad{end3, {wave, 4.0, ramp}, {ramp, 2.0, wave}, true}, false},
        {"load moving on a beam",
         MovingLoad{
             b.body_node("beam2"), b.use_track("beam2", "axis"), Expression("0.7 + 0.3*t"), {wave, 4.0, ramp}, false},
         false},
        {"load moving with a rigid curve",
         MovingLoad{
             b.body_node("rigid1"), b.use_track("rigid1", "curve"), Expression("0.7 + 0.3*t"), {wave, 4.0, ramp}, true},
         false},
        {"load beyond the track",
         MovingLoad{b.body_node("beam2"), b.use_track("beam2", "axis"), Signal(7.0), {wave, 4.0, ramp}, false}, false},
        {"motor", JointLoad{hinge2, wave}, true}};
}

/// PD with measured rate, PID with filter and limits, on joints and frames.
inline std::vector<Controller> all_controllers(ModelBuilder& b, std::mt19937& random) {
    FrameQuantity tip;
    tip.frame = b.make_frame({"beam3", "end", {}, random_pose(random)});
    tip.observer = b.make_frame({"rigid1", "m", {}, random_pose(random)});
    Controller hinge;
    hinge.name = "hinge";
    hinge.measured = JointQuantity{b.coordinate_node("j1"), 0, Level::position};
    hinge.measured_rate = JointQuantity{b.coordinate_node("j1"), 0, Level::rate};
    hinge.reference = Expression("0.3*sin(t)");
    hinge.kp = 12;
    hinge.kd = 2;
    hinge.velocity_feed_forward = 0.7;
    hinge.acceleration_feed_forward = 0.4;
    hinge.feed_forward = Signal(1.5);
    hinge.drives = {b.coordinate_node("j1")};
    Controller filtered = hinge;
    filtered.name = "filtered";
    filtered.measured = tip;
    filtered.ki = 5;
    filtered.filter_time = 0.1;
    filtered.windup_time = 0.2;
    filtered.lower = -4;
    filtered.upper = 4;
    filtered.drives = {b.coordinate_node("j4")};
    Controller deflection = hinge;
    deflection.name = "deflection";
    deflection.measured = DeflectionQuantity{b.make_frame({"beam1", "end", {}, {}}), Component::z, Level::position};
    deflection.measured_rate = rate_of(deflection.measured);
    deflection.drives = {b.coordinate_node("j2")};
    Controller modal = hinge;
    modal.name = "modal";
    modal.measured = ElasticQuantity{b.body_node("beam2").value(), 1, Level::position};
    modal.measured_rate = rate_of(modal.measured);
    modal.drives = {b.coordinate_node("j5")};
    return {hinge, filtered, deflection, modal};
}

}  // namespace ritz::testing
