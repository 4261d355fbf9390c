// Moving forces and moving masses on a simply supported beam: Fryba's series [Fryba1999], and a vehicle on a bridge
// [Yang1997].
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

// L = 10 m, EI = 1e6 N m², μ = 100 kg/m: v_cr = (π/L) sqrt(EI/μ) = 10 π m/s.
constexpr double L = 10, EI = 1e6, mu = 100, P = 100;
const double critical = pi / L * std::sqrt(EI / mu);

Recording run_moving_force(double alpha, int modes) {
    const double v = alpha * critical, end = L / v;
    const std::string text = fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": {}, "output_step": {} }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-12 }},
        "bodies": {{ "bridge": {{ "type": "beam", "length": {}, "ends": "pinned-pinned", "modes": {{ "bending_z": {} }},
            "law": {{ "EA": 1e9, "EIy": {}, "EIz": 1e6, "mass_per_length": {} }}, "geometric_stiffening": false }} }},
        "joints": {{ "support": {{ "type": "fixed", "parent": "world", "child": "bridge" }} }},
        "loads": {{ "wheel": {{ "type": "moving_force", "body": "bridge", "track": "axis", "s": "{}*t", "force": [0, 0, {}] }} }},
        "outputs": {{ "mid": {{ "deflection": {{ "body": "bridge", "x": 5 }}, "component": "z" }},
                     "third": {{ "deflection": {{ "body": "bridge", "x": 3.3 }}, "component": "z" }} }} }})",
                                         end, end / 400, L, modes, EI, mu, v, -P);
    return run(scene_from(text));
}

/// Fryba's series over v0 = 2PL³/π⁴EI; where n = α its limit.
double fryba(double x, double t, double alpha, int modes) {
    const double w = pi * alpha * critical / L;
    double sum = 0;
    for (int n = 1; n <= modes; ++n) {
        const double shape = std::sin(n * pi * x / L), a = n * w * t;
        if (std::abs(alpha - n) < 1e-9)
            sum += shape * (std::sin(a) - a * std::cos(a)) / (2 * std::pow(n, 4));
        else
            sum +=
                shape / (n * n * (n * n - alpha * alpha)) * (std::sin(a) - alpha / n * std::sin(n * n * w * t / alpha));
    }
    return sum;
}

// Yang & Yau's bridge without gravity; the vehicle's weight is a force on it, so that the bridge has no weight of its
// own, as in the reference. The suspension begins in balance. The wheel has 1 mg, since a body must have a mass.
std::string vehicle_scene(int modes, bool sprung) {
    const double weight = 5750 * 9.81;
    return fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": 0.899, "output_step": 0.001 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-11 }},
        "bodies": {{ "bridge": {{ "type": "beam", "length": 25, "ends": "pinned-pinned", "modes": {{ "bending_z": {} }},
                        "law": {{ "EA": 1e10, "EIy": 8.323e9, "EIz": 8.323e9, "mass_per_length": 2303 }},
                        "geometric_stiffening": false, "markers": {{ "mid": 12.5 }} }},
                    "wheel": {{ "type": "rigid", "mass": 1e-6 }}, "vehicle": {{ "type": "rigid", "mass": 5750 }} }},
        "joints": {{ "support": {{ "type": "fixed", "parent": "world", "child": "bridge" }},
                    "contact": {{ "type": "slide", "parent": "bridge", "track": "axis", "child": "wheel", "motion": "27.78*t" }},
                    "suspension": {{ "type": "{}", "parent": "wheel", "child": "vehicle" }} }},
        {}
        "loads": {{ "weight": {{ "type": "force", "at": "vehicle", "force": [0, 0, {}] }} }},
        "outputs": {{ "mid": {{ "deflection": "bridge.mid", "component": "z" }},
                     "vehicle": {{ "frame": "vehicle", "component": "z" }} }} }})",
                       modes, sprung ? "prismatic" : "fixed",
                       sprung ? fmt::format(R"("forces": {{ "spring": {{ "type": "joint_spring", "joint": "suspension",
                                                "stiffness": 1595e3, "position": {} }} }},)",
                                            weight / 1595e3)
                              : "",
                       -weight);
}

}  // namespace

TEST_CASE("a moving force deflects a beam as Fryba's series says, below, at and above the critical speed") {
    const double v0 = 2 * P * std::pow(L, 3) / (std::pow(pi, 4) * EI);
    for (double alpha : {0.25, 0.617, 1.0, 2.0}) {
        CAPTURE(alpha);
        const int modes = 9;
        const Recording motion = run_moving_force(alpha, modes);
        REQUIRE(motion.completed());
        // As many modes on both sides; what remains is the integrator, at 1e-9.
        CHECK(motion.distance_to("mid", [&](double t) { return -v0 * fryba(5, t, alpha, modes); }) < 1e-6 * v0);
        CHECK(motion.distance_to("third", [&](double t) { return -v0 * fryba(3.3, t, alpha, modes); }) < 1e-6 * v0);
    }
}

TEST_CASE("the midspan amplification of a moving force is that of the reference table") {
    const std::vector<std::pair<double, double>> table = {{.1, 1.096454},   {.25, 1.257610}, {.5, 1.705445},
                                                          {.617, 1.731674}, {1, 1.548074},   {2, .670974}};
    for (const auto& entry : table) {
        const auto& alpha = entry.first;
        const auto& amplification = entry.second;
        CAPTURE(alpha);
        const Recording motion = run_moving_force(alpha, 21);
        const double largest = -motion.peak("mid", -1).value / (P * std::pow(L, 3) / (48 * EI));
        CHECK(std::abs(largest - amplification) <
              1e-4 * amplification);  // the table's digits, and 400 samples of a peak
    }
}

TEST_CASE("a vehicle on a bridge gives the midspan and body displacements of Yang and Yau's data") {
    const Recording one = run(scene_from(vehicle_scene(1, true)));
    CHECK(std::abs(-one.peak("mid", -1).value - 2.383982e-3) < 1e-4 * 2.383982e-3);
    const Recording many = run(scene_from(vehicle_scene(21, true)));
    const Peak deepest = many.peak("mid", -1);
    CHECK(std::abs(-deepest.value - 2.407411e-3) < 1e-4 * 2.407411e-3);
    CHECK(std::abs(deepest.t - 0.3711) < 2e-3);
    CHECK(std::abs(-many.peak("vehicle", -1).value - 2.590080e-3) < 1e-4 * 2.590080e-3);
}

TEST_CASE("an unsprung mass presses the bridge deeper than a sprung one") {
    const Recording motion = run(scene_from(vehicle_scene(21, false)));
    REQUIRE(motion.completed());
    CHECK(std::abs(-motion.peak("mid", -1).value - 2.426749e-3) < 1e-4 * 2.426749e-3);
    CHECK(motion.result().energy_drift < 1e-6);
}
