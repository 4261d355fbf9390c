// Force elements against closed forms: springs, dampers, friction, stops, tables.
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A body of mass m on a prismatic joint along x (or z), with further members of the scene.
std::string on_rail(double mass, const std::string& joint, const std::string& gravity, double end,
                    const std::string& more) {
    return fmt::format(R"({{
        "gravity": {}, "time": {{ "end": {}, "output_step": 0.01 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 }},
        "bodies": {{ "block": {{ "type": "rigid", "mass": {} }} }},
        "joints": {{ "rail": {{ "type": "prismatic", "parent": "world", "child": "block", {} }} }},
        {},
        "outputs": {{ "x": {{ "joint": "rail" }}, "v": {{ "joint": "rail", "quantity": "rate" }},
                     "a": {{ "joint": "rail", "quantity": "acceleration" }}, "work": {{ "energy": "work" }} }} }})",
                       gravity, end, mass, joint, more);
}

/// x(t) of m x'' + d x' + k x = 0, underdamped.
std::function<double(double)> damped(double m, double d, double k, double x0, double v0) {
    const double delta = d / (2 * m), omega = std::sqrt(k / m - delta * delta);
    return [=](double t) {
        return std::exp(-delta * t) * (x0 * std::cos(omega * t) + (v0 + delta * x0) / omega * std::sin(omega * t));
    };
}

}  // namespace

TEST_CASE("a mass on a joint spring and damper follows the damped oscillation") {
    const Recording motion = run(scene_from(on_rail(
        2, R"("axis": [1, 0, 0], "position": 0.3, "rate": -1)", "[0, 0, 0]", 3,
        R"("forces": { "spring": { "type": "joint_spring", "joint": "rail", "stiffness": 50, "damping": 3, "position": 0.1 } })")));
    const auto x = damped(2, 3, 50, 0.2, -1);
    CHECK(motion.distance_to("x", [&](double t) { return 0.1 + x(t); }) < 1e-8);
    CHECK(motion.result().energy_drift < 1e-8);
    CHECK(motion.last("work") < -1);  // the damper took energy: at most ½ 2 1² + ½ 50 0.2² = 2 J
}

TEST_CASE("a mass on a spring between two points oscillates along their line") {
    const Recording motion = run(scene_from(on_rail(
        2, R"("axis": [1, 2, 2], "position": 1.3)", "[0, 0, 0]", 3,
        R"("forces": { "spring": { "type": "spring", "from": "world", "to": "block", "stiffness": 50, "damping": 3, "length": 1 } })")));
    const auto x = damped(2, 3, 50, 0.3, 0);
    CHECK(motion.distance_to("x", [&](double t) { return 1 + x(t); }) < 1e-8);
    CHECK(motion.result().energy_drift < 1e-8);
}

TEST_CASE("a body in a bushing oscillates in six directions at six frequencies") {
    // Small angles: the rotations decouple to first order, 1e-6 of them.
    const Recording motion = run(scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 2, "output_step": 0.01 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-14 },
        "bodies": { "block": { "type": "rigid", "mass": 2, "inertia": [0.2, 0.3, 0.4] } },
        "joints": { "fly": { "type": "free", "parent": "world", "child": "block", "position": [0.1, 0.2, -0.1, 1e-6, -2e-6, 1e-6] } },
        "forces": { "mount": { "type": "bushing", "from": "world", "to": "block",
            "stiffness": [50, 80, 120, 10, 20, 30], "damping": [3, 1, 2, 0.1, 0.2, 0.3] } },
        "outputs": { "x": { "joint": "fly", "coordinate": "x" }, "y": { "joint": "fly", "coordinate": "y" },
            "z": { "joint": "fly", "coordinate": "z" }, "rx": { "joint": "fly", "coordinate": "rotation_x" },
            "ry": { "joint": "fly", "coordinate": "rotation_y" }, "rz": { "joint": "fly", "coordinate": "rotation_z" } } })"));
    CHECK(motion.distance_to("x", damped(2, 3, 50, 0.1, 0)) < 1e-8);
    CHECK(motion.distance_to("y", damped(2, 1, 80, 0.2, 0)) < 1e-8);
    CHECK(motion.distance_to("z", damped(2, 2, 120, -0.1, 0)) < 1e-8);
    CHECK(motion.distance_to("rx", damped(0.2, 0.1, 10, 1e-6, 0)) < 1e-11);
    CHECK(motion.distance_to("ry", damped(0.3, 0.2, 20, -2e-6, 0)) < 1e-11);
    CHECK(motion.distance_to("rz", damped(0.4, 0.3, 30, 1e-6, 0)) < 1e-11);
}

TEST_CASE("friction stops a sliding block after v0²/2μg") {
    // Coulomb force μ m g, smoothed as tanh(v/vr): integrated exactly, the way is v0²/2μg + π²/12 vr²/μg, as
    // ∫ y (coth y - 1) dy = π²/12 from 0 to ∞ with y = v/vr.
    const double m = 2, mu = 0.3, g = 9.81, vr = 0.02;
    const Recording motion = run(scene_from(on_rail(
        m, R"("axis": [1, 0, 0], "rate": 3)", "[0, 0, -9.81]", 3,
        fmt::format(R"("forces": {{ "dry": {{ "type": "joint_friction", "joint": "rail", "coulomb": {}, "breakaway": {},
            "stribeck_rate": 0.1, "viscous": 0, "regularisation": {} }} }})",
                    mu * m * g, mu * m * g, vr))));
    REQUIRE(motion.completed());
    const double way = 9 / (2 * mu * g);
    CHECK(motion.last("x") == doctest::Approx(way + pi * pi / 12 * vr * vr / (mu * g)).epsilon(1e-7));
    CHECK(motion.last("x") == doctest::Approx(way).epsilon(1e-3));
    CHECK(std::abs(motion.last("v")) < 1e-9);
    CHECK(motion.last("work") == doctest::Approx(-0.5 * m * 9).epsilon(1e-8));
}

