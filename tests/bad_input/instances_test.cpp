// Parts of scenes: what is refused, where it is said, and what --set reaches.
#include <doctest/doctest.h>

#include "tests/bad_input/edits.hpp"
#include "tests/bad_input/program.hpp"

using namespace ritz;
using namespace ritz::testing;
using Messages = std::vector<std::string>;

namespace {

const std::string arm_part = R"json({
    "parameters": {"l": 1, "m": "2*l"},
    "bodies": {"link": {"type": "rigid", "mass": "m", "center": ["l/2", 0, 0], "inertia": [1, 1, 1],
                        "markers": {"tip": {"position": ["l", 0, 0]}}}},
    "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "link"}}
})json";

const std::string hall_scene = R"json({
    "gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.1}, "parameters": {"reach": 2},
    "bodies": {"base": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1], "markers": {"m0": {}, "m1": {"position": [1, 0, 0]}}}},
    "joints": {"foot": {"type": "fixed", "parent": "world", "child": "base"}},
    "instances": {"left": {"file": "arm.json", "with": {"l": "reach"}, "world": "base.m1"},
                  "row": {"file": "arm.json", "repeat": {"count": 2, "as": "k"}, "with": {"l": "1 + k"},
                          "world": {"body": "base", "position": ["2*k", 0, 0]}}}
})json";

/// A scene and its parts in a folder of their own.
struct Hall {
    Folder folder;
    explicit Hall(const std::string& arm_edit = "") {
        folder.write("arm.json", arm_edit.empty() ? arm_part : edited(arm_part, arm_edit));
    }
    Scene load(const std::string& edit = "", const std::vector<std::string>& overrides = {}) const {
        return load_scene(folder.write("hall.json", edit.empty() ? hall_scene : edited(hall_scene, edit)).string(),
                          overrides);
    }
    /// What is said, without the folder.
    Messages complaints(const std::string& edit = "") const {
        Messages messages;
        try {
            load(edit);
        } catch (const InputError& error) {
            messages = error.messages();
        }
        const std::string prefix = folder.path.string() + "/";
        for (std::string& message : messages)
            for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
                message.erase(at, prefix.size());
        return messages;
    }
    /// The only one.
    std::string complaint(const std::string& edit = "") const {
        const Messages messages = complaints(edit);
        CHECK(messages.size() == 1);
        for (const std::string& message : messages) CAPTURE(message);
        return messages.empty() ? "accepted" : messages[0];
    }
};

double mass_of(const Scene& scene, const std::string& name) {
    for (const BodySpec& body : scene.spec.bodies)
        if (body.name == name) return std::get<MassSpec>(std::get<RigidBodySpec>(body.kind).inertia).mass;
    return -1;
}

}  // namespace

TEST_CASE("Instances take their parameters from the scene, and --set reaches both") {
    const Hall parts;
    const Scene scene = parts.load();
    CHECK(mass_of(scene, "left.link") == 4);
    CHECK(mass_of(scene, "row.0.link") == 2);
    CHECK(mass_of(scene, "row.1.link") == 4);
    CHECK(mass_of(parts.load("", {"/parameters/reach=3"}), "left.link") == 6);
    CHECK(mass_of(parts.load("", {"/instances/left/with/l=5"}), "left.link") == 10);
    CHECK(mass_of(parts.load("", {"/instances/left/with/m=5"}), "left.link") == 5);
    CHECK(mass_of(parts.load("-/instances/left/with", {"/instances/left/with/m=reach"}), "left.link") == 2);
    CHECK(mass_of(parts.load("/instances/row/repeat/count=1 + reach"), "row.2.link") == 6);
    CHECK(parts.load("/instances/row/repeat/count=0").spec.bodies.size() == 2);
}

