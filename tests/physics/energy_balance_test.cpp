// A run whose energy balance is broken says so and has failed; one that is right is left alone, wherever its origin
// lies.
#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::balance {

TEST_CASE("a pendulum that gains energy from loose tolerances has failed, with a warning and its results kept") {
    const Recording loose = run(example(
        "elastic_pendulum", {R"(/integrator={"method": "adams", "relative_tolerance": 1e-2})", "/time/end=0.6"}));
    CHECK(loose.result().status == RunStatus::failed);
    CHECK(loose.result().energy_drift > 1e-2);
    REQUIRE(loose.result().warnings.size() >= 1);
    CHECK(loose.result().warnings[0].find("energy balance is broken") != std::string::npos);
    CHECK(loose.result().reason.find("/integrator/relative_tolerance") != std::string::npos);
    CHECK(loose.times().back() == doctest::Approx(0.6));
    // What the scene allows is no failure.
    const Recording allowed = run(example(
        "elastic_pendulum", {R"(/integrator={"relative_tolerance": 1e-2, "energy_limit": 1e9})", "/time/end=0.6"}));
    CHECK(allowed.completed());
    for (const std::string& warning : allowed.result().warnings)  // that it is bent too far is another matter
        CHECK(warning.find("energy balance") == std::string::npos);
}

TEST_CASE("the energy balance of a damped girder does not depend on the height of its origin") {
    const auto drift = [](double z) {
        const Recording motion = run(scene_from(fmt::format(R"({{
            "gravity": [0, 0, -9.81], "time": {{ "end": 1, "output_step": 0.01 }},
            "bodies": {{ "girder": {{ "type": "beam", "length": 10, "section": {{ "shape": "rectangle", "width": 0.2, "height": 0.3 }},
                "material": {{ "youngs_modulus": 2.1e11, "density": 7850 }}, "ends": "pinned-pinned",
                "modes": {{ "bending_z": 2 }}, "damping": {{ "modal": 0.02 }} }} }},
            "joints": {{ "support": {{ "type": "fixed", "parent": {{ "body": "world", "position": [0, 0, {}] }}, "child": "girder" }} }} }})",
                                                            z)));
        REQUIRE(motion.completed());
        CHECK(motion.result().warnings.empty());
        return motion.result().energy_drift;
    };
    const double at_ground = drift(0);
    CHECK(at_ground < 1e-4);
    // The digits lost in E = m g z are 1e-16 · 700 m / 1 mm.
    CHECK(drift(700) < 2 * at_ground + 1e-9);
}

TEST_CASE("systems at rest, and with very little energy, keep their balance by every method") {
    for (const char* method : {"adams", "bdf", "ida", "erk", "sdirk", "generalized_alpha", "rosenbrock"}) {
        CAPTURE(method);
        for (const double tolerance : {1e-3, 1e-6}) {
            CAPTURE(tolerance);
            const Recording still = run(scene_from(R"({
                "gravity": [0, 0, -9.81], "time": { "end": 2, "output_step": 0.1 },
                "bodies": { "block": { "type": "rigid", "mass": 1000 }, "bead": { "type": "rigid", "mass": 1e-6 } },
                "joints": { "rail": { "type": "prismatic", "parent": "world", "child": "block" },
                            "wire": { "type": "prismatic", "axis": [1, 0, 0], "parent": "world", "child": "bead", "rate": 1e-4 } },
                "forces": { "jack": { "type": "joint_spring", "joint": "rail", "stiffness": 1e6, "damping": 1e3, "position": 9.81e-3 },
                            "oil": { "type": "joint_spring", "joint": "wire", "stiffness": 0, "damping": 1e-6 } } })",
                                                   {integrator(method, tolerance, tolerance / 100)}));
            CAPTURE(still.result().reason);
            CHECK(still.completed());
            CHECK(still.result().warnings.empty());
        }
    }
}

