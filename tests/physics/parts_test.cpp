// Scenes made of parts move as the same scenes written out by hand.
#include <map>

#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const std::string frame_of_run = R"("gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.1},
    "integrator": {"relative_tolerance": 1e-9})";

/// An arm with everything that can stand on its world: a hinge, a marker, a spring, a rail with a bead, a moving force,
/// an observer.
const std::string arm_part = R"json({
    "parameters": {"l": 1, "m": 2},
    "world": {"markers": {"foot": {"position": [0, 0, 0.2], "rotation_deg": [0, 0, 30]}},
              "tracks": {"rail": {"points": [[0, 1, 0], [1, 1, 0.1], [2, 1, 0]], "up": [0, 0.1, 1]}}},
    "inputs": {"push": {"value": 3}},
    "bodies": {"link": {"type": "rigid", "mass": "m", "center": ["l/2", 0, 0], "inertia": [0.1, "m*l^2/12", "m*l^2/12"],
                        "markers": {"tip": {"position": ["l", 0, 0]}}},
               "whip": {"type": "beam", "length": "l", "section": {"shape": "circle", "diameter": 0.02},
                        "material": {"youngs_modulus": 7e10, "density": 2700}, "ends": "clamped-free",
                        "modes": {"bending_z": 1}},
               "bead": {"type": "rigid", "mass": 0.5}},
    "joints": {"hinge": {"type": "revolute", "parent": "world.foot", "child": "link", "axis": [0, 1, 0], "position": 0.3},
               "clamp": {"type": "revolute", "parent": "link.tip", "child": "whip", "axis": [0, 1, 0], "rate": 1},
               "run": {"type": "slide", "parent": "world", "child": "bead", "position": 0.5, "rate": 0.2}},
    "forces": {"spring": {"type": "spring", "from": "link.tip", "to": {"body": "world", "position": [1, 0, 1]},
                          "stiffness": 50, "damping": 1, "length": 0.5},
               "coil": {"type": "joint_spring", "joint": "clamp", "stiffness": 5, "damping": 0.2}},
    "loads": {"wind": {"type": "force", "at": "whip.end", "force": [0, 0, {"input": "push"}]},
              "walk": {"type": "moving_force", "body": "world", "s": "t", "force": [0, 1, -20]},
              "motor": {"type": "motor", "joint": "hinge", "torque": "4*sin(5*t)"}},
    "controllers": {"hold": {"joint": "hinge", "measure": {"joint": "hinge"}, "reference": 0.3, "kp": 20, "kd": 2}},
    "outputs": {"angle": {"joint": "hinge"}, "bead.s": {"joint": "run"},
                "tip.x": {"frame": "whip.end", "component": "x"},
                "tip.v": {"frame": "whip.end", "quantity": "velocity", "component": "z"},
                "bend": {"deflection": "whip.end", "component": "z"}, "torque": {"controller": "hold"}}
})json";

/// The same by hand: names with a prefix, the world in the words of the caller. The rail lies on the carrier itself.
std::string arm_by_hand(const std::string& p, double l, double m, const std::string& foot, const std::string& anchor,
                        const std::string& observer, const std::string& carrier, const std::string& section) {
    const double J = m * l * l / 12;
    const std::map<std::string, std::string> sections = {
        {"inputs", fmt::format(R"("{}push": {{"value": 3}})", p)},
        {"bodies",
         fmt::format(R"("{0}link": {{"type": "rigid", "mass": {2}, "center": [{3}, 0, 0], "inertia": [0.1, {4}, {4}],
                        "markers": {{"tip": {{"position": [{1}, 0, 0]}}}}}},
             "{0}whip": {{"type": "beam", "length": {1}, "section": {{"shape": "circle", "diameter": 0.02}},
                        "material": {{"youngs_modulus": 7e10, "density": 2700}}, "ends": "clamped-free",
                        "modes": {{"bending_z": 1}}}},
             "{0}bead": {{"type": "rigid", "mass": 0.5}})",
                     p, l, m, l / 2, J)},
        {"joints",
         fmt::format(
             R"("{0}hinge": {{"type": "revolute", "parent": {1}, "child": "{0}link", "axis": [0, 1, 0], "position": 0.3}},
             "{0}clamp": {{"type": "revolute", "parent": "{0}link.tip", "child": "{0}whip", "axis": [0, 1, 0], "rate": 1}},
             "{0}run": {{"type": "slide", "parent": "{2}", "track": "{0}rail", "child": "{0}bead", "position": 0.5, "rate": 0.2}})",
             p, foot, carrier)},
        {"forces", fmt::format(R"("{0}spring": {{"type": "spring", "from": "{0}link.tip", "to": {1}, "stiffness": 50,
                        "damping": 1, "length": 0.5}},
             "{0}coil": {{"type": "joint_spring", "joint": "{0}clamp", "stiffness": 5, "damping": 0.2}})",
                               p, anchor)},
        {"loads",
         fmt::format(
             R"json("{0}wind": {{"type": "force", "at": "{0}whip.end", "force": [0, 0, {{"input": "{0}push"}}]}},
             "{0}walk": {{"type": "moving_force", "body": "{1}", "track": "{0}rail", "s": "t", "force": [0, 1, -20]}},
             "{0}motor": {{"type": "motor", "joint": "{0}hinge", "torque": "4*sin(5*t)"}})json",
             p, carrier)},
        {"controllers", fmt::format(R"("{0}hold": {{"joint": "{0}hinge", "measure": {{"joint": "{0}hinge"}},
                        "reference": 0.3, "kp": 20, "kd": 2}})",
                                    p)},
        {"outputs", fmt::format(R"("{0}angle": {{"joint": "{0}hinge"}}, "{0}bead.s": {{"joint": "{0}run"}},
             "{0}tip.x": {{"frame": "{0}whip.end", "observer": {1}, "component": "x"}},
             "{0}tip.v": {{"frame": "{0}whip.end", "observer": {1}, "quantity": "velocity", "component": "z"}},
             "{0}bend": {{"deflection": "{0}whip.end", "component": "z"}}, "{0}torque": {{"controller": "{0}hold"}})",
                                p, observer)}};
    return sections.at(section);
}

