// Gears and couplers between coordinates of joints, against the equations of their shafts.
#include "core/errors.hpp"
#include "engine/simulation/modes.hpp"
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace ritz::testing::couplings {
namespace {

constexpr double J1 = 2, J2 = 0.5, J3 = 0.25, T = 3, n = -2;

/// Shafts a, b and c about z, and what else there is.
std::string shafts(const std::string& couplings, const std::string& more, const std::string& a = "") {
    return fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": 2, "output_step": 0.1 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 }},
        "bodies": {{ "one": {{ "type": "rigid", "mass": 1, "inertia": [1, 1, {}] }},
                    "two": {{ "type": "rigid", "mass": 1, "inertia": [1, 1, {}] }},
                    "three": {{ "type": "rigid", "mass": 1, "inertia": [1, 1, {}] }} }},
        "joints": {{ "a": {{ "type": "revolute", "parent": "world", "child": "one"{} }},
                    "b": {{ "type": "revolute", "parent": {{ "body": "world", "position": [1, 0, 0] }}, "child": "two" }},
                    "c": {{ "type": "revolute", "parent": {{ "body": "world", "position": [2, 0, 0] }}, "child": "three" }} }},
        "couplings": {{ {} }},
        {}
        "outputs": {{ "a": {{ "joint": "a" }}, "b": {{ "joint": "b" }}, "c": {{ "joint": "c" }},
                     "drive": {{ "joint": "a", "quantity": "force" }},
                     "on_a": {{ "coupling": "pair", "on": {{ "joint": "a" }} }},
                     "on_b": {{ "coupling": "pair", "on": {{ "joint": "b" }} }},
                     "error": {{ "loop_error": "pair" }} }} }})",
                       J1, J2, J3, a, couplings, more);
}

const std::string motor = R"("loads": { "motor": { "type": "motor", "joint": "a", "torque": 3 } },)";

std::string gear(const std::string& name, const std::string& first, const std::string& second, double ratio,
                 const std::string& more = "") {
    return fmt::format(
        R"("{}": {{ "type": "gear", "first": {{ "joint": "{}" }}, "second": {{ "joint": "{}" }}, "ratio": {}{} }})",
        name, first, second, ratio, more);
}

}  // namespace

TEST_CASE("two geared shafts accelerate by T/(J1 + n² J2), and the teeth carry n J2 times that, by every method") {
    const double alpha = T / (J1 + n * n * J2);
    for (const char* method : {"adams", "bdf", "erk", "sdirk", "ida", "generalized_alpha", "rosenbrock"}) {
        CAPTURE(method);
        const Recording motion =
            run(scene_from(shafts(gear("pair", "a", "b", n), motor), {integrator(method, 1e-8, 1e-9)}));
        REQUIRE(motion.completed());
        CHECK(motion.distance_to("a", [&](double t) { return 0.5 * alpha * t * t; }) < 1e-6);
        CHECK(motion.distance_to("b", [&](double t) { return 0.5 * n * alpha * t * t; }) < 1e-6);
        CHECK(motion.distance_to("on_b", [&](double) { return J2 * n * alpha; }) < 1e-9);
        CHECK(motion.distance_to("on_a", [&](double) { return J1 * alpha - T; }) < 1e-9);
        CHECK(motion.largest("error") < 1e-6);
        CHECK(motion.largest("c") == 0);
        CHECK(motion.result().energy_drift < 1e-6);
    }
}

TEST_CASE("a gear keeps the offset of the initial positions, or moves them to the one that is given") {
    const std::string start = R"(, "position": 0.5, "rate": 0.1)";
    const Recording kept = run(scene_from(shafts(gear("pair", "a", "b", n), motor, start)));
    CHECK(kept.first("a") == 0.5);
    CHECK(kept.first("b") == 0);
    const Recording moved = run(scene_from(shafts(gear("pair", "a", "b", n, R"(, "offset": 0.2)"), motor, start)));
    CHECK(moved.first("b") - n * moved.first("a") == doctest::Approx(0.2).epsilon(1e-12));
    // The shortest way in the sense of the masses: J1 δa : J2 δb as the reactions, -n : 1.
    const double missing = 0.2 + n * 0.5, share = n * n / J1 + 1 / J2;
    CHECK(moved.first("a") - 0.5 == doctest::Approx(-n / J1 * missing / share).epsilon(1e-10));
}