TEST_CASE("a move that begins and ends between two outputs is no broken balance") {
    // 1000 N for 0.1 s, and back: 100 m/s and 5 kJ that no output sees; 20 m by the area under the rate.
    const std::string scene = R"x({"gravity": [0, 0, 0], "time": {"end": 5, "output_step": 1},
        "bodies": {"m": {"type": "rigid", "mass": 1}},
        "joints": {"j": {"type": "prismatic", "parent": "world", "child": "m"}},
        "loads": {"a": {"type": "motor", "joint": "j",
                        "force": "t>1.1 && t<1.2 ? 1000 : (t>1.3 && t<1.4 ? -1000 : 0)"}},
        "outputs": {"x": {"joint": "j"}}})x";
    for (const char* output_step : {"0.01", "1"}) {
        CAPTURE(output_step);
        const Recording dash = run(scene_from(scene, {fmt::format("/time/output_step={}", output_step)}));
        CHECK(dash.completed());
        CHECK(dash.result().warnings.empty());
        CHECK(dash.last("x") == doctest::Approx(20).epsilon(1e-5));
    }
}

/// m = k = 1, d = 0.1, driven in resonance: x = -10 cos t once it has settled, with 50 J, while 5 W flow through.
Scene driven_oscillator(double end, const std::string& method) {
    return scene_from(fmt::format(R"x({{"gravity": [0, 0, 0], "time": {{"end": {}, "output_step": 1}},
        "bodies": {{"m": {{"type": "rigid", "mass": 1}}}},
        "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "m"}}}},
        "forces": {{"s": {{"type": "joint_spring", "joint": "j", "stiffness": 1, "damping": 0.1}}}},
        "loads": {{"l": {{"type": "motor", "joint": "j", "force": "sin(t)"}}}},
        "outputs": {{"x": {{"joint": "j"}}}}, "integrator": {}}})x",
                                  end, method));
}

TEST_CASE(
    "a damped oscillator that is driven for hours keeps its balance, though the energy went through it many times") {
    const Recording driven = run(driven_oscillator(20000, R"({"method": "adams"})"));
    CHECK(driven.completed());
    CHECK(driven.result().warnings.empty());
    // A thousand tolerances of 1e-6 of the amplitude: it is right.
    CHECK(std::abs(driven.last("x") + 10 * std::cos(20000.0)) < 1e-2);
    CHECK(driven.result().energy_drift < 1e-3);
}

TEST_CASE("a driven oscillator that is integrated badly breaks its balance, however much flows through") {
    for (const char* method :
         {R"({"method": "adams", "relative_tolerance": 0.1})", R"({"method": "bdf", "relative_tolerance": 0.1})",
          R"({"method": "generalized_alpha", "fixed_step": 0.5})"}) {
        CAPTURE(method);
        const Recording broken = run(driven_oscillator(1000, method));
        CHECK(std::abs(broken.last("x") + 10 * std::cos(1000.0)) > 0.5);  // it is wrong, by a twentieth at least
        CHECK(broken.result().status == RunStatus::failed);
        CHECK(broken.result().reason.find("energy balance is broken") != std::string::npos);
    }
}

TEST_CASE("many thousand kinks of a load too weak to be resolved are no broken balance") {
    // 32000 jumps move 1 kg by 16 μm: each step errs by its tolerance of the work, 1e-6 of e₀.
    for (const char* method : {"bdf", "adams"}) {
        const Recording shaken = run(scene_from(R"x({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1},
            "bodies": {"m": {"type": "rigid", "mass": 1}},
            "joints": {"j": {"type": "prismatic", "parent": "world", "child": "m"}},
            "loads": {"f": {"type": "motor", "joint": "j", "force": "sign(sin(1e5*t))"}},
            "outputs": {"x": {"joint": "j"}}})x",
                                                {integrator(method, 1e-6, 1e-8)}));
        CHECK(shaken.completed());
        CHECK(shaken.result().warnings.empty());
        // Half of v = 1e-5 π in the mean; within a hundred absolute tolerances of 1e-8 m.
        CHECK(std::abs(shaken.last("x") - 1e-5 * 3.14159265358979 / 2) < 1e-6);
    }
}

}  // namespace ritz::testing::balance
