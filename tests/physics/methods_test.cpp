// One motion by every integrator: agreement within tolerances, orders of the fixed-step methods, errors that follow the
// tolerance.
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A soft bar on a hinge: swing at 4 rad/s, bending up to 120 rad/s.
Scene soft_pendulum(const std::string& integrator, double end = 0.5) {
    return scene_from(R"({
        "gravity": [0, 0, -9.81], "time": { "end": 0.5, "output_step": 0.01 },
        "bodies": { "bar": { "type": "beam", "length": 1, "ends": "clamped-free", "modes": { "bending_z": 2 },
            "law": { "EA": 1e4, "EIy": 5, "EIz": 5, "mass_per_length": 1 } } },
        "joints": { "hinge": { "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "bar.start" } },
        "outputs": { "angle": { "joint": "hinge" }, "x": { "frame": "bar.end", "component": "x" },
                     "z": { "frame": "bar.end", "component": "z" }, "w": { "deflection": "bar.end", "component": "z" } } })",
                      {integrator, fmt::format("/time/end={}", end)});
}

std::string fixed_step(const std::string& method, double h) {
    return fmt::format(R"(/integrator={{"method": "{}", "fixed_step": {}{}}})", method, h,
                       method == "generalized_alpha" ? R"(, "spectral_radius": 1)" : "");
}

const Recording& exact_pendulum() {
    static const Recording reference = run(soft_pendulum(integrator("erk", 1e-13, 1e-14)));
    return reference;
}

double end_error(const Recording& motion) {
    return std::hypot(motion.last("x") - exact_pendulum().last("x"), motion.last("z") - exact_pendulum().last("z"));
}

struct MethodCase {
    std::string method;
    double tolerance;
    double bound;  // of the error, in multiples of the tolerance
};

}  // namespace

TEST_CASE("all six methods move the elastic pendulum alike") {
    // Local errors are held at the tolerance; over some hundred steps (multistep, high order) to several thousand
    // (second order) they add up.
    for (const MethodCase& c :
         {MethodCase{"adams", 1e-9, 30}, MethodCase{"erk", 1e-9, 10}, MethodCase{"sdirk", 1e-8, 50},
          MethodCase{"bdf", 1e-7, 500}, MethodCase{"ida", 1e-8, 50}, MethodCase{"generalized_alpha", 1e-7, 300},
          MethodCase{"rosenbrock", 1e-7, 300}}) {
        CAPTURE(c.method);
        const Recording motion = run(soft_pendulum(integrator(c.method, c.tolerance, c.tolerance / 10)));
        REQUIRE(motion.completed());
        for (const char* name : {"angle", "x", "z", "w"})
            CHECK(motion.distance_to(name, exact_pendulum()) < c.bound * c.tolerance);
    }
}

TEST_CASE("all six methods move the four-bar linkage alike and keep its loop closed") {
    const auto scene = [](const std::string& how) { return example("four_bar", {"/time/end=2", how}); };
    const Recording reference = run(scene(integrator("erk", 1e-12, 1e-13)));
    REQUIRE(reference.completed());
    // Bounds as above; the crank turns by some radians and carries the error of its rate along.
    for (const MethodCase& c :
         {MethodCase{"adams", 1e-9, 100}, MethodCase{"erk", 1e-9, 50}, MethodCase{"sdirk", 1e-8, 200},
          MethodCase{"bdf", 1e-7, 1000}, MethodCase{"ida", 1e-8, 100}, MethodCase{"generalized_alpha", 1e-7, 500},
          MethodCase{"rosenbrock", 1e-7, 500}}) {
        CAPTURE(c.method);
        const Recording motion = run(scene(integrator(c.method, c.tolerance, c.tolerance / 10)));
        REQUIRE(motion.completed());
        for (const char* name : {"crank.angle", "rocker.angle", "coupler.x", "coupler.y"}) {
            CAPTURE(name);
            CHECK(motion.distance_to(name, reference) < c.bound * c.tolerance);
        }
        CHECK(motion.largest("loops.error") < 10 * c.tolerance);  // at the outputs, between two projected steps
    }
}