TEST_CASE("The number of a repeated part is a parameter of the part, whether that names it or not") {
    CHECK(mass_of(Hall("/bodies/link/mass=k + 7").load("-/instances/left"), "row.1.link") == 8);
    CHECK(mass_of(Hall("/parameters={\"k\": 3, \"l\": 1, \"m\": \"k + 1\"}").load(), "row.1.link") == 2);
    CHECK(mass_of(Hall("/parameters={\"k\": 3, \"l\": 1, \"m\": \"k + 1\"}").load(), "left.link") == 4);
}

TEST_CASE("Names of the frame that stands for the world may hold expressions") {
    const Scene scene = Hall().load("/instances/row/world=base.m{k}");
    CHECK(scene.spec.instances.at(1).name == "row.0");
    CHECK(scene.spec.instances.at(1).world.marker == "m0");
    CHECK(scene.spec.instances.at(2).world.marker == "m1");
    CHECK(Hall().complaint("/instances/row/world=base.m{k + 1}") ==
          "hall.json: /instances/row/world: no marker of body \"base\" \"m2\"; known: m0, m1 (did you mean \"m0\"?)");
    CHECK(Hall().complaint("/instances/row/world=base.m{k") ==
          "hall.json: /instances/row/world: found \"base.m{k\", expected a \"}\" behind the expression");
    CHECK(contains(Hall().complaint("/instances/row/world=base.m{n}"),
                   "hall.json: /instances/row/world: expression \"n\", column 1: unknown name \"n\""));
}

TEST_CASE("Wrong entries of instances are refused in the words of the scene") {
    const Hall parts;
    const auto begins = [&](const std::string& edit, const std::string& expected) {
        CAPTURE(edit);
        const std::string message = parts.complaint(edit);
        CAPTURE(message);
        CHECK(message.find("hall.json: " + expected) == 0);
    };
    begins("/instances=3", "/instances: found the number 3, expected an object");
    begins("/instances/left=arm.json", "/instances/left: found the text \"arm.json\", expected an object");
    begins("-/instances/left/file", "/instances/left: \"file\" is missing, expected a text in quotes");
    begins("/instances/left/file=3", "/instances/left/file: found the number 3, expected a text in quotes");
    begins("/instances/left/file=amr.json", "/instances/left/file: amr.json: ");
    begins("/instances/left/fiel=3", "/instances/left/fiel: unknown key \"fiel\"; known: file, repeat, with, world");
    begins("/instances/left/with/L=1",
           "/instances/left/with/L: part arm.json has no parameter \"L\"; known: l, m (did you mean \"l\"?)");
    begins("/instances/left/with/l=[1]", "/instances/left/with/l: found a list of 1, expected a number");
    begins("/instances/left/with/l=2*raech",
           "/instances/left/with/l: found the text \"2*raech\", expected a number or");
    begins("/instances/left/with=3", "/instances/left/with: found the number 3, expected an object");
    begins("/instances/left/world=3", "/instances/left/world: found the number 3, expected a frame");
    begins("/instances/left/world=bsae.m1", "/instances/left/world: no body \"bsae\"; known: base");
    begins("/instances/left/world=base.m2", "/instances/left/world: no marker of body \"base\" \"m2\"");
    begins("/instances/left/world={\"body\": \"base\", \"x\": 1}", "/instances/left/world/x: body \"base\" is no beam");
    begins("/instances/row/repeat=3", "/instances/row/repeat: found the number 3, expected an object");
    begins("-/instances/row/repeat/count", "/instances/row/repeat: \"count\" is missing");
    begins("/instances/row/repeat/count=-1",
           "/instances/row/repeat/count: found the number -1, expected a whole number from 0 to 100000");
    begins("/instances/row/repeat/count=1.5", "/instances/row/repeat/count: found the number 1.5, expected a whole");
    begins("/instances/row/repeat/count=1e6", "/instances/row/repeat/count: found the number 1000000.0, expected");
    begins("/instances/row/repeat/as=reach", "/instances/row/repeat/as: the name \"reach\" is taken by a parameter");
    begins("/instances/row/repeat/as=2k", "/instances/row/repeat/as: the constant \"2k\" is not a name");
    begins("/instances/row/repeat/as=3", "/instances/row/repeat/as: found the number 3, expected a text in quotes");
    begins("/instances/row/repeat/step=3", "/instances/row/repeat/step: unknown key \"step\"");
    begins("/instances/row/repeat/chain=3", "/instances/row/repeat/chain: found the number 3, expected a frame");
    begins("/instances/row/repeat/chain=lnik.tip",
           "/instances/row/repeat/chain: no body \"lnik\"; known: link (did you mean \"link\"?)");
    begins("/instances/row/repeat/chain=link.tpi",
           "/instances/row/repeat/chain: no marker of body \"row.0.link\" \"tpi\"");
    begins("/instances/row/repeat/chain=world.m", "/instances/row/repeat/chain: body \"world\" has no marker \"m\"");
    begins("/instances/a.b={\"file\": \"arm.json\"}", "/instances/a.b: the name \"a.b\" contains a dot");
    begins("/instances/world={\"file\": \"arm.json\"}", "/instances/world: the name \"world\" is taken");
}

