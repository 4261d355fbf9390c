// Controllers on a mass: against closed forms, and against an independent integration of the loop.
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A lift of 2 kg along z under gravity with a controller of its height.
Recording run_lift(const std::string& controller, double end, const std::string& forces = "{}") {
    return run(scene_from(fmt::format(R"({{
        "gravity": [0, 0, -9.81], "time": {{ "end": {}, "output_step": 0.01 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 }},
        "bodies": {{ "lift": {{ "type": "rigid", "mass": 2 }} }},
        "joints": {{ "shaft": {{ "type": "prismatic", "parent": "world", "child": "lift" }} }},
        "forces": {},
        "controllers": {{ "height": {{ "joint": "shaft", "measure": {{ "joint": "shaft" }}, {} }} }},
        "outputs": {{ "z": {{ "joint": "shaft" }}, "v": {{ "joint": "shaft", "quantity": "rate" }}, "u": {{ "controller": "height" }} }} }})",
                                      end, forces, controller)));
}

constexpr double lift_mass = 2, lift_weight = lift_mass * 9.81;

}  // namespace

TEST_CASE("a PD controller holds a lift with the offset of its lift_weight") {
    const Recording motion = run_lift(R"("reference": 1, "kp": 200, "kd": 30)", 4);
    REQUIRE(motion.completed());
    // m z'' + kd z' + kp (z - 1) + m g = 0 from rest at 0
    const double rest = 1 - lift_weight / 200, delta = 30 / (2 * lift_mass),
                 w = std::sqrt(200 / lift_mass - delta * delta);
    const auto z = [&](double t) {
        return rest - rest * std::exp(-delta * t) * (std::cos(w * t) + delta / w * std::sin(w * t));
    };
    CHECK(motion.distance_to("z", z) < 1e-8);
    CHECK(motion.last("z") == doctest::Approx(rest).epsilon(1e-8));
    CHECK(motion.last("u") == doctest::Approx(lift_weight).epsilon(1e-8));
    CHECK(motion.result().energy_drift < 1e-8);
}

TEST_CASE("the integral part removes the offset") {
    const Recording motion = run_lift(R"("reference": 1, "kp": 200, "ki": 300, "kd": 40)", 15);
    // The slowest pole, near -ki/kp = -1.9, leaves e^-28.
    CHECK(std::abs(motion.last("z") - 1) < 1e-8);
    CHECK(motion.last("u") == doctest::Approx(lift_weight).epsilon(1e-7));
}

TEST_CASE("a filtered derivative follows the third-order loop it makes") {
    const double kp = 200, kd = 30, T = 0.05;
    const Recording motion = run_lift(R"j("reference": "sin(t)", "kp": 200, "kd": 30, "filter_time": 0.05)j", 3);
    // State z, v and the low-pass f of the error: f' = (e - f)/T, u = kp e + kd f'. Where f begins is the program's
    // choice: at the first error, or at zero. Here the first error is zero.
    Eigen::Vector3d y(0, 0, 0);
    const auto rate = [&](double t, const Eigen::Vector3d& s) {
        const double e = std::sin(t) - s[0], slope = (e - s[2]) / T;
        return Eigen::Vector3d(s[1], (kp * e + kd * slope - lift_weight) / lift_mass, slope);
    };
    const double h = 1e-4;  // classical Runge-Kutta: (h/T)⁵/120 a step
    std::vector<double> expected{0};
    for (int i = 0; i < 30000; ++i) {
        const double t = i * h;
        const Eigen::Vector3d k1 = rate(t, y), k2 = rate(t + h / 2, y + h / 2 * k1),
                              k3 = rate(t + h / 2, y + h / 2 * k2), k4 = rate(t + h, y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        if ((i + 1) % 100 == 0) expected.push_back(y[0]);
    }
    CHECK(motion.distance_to("z", [&](double t) { return expected[static_cast<std::size_t>(std::lround(t / 0.01))]; }) <
          1e-8);
}

TEST_CASE("anti-windup limits the overshoot of a saturated controller") {
    const std::string gains = R"("reference": 2, "kp": 60, "ki": 60, "kd": 25, "limits": [0, 25])";
    const auto overshoot = [](const Recording& motion) { return motion.peak("z").value - 2; };
    const Recording none = run_lift(gains + R"(, "windup_time": 1e6)", 12);  // as good as without
    const Recording stops = run_lift(gains, 12), back = run_lift(gains + R"(, "windup_time": 0.1)", 12);
    REQUIRE((none.completed() && stops.completed() && back.completed()));
    for (const Recording* each : {&none, &stops, &back}) {
        CHECK(each->largest("u") <= 25);
        CHECK(std::abs(each->last("z") - 2) < 0.1);
    }
    CHECK(overshoot(none) > 0.2);
    CHECK(overshoot(stops) < 0.5 * overshoot(none));
    CHECK(overshoot(back) < 0.5 * overshoot(none));
}

TEST_CASE("feed-forward makes a lift follow its trajectory exactly") {
    // u = m r'' + d r' + m g: the error begins at zero and stays there, whatever the gains.
    for (
        const char* profile :
        {R"({ "profile": "jerk_limited", "points": [0, 2, 0.5], "max_velocity": 1, "max_acceleration": 2, "max_jerk": 10 })",
         R"({ "profile": "trapezoidal", "points": [0, 2, 0.5], "max_velocity": 1, "max_acceleration": 2 })",
         R"({ "profile": "quintic", "points": [0, 2, 0.5], "durations": 1.5 })"}) {
        CAPTURE(profile);
        const auto trajectory = fmt::format(R"({{ "trajectory": {} }})", profile);
        const Recording motion = run_lift(
            fmt::format(
                R"("reference": {}, "kp": 50, "kd": 5, "feed_forward": {}, "velocity_feed_forward": 4, "acceleration_feed_forward": 2)",
                trajectory, lift_weight),
            5, R"({ "oil": { "type": "joint_friction", "joint": "shaft", "viscous": 4 } })");
        REQUIRE(motion.completed());
        // The same trajectory as a prescribed motion is its own definition.
        const Recording driven = run(scene_from(fmt::format(R"({{
            "gravity": [0, 0, -9.81], "time": {{ "end": 5, "output_step": 0.01 }}, "bodies": {{ "lift": {{ "type": "rigid", "mass": 2 }} }},
            "joints": {{ "shaft": {{ "type": "prismatic", "parent": "world", "child": "lift", "motion": {} }} }},
            "outputs": {{ "z": {{ "joint": "shaft" }}, "v": {{ "joint": "shaft", "quantity": "rate" }},
                         "u": {{ "joint": "shaft", "quantity": "force" }} }} }})",
                                                            trajectory)));
        CHECK(motion.distance_to("z", driven) < 1e-8);
        CHECK(motion.distance_to("v", driven) < 1e-8);
        CHECK(motion.last("z") == doctest::Approx(0.5).epsilon(1e-8));
        CHECK(driven.last("u") == doctest::Approx(lift_weight).epsilon(1e-9));
    }
}

