// The engine's own choice of a method, and its change on the way.
#include "engine/simulation/simulation.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// Two masses on springs of their own: a slow one, and a fast one of 1000 rad/s with a damping and a push.
Scene make_pair(double fast_start, double damping, const std::string& push, double end, const std::string& method) {
    return scene_from(fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": {}, "output_step": 0.5 }},
        "bodies": {{ "slow": {{ "type": "rigid", "mass": 1, "markers": {{ "m": {{ }} }} }},
                     "fast": {{ "type": "rigid", "mass": 1, "markers": {{ "m": {{ }} }} }} }},
        "joints": {{
            "a": {{ "type": "prismatic", "parent": "world", "child": "slow", "axis": [1, 0, 0], "position": 1 }},
            "b": {{ "type": "prismatic", "parent": "world", "child": "fast", "axis": [0, 1, 0], "position": {} }} }},
        "forces": {{ "soft": {{ "type": "joint_spring", "joint": "a", "stiffness": 4 }},
                     "hard": {{ "type": "joint_spring", "joint": "b", "stiffness": 1e6, "damping": {} }} }},
        "loads": {{ "push": {{ "type": "force", "at": "fast.m", "force": [0, "{}", 0] }} }},
        "outputs": {{ "slow": {{ "joint": "a" }}, "fast": {{ "joint": "b" }} }} }})",
                                  end, fast_start, damping, push),
                      {integrator(method, 1e-6, 1e-9)});
}

/// The slow mass is a cosine, whatever the fast one does.
double error_of_slow(const Recording& motion) {
    double worst = 0;
    const std::vector<double> x = motion.column("slow");
    for (std::size_t i = 0; i < x.size(); ++i)
        worst = std::max(worst, std::abs(x[i] - std::cos(2 * motion.times()[i])));
    return worst;
}

long work(const Recording& motion) { return motion.result().statistics.rhs_evaluations; }

}  // namespace

TEST_CASE("behind a vibration that has died away, the run goes on by an implicit method") {
    const auto run_by = [](const char* method) { return run(make_pair(0.01, 40, "0", 400, method)); };
    const Recording chosen = run_by("auto"), followed = run_by("erk");
    REQUIRE(chosen.result().status == RunStatus::completed);
    CHECK(chosen.result().integrator_reason.find("by a trial") != std::string::npos);
    CHECK(chosen.result().integrator.find("Verner") == std::string::npos);
    CHECK(work(chosen) < 0.6 * work(followed));  // erk is bound by 1000 rad/s to the end
    CHECK(error_of_slow(chosen) < 5e-3);         // 127 periods of about 40 steps, 1e-6 each
}

TEST_CASE("a system at rest that is shaken later goes on by an explicit method") {
    // From 100 s on a push in resonance: the fast mass gains 0.5 mm with each second.
    const auto run_by = [](const char* method) {
        return run(make_pair(0, 0, "max(0, t - 100)^2/(1 + max(0, t - 100)^2) * sin(1000*t)", 200, method));
    };
    const Recording chosen = run_by("auto"), stepped = run_by("sdirk");
    REQUIRE(chosen.result().status == RunStatus::completed);
    CHECK(chosen.result().integrator.find("Verner") != std::string::npos);
    CHECK(work(chosen) < work(stepped));
    CHECK(error_of_slow(chosen) < 1e-3);
}

TEST_CASE("what a switch that looks at coordinates alone sees does not depend on the places of bodies") {
    // The stop is met at a quarter period, at 2 m/s; the same with a contact beside it, which needs the places.
    const auto scene = [](const char* contact) {
        return scene_from(fmt::format(R"({{
            "gravity": [0, 0, 0], "time": {{ "end": 2, "output_step": 0.01 }},
            "bodies": {{ "mass": {{ "type": "rigid", "mass": 1 }} }},
            "joints": {{ "a": {{ "type": "prismatic", "parent": "world", "child": "mass", "axis": [1, 0, 0],
                                 "position": 1 }} }},
            "forces": {{ "soft": {{ "type": "joint_spring", "joint": "a", "stiffness": 4 }},
                         "stop": {{ "type": "joint_stop", "joint": "a", "lower": 0, "upper": 10, "stiffness": 1e4 }}{} }},
            "outputs": {{ "x": {{ "joint": "a" }} }} }})",
                                      contact),
                          {integrator("auto", 1e-8, 1e-10)});
    };
    const char* const far_away =
        R"(, "far": { "type": "spring", "from": "world", "to": "mass", "stiffness": 1, "length": 50, "sides": "tension" })";
    const Recording plain = run(scene("")), beside = run(scene(far_away));
    REQUIRE(plain.result().status == RunStatus::completed);
    REQUIRE(beside.result().status == RunStatus::completed);
    CHECK(plain.result().events.size() == beside.result().events.size());
    CHECK(plain.result().events.size() >= 2);
    const std::vector<double> a = plain.column("x"), b = beside.column("x");
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == doctest::Approx(b[i]).epsilon(1e-6));  // 100 tolerances
}

TEST_CASE("bdf of order 5 falls back where lightly damped vibrations would bound its steps") {
    // Orders 3 to 5 are unstable beside the imaginary axis: kept, they take ten times the work of a sturdy method.
    const auto run_by = [](const std::string& method) {
        return run(example("two_arms", {"/integrator=" + method, "/time/output_step=0.1"}));
    };
    const Recording bdf =
        run_by(R"({"method": "bdf", "max_order": 5, "relative_tolerance": 1e-5, "absolute_tolerance": 1e-7})");
    const Recording sdirk = run_by(R"({"method": "sdirk", "relative_tolerance": 1e-7, "absolute_tolerance": 1e-9})");
    REQUIRE(bdf.result().status == RunStatus::completed);
    CHECK(work(bdf) < 5000);  // some 1,700; some 12,000 without
    CHECK(bdf.distance_to("cart.x", sdirk) < 1e-6);
    CHECK(bdf.distance_to("tools.distance", sdirk) < 1e-4);  // ten tolerances on the angles of arms of 1.6 m
}

TEST_CASE("a run that is short beside a race has none") {
    const Recording motion = run(example("two_arms", {"/time/output_step=0.1", "/time/end=0.5"}));
    REQUIRE(motion.result().status == RunStatus::completed);
    CHECK(motion.result().integrator_reason.find("to begin with") != std::string::npos);
    CHECK(motion.result().integrator_reason.find("by a trial") == std::string::npos);
}
