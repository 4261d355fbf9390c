// One mechanism, described as a tree and with one of its joints cut and closed again by constraints: the same motion.
#include "core/rotation.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// All about the motion of a body's frame in the world.
const std::string outputs_of_last = R"(
    "x": { "frame": "last", "component": "x" }, "y": { "frame": "last", "component": "y" }, "z": { "frame": "last", "component": "z" },
    "rx": { "frame": "last", "quantity": "rotation", "component": "x" }, "ry": { "frame": "last", "quantity": "rotation", "component": "y" },
    "rz": { "frame": "last", "quantity": "rotation", "component": "z" },
    "vx": { "frame": "last", "quantity": "velocity", "component": "x" }, "vy": { "frame": "last", "quantity": "velocity", "component": "y" },
    "vz": { "frame": "last", "quantity": "velocity", "component": "z" },
    "wx": { "frame": "last", "quantity": "angular_velocity", "component": "x" },
    "wy": { "frame": "last", "quantity": "angular_velocity", "component": "y" },
    "wz": { "frame": "last", "quantity": "angular_velocity", "component": "z" },
    "ax": { "frame": "last", "quantity": "acceleration", "component": "x" }, "az": { "frame": "last", "quantity": "acceleration", "component": "z" })";
const std::vector<std::string> motion_names = {"x",  "y",  "z",  "rx", "ry", "rz", "vx",
                                               "vy", "vz", "wx", "wy", "wz", "ax", "az"};

/// The free joint that puts a body where it is at the start of a run: rates are v in world axes and w in the body's.
std::string free_joint_at_start_of(const Recording& r) {
    const auto vec = [&](const char* a, const char* b, const char* c) {
        return Vec3(r.first(a), r.first(b), r.first(c));
    };
    const Vec3 turn = vec("rx", "ry", "rz");
    const Vec3 w = rotation_exp(turn).transpose() * vec("wx", "wy", "wz");
    return fmt::format(R"({{ "type": "free", "parent": "world", "child": "last",
        "position": [{}, {}, {}, {}, {}, {}], "rate": [{}, {}, {}, {}, {}, {}] }})",
                       r.first("x"), r.first("y"), r.first("z"), turn.x(), turn.y(), turn.z(), r.first("vx"),
                       r.first("vy"), r.first("vz"), w.x(), w.y(), w.z());
}

struct JointCase {
    std::string type, axis, position, rate;
};

/// A body on a hinge, held off its own frame, and a second one on the joint in question, all frames askew.
Recording run_two_bodies(const JointCase& joint, const std::string& second, bool closes_loop) {
    const bool slide = joint.type == "slide";
    const std::string parent = slide
                                   ? R"("b1", "track": "rail")"
                                   : R"({ "body": "b1", "position": [0.5, -0.1, 0.2], "rotation": [0.4, -0.3, 0.8] })";
    std::string more = joint.axis.empty() ? "" : fmt::format(R"(, "axis": {})", joint.axis);
    if (closes_loop)
        more += R"(, "closes_loop": true)" + (slide ? fmt::format(R"(, "position": {})", joint.position) : "");
    else if (!joint.position.empty())
        more += fmt::format(R"(, "position": {}, "rate": {})", joint.position, joint.rate);
    return run(scene_from(fmt::format(R"({{
        "gravity": [1, -2, -9.81], "time": {{ "end": 0.3, "output_step": 0.01 }},
        "integrator": {{ "method": "erk", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 }},
        "bodies": {{
            "b1": {{ "type": "rigid", "mass": 2, "center": [0.3, 0.1, 0], "inertia": [0.02, 0.05, 0.06],
                    "tracks": {{ "rail": {{ "points": [[0, 0, 0], [0.3, 0.1, 0.05], [0.6, 0.3, 0.1], [0.8, 0.2, 0.2], [1, 0, 0.2]] }} }} }},
            "last": {{ "type": "rigid", "mass": 1, "center": [0.1, -0.1, 0.05], "inertia": [0.01, 0.02, 0.025] }} }},
        "joints": {{
            "base": {{ "type": "revolute", "axis": [0.2, 1, 0.1], "parent": "world", "position": 0.3, "rate": 2,
                      "child": {{ "body": "b1", "position": [-0.2, 0.1, 0], "rotation": [0.1, 0.2, -0.3] }} }},
            {}
            "tested": {{ "type": "{}", "parent": {}, "child": {{ "body": "last", "position": [-0.1, 0.2, 0.1], "rotation": [0.2, 0.5, -0.1] }}
                        {} }} }},
        "outputs": {{ "base": {{ "joint": "base" }}, {} }} }})",
                                      second.empty() ? "" : fmt::format("\"fly\": {},", second), joint.type, parent,
                                      more, outputs_of_last)));
}

}  // namespace

