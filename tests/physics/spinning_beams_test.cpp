// Rotating beams: geometric stiffening, axial elongation, the normal force along a rod (theory §1.4).
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// Tip displacement of a rod held at x = 0 that turns at rate w, by its first n modes: q_i'' + (ω_i² - w²) q_i = w² ∫ μ
/// x f_i, f_i = sqrt(2/(μL)) sin(k_i x), k_i = (2i - 1) π / 2L.
double elongation_by_modes(double w, double c, double length, int n) {
    double sum = 0;
    for (int i = 1; i <= n; ++i) {
        const double k = (2 * i - 1) * pi / (2 * length), omega = k * c;
        sum += 2 / length * w * w / (omega * omega - w * w) / (k * k);
    }
    return sum;
}

/// A steel bar of 1 m at 100 rad/s, in its relative equilibrium.
const std::string spinning_bar = R"({
    "gravity": [0, 0, 0], "time": { "end": 0.01, "output_step": 0.001 }, "start": { "static_equilibrium": true },
    "bodies": { "rod": { "type": "beam", "length": 1,
        "section": { "shape": "rectangle", "width": 0.02, "height": 0.02 },
        "material": { "youngs_modulus": 2.1e11, "density": 7850 },
        "ends": "clamped-free", "modes": { "bending_y": 2, "axial": 20 } } },
    "joints": { "hub": { "type": "revolute", "parent": "world", "child": "rod.start", "motion": "100*t" } },
    "outputs": {
        "u": { "deflection": "rod.end", "component": "x" }, "v": { "deflection": "rod.end", "component": "y" },
        "N0": { "section_force": "rod", "x": 0, "component": "N" }, "N3": { "section_force": "rod", "x": 0.3, "component": "N" },
        "N9": { "section_force": "rod", "x": 0.9, "component": "N" }, "M3": { "section_force": "rod", "x": 0.3, "component": "Mz" },
        "pull": { "joint": "hub", "quantity": "force_x" } } })";

}  // namespace

TEST_CASE("a beam that is spun up lags by 0.574 m and comes back, thanks to its geometric stiffening") {
    const Recording motion = run(example("spin_up", {integrator("sdirk", 1e-7, 1e-9)}));
    REQUIRE(motion.completed());
    const Peak lag = motion.peak("beam.tip_lag", -1);
    // The reference linearises the stiffening; foreshortening of second order is v²/L² = 0.3 % here.
    CHECK(std::abs(-lag.value - 0.57437) < 0.005 * 0.57437);
    CHECK(std::abs(lag.t - 6.76) < 0.05);  // the top of the curve is flat: 0.5 % of the value is 0.4 s wide
    CHECK(motion.result().energy_drift < 1e-4);
    // Behind 15 s only a small vibration is left. The tip stands out by the pull of its rotation, three axial modes,
    // less the foreshortening, -½ ∫ v'² = -0.6 v²/L or so, of that vibration.
    double mean = 0, residual = 0;
    int count = 0;
    const std::vector<double> u = motion.column("beam.tip_extension"), v = motion.column("beam.tip_lag");
    for (std::size_t i = 0; i < u.size(); ++i)
        if (motion.times()[i] >= 15) {
            mean += u[i];
            residual = std::max(residual, std::abs(v[i]));
            ++count;
        }
    const double expected = elongation_by_modes(6, std::sqrt(2.8e7 / 1.2), 10, 3);
    CHECK(residual < 0.01);
    CHECK(std::abs(mean / count - expected) < 0.7 * residual * residual / 10 + 1e-3 * expected);
    CHECK(expected == doctest::Approx(5.143e-4).epsilon(0.02));  // three modes hold 99 % of μΩ²L³/3EA
}

TEST_CASE("without geometric stiffening the spun-up beam diverges") {
    const Recording motion =
        run(example("spin_up", {integrator("sdirk", 1e-6, 1e-8), "/bodies/beam/geometric_stiffening=false",
                                "/bodies/beam/modes/axial=0", "/time/end=12"}));
    CHECK((!motion.completed() || motion.largest("beam.tip_lag") > 10));
}

TEST_CASE("a spinning rod stretches by ρω²L³/3E, once") {
    const Recording motion = run(scene_from(spinning_bar));
    REQUIRE(motion.completed());
    const double w = 100, c = std::sqrt(2.1e11 / 7850), k = w / c;
    const double exact = std::tan(k) / k - 1;  // EA u'' + μw²(x + u) = 0, u(0) = 0, u'(1) = 0
    CHECK(exact == doctest::Approx(1.246e-4).epsilon(1e-3));
    const double by_modes = elongation_by_modes(w, c, 1, 20);
    // Newton's method of the static start ends at accelerations of 1e-11 of the first ones.
    CHECK(std::abs(motion.first("u") - by_modes) < 1e-8 * by_modes);
    CHECK(motion.distance_to("u", [&](double) { return by_modes; }) < 1e-8 * by_modes);  // it stays there
    CHECK(std::abs(motion.first("u") - exact) < 1e-5 * exact);  // the tail of the series, Σ (2/kπ)⁴-like, from 21 on
    CHECK(motion.largest("v") < 1e-12);
}

TEST_CASE("the normal force in a spinning rod is that of the mass beyond, and there is no bending moment") {
    const Recording motion = run(scene_from(spinning_bar));
    const double mu = 7850 * 4e-4, w = 100, k = w / std::sqrt(2.1e11 / 7850);
    // The exact rod: N(x) = ∫ₓᴸ μ w² (ξ + u) dξ, ξ + u = sin(kξ)/(k cos k). Twenty axial modes give u to 1e-5 of
    // itself, and u is 1e-4 of ξ.
    for (const auto& entry : {std::pair<const char*, double>{"N0", 0}, {"N3", 0.3}, {"N9", 0.9}}) {
        const auto& name = entry.first;
        const auto& x = entry.second;
        CAPTURE(name);
        const double expected = mu * w * w * (std::cos(k * x) - std::cos(k)) / (k * k * std::cos(k));
        // The relative tolerance of the run: which method auto takes at rest decides what noise the axial modes have.
        CHECK(std::abs(motion.last(name) - expected) < 1e-6 * expected);
        CHECK(expected == doctest::Approx(mu * w * w * (1 - x * x) / 2).epsilon(3e-4));
    }
    CHECK(std::abs(motion.last("pull") + motion.last("N0")) < 1e-8 * motion.last("N0"));  // the hub pulls inwards
    CHECK(motion.largest("M3") < 1e-6);
}