TEST_CASE("What is wrong in a part is told once, with the part's file and the first instance of it") {
    const std::string where = " (as instance \"left\" of hall.json: /instances/left)";
    CHECK(Hall("/joints/hinge/child=lnik").complaint() ==
          "arm.json: /joints/hinge/child: no body \"lnik\"; known: link (did you mean \"link\"?)" + where);
    CHECK(Hall("/bodies/link/colour=1").complaint().find("arm.json: /bodies/link/colour: unknown key \"colour\"") == 0);
    CHECK(contains(Hall("/bodies/link/colour=1").complaint(), where));
    CHECK(Hall("/parameters/m=2*n").complaint().find("arm.json: /parameters/m: expression \"2*n\"") == 0);
    CHECK(Hall("/bodies/link/mass=1.5 - l").complaint() ==
          "arm.json: /bodies/link/mass: found the text \"1.5 - l\", which is -0.5, expected a positive number" + where);
    CHECK(Hall("/joints/hinge/parent=world.foot").complaint() ==
          "arm.json: /joints/hinge/parent: body \"world\" has no marker \"foot\"; none is known here" + where);
    CHECK(Hall("-/bodies").complaint() == "arm.json: /: \"bodies\" is missing, expected an object of bodies" + where);
    CHECK(Hall("/joints/hinge={\"type\": \"slide\", \"parent\": \"world\", \"child\": \"link\"}").complaint() ==
          "arm.json: /joints/hinge: \"track\" is missing, expected the name of a track of body \"world\"" + where);
    // What only the whole can find out is said in the names of the whole.
    CHECK(contains(Hall("/loads={\"push\": {\"type\": \"motor\", \"joint\": \"hnige\", \"torque\": 1}}").complaint(),
                   "arm.json: /loads/push/joint: no joint \"left.hnige\"; known: foot, left.hinge"));
    // Of a repeated one the number is told.
    CHECK(contains(Hall("/bodies/link/mass=1.5 - l").complaint("-/instances/left"),
                   "(as instance \"row.1\" of hall.json: /instances/row)"));
}

TEST_CASE("A part of a part is named by the whole chain of instances, and where the scene begins it") {
    const Hall parts;
    parts.folder.write("hand.json", edited(arm_part, "/joints/hinge/child=lnik"));
    parts.folder.write("arm.json",
                       edited(arm_part, R"(/instances={"hand": {"file": "hand.json", "world": "link.tip"}})"));
    const std::string message = parts.complaint();
    CHECK(message.find("hand.json: /joints/hinge/child: no body \"lnik\"; known: link") == 0);
    CHECK(contains(message, "(as instance \"left.hand\" of hall.json: /instances/left)"));
    parts.folder.write("arm.json", edited(arm_part, R"(/instances={"hand": {"file": "hand.json", "wrld": 3}})"));
    CHECK(parts.complaint().find("arm.json: /instances/hand/wrld: unknown key \"wrld\"") == 0);
}

