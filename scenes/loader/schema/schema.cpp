#include "scenes/loader/schema/schema.hpp"

#include "scenes/loader/scene/joint_types.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz {
namespace schema {

namespace {

Json table_of(const std::string& abscissa, const std::string& description) {
    return object(description,
                  {{abscissa, vector(-1, "where the values stand, increasing")},
                   {"value", vector(-1, "the values")},
                   {"file", text("a CSV file with the values, relative to the scene")},
                   {"column", any_of({text("its name"), count(0, "its number from 0")}, "the column of the values")},
                   {abscissa + "_column", any_of({text("its name"), count(0, "its number from 0")}, "0 if left out")},
                   {"interpolation", choice({"linear", "spline"}, "linear if left out")},
                   {"periodic", flag("false if left out")},
                   {"outside", choice({"hold", "extrapolate"}, "beyond the ends; hold if left out")},
                   {"ends", choice({"not_a_knot", "rest"}, "of a spline; not_a_knot if left out")}});
}

}  // namespace

void define_signals(Json& definitions) {
    definitions["table"] = table_of("x", "a force law by points: force or torque over deflection [m or rad]");
    const Json trajectory = object(
        "a motion from point to point",
        {{"profile", choice({"trapezoidal", "jerk_limited", "quintic"}, "how velocity or acceleration is shaped")},
         {"points", vector(-1, "the places [m or rad]")},
         {"start", number("when it begins [s]; 0 if left out")},
         {"max_velocity", positive("[m/s or rad/s]")},
         {"max_acceleration", positive("[m/s² or rad/s²]")},
         {"max_jerk", positive("[m/s³ or rad/s³]")},
         {"durations",
          any_of({positive("of every part [s]"), vector(-1, "of each part [s]")}, "quintic: of the parts [s]")},
         {"dwell", any_of({non_negative("[s]"), vector(-1, "[s]")}, "rest at the points between [s]")}},
        {"profile", "points"});
    definitions["signal"] =
        any_of({number("a constant"), text("an expression of t, e.g. \"10*sin(2*pi*t)\""),
                object("points over time", {{"table", table_of("t", "values over time [s]")}}, {"table"}),
                object("a planned motion", {{"trajectory", trajectory}}, {"trajectory"})},
               "a function of time");
    definitions["signals"] = list_of(see("signal"), 3, "x, y, z");
}

namespace {

Members pose_members() {
    return joined({{{"position", vector(3, "of its origin [m]")}},
                   with_degrees("rotation", vector(3, ""), "rotation vector: axis times angle [rad]")});
}

}  // namespace

Json pose() { return object("a place and a rotation", pose_members()); }

Json rigid_track() {
    return object("a smooth curve through points",
                  {{"points", list_of(vector(3, ""), -1, "in the body's frame [m]")},
                   {"closed", flag("whether the last point joins the first; false if left out")},
                   {"up", vector(3, "keeps the frame's z axis near; [0, 0, 1] if left out")}},
                  {"points"});
}

void define_frames(Json& definitions) {
    definitions["pose"] = pose();
    definitions["rigid_track"] = rigid_track();
    definitions["frame"] = any_of({text("\"body\", \"body.marker\" or \"world\""),
                                   object("a frame relative to a body, a marker or a place along a beam",
                                          joined({{{"body", text("its name, or \"world\"")},
                                                   {"marker", text("a marker of the body")},
                                                   {"x", non_negative("a place along a beam [m]")}},
                                                  pose_members()}),
                                          {"body"})},
                                  "a place on a body");
}

void define_joints(Json& definitions) {
    std::vector<std::string> types;
    for (const auto& type : joint_types()) types.push_back(type.first);
    const Json coordinates =
        any_of({number("of a joint with one coordinate"), vector(-1, "one for each coordinate, in their order")});
    definitions["joint"] =
        object("a joint between two frames, about or along the z axis of both",
               joined({{{"type", choice(types, "what it leaves free")},
                        {"parent", see("frame", "on the body nearer to the world; slide: the body with the track")},
                        {"child", see("frame", "on the body it carries")},
                        {"axis", vector(3, "turns both frames so that their z axis is this axis of them")},
                        {"track", text("slide: a track of the parent; its only one if left out")},
                        {"motion", see("signal", "prescribes the coordinate [m or rad]; value and rate must not jump")},
                        {"closes_loop", flag("a constraint instead of a branch of the tree; false if left out")}},
                       with_degrees("position", coordinates, "at the start [m or rad]; zero if left out"),
                       with_degrees("rate", coordinates,
                                    "at the start [m/s or rad/s]; zero if left out. Spherical and free: angular "
                                    "velocity in the child's axes")}),
               {"type", "parent", "child"});
    definitions["joints"] =
        named(definitions["joint"], "what holds the bodies together: one for each body, plus loops", "joint");
}

}  // namespace schema

