// Bodies in free flight and tops: conserved momenta, Jacobi's elliptic functions, steady precession.
#include "core/rotation.hpp"
#include "engine/system/system.hpp"
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// Angular momentum about the world's origin and momentum, at every sample.
std::vector<Vec6> momenta(const Scene& scene, const RunResult& result) {
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    std::vector<Vec6> list;
    for (const State& state : result.states) {
        eval_kinematics(model, view(state), ws);
        list.push_back(compute_momentum(model, view(state), ws));
    }
    return list;
}

/// Largest change since the start, of each of the two relative to itself.
double drift(const std::vector<Vec6>& p) {
    double most = 0;
    for (const Vec6& each : p)
        most = std::max({most, (each - p[0]).head<3>().norm() / p[0].head<3>().norm(),
                         (each - p[0]).tail<3>().norm() / p[0].tail<3>().norm()});
    return most;
}

}  // namespace

TEST_CASE("an elastic body that tumbles through space keeps momentum, angular momentum and energy") {
    for (bool rotary_inertia : {false, true}) {
        CAPTURE(rotary_inertia);
        const Scene scene = scene_from(fmt::format(R"({{
            "gravity": [0, 0, 0], "time": {{ "end": 5, "output_step": 0.05 }},
            "integrator": {{ "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-11 }},
            "bodies": {{ "bar": {{ "type": "beam", "length": 1.5, "ends": "free-free", "rotary_inertia": {},
                "law": {{ "EA": 4000, "EIy": 9, "EIz": 14, "GJ": 5, "mass_per_length": 0.8, "rho_Iy": 2e-3, "rho_Iz": 3e-3 }},
                "modes": {{ "bending_y": 2, "bending_z": 2, "torsion": 1, "axial": 1 }},
                "initial": {{ "q": [0.05, 0, -0.04, 0.01, 0.02, 0], "q_dot": [0, 0.3, 0, 0, 0.5, 0] }} }} }},
            "joints": {{ "flight": {{ "type": "free", "parent": "world", "child": "bar",
                "position": [1, 2, 3, 0.3, -0.5, 0.7], "rate": [0.4, -0.2, 0.3, 2, 3, -4] }} }} }})",
                                                   rotary_inertia));
        const Recording motion = run(scene);
        REQUIRE(motion.completed());
        CHECK(motion.result().energy_drift < 1e-7);
        // A hundred times the tolerance for some ten thousand steps.
        CHECK(drift(momenta(scene, motion.result())) < 1e-7);
        // It does deform: the elastic coordinates are no bystanders.
        CHECK(std::abs(motion.result().states.back().q[7]) + std::abs(motion.result().states.back().q[8]) > 1e-4);
    }
}

TEST_CASE("two bodies joined in free flight keep their momenta") {
    const Scene scene = scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 3, "output_step": 0.05 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-11 },
        "bodies": { "bar": { "type": "beam", "length": 1.5, "ends": "clamped-free",
                        "law": { "EA": 4000, "EIy": 9, "EIz": 14, "GJ": 5, "mass_per_length": 0.8, "rho_Iy": 2e-3, "rho_Iz": 3e-3 },
                        "modes": { "bending_y": 2, "bending_z": 1, "torsion": 1 } },
                    "brick": { "type": "rigid", "shape": { "box": [0.3, 0.2, 0.1] }, "mass": 1.5, "position": [0.1, 0, 0] } },
        "joints": { "flight": { "type": "free", "parent": "world", "child": "brick", "position": [1, 2, 3, 0.3, -0.5, 0.7],
                                "rate": [0.4, -0.2, 0.3, 2, 1, -3] },
                    "pin": { "type": "universal", "parent": "brick", "child": "bar.end", "position": [0.3, 0.2], "rate": [1, -1] } },
        "forces": { "spring": { "type": "spring", "from": "brick", "to": "bar.start", "stiffness": 5, "length": 1 } } })");
    const Recording motion = run(scene);
    REQUIRE(motion.completed());
    CHECK(motion.result().energy_drift < 1e-7);
    CHECK(drift(momenta(scene, motion.result())) < 1e-7);
}