TEST_CASE("a rack falls against the inertia of its pinion") {
    const double m = 3, J = 0.02, r = 0.1, a = 9.81 * m / (m + J / (r * r));
    const Recording motion = run(scene_from(fmt::format(R"({{
        "gravity": [0, 0, -9.81], "time": {{ "end": 1, "output_step": 0.1 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 }},
        "bodies": {{ "pinion": {{ "type": "rigid", "mass": 1, "inertia": [1, 1, {}] }}, "rack": {{ "type": "rigid", "mass": {} }} }},
        "joints": {{ "shaft": {{ "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "pinion" }},
                    "guide": {{ "type": "prismatic", "parent": "world", "child": "rack", "position": 4 }} }},
        "couplings": {{ "teeth": {{ "type": "gear", "first": {{ "joint": "shaft" }}, "second": {{ "joint": "guide" }}, "ratio": {} }} }},
        "outputs": {{ "z": {{ "joint": "guide" }}, "angle": {{ "joint": "shaft" }},
                     "force": {{ "coupling": "teeth", "on": {{ "joint": "guide" }} }} }} }})",
                                                        1.0, m, r),
                                            {"/bodies/pinion/inertia=[1, 0.02, 1]"}));
    REQUIRE(motion.completed());
    CHECK(motion.distance_to("z", [&](double t) { return 4 - 0.5 * a * t * t; }) < 1e-8);
    CHECK(motion.distance_to("angle", [&](double t) { return -0.5 * a * t * t / r; }) < 1e-7);
    CHECK(motion.distance_to("force", [&](double) { return m * (9.81 - a); }) < 1e-9);
    CHECK(motion.result().energy_drift < 1e-8);
}

TEST_CASE("a differential shares the torque of its carrier evenly between two different wheels") {
    // b + c - 2 a = 0: J2 β = λ, J3 γ = λ, J1 α = T - 2λ.
    const double lambda = 2 * T / J1 / (1 / J2 + 1 / J3 + 4 / J1);
    const Recording motion = run(scene_from(
        shafts(R"("pair": { "type": "coupler", "terms": [ { "joint": "b", "factor": 1 }, { "joint": "c", "factor": 1 },
                                                    { "joint": "a", "coordinate": "angle", "factor": -2 } ] })",
               motor)));
    REQUIRE(motion.completed());
    CHECK(motion.distance_to("b", [&](double t) { return 0.5 * lambda / J2 * t * t; }) < 1e-8);
    CHECK(motion.distance_to("c", [&](double t) { return 0.5 * lambda / J3 * t * t; }) < 1e-8);
    CHECK(motion.distance_to("a", [&](double t) { return 0.5 * (T - 2 * lambda) / J1 * t * t; }) < 1e-8);
    CHECK(motion.distance_to("on_b", [&](double) { return lambda; }) < 1e-10);
    CHECK(motion.distance_to("on_a", [&](double) { return -2 * lambda; }) < 1e-10);
}

TEST_CASE("a prescribed shaft drives the one that is geared to it, and its drive feels both inertias") {
    for (const char* method : {"adams", "ida", "sdirk"}) {
        CAPTURE(method);
        const Recording motion = run(scene_from(shafts(gear("pair", "a", "b", n), "", R"(, "motion": "0.3 + 0.5*t^2")"),
                                                {integrator(method, 1e-8, 1e-10)}));
        REQUIRE(motion.completed());
        CHECK(motion.distance_to("b", [&](double t) { return 0.5 * n * t * t; }) < 1e-6);
        CHECK(motion.distance_to("drive", [&](double) { return J1 + n * n * J2; }) < 1e-9);
        CHECK(motion.result().energy_drift < 1e-6);
    }
}

TEST_CASE("a closed gear train that fits moves as an open one; one that does not fit locks, or is refused") {
    const std::string open = gear("pair", "a", "b", n) + ", " + gear("second", "b", "c", 3);
    const double alpha = T / (J1 + n * n * J2 + 9 * n * n * J3);
    for (const char* method : {"adams", "ida", "sdirk"}) {
        CAPTURE(method);
        const Overrides how = {integrator(method, 1e-8, 1e-10)};
        const Recording fits = run(scene_from(shafts(open + ", " + gear("third", "a", "c", 3 * n), motor), how));
        REQUIRE(fits.completed());
        CHECK(fits.distance_to("a", [&](double t) { return 0.5 * alpha * t * t; }) < 1e-6);
        const Recording locks = run(scene_from(shafts(open + ", " + gear("third", "a", "c", 5), motor), how));
        REQUIRE(locks.completed());
        CHECK(locks.largest("a") < 1e-9);
    }
    const Scene wrong = scene_from(
        shafts(gear("pair", "a", "b", n, R"(, "offset": 0)") + ", " + gear("again", "a", "b", n, R"(, "offset": 0.1)"),
               motor));
    CHECK_THROWS_WITH_AS(run(wrong), doctest::Contains("this coupling contradicts the others"), InputError);
}