TEST_CASE("A file cannot be a part of itself, and the message shows the way") {
    const Hall parts("/instances={\"hand\": {\"file\": \"hand.json\"}}");
    parts.folder.write("hand.json", edited(arm_part, R"(/instances={"arm": {"file": "./arm.json"}})"));
    CHECK(parts.complaint() ==
          "hand.json: /instances/arm/file: a file cannot be a part of itself: arm.json -> hand.json -> "
          "arm.json (as instance \"left.hand\" of hall.json: /instances/left)");
    CHECK(contains(Hall().complaint("/instances/left/file=hall.json"),
                   "/instances/left/file: a file cannot be a part of itself: hall.json -> hall.json"));
}

TEST_CASE("Parts within parts come to an end, and so do their instances") {
    const Hall parts;
    for (int i = 0; i < 60; ++i)
        parts.folder.write("arm" + std::to_string(i) + ".json",
                           R"({"instances": {"a": {"file": "arm)" + std::to_string(i + 1) + ".json\"}}}");
    CHECK(contains(parts.complaint("/instances={\"left\": {\"file\": \"arm0.json\"}}"),
                   "/instances/a/file: parts of parts are more than 50 levels deep (as instance \"left.a.a."));
    parts.folder.write("few.json", R"({"instances": {"a": {"file": "arm.json", "repeat": {"count": 1000}}}})");
    CHECK(contains(parts.complaint(R"(/instances={"many": {"file": "few.json", "repeat": {"count": 1000}}})"),
                   "few.json: /instances/a: more than 100000 instances are too many (as instance \"many."));
}

TEST_CASE("Files that are no scene are refused as parts") {
    const Hall parts;
    const auto complaint = [&](const std::string& text) {
        parts.folder.write("other.json", text);
        return parts.complaint("/instances/left/file=other.json");
    };
    const std::string place = "hall.json: /instances/left/file: other.json";
    CHECK(complaint(R"({"fe": {"box": {}}, "reduction": {}})").find(place + ": found a model, expected a scene") == 0);
    CHECK(complaint(R"({"program": "ritz", "status": "completed"})").find(place + ": found the summary of a run") == 0);
    CHECK(complaint(R"({"clamps": [], "bodies": {}})").find(place + ": found an assembly of models") == 0);
    CHECK(complaint("\x89HDF\r\n\x1a\n and so on").find(place + ": found ") == 0);
    CHECK(complaint("{\"bodies\": ").find(place + ":1:12: found the end of the file") == 0);
    CHECK(contains(complaint("[]"), "other.json: /: found an empty list, expected an object"));
}

TEST_CASE("A part may be a scene that runs alone: its run is not that of the whole, its gravity must be") {
    const std::string run = R"(/time={"end": 3, "output_step": 0.5})";
    const Scene scene = Hall(run).load();
    CHECK(scene.settings.end == 1);
    REQUIRE(scene.notes.size() == 1);  // however many instances
    CHECK(contains(scene.notes[0], "arm.json: \"time\" of a part is not used: the scene's own count"));
    CHECK(Hall().load().notes.empty());
    CHECK(Hall("/gravity=[0, 0, -9.81]").complaints() == Messages{});
    CHECK(Hall("/gravity=[0, 0, \"-9.81*l/2\"]").complaints("-/instances/row") == Messages{});
    CHECK(Hall("/gravity=[0, 0, -1.6]").complaint() ==
          "arm.json: /gravity: found [0, 0, -1.6], but the scene has [0, 0, -9.81]; expected the same, or nothing: a "
          "part may have it as a parameter (as instance \"left\" of hall.json: /instances/left)");
    CHECK(contains(Hall("/time=3").complaint(), "arm.json: /time: found the number 3, expected an object"));
}