/// Two recordings of the same columns, each as large as the scale of its quantity is 1.
void check_same(const Recording& one, const Recording& other, double tolerance) {
    REQUIRE(one.completed());
    REQUIRE(other.completed());
    REQUIRE(one.result().samples.size() == other.result().samples.size());
    REQUIRE(one.result().samples[0].size() == other.result().samples[0].size());
    double worst = 0;
    for (std::size_t i = 0; i < one.result().samples.size(); ++i)
        for (std::size_t k = 0; k < one.result().samples[i].size(); ++k)
            worst = std::max(worst, std::abs(one.result().samples[i][k] - other.result().samples[i][k]));
    CHECK(worst < tolerance);
}

std::vector<std::string> columns(const Scene& scene) {
    std::vector<std::string> names;
    for (const Output& output : scene.outputs) names.push_back(output.name);
    return names;
}

/// What a scene writes of itself, read again.
Scene printed(const Scene& scene, const Folder& folder) {
    const std::string text = write_scene(scene);
    Scene again = load_scene(folder.write("printed.json", text).string());
    CHECK(write_scene(again) == text);
    CHECK(columns(again) == columns(scene));
    return again;
}

/// The same steps in the same arithmetic but for the order in which poses are multiplied: rounding, which a second of
/// motion at 1e-9 may amplify to the tolerance.
constexpr double rounding = 1e-8;

}  // namespace

TEST_CASE("Two arms of one file on the world move as the same arms written by hand") {
    const Folder folder;
    folder.write("arm.json", arm_part);
    const Scene scene = load_scene(folder.write("hall.json", "{" + frame_of_run + R"(, "parameters": {"reach": 0.8},
            "instances": {"left": {"file": "arm.json", "with": {"l": "reach", "m": 3}},
                          "right": {"file": "arm.json", "world": {"body": "world", "position": [0, 5, 0]}}}})"));
    const auto sections = [](const std::string& name) {
        const std::string right_foot = R"({"body": "world", "position": [0, 5, 0.2], "rotation_deg": [0, 0, 30]})",
                          right_anchor = R"({"body": "world", "position": [1, 5, 1]})";
        return fmt::format(R"("{}": {{{}, {}}})", name,
                           arm_by_hand("left.", 0.8, 3, "\"world.foot\"", R"({"body": "world", "position": [1, 0, 1]})",
                                       "\"world\"", "world", name),
                           arm_by_hand("right.", 1, 2, right_foot, right_anchor,
                                       R"({"body": "world", "position": [0, 5, 0]})", "world", name));
    };
    std::string text = "{" + frame_of_run +
                       R"(, "world": {"markers": {"foot": {"position": [0, 0, 0.2], "rotation_deg": [0, 0, 30]}},
        "tracks": {"left.rail": {"points": [[0, 1, 0], [1, 1, 0.1], [2, 1, 0]], "up": [0, 0.1, 1]},
                   "right.rail": {"points": [[0, 6, 0], [1, 6, 0.1], [2, 6, 0]], "up": [0, 0.1, 1]}}})";
    for (const char* name : {"inputs", "bodies", "joints", "forces", "loads", "controllers", "outputs"})
        text += ", " + sections(name);
    const Scene flat = scene_from(text + "}");
    CHECK(columns(scene) == columns(flat));
    const Recording motion(scene);
    check_same(motion, Recording(flat), rounding);
    check_same(motion, Recording(printed(scene, folder)), rounding);
}

