// A point that stays on a line or in a plane: inclined fall, the statically determinate beam, and the beam on a hinge
// and a roller as Euler has it.
#include "engine/simulation/modes.hpp"
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace ritz::testing::rollers {
namespace {

constexpr double slope = 0.4, g = 9.81;

/// A body that slides on a slope, held in the tree or by a loop; its centre of mass is the point that is held.
Scene sliding_body(bool closes_loop, const std::string& how = integrator("adams", 1e-10, 1e-12)) {
    const std::string line =
        fmt::format(R"("type": "point_on_line", "parent": "world", "child": "body", "axis": [{}, 0, {}])",
                    std::cos(slope), -std::sin(slope));
    return scene_from(
        fmt::format(R"({{
        "gravity": [0, 0, -9.81], "time": {{ "end": 2, "output_step": 0.1 }},
        "bodies": {{ "body": {{ "type": "rigid", "mass": 3, "inertia": [1, 2, 3] }} }},
        "joints": {{ {} }},
        "outputs": {{ "x": {{ "frame": "body", "component": "x" }}, "z": {{ "frame": "body", "component": "z" }},
                     "turn": {{ "frame": "body", "quantity": "rotation", "component": "norm" }},
                     "along": {{ "joint": "line", "quantity": "force_z" }},
                     "across_x": {{ "joint": "line", "quantity": "force_x" }},
                     "across_y": {{ "joint": "line", "quantity": "force_y" }} }} }})",
                    closes_loop ? R"("fly": { "type": "free", "parent": "world", "child": "body" }, "line": { )" +
                                      line + R"(, "closes_loop": true })"
                                : R"("line": { )" + line + " }"),
        {how});
}

/// A beam of 4 m on a hinge at its start and a roller, or a second hinge, at its end. Clamped shapes and the angle of
/// the hinge.
std::string beam_on_roller(const std::string& closing, const std::string& more) {
    return fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": 0.001, "output_step": 0.001 }}, "start": {{ "static_equilibrium": true }},
        "bodies": {{ "beam": {{ "type": "beam", "length": 4, "ends": "clamped-free", "end_shapes": true,
            "modes": {{ "bending_z": 4, "axial": 2 }}, "geometric_stiffening": false,
            "law": {{ "EA": 1e7, "EIy": 1e5, "EIz": 1e5, "mass_per_length": 10 }} }} }},
        "joints": {{ "hinge": {{ "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "beam.start" }},
                    "roller": {{ {}, "closes_loop": true, "parent": {{ "body": "world", "position": [4, 0, 0] }},
                                 "child": "beam.end" }} }},
        {} }})",
                       closing, more);
}

const char* const on_line = R"("type": "point_on_line", "axis": [1, 0, 0])";

}  // namespace

TEST_CASE(
    "a body on an inclined line slides by g sin(α) t²/2, in the tree and as a loop, and the line holds the rest") {
    for (const bool closes_loop : {false, true}) {
        CAPTURE(closes_loop);
        const Recording motion = run(sliding_body(closes_loop));
        REQUIRE(motion.completed());
        const auto way = [](double t) { return 0.5 * g * std::sin(slope) * t * t; };
        CHECK(motion.distance_to("x", [&](double t) { return way(t) * std::cos(slope); }) < 1e-8);
        CHECK(motion.distance_to("z", [&](double t) { return -way(t) * std::sin(slope); }) < 1e-8);
        CHECK(motion.largest("turn") < 1e-9);
        CHECK(motion.largest("along") < 1e-9);
        CHECK(std::hypot(motion.last("across_x"), motion.last("across_y")) ==
              doctest::Approx(3 * g * std::cos(slope)).epsilon(1e-9));
    }
}

TEST_CASE("every method moves a body on an inclined line") {
    for (const char* method : {"adams", "bdf", "erk", "sdirk", "ida", "generalized_alpha", "rosenbrock"})
        for (const bool closes_loop : {false, true}) {
            CAPTURE(method);
            CAPTURE(closes_loop);
            const Recording motion = run(sliding_body(closes_loop, integrator(method, 1e-7, 1e-8)));
            REQUIRE(motion.completed());
            // 8 m within a tolerance of 1e-7 a step
            CHECK(std::abs(motion.last("x") - 2 * g * std::sin(slope) * std::cos(slope)) < 1e-4);
        }
}