TEST_CASE("a joint moves its bodies alike in the tree and as the closure of a loop") {
    const std::vector<JointCase> cases = {{"fixed", "", "", ""},
                                          {"revolute", "[0.3, -0.5, 0.8]", "0.4", "1.5"},
                                          {"prismatic", "[0.3, -0.5, 0.8]", "0.1", "0.5"},
                                          {"universal", "[0.3, -0.5, 0.8]", "[0.4, -0.3]", "[1, -2]"},
                                          {"cylindrical", "[0.3, -0.5, 0.8]", "[0.1, 0.4]", "[0.5, 2]"},
                                          {"planar", "[0.3, -0.5, 0.8]", "[0.1, -0.2, 0.5]", "[0.5, 0.3, 2]"},
                                          {"spherical", "", "[0.4, -0.3, 0.5]", "[1, -2, 1.5]"},
                                          {"slide", "", "0.5", "0.4"}};
    for (const JointCase& joint : cases) {
        CAPTURE(joint.type);
        const Recording tree = run_two_bodies(joint, "", false);
        REQUIRE(tree.completed());
        const Recording loop = run_two_bodies(joint, free_joint_at_start_of(tree), true);
        REQUIRE(loop.completed());
        // Both at tolerance 1e-10; accelerations at places between two steps, where the dense output has closed the
        // loop to that tolerance only, vary more. SUNDIALS 7.1 chooses other steps than 6.4: 1.5e-7 was seen.
        CHECK(loop.distance_to("base", tree) < 1e-8);
        for (const std::string& name : motion_names) {
            CAPTURE(name);
            CHECK(loop.distance_to(name, tree) < (name[0] == 'a' ? 1e-5 : 3e-7));
        }
        CHECK(loop.result().loop_violation.position < 1e-9);
    }
}

TEST_CASE("a double pendulum moves alike as a tree and with its second hinge cut") {
    const auto scene = [](const std::string& joints) {
        return scene_from(fmt::format(R"({{
            "gravity": [0, -9.81, 0], "time": {{ "end": 3, "output_step": 0.01 }},
            "integrator": {{ "relative_tolerance": 1e-11, "absolute_tolerance": 1e-12 }},
            "bodies": {{ "first": {{ "type": "rigid", "shape": {{ "box": [1, 0.1, 0.1] }}, "mass": 1, "position": [0.5, 0, 0] }},
                        "last": {{ "type": "rigid", "shape": {{ "box": [0.8, 0.1, 0.1] }}, "mass": 0.7, "position": [0.4, 0, 0] }} }},
            "joints": {{ "shoulder": {{ "type": "revolute", "parent": "world", "child": "first", "position": 0.5 }}, {} }},
            "outputs": {{ "shoulder": {{ "joint": "shoulder" }}, {} }} }})",
                                      joints, outputs_of_last));
    };
    const std::string elbow =
        R"("type": "revolute", "parent": { "body": "first", "position": [1, 0, 0] }, "child": "last")";
    const Recording tree = run(scene(R"("elbow": { )" + elbow + R"(, "position": 1.2 })"));
    const Recording planar =
        run(scene(R"("elbow": { )" + elbow + R"(, "closes_loop": true }, "plane": { "type": "planar", "parent": "world",
            "child": "last", "position": [0.877582561890373, 0.479425538604203, 1.7] })"));
    const Recording free =
        run(scene(R"("elbow": { )" + elbow + R"(, "closes_loop": true }, "fly": )" + free_joint_at_start_of(tree)));
    REQUIRE((tree.completed() && planar.completed() && free.completed()));
    for (const char* name : {"shoulder", "x", "y", "rz", "vx", "wz"}) {
        CAPTURE(name);
        // Tolerance 1e-11, and three seconds of a motion that separates neighbours by some powers of ten.
        CHECK(planar.distance_to(name, tree) < 1e-6);
        CHECK(free.distance_to(name, tree) < 1e-6);
    }
}

TEST_CASE("an elastic pendulum moves alike on its hinge and with the hinge cut") {
    const auto scene = [](const std::string& joints) {
        return scene_from(fmt::format(R"({{
            "gravity": [0, 0, -9.81], "time": {{ "end": 0.5, "output_step": 0.01 }},
            "integrator": {{ "method": "erk", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 }},
            "bodies": {{ "bar": {{ "type": "beam", "length": 1, "ends": "pinned-pinned", "modes": {{ "bending_z": 2, "bending_y": 1 }},
                "law": {{ "EA": 1e4, "EIy": 5, "EIz": 5, "mass_per_length": 1, "rho_Iy": 1e-3, "rho_Iz": 1e-3 }} }} }},
            "joints": {{ {} }},
            "outputs": {{ "tip.x": {{ "frame": "bar.end", "component": "x" }}, "tip.z": {{ "frame": "bar.end", "component": "z" }},
                "mid": {{ "deflection": {{ "body": "bar", "x": 0.5 }}, "component": "z" }},
                "tip.a": {{ "frame": "bar.end", "quantity": "acceleration", "component": "z" }} }} }})",
                                      joints));
    };
    // The hinge sits at a marker that turns when the bar bends.
    const std::string hinge =
        R"("hinge": { "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "bar.start")";
    const Recording tree = run(scene(hinge + " }"));
    const Recording loop = run(
        scene(hinge +
              R"(, "closes_loop": true }, "fly": { "type": "free", "parent": "world", "child": { "body": "bar" } })"));
    REQUIRE((tree.completed() && loop.completed()));
    CHECK(tree.largest("mid") > 0.01);  // it bends
    CHECK(loop.distance_to("tip.x", tree) < 1e-8);
    CHECK(loop.distance_to("tip.z", tree) < 1e-8);
    CHECK(loop.distance_to("mid", tree) < 1e-8);
    CHECK(loop.distance_to("tip.a", tree) < 1e-5);  // ω² of the second mode, 1e4, times that of a place
}
