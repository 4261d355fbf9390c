#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz::schema {
namespace {

Members coordinate() {
    return {{"joint", text("its name")},
            {"coordinate",
             any_of({text("its name"), count(0, "its number from 0")}, "may be left out if there is one only")}};
}

Members law(const std::string& unit) {
    return {{"stiffness", non_negative("[" + unit + "]")},
            {"damping", non_negative("[" + unit + " s]")},
            {"table", see("table", "force over deflection, instead of the stiffness")}};
}

Json make_spring() {
    return object(
        "between the origins of two frames",
        joined({{{"type", constant("spring")}, {"from", see("frame")}, {"to", see("frame")}},
                law("N/m"),
                {{"length", non_negative("unstretched [m]")},
                 {"sides", choice({"both", "compression", "tension"}, "where it answers; both if left out")}}}),
        {"type", "from", "to"});
}

Json make_bushing() {
    Members tables;
    for (const char* axis : {"x", "y", "z", "rx", "ry", "rz"}) tables.emplace_back(axis, see("table"));
    return object("springs along and about the axes of the first frame",
                  {{"type", constant("bushing")},
                   {"from", see("frame")},
                   {"to", see("frame")},
                   {"stiffness", list_of(non_negative(""), 6, "x, y, z [N/m], rx, ry, rz [N m/rad]")},
                   {"damping", list_of(non_negative(""), 6, "x, y, z [N s/m], rx, ry, rz [N m s/rad]")},
                   {"tables", object("instead of a stiffness", tables)}},
                  {"type", "from", "to"});
}

}  // namespace

void define_forces(Json& definitions) {
    const Json joint_spring =
        object("on a coordinate",
               joined({{{"type", constant("joint_spring")}},
                       coordinate(),
                       law("N/m or N m/rad"),
                       with_degrees("position", number(""), "unstretched [m or rad]; 0 if left out")}),
               {"type", "joint"});
    const Json joint_stop = object(
        "contact at the ends of a coordinate's range",
        joined({{{"type", constant("joint_stop")}},
                coordinate(),
                with_degrees("lower", number(""), "[m or rad]"),
                with_degrees("upper", number(""), "[m or rad]"),
                {{"stiffness", positive("[N/m or N m/rad]")}, {"damping", non_negative("[N s/m or N m s/rad]")}}}),
        {"type", "joint", "stiffness"});
    const Json joint_friction =
        object("Coulomb friction on a coordinate, made smooth",
               joined({{{"type", constant("joint_friction")}},
                       coordinate(),
                       {{"coulomb", non_negative("while sliding [N or N m]; 0 if left out")},
                        {"breakaway", non_negative("at the start of sliding [N or N m]; coulomb if left out")},
                        {"stribeck_rate", positive("at which breakaway has faded [m/s or rad/s]")},
                        {"viscous", non_negative("[N s/m or N m s/rad]; 0 if left out")},
                        {"regularisation", positive("below it the force goes through zero smoothly [m/s or rad/s]")}}}),
               {"type", "joint"});
    definitions["forces"] = named(one_of({make_spring(), make_bushing(), joint_spring, joint_stop, joint_friction}),
                                  "springs and the like");
}

void define_loads(Json& definitions) {
    const Json axes = choice({"world", "body"}, "in which the force is given; world if left out");
    const Json force = object("at a place of a body",
                              {{"type", constant("force")},
                               {"at", see("frame")},
                               {"force", see("signals", "[N]")},
                               {"torque", see("signals", "[N m]")},
                               {"axes", axes}},
                              {"type", "at"});
    const Json moving = object("that runs along a track",
                               {{"type", constant("moving_force")},
                                {"body", text("which has the track")},
                                {"track", text("its only one if left out")},
                                {"s", see("signal", "where it stands [m]; it acts while that is on the track")},
                                {"force", see("signals", "[N]")},
                                {"axes", axes}},
                               {"type", "body", "s", "force"});
    const Json motor = object(
        "on a coordinate of a joint",
        joined({{{"type", constant("motor")}},
                coordinate(),
                {{"force", see("signal", "on a displacement [N]")}, {"torque", see("signal", "on an angle [N m]")}}}),
        {"type", "joint"});
    definitions["loads"] = named(one_of({force, moving, motor}), "forces given over time");
}