TEST_CASE("a ball on a plane falls along it and keeps its spin") {
    const Recording motion = run(scene_from(R"({
        "gravity": [1, -2, -9.81], "time": { "end": 2, "output_step": 0.1 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 },
        "bodies": { "ball": { "type": "rigid", "shape": { "sphere": { "radius": 0.1 } }, "mass": 2 } },
        "joints": { "floor": { "type": "point_on_plane", "parent": "world", "child": "ball",
                               "position": [0.5, 0, 0, 0, 0], "rate": [0, 3, 0, 0, 4] } },
        "outputs": { "x": { "joint": "floor", "coordinate": "x" }, "y": { "joint": "floor", "coordinate": "y" },
                     "spin": { "joint": "floor", "coordinate": "rotation_z", "quantity": "rate" },
                     "z": { "frame": "ball", "component": "z" },
                     "weight": { "frame": "ball", "quantity": "acceleration", "component": "z" } } })"));
    REQUIRE(motion.completed());
    CHECK(motion.distance_to("x", [](double t) { return 0.5 + 0.5 * t * t; }) < 1e-9);
    CHECK(motion.distance_to("y", [](double t) { return 3 * t - t * t; }) < 1e-9);
    CHECK(motion.distance_to("spin", [](double) { return 4.0; }) < 1e-10);
    CHECK(motion.largest("z") < 1e-14);
    CHECK(motion.largest("weight") < 1e-12);
}

TEST_CASE("a beam on a hinge and a roller carries its load by the lever, and an axial load by the hinge alone") {
    const double P = 300, N = 5000, x = 1;
    const std::string loads = fmt::format(
        R"("loads": {{ "down": {{ "type": "force", "at": {{ "body": "beam", "x": {} }}, "force": [0, 0, {}] }},
                      "pull": {{ "type": "force", "at": "beam.end", "force": [{}, 0, 0] }} }},
           "outputs": {{ "along": {{ "joint": "roller", "quantity": "force_z" }},
                        "a": {{ "joint": "roller", "quantity": "force_x" }}, "b": {{ "joint": "roller", "quantity": "force_y" }},
                        "hinge_x": {{ "joint": "hinge", "quantity": "force_x" }}, "hinge_y": {{ "joint": "hinge", "quantity": "force_y" }},
                        "hinge_z": {{ "joint": "hinge", "quantity": "force_z" }},
                        "arm": {{ "frame": {{ "body": "beam", "x": 1 }}, "component": "x" }},
                        "turn": {{ "frame": "beam.end", "quantity": "rotation", "component": "y" }},
                        "end": {{ "frame": "beam.end", "component": "x" }}, "height": {{ "frame": "beam.end", "component": "z" }} }})",
        x, -P, N);
    const Recording rest = run(scene_from(beam_on_roller(on_line, loads)));
    REQUIRE(rest.completed());
    // In the axes of the beam's end, which has turned: the force itself is upright.
    const double held = P * rest.first("arm") / rest.first("end"), turned = std::abs(rest.first("turn"));
    CHECK(held == doctest::Approx(P * x / 4).epsilon(1e-4));
    CHECK(std::hypot(rest.first("a"), rest.first("b"), rest.first("along")) == doctest::Approx(held).epsilon(1e-6));
    CHECK(turned > 1e-3);
    CHECK(std::abs(std::abs(rest.first("along")) - held * std::sin(turned)) < 1e-6 * held);
    CHECK(std::hypot(rest.first("hinge_x"), rest.first("hinge_y"), rest.first("hinge_z")) ==
          doctest::Approx(std::hypot(N, P - held)).epsilon(1e-6));
    // Of second order in the slope the beam gets shorter again.
    CHECK(rest.first("end") - 4 == doctest::Approx(N * 4 / 1e7).epsilon(1e-4));
    CHECK(std::abs(rest.first("height")) < 1e-12);
}

TEST_CASE("a beam on a hinge and a roller vibrates with the frequencies of a pinned beam, approached from above") {
    for (const int modes : {6, 16}) {
        CAPTURE(modes);
        const Scene scene = scene_from(
            beam_on_roller(on_line, R"("outputs": { "e": { "energy": "total" } })"),
            {"/bodies/beam/end_shapes=false", fmt::format(R"(/bodies/beam/modes={{"bending_z": {}}})", modes)});
        Warnings warnings;
        std::vector<double> f;
        for (const SystemMode& mode : compute_modes(scene, warnings))
            if (mode.frequency > 0.05) f.push_back(mode.frequency);
        REQUIRE(f.size() == static_cast<std::size_t>(modes));  // as many shapes and the hinge, less the roller
        for (int i = 1; i <= 3; ++i) {
            const double exact = std::pow(i * pi / 4, 2) * std::sqrt(1e5 / 10) / (2 * pi);
            const double error = f[static_cast<std::size_t>(i - 1)] / exact - 1;
            CAPTURE(i);
            CHECK(error > -1e-6);  // rounding of the linearisation
            CHECK(error < (modes == 6 ? 2e-2 : 2e-3));
        }
    }
}

}  // namespace ritz::testing::rollers
