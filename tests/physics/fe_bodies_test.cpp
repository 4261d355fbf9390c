// Finite element bodies in motion, against the analytic beam they should become.
#include <doctest/doctest.h>

#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

// A phase error grows with time; in a tenth of a second the slowest vibration (18 Hz) runs through 11 rad.
const std::string short_swing = "/time/end=0.1";

// 5 mm thin, so that shear and rotary inertia, which the beam of Euler leaves out, are small.
constexpr double thickness = 0.005;

/// The beam of the elastic pendulum, without the foreshortening that the solid does not have either.
Recording swing_of_beam() {
    const std::string outputs =
        R"(/outputs={"tip": {"deflection": "bar.end", "component": "z"}, "angle": {"joint": "hinge"}})";
    return run(example("elastic_pendulum", {short_swing, "/bodies/bar/geometric_stiffening=false",
                                            fmt::format("/bodies/bar/section/width={}", thickness),
                                            fmt::format("/bodies/bar/section/height={}", thickness), outputs}));
}

/// The pendulum with a generated bar of so many bricks along, one through.
Recording swing_of_bricks(int along, const std::string& element) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("ritz_fe_bodies_{}_{}", element, along);
    std::filesystem::create_directories(folder);
    // ν = 0: no cross-section of a beam contracts, and the clamped face does not stiffen its surroundings.
    std::ofstream(folder / "bar.json") << fmt::format(
        R"({{"fe": {{"box": {{"lengths": [1, {2}, {2}], "divisions": [{0}, 1, 1], "element": "{1}"}},
                     "position": [0, {3}, {3}]}},
             "material": {{"youngs_modulus": 2.1e11, "poissons_ratio": 0, "density": 7850}},
             "markers": {{"start": {{"type": "rbe2", "nodes": "x0"}}, "end": {{"type": "rbe2", "nodes": "x1"}}}},
             "frame": {{"type": "tangent", "marker": "start"}},
             "reduction": {{"method": "modal", "modes": 6}}}})",
        along, element, thickness, -thickness / 2);
    const Recording recording = run(example(
        "elastic_pendulum_fe", {short_swing, fmt::format("/bodies/bar/file=\"{}\"", (folder / "bar.json").string()),
                                "/outputs={\"tip\": {\"deflection\": \"bar.end\", \"component\": \"z\"}, "
                                "\"angle\": {\"joint\": \"hinge\"}}"}));
    std::filesystem::remove_all(folder);
    return recording;
}

}  // namespace

TEST_CASE("A solid bar swings as the beam does, the nearer the finer its mesh") {
    const Recording beam = swing_of_beam();
    const double size = beam.largest("tip");
    std::vector<double> errors;
    for (const int along : {20, 40, 80}) {
        const Recording solid = swing_of_bricks(along, "hex8");
        REQUIRE(solid.completed());
        errors.push_back(solid.distance_to("tip", beam) / size);
        MESSAGE(fmt::format("{} bricks: tip deflection differs by {:.3g}", along, errors.back()));
    }
    // The frequencies of hex8 err by h², and so does the phase of the vibration after the same time.
    CHECK(errors[1] < 0.3 * errors[0]);
    CHECK(errors[2] < 0.3 * errors[1]);
}

TEST_CASE("Quadratic bricks reach the beam up to what Euler's beam leaves out") {
    const Recording beam = swing_of_beam(), solid = swing_of_bricks(80, "hex20");
    // Shear and rotary inertia lower the frequencies by (kr)²(1 + E/κG)/2, r² = h²/12: 7e-5, 2e-4 and 6e-4 for the
    // three vibrations on the hinge, whose phases run through 11, 37 and 120 rad; the last one is a small part of the
    // whole.
    const double error = solid.distance_to("tip", beam) / beam.largest("tip");
    MESSAGE(fmt::format("tip deflection differs by {:.3g}, angle by {:.3g}", error, solid.distance_to("angle", beam)));
    CHECK(error < 2e-3);
    CHECK(solid.distance_to("angle", beam) < 1e-5);
}

