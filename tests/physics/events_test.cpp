// Where the equations change their form: ends of tracks, contacts that open, monitors.
#include <numbers>

#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A block on a straight rail in the world, 2 m long, falling by 30 degrees.
Recording run_on_rail(const std::string& start, const std::string& method) {
    return run(scene_from(fmt::format(R"({{
        "gravity": [0, 0, -9.81], "time": {{ "end": 5, "output_step": 0.01 }},
        "bodies": {{ "block": {{ "type": "rigid", "mass": 3 }} }},
        "world": {{ "tracks": {{ "rail": {{ "points": [[0, 0, 0], [0.8660254037844387, 0, -0.5], [1.7320508075688772, 0, -1]] }} }} }},
        "joints": {{ "slide": {{ "type": "slide", "parent": "world", "track": "rail", "child": "block", {} }} }},
        "outputs": {{ "s": {{ "joint": "slide" }}, "v": {{ "joint": "slide", "quantity": "rate" }} }} }})",
                                      start),
                          {integrator(method, 1e-9, 1e-11)}));
}

bool stays_within(const std::vector<double>& values, double lower, double upper) {
    return std::all_of(values.begin(), values.end(), [&](double v) { return v >= lower && v <= upper; });
}

}  // namespace

TEST_CASE("reaching the end of a track ends the run at that time, with the reason, and never beyond the track") {
    for (const char* method : {"adams", "erk", "sdirk", "bdf", "generalized_alpha", "rosenbrock", "ida"}) {
        CAPTURE(method);
        const Recording down = run_on_rail(R"("position": 0.5)", method);
        CHECK(down.result().status == RunStatus::stopped);
        CHECK(down.result().reason.find("slide") != std::string::npos);
        CHECK(down.result().reason.find("end of its track") != std::string::npos);
        // 1.5 m at g/2; second-order methods reach about 1e-6 at this tolerance
        CHECK(down.result().simulated_time == doctest::Approx(std::sqrt(2 * 1.5 / (9.81 / 2))).epsilon(1e-6));
        CHECK(stays_within(down.column("s"), 0, 2));
        const Recording up = run_on_rail(R"("position": 0.5, "rate": -4)", method);
        CHECK(up.result().status == RunStatus::stopped);
        CHECK(up.result().reason.find("start of its track") != std::string::npos);
        CHECK(up.result().simulated_time ==
              doctest::Approx((4 - std::sqrt(16 - 9.81 * 0.5)) / (9.81 / 2)).epsilon(1e-6));
        CHECK(stays_within(up.column("s"), 0, 2));
    }
}

TEST_CASE("a mass that runs off an elastic beam ends the run at the beam's end") {
    const Recording motion = run(example("sliding_mass_5modes", {"/joints/slide/rate=6"}));
    CHECK(motion.result().status == RunStatus::stopped);
    CHECK(motion.result().reason.find("end of its track") != std::string::npos);
    CHECK(stays_within(motion.column("mass.s"), 0, 15));
    CHECK(motion.result().simulated_time > 1.5);
    CHECK(motion.result().simulated_time < 3.5);  // 13 m at about 6 m/s, with a hollow on the way
}

TEST_CASE("a stop before the end of a track holds the mass on it") {
    const Recording motion = run(scene_from(R"({
        "gravity": [0, 0, -9.81], "time": { "end": 3, "output_step": 0.01 },
        "bodies": { "block": { "type": "rigid", "mass": 3 } },
        "world": { "tracks": { "rail": { "points": [[0, 0, 0], [0.8660254037844387, 0, -0.5], [1.7320508075688772, 0, -1]] } } },
        "joints": { "slide": { "type": "slide", "parent": "world", "track": "rail", "child": "block", "position": 0.5 } },
        "forces": { "buffer": { "type": "joint_stop", "joint": "slide", "lower": 0.1, "upper": 1.8, "stiffness": 1e4, "damping": 100 } },
        "outputs": { "s": { "joint": "slide" } } })"));
    CHECK(motion.completed());
    CHECK(motion.peak("s").value < 2);
    CHECK(motion.last("s") == doctest::Approx(1.8 + 3 * 9.81 / 2 / 1e4).epsilon(0.01));  // comes to rest in it
}