TEST_CASE("a block bounces between two stops with the period of flight and contact") {
    // Period 2 gap/v + 2 π sqrt(m/k).
    const double m = 2, k = 2e4, v = 1.5, gap = 0.6, contact = pi * std::sqrt(m / k), flight = gap / v;
    const Recording motion = run(scene_from(on_rail(
        m, R"("axis": [1, 0, 0], "rate": 1.5)", "[0, 0, 0]", 5,
        R"("forces": { "stops": { "type": "joint_stop", "joint": "rail", "lower": -0.3, "upper": 0.3, "stiffness": 2e4, "damping": 0 } })")));
    REQUIRE(motion.completed());
    const auto x = [&](double t) {
        double phase = std::fmod(t + flight / 2, 2 * (flight + contact));  // leaves the lower stop at phase 0
        double sign = 1;
        if (phase > flight + contact) {
            phase -= flight + contact;
            sign = -1;
        }
        const double w = std::sqrt(k / m);
        return sign * (phase < flight ? -gap / 2 + v * phase : gap / 2 + v / w * std::sin(w * (phase - flight)));
    };
    // The step that meets a contact is accepted at tolerance 1e-10 before the event is located in it; twenty contacts.
    CHECK(motion.distance_to("x", x) < 1e-6);
    CHECK(motion.result().events.size() > 15);  // two for each of at least ten contacts, less the last
    CHECK(motion.result().energy_drift < 1e-6);
}

TEST_CASE("a damped stop returns a block with the restitution of a contact that never pulls") {
    // Schwager & Pöschel 2007: e = exp(-(β/ω)(π - atan(2βω/(ω² - β²)))), β = d/2m, ω² = k/m - β².
    const double m = 2, d = 80, k = 2e4, beta = d / (2 * m), w = std::sqrt(k / m - beta * beta);
    const double e = std::exp(-beta / w * (pi - std::atan(2 * beta * w / (w * w - beta * beta))));
    const Recording motion = run(scene_from(on_rail(
        m, R"("axis": [1, 0, 0], "rate": 1.5)", "[0, 0, 0]", 0.4,
        R"("forces": { "stops": { "type": "joint_stop", "joint": "rail", "lower": -3, "upper": 0.3, "stiffness": 2e4, "damping": 80 } })")));
    REQUIRE(motion.completed());
    // Where the force reaches zero it has a kink, which is no event: the step control meets it at tolerance 1e-10.
    CHECK(motion.last("v") == doctest::Approx(-e * 1.5).epsilon(1e-7));
    CHECK(motion.result().energy_drift < 1e-7);
}

TEST_CASE("a table and an expression of the same function push alike") {
    const auto with_force = [](const std::string& force) {
        return run(scene_from(on_rail(
            2, R"("axis": [1, 0, 0])", "[0, 0, 0]", 2,
            fmt::format(R"("loads": {{ "push": {{ "type": "motor", "joint": "rail", "force": {} }} }})", force))));
    };
    // A spline with not-a-knot ends reproduces a cubic, linear pieces a broken line.
    const Recording cubic = with_force(R"("1 - 2*t + 3*t^2 - t^3")");
    const Recording spline = with_force(
        R"({ "table": { "t": [0, 0.4, 0.9, 1.3, 2], "value": [1, 0.616, 0.901, 1.273, 1], "interpolation": "spline" } })");
    CHECK(spline.distance_to("x", cubic) < 1e-8);
    CHECK(cubic.distance_to("x", [](double t) {
        return (t * t / 2 - std::pow(t, 3) / 3 + std::pow(t, 4) / 4 - std::pow(t, 5) / 20) / 2;
    }) < 1e-8);
    const Recording broken = with_force(R"("t < 1 ? 3*t : 6 - 3*t")");
    const Recording linear = with_force(R"({ "table": { "t": [0, 1, 2], "value": [0, 3, 0] } })");
    CHECK(linear.distance_to("x", broken) < 1e-8);
    CHECK(linear.at("x", 2) == doctest::Approx(1.5).epsilon(1e-8));  // symmetric about 1 s: v(2) (2 - 1)
}

TEST_CASE("a spring with a table of forces equals the linear spring it tabulates") {
    const auto with_law = [](const std::string& law) {
        return run(scene_from(on_rail(
            2, R"("axis": [1, 0, 0], "position": 0.3)", "[0, 0, 0]", 2,
            fmt::format(R"("forces": {{ "spring": {{ "type": "joint_spring", "joint": "rail", {}, "damping": 1 }} }})",
                        law))));
    };
    const Recording table = with_law(R"("table": { "x": [-1, 0, 1], "value": [-50, 0, 50] })");
    CHECK(table.distance_to("x", damped(2, 1, 50, 0.3, 0)) < 1e-8);
    CHECK(table.result().energy_drift < 1e-8);
}