TEST_CASE("An arm on a turned and shifted marker of a moving cart moves as the same arm written by hand") {
    const Folder folder;
    folder.write("arm.json", arm_part);
    const std::string cart = R"("bodies": {"cart": {"type": "rigid", "mass": 10, "inertia": [1, 1, 1],
            "markers": {"flange": {"position": [0.5, 0, 0.1]}})";
    const std::string ride = R"("joints": {"ride": {"type": "cylindrical", "parent": "world", "child": "cart",
            "position": [0.1, 0.2], "rate": [0.5, 1]})";
    const Scene scene = load_scene(folder.write(
        "hall.json", "{" + frame_of_run + ", " + cart + "}}, " + ride + R"(}, "instances": {"arm": {"file": "arm.json",
        "world": {"body": "cart", "marker": "flange", "position": [0, 0, 0.3], "rotation_deg": [0, 0, 90]}}}})"));
    // The part's world stands at (0.5, 0, 0.4) of the cart, its x axis along y of it: (x, y, z) is (0.5 - y, x, 0.4 +
    // z).
    const std::string foot = R"({"body": "cart", "position": [0.5, 0, 0.6], "rotation_deg": [0, 0, 120]})",
                      anchor = R"({"body": "cart", "position": [0.5, 1, 1.4]})",
                      observer = R"({"body": "cart", "position": [0.5, 0, 0.4], "rotation_deg": [0, 0, 90]})";
    const auto by_hand = [&](const std::string& name) {
        return arm_by_hand("arm.", 1, 2, foot, anchor, observer, "cart", name);
    };
    const std::string rail =
        R"(, "tracks": {"arm.rail": {"points": [[-0.5, 0, 0.4], [-0.5, 1, 0.5], [-0.5, 2, 0.4]], "up": [-0.1, 0, 1]}}})";
    std::string text = "{" + frame_of_run + ", " + cart + rail + ", " + by_hand("bodies") + "}, " + ride + ", " +
                       by_hand("joints") + "}";
    for (const char* name : {"inputs", "forces", "loads", "controllers", "outputs"})
        text += fmt::format(R"(, "{}": {{{}}})", name, by_hand(name));
    const Scene flat = scene_from(text + "}");
    CHECK(columns(scene) == columns(flat));
    const Recording motion(scene);
    check_same(motion, Recording(flat), rounding);
    check_same(motion, Recording(printed(scene, folder)), rounding);
}

namespace {

const std::string rod_part = R"({"parameters": {"l": 1},
    "bodies": {"rod": {"type": "rigid", "mass": "l", "center": ["l/2", 0, 0], "inertia": [0.001, "l^3/12", "l^3/12"],
                       "markers": {"tip": {"position": ["l", 0, 0]}}}},
    "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "rod", "axis": [0, 1, 0]}}})";

std::string rod_by_hand(int i, double l, const std::string& parent) {
    return fmt::format(
        R"("link.{0}.hinge": {{"type": "revolute", "parent": {2}, "child": "link.{0}.rod", "axis": [0, 1, 0]}})", i, l,
        parent);
}

}  // namespace

TEST_CASE("A chain of repeated rods hangs each on the one before, and the first on the world it is given") {
    const Folder folder;
    folder.write("rod.json", rod_part);
    const Scene scene = load_scene(folder.write("chain.json", "{" + frame_of_run + R"(, "instances": {"link": {
        "file": "rod.json", "with": {"l": "1 - 0.2*i"}, "world": {"body": "world", "position": [0, 0, 3]},
        "repeat": {"count": 3, "chain": "rod.tip"}}}})"));
    std::string bodies, joints;
    for (int i = 0; i < 3; ++i) {
        const double l = 1 - 0.2 * i;
        bodies += fmt::format(R"({0}"link.{1}.rod": {{"type": "rigid", "mass": {2}, "center": [{3}, 0, 0],
            "inertia": [0.001, {4}, {4}], "markers": {{"tip": {{"position": [{2}, 0, 0]}}}}}})",
                              i > 0 ? ", " : "", i, l, l / 2, l * l * l / 12);
        joints += (i > 0 ? ", " : "") + rod_by_hand(i, l,
                                                    i == 0 ? R"({"body": "world", "position": [0, 0, 3]})"
                                                           : fmt::format(R"("link.{}.rod.tip")", i - 1));
    }
    const Scene flat =
        scene_from("{" + frame_of_run + R"(, "bodies": {)" + bodies + R"(}, "joints": {)" + joints + "}}");
    // Nobody asks for outputs: all coordinates and rates, by the names of the joints.
    CHECK(columns(scene) == columns(flat));
    CHECK(columns(scene).at(2) == "link.1.hinge.angle");
    const Recording motion(scene);
    check_same(motion, Recording(flat), rounding);
    check_same(motion, Recording(printed(scene, folder)), rounding);
}

