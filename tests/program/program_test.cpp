// The program as its users meet it: exit codes, messages, and what it leaves on the disk.
#include <fmt/format.h>

#include <doctest/doctest.h>

#include "tests/program/program.hpp"

using namespace ritz;
using namespace ritz::testing;
namespace fs = std::filesystem;

TEST_CASE("A good scene ends with code 0 and four files") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended end = ritz.run("simulate pendulum.json");
    CAPTURE(end.err);
    CHECK(end.code == 0);
    CHECK(contains(end.out, "integrator: "));
    for (const char* file : {"outputs.csv", "summary.json", "outputs.svg", "motion.json"})
        CHECK(ritz.exists(std::string("results/pendulum/") + file));
    const std::string csv = read_whole_file(ritz.folder.path / "results/pendulum/outputs.csv");
    CHECK(csv.starts_with("time,hinge.angle,hinge.angle_rate\n0,0,0\n"));
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 12);
    const Json summary = ritz.summary("results/pendulum");
    CHECK(summary["status"] == "completed");
    for (const char* key : {"scene", "reason", "simulated_time", "wall_time", "integrator", "steps", "rhs_evaluations",
                            "coordinates", "states", "energy", "bodies"})
        CHECK(summary.contains(key));
    CHECK(ritz.run("simulate pendulum.json --quiet").out.empty());
    CHECK(fs::exists(ritz.folder.path / "results/pendulum/summary.json"));
}

TEST_CASE("Bad input ends with code 2, all complaints on stderr, and nothing written") {
    Program ritz;
    ritz.folder.write("scene.json", pendulum);
    for (const char* edit : {"--set /joints/hinge/child=rdo", "--set /bodies/rod/mass=-1", "--set /gravity=down",
                             "--set /colour=red", "--set /nothing/there=1", "--set mass=2"}) {
        CAPTURE(edit);
        const Ended end = ritz.run("simulate scene.json --out result " + std::string(edit));
        CHECK(end.code == 2);
        CHECK(end.out.empty());
        CHECK_FALSE(end.err.empty());
        CHECK(ritz.files() == std::vector<std::string>{"scene.json"});
    }
    CHECK(ritz.run("simulate scene.json --set /joints/hinge/child=rdo").err ==
          "scene.json: /joints/hinge/child: no body \"rdo\"; known: rod (did you mean \"rod\"?)\n");
    CHECK(ritz.run("simulate none.json").code == 2);
    CHECK(ritz.run("check scene.json --set /time/end=0").code == 2);
    CHECK(ritz.run("check scene.json").code == 0);
    CHECK(ritz.files() == std::vector<std::string>{"scene.json"});
}

TEST_CASE("A loop that cannot be closed is bad input") {
    Program ritz;
    ritz.folder.write("scene.json", R"({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1},
        "bodies": {"rod": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1],
                           "markers": {"end": {"position": [1, 0, 0]}}}},
        "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "rod"},
                   "far": {"type": "spherical", "parent": {"body": "world", "position": [3, 0, 0]}, "child": "rod.end",
                           "closes_loop": true}}})");
    for (const char* verb : {"simulate scene.json --out result", "check scene.json"}) {
        const Ended end = ritz.run(verb);
        CHECK(end.code == 2);
        CHECK(contains(end.err, "/joints/far: this joint cannot close its loop"));
        CHECK(ritz.files() == std::vector<std::string>{"scene.json"});
    }
}

TEST_CASE("A folder that holds something else is not replaced") {
    Program ritz;
    ritz.folder.write("scene.json", pendulum);
    fs::create_directory(ritz.folder.path / "mine");
    ritz.folder.write("mine/diary.txt", "dear");
    ritz.folder.write("file", "x");
    CHECK(ritz.run("simulate scene.json --out mine").code == 2);
    CHECK(read_whole_file(ritz.folder.path / "mine/diary.txt") == "dear");
    CHECK(ritz.run("simulate scene.json --out file").code == 2);
    // Results are replaced, and what was put beside them stays.
    CHECK(ritz.run("simulate scene.json --out deep/er/result/").code == 0);
    ritz.folder.write("deep/er/result/note.txt", "dear");
    CHECK(ritz.run("simulate scene.json --out deep/er/result --set /time/end=0.5").code == 0);
    CHECK(ritz.summary("deep/er/result")["simulated_time"] == 0.5);
    CHECK(read_whole_file(ritz.folder.path / "deep/er/result/note.txt") == "dear");
    CHECK(std::distance(fs::directory_iterator(ritz.folder.path / "deep/er"), fs::directory_iterator()) == 1);
}

TEST_CASE("A monitor and the end of a track stop a run with code 4") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended monitored = ritz.run(
        "simulate pendulum.json --out m --set '/monitors={\"low\": {\"quantity\": {\"joint\": \"hinge\"}, \"below\": "
        "-1}}'");
    CHECK(monitored.code == 4);
    CHECK(contains(monitored.err, "monitor \"low\""));
    CHECK(ritz.summary("m")["status"] == "stopped");
    ritz.folder.write("slide.json", R"({"gravity": [0, 0, 0], "time": {"end": 10, "output_step": 0.1},
        "world": {"tracks": {"rail": {"points": [[0, 0, 0], [1, 0, 0]]}}},
        "bodies": {"bead": {"type": "rigid", "mass": 1}},
        "joints": {"slide": {"type": "slide", "parent": "world", "track": "rail", "child": "bead", "rate": 1}}})");
    const Ended ended = ritz.run("simulate slide.json --out s");
    CHECK(ended.code == 4);
    CHECK(contains(ended.err, "reached the end of its track"));
    CHECK(std::abs(ritz.summary("s")["simulated_time"].get<double>() - 1) < 1e-6);
}

