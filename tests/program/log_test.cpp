// The program's log: on stderr, as much as was asked for.
#include <doctest/doctest.h>

#include "tests/program/program.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A model small enough to be reduced when the scene is read, and a stop that it runs into.
void write_scene(const Program& ritz) {
    ritz.folder.write("bar.json", R"({"fe": {"box": {"lengths": [1, 0.1, 0.1], "divisions": [4, 1, 1]}},
        "material": {"youngs_modulus": 2.1e11, "density": 7850}, "supports": [],
        "markers": {"left": {"type": "rbe2", "nodes": "x0"}}, "frame": {"type": "tangent", "marker": "left"},
        "reduction": {"method": "modal", "modes": 2}})");
    ritz.folder.write("scene.json", R"({"gravity": [0, -9.81, 0], "time": {"end": 0.5, "output_step": 0.1},
        "parameters": {"stiffness": 1e4},
        "bodies": {"bar": {"type": "file", "file": "bar.json"}},
        "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "bar.left"}},
        "forces": {"stop": {"type": "joint_stop", "joint": "hinge", "lower": -0.1, "upper": 3,
                            "stiffness": "stiffness", "damping": 10}}})");
}

}  // namespace

TEST_CASE("The log says what is read, reduced, chosen and met, as much as was asked for") {
    Program ritz;
    write_scene(ritz);
    const Ended silent = ritz.run("simulate scene.json --out result");
    CHECK(silent.code == 0);
    CHECK_FALSE(contains(silent.err, "info: "));
    const Ended told = ritz.run("simulate scene.json --out result --verbose --set /parameters/stiffness=2e4");
    CHECK(told.code == 0);
    CHECK(told.err.find("info: reading scene.json with --set /parameters/stiffness=2e4\n") == 0);
    CHECK(contains(told.err, "info: body \"bar\": reading bar.json\n"));
    CHECK(contains(told.err, " unknowns reduced to 2 by modal in "));
    CHECK(contains(told.err, "\ninfo: integrator: "));
    CHECK(contains(told.err, "\ninfo: t = 0."));  // the stop is met
    CHECK(contains(told.err, "rows written to result\n"));
    CHECK_FALSE(contains(told.err, "debug: "));
    const Ended detailed = ritz.run("simulate scene.json --out result -v -v");
    CHECK(contains(detailed.err, "debug: scene.json: parameter stiffness = 10000\n"));
    CHECK(contains(detailed.err, " s: the integrator starts anew\n"));
    CHECK(silent.out.substr(0, 20) == detailed.out.substr(0, 20));  // the log is no part of the report
    const Ended both = ritz.run("simulate scene.json --quiet --verbose");
    CHECK(both.code == 2);
    CHECK(contains(both.err, "--quiet excludes --verbose"));
}

TEST_CASE("Every verb that reads for long says so when asked") {
    Program ritz;
    write_scene(ritz);
    for (const char* verb :
         {"check scene.json", "modes scene.json", "check bar.json", "reduce bar.json --out bar.h5"}) {
        CAPTURE(verb);
        const Ended told = ritz.run(std::string(verb) + " --verbose");
        CHECK(told.code == 0);
        CHECK(told.err.find("info: reading ") == 0);
        CHECK_FALSE(contains(ritz.run(verb).err, "info: "));
    }
}

TEST_CASE("Warnings go through the log, also of a quiet run, with control characters shown") {
    Program ritz;
    ritz.folder.write("scene.json", R"({"gravity": [0, 0, 0], "time": {"end": 0.1, "output_step": 0.1},
        "bodies": {"be\u001bam{}": {"type": "beam", "length": 1, "section": {"shape": "rectangle", "width": 0.01, "height": 0.01},
                   "material": {"youngs_modulus": 210000, "density": 7850}, "ends": "clamped-free",
                   "modes": {"bending_z": 1}}},
        "joints": {"clamp": {"type": "fixed", "parent": "world", "child": "be\u001bam{}"}}})");
    const Ended quiet = ritz.run("simulate scene.json --quiet --out result");
    CHECK(quiet.code == 0);
    CHECK(quiet.err.find("warning: body \"be\\x1bam{}\": ") == 0);
    CHECK(ritz.summary("result")["warnings"].size() >= 1);
}