TEST_CASE("a controller of a gantry shares its force between two drives, and the work of both is in the balance") {
    // Two carriages of 2 and 3 kg on one bridge rail each, driven 0.4 and -0.6 of the output of one PD controller.
    const Recording motion = run(scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 2, "output_step": 0.01 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 },
        "bodies": { "left": { "type": "rigid", "mass": 2 }, "right": { "type": "rigid", "mass": 3 } },
        "joints": { "l": { "type": "prismatic", "parent": "world", "child": "left" },
                    "r": { "type": "prismatic", "parent": "world", "child": "right" } },
        "controllers": { "drive": { "drives": [ { "joint": "l", "share": 0.4 }, { "joint": "r", "coordinate": "displacement", "share": -0.6 } ],
                                    "measure": { "joint": "l" }, "reference": 1, "kp": 50, "kd": 4 } },
        "outputs": { "l": { "joint": "l" }, "r": { "joint": "r" }, "u": { "controller": "drive" },
                     "on_r": { "joint": "r", "quantity": "force" } } })"));
    REQUIRE(motion.completed());
    // 2 l'' = 0.4 (50 (1 - l) - 4 l') from rest; the other is pushed by -1.5 times that, and has 1.5 times the mass.
    const double delta = 0.4 * 4 / (2 * 2.0), w = std::sqrt(0.4 * 50 / 2.0 - delta * delta);
    const auto l = [&](double t) { return 1 - std::exp(-delta * t) * (std::cos(w * t) + delta / w * std::sin(w * t)); };
    CHECK(motion.distance_to("l", l) < 1e-8);
    CHECK(motion.distance_to("r", [&](double t) { return -l(t); }) < 1e-8);
    CHECK(motion.distance_to("on_r", [&](double t) { return -0.6 * motion.at("u", t); }) < 1e-10);
    CHECK(motion.result().energy_drift < 1e-8);
    // Stiff: the implicit methods eliminate the feedback with its share.
    for (const char* method : {"sdirk", "rosenbrock", "bdf"}) {
        CAPTURE(method);
        const Recording same = run(scene_from(R"({
            "gravity": [0, 0, 0], "time": { "end": 2, "output_step": 0.01 },
            "bodies": { "left": { "type": "rigid", "mass": 2 }, "right": { "type": "rigid", "mass": 3 } },
            "joints": { "l": { "type": "prismatic", "parent": "world", "child": "left" },
                        "r": { "type": "prismatic", "parent": "world", "child": "right" } },
            "controllers": { "drive": { "drives": [ { "joint": "l", "share": 0.4 }, { "joint": "r", "share": -0.6 } ],
                                        "measure": { "joint": "l" }, "reference": 1, "kp": 50, "kd": 4 } },
            "outputs": { "l": { "joint": "l" }, "r": { "joint": "r" } } })",
                                              {integrator(method, 1e-7, 1e-9)}));
        REQUIRE(same.completed());
        CHECK(same.distance_to("l", l) < 1e-5);
    }
}