TEST_CASE("An imported bar swings like the generated one") {
    const Recording imported = run(example("elastic_pendulum_fe", {short_swing}));
    const Recording generated = run(
        example("elastic_pendulum_fe", {short_swing, "/bodies/bar/file=\"elastic_pendulum_fe/bar_generated.json\""}));
    REQUIRE(imported.completed());
    // The deck holds all digits of its coordinates; what differs is the order of sums, and how the modes of equal
    // frequency are turned: other coordinates, which the integrator follows to its tolerance of 1e-8 per step.
    CHECK(imported.distance_to("bar.tip_deflection", generated) < 1e-5 * generated.largest("bar.tip_deflection"));
    CHECK(imported.distance_to("hinge.angle", generated) < 1e-8);
}

namespace {

/// A body b of 1 m on a free hinge about z, thrown about by a torque and by forces on its far end.
Recording throw_about(const std::string& body, const std::string& hinge) {
    const std::string rest = R"json("gravity": [0, 0, 0], "time": {"end": 0.1, "output_step": 0.001},
        "integrator": {"relative_tolerance": 1e-8, "absolute_tolerance": 1e-10},
        "loads": {"t": {"type": "motor", "joint": "j", "torque": "300*sin(20*t)"},
                  "f": {"type": "force", "at": "b.end", "force": ["1000*sin(150*t)", 0, "20*sin(60*t)"]}},
        "outputs": {"angle": {"joint": "j"}, "balance": {"energy": "balance"},
                    "x": {"deflection": "b.end", "component": "x"}, "y": {"deflection": "b.end", "component": "y"},
                    "z": {"deflection": "b.end", "component": "z"}})json";
    return run(
        scene_from(fmt::format(R"({{"bodies": {{"b": {}}}, "joints": {{"j": {{"type": "revolute", "parent": "world",
                                   "child": "{}"}}}}, {}}})",
                               body, hinge, rest)));
}

}  // namespace

TEST_CASE("A solid bar with stress stiffness, thrown about on a hinge, follows the foreshortened beam") {
    const Folder folder;
    const std::filesystem::path model = folder.write("bar.json", R"({
        "fe": {"box": {"lengths": [1, 0.03, 0.02], "divisions": [20, 1, 1], "element": "hex20"},
               "position": [0, -0.015, -0.01]},
        "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0, "density": 7850}, "stress_stiffness": true,
        "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe2", "nodes": "x1"}},
        "frame": {"type": "tangent", "marker": "start"}, "reduction": {"method": "modal", "modes": 8}})");
    // Tangent to a hinge that turns freely: a mass matrix truncated at second order lost its definiteness at 4 mm.
    const Recording solid = throw_about(
        fmt::format(R"({{"type": "file", "file": "{}", "damping": {{"modal": 0.01}}}})", model.string()), "b.start");
    const Recording beam = throw_about(
        R"({"type": "beam", "length": 1, "section": {"shape": "rectangle", "width": 0.03, "height": 0.02},
            "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "clamped-free",
            "modes": {"bending_y": 4, "bending_z": 4}, "damping": {"modal": 0.01}})",
        "b");
    REQUIRE(solid.completed());
    REQUIRE(beam.completed());
    for (const char* name : {"angle", "x", "y", "z"})
        MESSAGE(fmt::format("{}: {:.3g} of {:.3g}", name, solid.distance_to(name, beam), beam.largest(name)));
    // Shear and rotary inertia lower the frequencies by some (h/L)², a thousandth, over phases of ten rad.
    CHECK(solid.distance_to("angle", beam) < 5e-4 * beam.largest("angle"));
    CHECK(solid.distance_to("y", beam) < 5e-3 * beam.largest("y"));
    CHECK(solid.distance_to("z", beam) < 5e-3 * beam.largest("z"));
    // The foreshortening, a square of these: Γ linear in c is a little other than that of a beam.
    CHECK(solid.distance_to("x", beam) < 1e-2 * beam.largest("x"));
    CHECK(solid.largest("balance") < 1e-6);  // of joules, by the integrator's tolerance
}