TEST_CASE("A name of the scene that is that of a part's element is refused once, with both places") {
    const Hall parts;
    CHECK(parts.complaint(R"(/bodies/left.link={"type": "rigid", "mass": 1})") ==
          "hall.json: /bodies/left.link: the name \"left.link\" is that of body \"link\" of instance \"left\", too");
    CHECK(parts.complaint(R"(/joints/row.1.hinge={"type": "fixed", "parent": "world", "child": "base"})") ==
          "hall.json: /joints/row.1.hinge: the name \"row.1.hinge\" is that of joint \"hinge\" of instance \"row.1\", "
          "too");
    CHECK(
        parts.complaint(
            R"(/bodies/left={"type": "rigid", "mass": 1, "inertia": [1, 1, 1], "markers": {"link": {}}})") ==
        "arm.json: /bodies/link: the name \"left.link\" is that of marker \"link\" of body \"left\", too (as instance "
        "\"left\" of hall.json: /instances/left)");
}

TEST_CASE("The rail of a part's world cannot lie on an elastic body") {
    const Hall parts(R"(/world={"tracks": {"rail": {"points": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}}})");
    const std::string beam =
        R"(/bodies/base={"type": "beam", "length": 4, "section": {"shape": "circle", "diameter": 0.1},
        "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "clamped-free", "modes": {"bending_z": 1},
        "markers": {"m1": 1}})";
    CHECK(parts.complaints(beam).at(0) ==
          "hall.json: /instances/left/world: body \"base\" is elastic and cannot carry the track \"rail\" of the "
          "part's world; expected a rigid body or the world");
}

TEST_CASE("The number of a repeated part cannot be given among its parameters") {
    const Hall hall;
    CHECK(
        hall.complaint(R"(/instances/row/with={"k": 3})") ==
        "hall.json: /instances/row/with/k: the name \"k\" is that of the number of each repeated part, which cannot be "
        "given; choose another for the number with \"as\"");
}

TEST_CASE("Files of a part are named relative to it, read once, and printed relative to the scene") {
    const Program program;
    const Folder& folder = program.folder;
    std::filesystem::create_directory(folder.path / "parts");
    folder.write("parts/bar.json", R"({"fe": {"box": {"lengths": [1, 0.1, 0.1], "divisions": [4, 1, 1]}},
        "material": {"youngs_modulus": 2.1e11, "density": 7850}, "supports": [],
        "markers": {"left": {"type": "rbe2", "nodes": "x0"}}, "frame": {"type": "tangent", "marker": "left"},
        "reduction": {"method": "modal", "modes": 2}})");
    folder.write("parts/torque.csv", "t,M\n0,0\n1,2\n");
    folder.write("parts/arm.json", R"({"bodies": {"bar": {"type": "file", "file": "bar.json"}},
        "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "bar.left"}},
        "loads": {"motor": {"type": "motor", "joint": "hinge",
                            "torque": {"table": {"file": "torque.csv", "column": "M"}}}}})");
    folder.write("hall.json", R"({"gravity": [0, 0, -9.81], "time": {"end": 0.1, "output_step": 0.1},
        "instances": {"row": {"file": "parts/arm.json", "repeat": {"count": 3}}}})");
    const Ended ended = program.run("check hall.json --print --verbose");
    CHECK(ended.code == 0);
    CHECK(contains(ended.out, "\"file\": \"parts/bar.json\""));
    CHECK(ended.err.find("reducing") == ended.err.rfind("reducing"));
    CHECK(ended.err.find("reduced to 2") == ended.err.rfind("reduced to 2"));
    folder.write("flat.json", ended.out);
    const Ended again = program.run("check flat.json --print");
    CHECK(again.out == ended.out);
    CHECK(program.run("check hall.json").code == 0);
    CHECK(program.run("modes hall.json").code == 0);
    CHECK(program.run("info hall.json").code == 0);
    CHECK(program.run("simulate hall.json --quiet").code == 0);
    CHECK(program.run("check parts/bar.json --print").code == 2);
}