TEST_CASE("a gear train holds its ratio after sixteen thousand turns to the rounding of its angles") {
    for (const char* method : {"adams", "erk", "ida"}) {
        CAPTURE(method);
        const Recording motion = run(scene_from(
            shafts(gear("pair", "a", "b", n), "", R"(, "rate": 1000)"),
            {integrator(method, 1e-7, 1e-8), "/joints/b/rate=-2000", "/time/end=100", "/time/output_step=10"}));
        REQUIRE(motion.completed());
        CHECK(motion.last("a") == doctest::Approx(1e5).epsilon(1e-6));
        CHECK(std::abs(motion.last("b") / motion.last("a") - n) < 1e-12);
    }
}

TEST_CASE("geared wheels on a bending beam in free flight keep energy") {
    const Recording motion = run(scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 1, "output_step": 0.01 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 },
        "bodies": { "beam": { "type": "beam", "length": 2, "ends": "free-free", "modes": { "bending_y": 2, "bending_z": 2, "torsion": 1 },
                        "law": { "EA": 1e5, "EIy": 50, "EIz": 60, "GJ": 40, "mass_per_length": 2, "rho_Iy": 0.01, "rho_Iz": 0.01 },
                        "initial": { "q": [0.01, 0, 0.02, 0, 0.01] } },
                    "left": { "type": "rigid", "mass": 0.5, "center": [0.05, 0, 0], "inertia": [0.1, 0.1, 0.2] },
                    "right": { "type": "rigid", "mass": 0.8, "inertia": [0.2, 0.1, 0.1] } },
        "joints": { "fly": { "type": "free", "parent": "world", "child": "beam", "rate": [0, 0, 0, 1, 2, -1] },
                    "l": { "type": "revolute", "axis": [0, 1, 1], "parent": "beam.start", "child": "left", "rate": 20 },
                    "r": { "type": "revolute", "axis": [1, 1, 0], "parent": "beam.end", "child": "right", "rate": 60 } },
        "couplings": { "belt": { "type": "gear", "first": { "joint": "l" }, "second": { "joint": "r" }, "ratio": 3 } },
        "outputs": { "l": { "joint": "l" }, "r": { "joint": "r" }, "belt": { "coupling": "belt", "on": { "joint": "r" } } } })"));
    REQUIRE(motion.completed());
    CHECK(motion.result().energy_drift < 1e-8);
    CHECK(motion.largest("belt") > 1e-2);  // it is needed
    CHECK(motion.distance_to("r", [&](double t) { return 3 * motion.at("l", t); }) < 1e-9);
}

TEST_CASE("a weight on a rack rests and vibrates on the spring of its pinion") {
    const double k = 40, r = 0.2, m = 5, J = 0.3;
    const Scene scene = scene_from(R"({
        "gravity": [0, 0, -9.81], "time": { "end": 0.1, "output_step": 0.1 }, "start": { "static_equilibrium": true },
        "bodies": { "pinion": { "type": "rigid", "mass": 1, "inertia": [1, 1, 0.3] }, "rack": { "type": "rigid", "mass": 5 } },
        "joints": { "shaft": { "type": "revolute", "parent": "world", "child": "pinion" },
                    "guide": { "type": "prismatic", "parent": "world", "child": "rack" } },
        "couplings": { "teeth": { "type": "gear", "first": { "joint": "shaft" }, "second": { "joint": "guide" }, "ratio": 0.2 } },
        "forces": { "coil": { "type": "joint_spring", "joint": "shaft", "stiffness": 40 } },
        "outputs": { "z": { "joint": "guide" }, "angle": { "joint": "shaft" }, "force": { "coupling": "teeth", "on": { "joint": "guide" } } } })");
    const Recording rest = run(scene);
    REQUIRE(rest.completed());
    CHECK(rest.first("angle") == doctest::Approx(-m * 9.81 * r / k).epsilon(1e-10));
    CHECK(rest.last("z") == doctest::Approx(-m * 9.81 * r * r / k).epsilon(1e-8));
    CHECK(rest.first("force") == doctest::Approx(m * 9.81).epsilon(1e-9));
    Warnings warnings;
    const std::vector<SystemMode> modes = compute_modes(scene, warnings);
    REQUIRE(modes.size() == 1);
    CHECK(modes[0].frequency == doctest::Approx(std::sqrt(k / (J + m * r * r)) / (2 * pi)).epsilon(1e-6));
}

}  // namespace ritz::testing::couplings