TEST_CASE("a heavy top in steady precession keeps its height and goes round at the computed rate") {
    const Recording motion = run(example("gyroscope"));
    REQUIRE(motion.completed());
    // A Ω² cos θ - C n Ω + m g l = 0, the slow root; A = 0.012, C = 0.003, n = 200 rad/s, θ = 60°, m g l = 0.981.
    const double a = 0.012 * 0.5, b = -0.003 * 200, c = 0.981;
    const double rate = (-b - std::sqrt(b * b - 4 * a * c)) / (2 * a);
    CHECK(rate == doctest::Approx(1.66264385).epsilon(1e-8));
    // The start is given with eleven digits, the run has the tolerance 1e-10 for 26000 steps.
    CHECK(motion.distance_to("tip.z", [](double) { return 0.1; }) < 1e-8);
    const double radius = 0.2 * std::sin(pi / 3);
    CHECK(motion.distance_to("tip.x", [&](double t) { return radius * std::cos(rate * t); }) < 1e-7);
    CHECK(motion.distance_to("tip.y", [&](double t) { return radius * std::sin(rate * t); }) < 1e-7);
}

TEST_CASE("a free rigid body turns over and over about its middle axis as Euler's equations say") {
    // Landau & Lifshitz §37: I1 < I2 < I3, M² > 2 E I2; start with w2 = 0. Close to the middle axis the modulus is near
    // one, and the body rests near the unstable rotation, then flips.
    const double I1 = 0.1, I2 = 0.2, I3 = 0.27, w1 = 2.7, w3 = 2;
    const Scene scene = scene_from(fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": 20, "output_step": 0.05 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-11, "absolute_tolerance": 1e-12 }},
        "bodies": {{ "top": {{ "type": "rigid", "mass": 2, "inertia": [{}, {}, {}] }} }},
        "joints": {{ "flight": {{ "type": "free", "parent": "world", "child": "top", "position": [0, 0, 0, 0.4, 0.2, -0.3],
                                "rate": [1, 2, 3, {}, 0, {}] }} }},
        "outputs": {{ "z": {{ "joint": "flight", "coordinate": "z" }} }} }})",
                                               I1, I2, I3, w1, w3));
    const Recording motion = run(scene);
    REQUIRE(motion.completed());
    const double E2 = I1 * w1 * w1 + I3 * w3 * w3, M2 = I1 * I1 * w1 * w1 + I3 * I3 * w3 * w3;
    REQUIRE(M2 > E2 * I2);
    const double rate = std::sqrt((I3 - I2) * (M2 - E2 * I1) / (I1 * I2 * I3));
    const double k = std::sqrt((I2 - I1) * (E2 * I3 - M2) / ((I3 - I2) * (M2 - E2 * I1)));
    CHECK(k > 0.98);
    const double w2 = std::sqrt((E2 * I3 - M2) / (I2 * (I3 - I2)));
    double worst = 0;
    for (const State& state : motion.result().states) {
        const JacobiFunctions j = jacobi(rate * state.t, k);
        worst = std::max(worst, (state.u.segment<3>(0) - Vec3(w1 * j.cn, w2 * j.sn, w3 * j.dn)).norm());
    }
    CHECK(worst < 1e-7);  // tolerance 1e-11, errors grow while the body leaves the unstable axis
    // The centre of mass goes straight on, and the angular momentum stays in space: about the origin it is the body's
    // own alone, since the centre passes through the origin.
    CHECK(motion.distance_to("z", [](double t) { return 3 * t; }) < 1e-7);
    CHECK(drift(momenta(scene, motion.result())) < 1e-6);
}

TEST_CASE("generalised-alpha keeps the momentum of a body that flies and spins") {
    // 32 turns in some 17 000 steps. The plain method of second order would turn the momentum by 2e-3: its rates are in
    // the body's axes, and what rotates them lags behind what rotates the body. What is left are errors of fourth
    // order.
    for (const char* rate : {"[1, 0, 0, 0, 0, 10]", "[1, 0.5, -0.3, 6, 0.1, 2]"}) {
        CAPTURE(std::string(rate));
        const Scene scene = scene_from(fmt::format(R"({{
            "gravity": [0, 0, 0], "time": {{ "end": 20, "output_step": 1 }}, "integrator": {{ "method": "generalized_alpha" }},
            "bodies": {{ "stone": {{ "type": "rigid", "mass": 2, "inertia": [0.1, 0.2, 0.25] }} }},
            "joints": {{ "flight": {{ "type": "free", "parent": "world", "child": "stone", "rate": {} }} }} }})",
                                                   rate));
        const RunResult result = simulate(scene);
        REQUIRE(result.status == RunStatus::completed);
        CHECK(drift(momenta(scene, result)) < 1e-4);
    }
}