TEST_CASE("a mass thrown up by a one-sided spring lifts off and lands when the closed form says") {
    // From rest at depth h below the spring's free length: z = l - m g/k + A cos ωt, A = -(h - m g/k). It lifts off at
    // z = l with v² = k h²/m - 2 g h, flies for 2 v/g, and the contact repeats.
    const double m = 2, k = 1000, h = 0.1, g = 9.81, w = std::sqrt(k / m), rest = m * g / k;
    const double amplitude = h - rest, lift_off = (pi - std::acos(rest / amplitude)) / w;
    const double v = std::sqrt(k / m * h * h - 2 * g * h), landing = lift_off + 2 * v / g;
    for (const char* method : {"adams", "erk", "sdirk", "ida"}) {
        CAPTURE(method);
        const Recording motion = run(scene_from(R"({
            "gravity": [0, 0, -9.81], "time": { "end": 1, "output_step": 0.005 },
            "bodies": { "block": { "type": "rigid", "mass": 2 } },
            "joints": { "rail": { "type": "prismatic", "parent": "world", "child": "block", "position": 0.9 } },
            "forces": { "jack": { "type": "spring", "from": "world", "to": "block", "stiffness": 1000, "length": 1, "sides": "compression" } },
            "outputs": { "z": { "joint": "rail" } } })",
                                                {integrator(method, 1e-10, 1e-12, R"("max_step": 0.02)")}));
        REQUIRE(motion.completed());
        const double period = landing + lift_off;  // falls back to the same depth
        const auto z = [&](double t) {
            double phase = std::fmod(t, period);
            if (phase > period / 2) phase = period - phase;  // symmetric about the top of the flight
            const double after = phase - lift_off;
            return after < 0 ? 1 - rest - amplitude * std::cos(w * phase) : 1 + v * after - g * after * after / 2;
        };
        CHECK(motion.distance_to("z", z) < 1e-7);
        REQUIRE(motion.result().events.size() >= 2);
        const auto time_of = [&](std::size_t i) { return std::stod(motion.result().events[i].substr(4)); };
        CHECK(std::abs(time_of(0) - lift_off) < 1e-7);
        CHECK(std::abs(time_of(1) - landing) < 1e-7);
    }
}

TEST_CASE("a contact is not missed by one long step of a free flight") {
    // The same jack without a limit for the step: in free flight a method of high order may step far beyond the
    // contact, and beyond the spring's other side. The run looks inside its steps where there are contacts.
    const Recording motion = run(scene_from(R"({
        "gravity": [0, 0, -9.81], "time": { "end": 1, "output_step": 0.005 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-10, "absolute_tolerance": 1e-12 },
        "bodies": { "block": { "type": "rigid", "mass": 2 } },
        "joints": { "rail": { "type": "prismatic", "parent": "world", "child": "block", "position": 0.9 } },
        "forces": { "jack": { "type": "spring", "from": "world", "to": "block", "stiffness": 1000, "length": 1, "sides": "compression" } },
        "outputs": { "z": { "joint": "rail" } } })"));
    CHECK(motion.result().events.size() >= 4);
    CHECK(motion.last("z") > 0.5);
}

TEST_CASE("the output step changes neither the motion nor what is touched on the way") {
    // Thrown up against a stiff stop 5 mm below the top of its flight, it is thrown back with the speed of its arrival.
    const double v = 10, g = 9.81, top = v * v / (2 * g), c = 1e6, m = 2, gap = 5e-3;
    const double speed = std::sqrt(2 * g * gap), omega = std::sqrt(c / m);
    // In contact the force of the spring and of gravity both push back: x'' = -ω²x - g from speed v to -v.
    const double phase = std::atan(speed * omega / g), contact = 2 * phase / omega;
    const double end = 2 * (v - speed) / g + contact;
    for (const char* method : {"adams", "erk", "sdirk", "bdf", "generalized_alpha", "rosenbrock", "ida"})
        for (const double outputs : {1.0, 1e-3}) {
            CAPTURE(std::string(method));
            CAPTURE(outputs);
            const Recording flight =
                run(scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81], "time": {{"end": {0}, "output_step": {1}}},
                    "bodies": {{"ball": {{"type": "rigid", "mass": 2}}}},
                    "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "ball", "rate": 10}}}},
                    "forces": {{"stop": {{"type": "joint_stop", "joint": "j", "lower": -100, "upper": {2}, "stiffness": 1e6}}}},
                    "outputs": {{"z": {{"joint": "j"}}, "v": {{"joint": "j", "quantity": "rate"}}}}}})",
                                           end, std::min(outputs, end), top - gap),
                               {integrator(method, 1e-8, 1e-10)}));
            REQUIRE(flight.completed());
            CHECK(flight.result().events.size() == 2);
            const double allowed = std::string(method) == "bdf" || std::string(method) == "generalized_alpha" ||
                                           std::string(method) == "rosenbrock"
                                       ? 1e-3
                                       : 1e-5;
            CHECK(std::abs(flight.last("v") + v) < allowed);
            CHECK(std::abs(flight.last("z")) < allowed);
        }
}