namespace {

using namespace schema;

Json make_time() {
    return object("what is recorded",
                  {{"end", positive("of the run [s]")}, {"output_step", positive("between two outputs [s]")}},
                  {"end", "output_step"});
}

Json make_integrator() {
    return object(
        "how it is integrated; the program chooses where nothing is said",
        {{"method", choice({"auto", "bdf", "adams", "ida", "sdirk", "erk", "generalized_alpha"}, "auto if left out")},
         {"relative_tolerance", within(1e-14, 0.1, "1e-6 if left out")},
         {"absolute_tolerance", positive("a hundredth of the relative one if left out")},
         {"max_order", count(1, "bdf and ida: at most 5, adams: at most 12")},
         {"max_step", positive("[s]")},
         {"initial_step", positive("[s]")},
         {"fixed_step", positive("without error control, for sdirk, erk and generalized_alpha [s]")},
         {"spectral_radius", within(0, 1, "of generalized_alpha at infinite frequency; 0.8 if left out")},
         {"energy_limit",
          positive(
              "a run has failed whose energy balance is worse, relative to its largest energy; 0.01 if left out")}});
}

Json make_properties() {
    return object(
        "An elastic multibody system and what to do with it. SI units; angles in rad, or in degrees under the key's "
        "twin "
        "with _deg.",
        {{"$schema", text("where this schema is")},
         {"parameters", parameters("names for numbers, each a number or an expression of those before it; wherever a "
                                   "number may stand, a text is an expression of them")},
         {"constants", parameters("former name of the parameters")},
         {"gravity", vector(3, "acceleration of free fall in the world [m/s²]")},
         {"time", make_time()},
         {"integrator", make_integrator()},
         {"start",
          object("how it begins",
                 {{"static_equilibrium",
                   flag("begin where all forces balance, near the given positions; false if left out")},
                  {"hold", list_of(text("a joint, or joint.coordinate"), 0,
                                   "coordinates that stay where they are given while the rest finds its balance")}})},
         {"world", object("what is fixed in the world", {{"markers", named(pose(), "frames", "pose")},
                                                         {"tracks", named(rigid_track(), "curves", "rigid_track")}})},
         {"bodies", see("bodies")},
         {"joints", see("joints")},
         {"forces", see("forces")},
         {"loads", see("loads")},
         {"controllers", see("controllers")},
         {"outputs", see("outputs")},
         {"monitors", see("monitors")}},
        {"gravity", "time", "bodies"});
}

}  // namespace

Json make_scene_schema() {
    Json root;
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root["title"] = "Ritz scene";
    const Json properties = make_properties();  // items() refers to it
    for (const auto& member : properties.items()) root[member.key()] = member.value();
    Json definitions = Json::object();
    define_signals(definitions);
    define_frames(definitions);
    define_bodies(definitions);
    define_joints(definitions);
    define_forces(definitions);
    define_loads(definitions);
    define_controllers(definitions);
    define_quantities(definitions);
    root["$defs"] = definitions;
    return root;
}

std::string make_scene_schema_text() { return make_scene_schema().dump(1) + "\n"; }

}  // namespace ritz