TEST_CASE("Parts have parts: a hand on an arm on a beam, each with the parameters it is given") {
    const Folder folder;
    std::filesystem::create_directory(folder.path / "parts");
    folder.write("parts/hand.json", rod_part);
    folder.write("parts/arm.json", R"({"parameters": {"l": 1, "h": 0.5},
        "bodies": {"upper": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.1, 0.1], "markers": {"tip": {"position": ["l", 0, 0]}}}},
        "joints": {"shoulder": {"type": "revolute", "parent": "world", "child": "upper", "axis": [0, 1, 0]}},
        "instances": {"hand": {"file": "hand.json", "with": {"l": "h/2"}, "world": "upper.tip"}}})");
    const std::string beam = R"("bodies": {"beam": {"type": "beam", "length": 4,
            "section": {"shape": "rectangle", "width": 0.1, "height": 0.1},
            "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "pinned-pinned", "modes": {"bending_z": 2}})";
    const std::string pins = R"("joints": {"pins": {"type": "fixed", "parent": "world", "child": "beam"})";
    const Scene scene = load_scene(folder.write("hall.json", "{" + frame_of_run + ", " + beam + "}, " + pins +
                                                                 R"(}, "instances": {"arm": {"file": "parts/arm.json",
        "with": {"h": 0.6}, "world": {"body": "beam", "x": 1.5, "position": [0, 0, -0.1]}}}})"));
    const Scene flat = scene_from(
        "{" + frame_of_run + ", " + beam +
        R"(, "arm.upper": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.1, 0.1], "markers": {"tip": {"position": [1, 0, 0]}}},
            "arm.hand.rod": {"type": "rigid", "mass": 0.3, "center": [0.15, 0, 0], "inertia": [0.001, 0.00225, 0.00225]}}, )" +
        pins + R"(, "arm.shoulder": {"type": "revolute", "parent": {"body": "beam", "x": 1.5, "position": [0, 0, -0.1]},
                    "child": "arm.upper", "axis": [0, 1, 0]},
            "arm.hand.hinge": {"type": "revolute", "parent": "arm.upper.tip", "child": "arm.hand.rod", "axis": [0, 1, 0]}}})");
    CHECK(columns(scene) == columns(flat));
    const Recording motion(scene);
    check_same(motion, Recording(flat), rounding);
    check_same(motion, Recording(printed(scene, folder)), rounding);
}

TEST_CASE("The scene refers to what is in its parts: joints, springs, loads, controllers, monitors, what is held") {
    const Folder folder;
    folder.write("rod.json", rod_part);
    const Scene scene = load_scene(folder.write("pair.json", R"({"gravity": [0, 0, -9.81],
        "time": {"end": 0.2, "output_step": 0.1}, "start": {"static_equilibrium": true, "hold": ["b.hinge.angle"]},
        "instances": {"a": {"file": "rod.json"}, "b": {"file": "rod.json", "world": {"body": "world", "position": [2, 0, 0]}}},
        "forces": {"tie": {"type": "spring", "from": "a.rod.tip", "to": "b.rod.tip", "stiffness": 10, "length": 1},
                   "bearing": {"type": "joint_spring", "joint": "a.hinge", "stiffness": 100}},
        "loads": {"push": {"type": "force", "at": "a.rod.tip", "force": [0, 0, 1]}},
        "controllers": {"servo": {"joint": "b.hinge", "measure": {"joint": "b.hinge"}, "reference": 0, "kp": 100, "kd": 10}},
        "outputs": {"gap": {"frame": "a.rod.tip", "observer": "b.rod.tip", "component": "norm"}},
        "monitors": {"far": {"quantity": {"joint": "a.hinge"}, "above": 3}}})"));
    CHECK(columns(scene) == std::vector<std::string>{"gap"});  // the parts ask for none
    CHECK(scene.settings.static_held.size() == 1);
    const Recording motion(scene);
    CHECK(motion.completed());
    check_same(motion, Recording(printed(scene, folder)), rounding);
}