TEST_CASE("a stiff stop throws back what falls on it by every method, also where another body has most of the energy") {
    // From 20 m onto 1e8 N/m: contacts of 0.3 ms. By energy it comes up again to 20 m, 2 s after the touch.
    const double fall = std::sqrt(2 * 20 / 9.81), v = 9.81 * fall, omega = 1e4;
    const double contact = (std::numbers::pi + 2 * std::atan(9.81 / (omega * v))) / omega;
    const double end = 5, flight = end - fall - contact, x = v * flight - 9.81 / 2 * flight * flight;
    for (const std::string method : {"adams", "erk", "sdirk", "bdf", "generalized_alpha", "rosenbrock", "ida"}) {
        CAPTURE(method);
        const Recording drop = run(scene_from(fmt::format(
            R"({{"gravity": [0, 0, -9.81], "time": {{"end": 5, "output_step": 0.5}}, "integrator": {{"method": "{}"}},
                "bodies": {{"ball": {{"type": "rigid", "mass": 1}}, "block": {{"type": "rigid", "mass": 1000}}}},
                "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "ball", "position": 20}},
                            "k": {{"type": "prismatic", "parent": "world", "child": "block", "position": 100}}}},
                "forces": {{"stop": {{"type": "joint_stop", "joint": "j", "lower": 0, "upper": 1e3, "stiffness": 1e8}}}},
                "outputs": {{"x": {{"joint": "j"}}}}}})",
            method)));
        REQUIRE(drop.completed());
        CHECK(drop.result().warnings.empty());
        CHECK(drop.result().events.size() == 2);
        CHECK(std::abs(drop.last("x") - x) < 1e-4 * x);  // a hundred tolerances
    }
}

TEST_CASE("a vibration that grazes a stop is thrown back each time") {
    // Amplitude 1 on a spring of 1 N/m; the stop stands 3e-4 before the turn, for √(6e-4) rad on either side of it.
    // An error ε of the amplitude changes that angle by ε/√(6e-4), six times in three turns: 250 ε, at ε of 1e-5.
    const double d = 3e-4, half = std::acos(1 - d), end = 20;
    for (const std::string method : {"adams", "erk", "sdirk", "bdf", "generalized_alpha", "rosenbrock", "ida"}) {
        CAPTURE(method);
        const Recording graze = run(scene_from(fmt::format(
            R"({{"gravity": [0, 0, 0], "time": {{"end": {}, "output_step": {}}},
                "integrator": {{"method": "{}"}},
                "bodies": {{"ball": {{"type": "rigid", "mass": 1}}}},
                "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "ball", "position": 1}}}},
                "forces": {{"spring": {{"type": "joint_spring", "joint": "j", "stiffness": 1}},
                            "stop": {{"type": "joint_stop", "joint": "j", "lower": {}, "upper": 1e3, "stiffness": 1e8}}}},
                "outputs": {{"x": {{"joint": "j"}}}}}})",
            end, end, method, -1 + d)));
        REQUIRE(graze.completed());
        CHECK(graze.result().events.size() == 6);  // three turns in 20 s, one period being shorter by 2 half
        const double contact = 2 * std::atan(std::sin(half) * 1e4) / 1e4;  // nearly half a period of the stop
        CHECK(std::abs(graze.last("x") - std::cos(end + 3 * (2 * half - contact))) < 4e-3);
    }
}

TEST_CASE("a balance is judged by the energies of the motion, not by those at a few outputs") {
    // Back at its start at the only output, where it has next to no energy: an error of the tolerance is no broken
    // balance.
    const Recording turn =
        run(scene_from(R"({"gravity": [0, 0, -9.81], "time": {"end": 2.00708, "output_step": 2.00708},
        "integrator": {"method": "adams", "relative_tolerance": 1e-4}, "bodies": {"rod": {"type": "rigid", "mass": 1, "center": [1, 0, 0]}},
        "joints": {"j": {"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "rod", "position": 1.5}},
        "outputs": {"a": {"joint": "j"}}})"));
    CHECK(turn.completed());
}

TEST_CASE("a monitor stops the run soon after its limit is passed") {
    const Recording motion = run(
        example("pendulum",
                {R"(/monitors={"low": {"quantity": {"frame": "pendulum.tip", "component": "y"}, "below": -0.5}})"}));
    CHECK(motion.result().status == RunStatus::stopped);
    CHECK(motion.result().reason.find("low") != std::string::npos);
    // y = -0.5 at θ = 60° from the vertical, v² = 2 g 0.5: within one step of that
    const double k = std::sqrt(0.5);
    const auto height = [&](double t) {  // sin(θ/2) = -k cd(ω0 t)
        const JacobiFunctions j = jacobi(std::sqrt(9.81) * t, k);
        return -1 + 2 * std::pow(k * j.cn / j.dn, 2);
    };
    const double passed = bisect([&](double t) { return height(t) + 0.5; }, 0, 0.5);
    CHECK(motion.result().simulated_time >= passed);
    CHECK(motion.result().simulated_time < passed + 0.02);  // 600 steps in 10 s
}