TEST_CASE("Ctrl-C keeps what was computed and ends with code 4") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended end = ritz.run("simulate pendulum.json --out result --set /time/end=1e9 --set /time/output_step=1e5",
                               "timeout --preserve-status -s INT 0.5");
    CHECK(end.code == 4);
    CHECK(contains(end.err, "interrupted"));
    CHECK(ritz.summary("result")["status"] == "stopped");
}

TEST_CASE("A wrong command line ends with code 2, help with code 0") {
    Program ritz;
    CHECK(ritz.run("").code == 2);
    const Ended unknown = ritz.run("simulte x.json");
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err,
                   "known: simulate, sweep, check, modes, reduce, compare, sid, schema, info, report, plot (did you "
                   "mean \"simulate\"?)"));
    CHECK(ritz.run("simulate").code == 2);
    CHECK(ritz.run("simulate a.json b.json").code == 2);
    CHECK(ritz.run("simulate a.json --fast").code == 2);
    CHECK(ritz.run("schema model").code == 0);
    CHECK(ritz.run("schema film").code == 2);
    CHECK(ritz.run("schema").out == ritz.run("schema scene").out);
    for (const char* verb : {"", "simulate", "check", "modes", "reduce", "compare", "sid", "schema", "info"}) {
        const Ended help = ritz.run(std::string(verb) + " --help");
        CHECK(help.code == 0);
        CHECK(contains(help.out, "Example: ritz"));
    }
    CHECK(contains(ritz.run("--version").out, "ritz "));
    ritz.folder.write("x.json", "{\"a\": 1}");
    CHECK(ritz.run("info x.json").code == 2);
    CHECK(ritz.run("info .").code == 2);
}

TEST_CASE("info tells what is in a result and in a scene") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    REQUIRE(ritz.run("simulate pendulum.json --out r").code == 0);
    for (const char* target : {"r", "r/summary.json"})
        CHECK(contains(ritz.run(std::string("info ") + target).out, "result of scene pendulum"));
    CHECK(contains(ritz.run("info pendulum.json").out, "joint hinge: revolute, world to rod"));
}

TEST_CASE("A reader who goes away loses no results, and is told of by code 3") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    // The pipe is closed before the program writes its first line.
    const std::string command = "cd '" + ritz.folder.path.string() +
                                "' && { sleep 0.3; '" RITZ_PROGRAM
                                "' simulate pendulum.json --out r; echo $? >code.txt; } 2>err.txt | true";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(read_whole_file(ritz.folder.path / "code.txt") == "3\n");
    CHECK(contains(read_whole_file(ritz.folder.path / "err.txt"), "is nobody reading any more?"));
    CHECK(ritz.summary("r")["status"] == "completed");
}

TEST_CASE("Results are not taken for scenes or models, nor for bodies") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    REQUIRE(ritz.run("simulate pendulum.json --out r").code == 0);
    for (const char* verb : {"simulate", "check", "modes", "reduce", "compare"})
        for (const auto& [file, kind] : {std::pair("summary", "summary"), std::pair("motion", "motion")}) {
            const Ended ended = ritz.run(fmt::format("{} r/{}.json", verb, file));
            CAPTURE(ended.err);
            CHECK(ended.code == 2);
            CHECK(contains(ended.err,
                           fmt::format("r/{}.json: found the {} of a run, a result of ritz simulate", file, kind)));
            CHECK(contains(ended.err, "to see it: ritz info r"));
        }
    ritz.folder.write("notes.txt", "hello\nworld\n");
    for (const auto& [file, kind] :
         {std::pair("r/outputs.svg", "a picture (SVG)"), std::pair("r/outputs.csv", "a table (CSV)"),
          std::pair("notes.txt", "text of an unknown kind")}) {
        const Ended ended = ritz.run(fmt::format("info {}", file));
        CAPTURE(ended.err);
        CHECK(ended.code == 2);
        CHECK(contains(ended.err, fmt::format("{}: found {}, expected a folder of results", file, kind)));
    }
}

TEST_CASE("check warns of the odd measures that simulate warns of") {
    Program ritz;
    ritz.folder.write("stocky.json", R"({"gravity": [0, 0, 0], "time": {"end": 0.001, "output_step": 0.001},
        "bodies": {"bar": {"type": "beam", "length": 0.1, "section": {"shape": "circle", "diameter": 0.05},
            "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "clamped-free", "modes": {"bending_z": 1}}},
        "joints": {"foot": {"type": "fixed", "parent": "world", "child": "bar"}}})");
    for (const char* verb : {"check", "simulate"}) {
        const Ended ended = ritz.run(fmt::format("{} stocky.json", verb));
        CHECK(ended.code == 0);
        CHECK(contains(ended.err, "it is only 8 times as long as its section's radius of gyration"));
    }
}

TEST_CASE("The reaction of a body that is no beam is refused, and says where its forces are measured") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended ended =
        ritz.run(R"(check pendulum.json --set '/outputs={"r": {"reaction": "rod.end", "component": "Fz"}}')");
    CHECK(ended.code == 2);
    CHECK(contains(ended.err, "/outputs/r/reaction: body \"rod\" is no beam; what holds it is measured at its joint"));
}