void define_controllers(Json& definitions) {
    definitions["controllers"] = named(
        object("u = kp e + ki ∫e + kd e' + feed forward, with e = reference - measured",
               joined({coordinate(),
                       {{"measure", see("quantity", "fed back: a position or a rate")},
                        {"reference", see("signal")},
                        {"kp", number("0 if left out")},
                        {"ki", number("[1/s]; 0 if left out")},
                        {"kd", number("[s]; 0 if left out")},
                        {"filter_time", non_negative("of the derivative [s]; 0: the measured rate itself")},
                        {"windup_time", non_negative("of the anti-windup [s]; 0: integration stops at the limit")},
                        {"feed_forward", see("signal", "[N or N m]")},
                        {"velocity_feed_forward", number("times the reference's rate")},
                        {"acceleration_feed_forward", number("times the reference's acceleration")},
                        {"limits", vector(2, "lower and upper [N or N m]")}}}),
               {"joint", "measure", "reference"}),
        "each drives a coordinate of a joint");
}

void define_quantities(Json& definitions) {
    const Json component = choice({"x", "y", "z", "norm"}, "");
    const Json of_coordinate = choice({"position", "rate", "acceleration"}, "position if left out");
    const Json joint =
        object("of a joint",
               joined({coordinate(),
                       {{"quantity",
                         choice({"position", "rate", "acceleration", "force", "force_x", "force_y", "force_z",
                                 "moment_x", "moment_y", "moment_z"},
                                "position if left out (spherical and free: rotation vector and angular velocity in the "
                                "parent's axes); force_x to moment_z: the wrench on the child, "
                                "in the axes of its joint frame")}}}),
               {"joint"});
    const Json frame = object("of a frame, as an observer sees it",
                              {{"frame", see("frame")},
                               {"observer", see("frame", "the world if left out")},
                               {"quantity", choice({"position", "velocity", "acceleration", "rotation",
                                                    "angular_velocity", "angular_acceleration"},
                                                   "position if left out")},
                               {"component", component}},
                              {"frame", "component"});
    const Json elastic =
        object("an elastic coordinate",
               {{"elastic", text("the body")}, {"mode", count(1, "from 1")}, {"quantity", of_coordinate}},
               {"elastic", "mode"});
    const Json deflection = object("displacement of a marker in the floating frame",
                                   {{"deflection", see("frame")},
                                    {"component", component},
                                    {"quantity", choice({"position", "velocity"}, "position if left out")}},
                                   {"deflection", "component"});
    const Json section = object("internal force of a beam",
                                {{"section_force", text("the beam")},
                                 {"x", non_negative("the place along it [m]")},
                                 {"component", choice({"N", "Qy", "Qz", "Mx", "My", "Mz"}, "[N] or [N m]")}},
                                {"section_force", "x", "component"});
    const Json cut = object("force through a cut of a finite element body",
                            {{"section_force", text("the body")},
                             {"cut", text("a cut of its model")},
                             {"component", choice({"N", "Qy", "Qz", "Mx", "My", "Mz"}, "[N] or [N m]")}},
                            {"section_force", "cut", "component"});
    const Json reaction =
        object("what the support of a beam's end, which its shapes stand for, exerts on it",
               {{"reaction", text("the beam's end: beam.start or beam.end")},
                {"component", choice({"Fx", "Fy", "Fz", "Mx", "My", "Mz"}, "in the beam's frame [N] or [N m]")}},
               {"reaction", "component"});
    const Json energy =
        object("",
               {{"energy", choice({"kinetic", "gravity", "elastic", "spring", "potential", "total", "work", "balance"},
                                  "balance: total less the work of forces, constant but for errors [J]")}},
               {"energy"});
    const Json loop = object("how far a loop is open",
                             {{"loop_error", text("the joint that closes it, or \"all\"")},
                              {"quantity", choice({"position", "rate"}, "position if left out")}},
                             {"loop_error"});
    const Json controller = object("the output of a controller", {{"controller", text("its name")}}, {"controller"});
    const Json quantity = one_of({joint, frame, elastic, deflection, section, cut, reaction, energy, loop, controller},
                                 "what is measured");
    definitions["quantity"] = quantity;
    definitions["outputs"] =
        named(quantity, "columns of the result; all coordinates and rates of all joints if left out", "quantity");
    definitions["monitors"] = named(
        object(
            "stops the run when a quantity leaves its limits",
            {{"quantity", see("quantity")}, {"above", number("stops above it")}, {"below", number("stops below it")}},
            {"quantity"}),
        "reasons to stop");
}

}  // namespace ritz::schema
