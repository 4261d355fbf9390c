// Spinning shafts with the rotary inertia of their sections, beside the solution of Rayleigh's equation
//   EI V'''' + ρI (ω² - 2Ωω) V'' - μω² V = 0,     V = v + i w = V(x) e^{iωt} in the inertial frame, I_p = 2I
// with EI V''' + ρI (ω² - 2Ωω) V' = 0 and V'' = 0 at free ends. A frame that spins with the shaft sees |ω - Ω|.
#include "engine/simulation/modes.hpp"
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::rayleigh_shafts {

namespace {

constexpr double E = 2.1e11, density = 7850;

struct Shaft {
    double EI, mu, rho_I, spin;
    explicit Shaft(double d, double w)
        : EI(E * pi * std::pow(d, 4) / 64),
          mu(density * pi * d * d / 4),
          rho_I(density * pi * std::pow(d, 4) / 64),
          spin(w) {}

    /// Vanishes at the whirl frequencies of the shaft of length one.
    double determinant(const std::string& ends, double omega) const {
        const double S = rho_I * (omega * omega - 2 * spin * omega);
        const double root = std::sqrt(S * S + 4 * EI * mu * omega * omega);
        const double a = std::sqrt((root - S) / (2 * EI)), b = std::sqrt((root + S) / (2 * EI));
        // The functions cosh ax, sinh ax, cos bx, sin bx and their derivatives.
        const auto row = [&](double x, int k) {
            const double ch = std::cosh(a * x), sh = std::sinh(a * x), c = std::cos(b * x), s = std::sin(b * x);
            const double ak = std::pow(a, k), bk = std::pow(b, k);
            const std::array<double, 4> cosines{c, -s, -c, s}, sines{s, c, -s, -c};
            return Eigen::RowVector4d(ak * (k % 2 ? sh : ch), ak * (k % 2 ? ch : sh),
                                      bk * cosines[static_cast<std::size_t>(k)],
                                      bk * sines[static_cast<std::size_t>(k)]);
        };
        Eigen::Matrix4d m;
        const auto shear = [&](double x) -> Eigen::RowVector4d { return EI * row(x, 3) + S * row(x, 1); };
        if (ends == "pinned-pinned")
            m << row(0, 0), row(0, 2), row(1, 0), row(1, 2);
        else if (ends == "clamped-free")
            m << row(0, 0), row(0, 1), row(1, 2), shear(1);
        else if (ends == "clamped-clamped")
            m << row(0, 0), row(0, 1), row(1, 0), row(1, 1);
        else
            m << row(0, 2), shear(0), row(1, 2), shear(1);
        for (int i = 0; i < 4; ++i) m.row(i).normalize();
        return m.determinant();
    }

    /// In the spinning frame, ascending [Hz], from whirls of up to `most` rad/s either way.
    std::vector<double> frequencies(const std::string& ends, double most) const {
        std::vector<double> list;
        const int steps = 4000;
        for (int i = 0; i < steps; ++i) {
            // not at zero itself, where all four functions fall together
            const double lower = most * (2.0 * i / steps - 1) + 0.37, upper = lower + 2 * most / steps;
            if (lower < 1 && upper > -1) continue;
            if (determinant(ends, lower) * determinant(ends, upper) > 0) continue;
            const double omega = bisect([&](double w) { return determinant(ends, w); }, lower, upper);
            list.push_back(std::abs(omega - spin) / (2 * pi));
        }
        std::sort(list.begin(), list.end());
        return list;
    }
};

Scene shaft_scene(const std::string& ends, double d, double spin, const std::string& more = "",
                  const std::string& joint = "") {
    return scene_from(fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "end": 0.02, "output_step": 0.001 }},
        "bodies": {{ "s": {{ "type": "beam", "length": 1, "section": {{ "shape": "circle", "diameter": {} }},
            "material": {{ "youngs_modulus": 2.1e11, "density": 7850 }}, "ends": "{}", "rotary_inertia": true, {}
            "modes": {{ "bending_y": 8, "bending_z": 8 }} }} }},
        "joints": {{ "brg": {{ {} "parent": "world", "child": "s" }} }} }})",
        d, ends, more,
        joint.empty() ? fmt::format(R"("type": "revolute", "axis": [1, 0, 0], "motion": "{}*t",)", spin) : joint));
}

std::vector<double> engine_frequencies(const Scene& scene) {
    std::vector<double> list;
    Warnings warnings;
    for (const SystemMode& mode : compute_modes(scene, warnings))
        if (mode.frequency > 0.05) list.push_back(mode.frequency);
    return list;
}

}  // namespace