TEST_CASE("a mass on a spring oscillates within the tolerance by every method") {
    // An oscillator is what a Newton iteration with an old matrix, or a method that damps, gets wrong. Half a second is
    // eleven radians. Bounds in multiples of the tolerance: the error of a few hundred steps, some thousands at order
    // two.
    const double w = std::sqrt(500.0), rest = 1 - 9.81 / 500, v = -1.743;
    const auto z = [&](double t) { return rest + 9.81 / 500 * std::cos(w * t) + v / w * std::sin(w * t); };
    for (const MethodCase& c :
         {MethodCase{"adams", 1e-9, 100}, MethodCase{"erk", 1e-9, 10}, MethodCase{"sdirk", 1e-6, 200},
          MethodCase{"sdirk", 1e-8, 200}, MethodCase{"sdirk", 1e-10, 200}, MethodCase{"bdf", 1e-7, 1000},
          MethodCase{"ida", 1e-9, 100}, MethodCase{"generalized_alpha", 1e-7, 1000},
          MethodCase{"rosenbrock", 1e-7, 1000}}) {
        CAPTURE(c.method);
        CAPTURE(c.tolerance);
        const Recording motion = run(scene_from(R"({
            "gravity": [0, 0, -9.81], "time": { "end": 0.5, "output_step": 0.005 },
            "bodies": { "block": { "type": "rigid", "mass": 2 } },
            "joints": { "rail": { "type": "prismatic", "parent": "world", "child": "block", "position": 1, "rate": -1.743 } },
            "forces": { "jack": { "type": "spring", "from": "world", "to": "block", "stiffness": 1000, "length": 1 } },
            "outputs": { "z": { "joint": "rail" } } })",
                                                {integrator(c.method, c.tolerance, c.tolerance / 100)}));
        REQUIRE(motion.completed());
        CHECK(motion.distance_to("z", z) < c.bound * c.tolerance);
    }
}

TEST_CASE("halving the step divides the error by two to the order of the method") {
    struct OrderCase {
        std::string method;
        double step;
        double order;
    };
    for (const OrderCase& c : {OrderCase{"erk", 0.005, 6}, OrderCase{"sdirk", 0.0025, 4},
                               OrderCase{"generalized_alpha", 0.001, 2}, OrderCase{"rosenbrock", 0.001, 3}}) {
        CAPTURE(c.method);
        const double coarse = end_error(run(soft_pendulum(fixed_step(c.method, c.step))));
        const double fine = end_error(run(soft_pendulum(fixed_step(c.method, c.step / 2))));
        CAPTURE(coarse);
        CAPTURE(fine);
        const double order = std::log2(coarse / fine);
        CHECK(order > c.order - 0.3);  // (ω h)-terms of the next order are still some percent
        CHECK(order < c.order + 1.2);
    }
}

TEST_CASE("where the structured matrix converges badly, the run goes on at its pace") {
    // The slider crank at a tight tolerance: with the structured matrix alone ida took 475,000 steps (SUNDIALS 6.4,
    // where differences take over at 0.097 s).
    const Recording motion = run(example("slider_crank", {integrator("ida", 1e-8, 1e-10), "/time/end=0.11"}));
    REQUIRE(motion.completed());
    CHECK(motion.result().statistics.steps < 40'000);
    // A thousand tolerances of the deflection's range, for some ten thousand steps.
    const Recording exact = run(example("slider_crank", {integrator("erk", 1e-11, 1e-13), "/time/end=0.11"}));
    CHECK(motion.distance_to("rod.mid_deflection", exact) < 1e-5 * exact.peak("rod.mid_deflection").value);
}

TEST_CASE("a tighter tolerance gives a smaller error") {
    for (const char* method : {"adams", "bdf", "ida", "erk", "sdirk", "generalized_alpha", "rosenbrock"}) {
        CAPTURE(method);
        double before = 1;
        for (double tolerance : {1e-3, 1e-5, 1e-7}) {
            CAPTURE(tolerance);
            const Recording motion = run(soft_pendulum(integrator(method, tolerance, tolerance / 100)));
            // Along the run: at one time an error may pass through zero.
            const double error =
                std::max(motion.distance_to("x", exact_pendulum()), motion.distance_to("z", exact_pendulum()));
            CHECK(error < before / 3);  // a factor 100 in the tolerance is at least 100^(2/3) = 20 for second order
            before = error;
        }
    }
}