TEST_CASE("a spinning Rayleigh shaft on pins whirls at its closed-form frequencies, slender or thick") {
    for (const double d : {0.02, 0.05, 0.1})
        for (const double spin : {0.0, 200.0, 1000.0}) {
            CAPTURE(d);
            CAPTURE(spin);
            const Shaft shaft(d, spin);
            std::vector<double> expected;
            for (int n = 1; n <= 8; ++n) {
                // (μ + ρIk²) ω² - 2ρIk²Ω ω - EIk⁴ = 0
                const double k = n * pi, a = shaft.mu + shaft.rho_I * k * k, b = shaft.rho_I * k * k * spin;
                const double root = std::sqrt(b * b + a * shaft.EI * std::pow(k, 4));
                for (const double sign : {-1.0, 1.0})
                    expected.push_back(std::abs((b + sign * root) / a - spin) / (2 * pi));
            }
            std::sort(expected.begin(), expected.end());
            const std::vector<double> found = engine_frequencies(shaft_scene("pinned-pinned", d, spin));
            REQUIRE(found.size() == expected.size());
            // The modes are exact; what is left is the linearisation by differences.
            for (std::size_t i = 0; i < found.size(); ++i)
                CHECK(found[i] == doctest::Approx(expected[i]).epsilon(2e-6));
        }
    // Two numbers of the shaft of 0.1 m at 1000 rad/s, by hand.
    const std::vector<double> found = engine_frequencies(shaft_scene("pinned-pinned", 0.1, 1000));
    CHECK(found[0] == doctest::Approx(44.311).epsilon(1e-5));
    CHECK(found[1] == doctest::Approx(360.670).epsilon(1e-5));
}

TEST_CASE("a spinning Rayleigh shaft with clamped ends whirls at the frequencies of its differential equation") {
    for (const std::string ends : {"clamped-free", "clamped-clamped"})
        for (const double d : {0.02, 0.1}) {
            CAPTURE(ends);
            CAPTURE(d);
            const double spin = ends == "clamped-free" ? 150 : 900;
            const Shaft shaft(d, spin);
            const std::vector<double> expected = shaft.frequencies(ends, 2e5 * d);
            const std::vector<double> found = engine_frequencies(shaft_scene(ends, d, spin, R"("end_shapes": true,)"));
            REQUIRE(expected.size() >= 4);
            // Shapes of the Euler beam: Ritz values from above, the better the slenderer.
            for (std::size_t i = 0; i < 4; ++i)
                CHECK(found[i] == doctest::Approx(expected[i]).epsilon(d > 0.05 ? 1e-4 : 2e-6));
        }
}

TEST_CASE("a Rayleigh shaft that spins free in space whirls as its differential equation says") {
    const double spin = 500, d = 0.1;
    const Shaft shaft(d, spin);
    const std::vector<double> expected = shaft.frequencies("free-free", 18000);
    const std::vector<double> found =
        engine_frequencies(shaft_scene("free-free", d, spin, "", R"("type": "free", "rate": [0, 0, 0, 500, 0, 0],)"));
    int elastic = 0;
    for (const double f : expected) {
        if (f < 500) continue;  // rigid motions seen from the spinning frame, and nutation
        double nearest = 1e9;
        for (const double each : found) nearest = std::min(nearest, std::abs(each - f));
        CHECK(nearest < 2e-4 * f);
        ++elastic;
    }
    CHECK(elastic >= 4);
}

TEST_CASE("a shaft that spins, nutates and bends keeps its energy, and torsion keeps its frequency") {
    const Scene scene = scene_from(R"({ "gravity": [0, 0, 0], "time": { "end": 0.2, "output_step": 0.005 },
        "integrator": { "method": "adams", "relative_tolerance": 1e-11, "absolute_tolerance": 1e-14 },
        "bodies": { "s": { "type": "beam", "length": 1, "ends": "free-free", "rotary_inertia": true, "section": { "shape": "circle", "diameter": 0.1 },
            "material": { "youngs_modulus": 2e9, "density": 7850 }, "modes": { "bending_y": 2, "bending_z": 2, "torsion": 1 },
            "initial": { "q": [0.03, 0, 0, 0.01, 0.05] } } },
        "joints": { "f": { "type": "free", "parent": "world", "child": "s", "rate": [1, 0, 0, 150, 12, 5] } } })");
    const Recording motion = run(scene);
    REQUIRE(motion.completed());
    CHECK(motion.result().energy_drift < 1e-8);
    // Torsion of the shaft at rest and at 1000 rad/s: c/4L, c² = G/ρ.
    for (const double spin : {0.0, 1000.0}) {
        const std::vector<double> found = engine_frequencies(
            scene_from(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "end": 0.02, "output_step": 0.001 }},
            "bodies": {{ "s": {{ "type": "beam", "length": 1, "section": {{ "shape": "circle", "diameter": 0.1 }}, "rotary_inertia": true,
                "material": {{ "youngs_modulus": 2.1e11, "density": 7850 }}, "ends": "clamped-free", "modes": {{ "torsion": 1, "bending_z": 1 }} }} }},
            "joints": {{ "brg": {{ "type": "revolute", "axis": [1, 0, 0], "motion": "{}*t", "parent": "world", "child": "s" }} }} }})",
                                   spin)));
        const double expected = std::sqrt(E / 2.6 / density) / 4;
        double nearest = 1e9;
        for (const double f : found) nearest = std::min(nearest, std::abs(f - expected));
        CHECK(nearest < 1e-6 * expected);
    }
}

}  // namespace ritz::testing::rayleigh_shafts
