// Static equilibria of elastic bodies: deflections by modal series, the lever of a bent beam, section forces.
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

// L = 2 m, EI = 50 N m² (z) and 80 (y), μ = 1 kg/m.
Scene cantilever(int modes, const std::string& gravity, const std::string& loads) {
    return scene_from(fmt::format(R"({{
        "gravity": {}, "time": {{ "end": 1, "output_step": 0.05 }}, "start": {{ "static_equilibrium": true }},
        "bodies": {{ "bar": {{ "type": "beam", "length": 2, "ends": "clamped-free", "modes": {{ "bending_z": {}, "bending_y": {} }},
            "law": {{ "EA": 1e6, "EIy": 50, "EIz": 80, "mass_per_length": 1 }}, "geometric_stiffening": false }} }},
        "joints": {{ "clamp": {{ "type": "fixed", "parent": "world", "child": "bar.start" }} }},
        "loads": {},
        "outputs": {{
            "tip.z": {{ "deflection": "bar.end", "component": "z" }}, "tip.y": {{ "deflection": "bar.end", "component": "y" }},
            "tip.v": {{ "deflection": "bar.end", "component": "z", "quantity": "velocity" }},
            "Qz.0": {{ "section_force": "bar", "x": 0, "component": "Qz" }}, "Qz.7": {{ "section_force": "bar", "x": 0.7, "component": "Qz" }},
            "Qz.15": {{ "section_force": "bar", "x": 1.5, "component": "Qz" }},
            "My.0": {{ "section_force": "bar", "x": 0, "component": "My" }}, "My.7": {{ "section_force": "bar", "x": 0.7, "component": "My" }},
            "My.15": {{ "section_force": "bar", "x": 1.5, "component": "My" }},
            "Qy.7": {{ "section_force": "bar", "x": 0.7, "component": "Qy" }}, "Mz.7": {{ "section_force": "bar", "x": 0.7, "component": "Mz" }} }} }})",
                                  gravity, modes, modes, loads));
}

}  // namespace

TEST_CASE("a cantilever under a tip load starts in equilibrium and stays there") {
    const int modes = 6;
    const Recording motion = run(
        cantilever(modes, "[0, 0, 0]", R"({ "tip": { "type": "force", "at": "bar.end", "force": [0, 0.2, -0.1] } })"));
    REQUIRE(motion.completed());
    // f_i(L)² = 4/(μL), ω_i² = (β_i/L)⁴ EI/μ: the tip moves by Σ 4 F L³/(β_i⁴ EI), which tends to FL³/3EI.
    double series = 0;
    for (int i = 1; i <= modes; ++i) series += 4 / std::pow(clamped_free_beta(i), 4);
    CHECK(series == doctest::Approx(1.0 / 3).epsilon(1e-4));
    // A static start ends at 1e-11 of the first accelerations.
    CHECK(motion.first("tip.z") == doctest::Approx(-0.1 * 8 / 50 * series).epsilon(1e-9));
    CHECK(motion.first("tip.y") == doctest::Approx(0.2 * 8 / 80 * series).epsilon(1e-9));
    CHECK(motion.distance_to("tip.z", [&](double) { return motion.first("tip.z"); }) < 1e-9);
    CHECK(motion.largest("tip.v") < 1e-7);  // ten absolute tolerances, whatever method follows the vibrations
}

TEST_CASE("a load between two markers deflects the beam where it acts") {
    const Scene scene = scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 0.1, "output_step": 0.05 }, "start": { "static_equilibrium": true },
        "bodies": { "bar": { "type": "beam", "length": 3, "ends": "pinned-pinned", "modes": { "bending_z": 12 },
            "law": { "EA": 1e6, "EIy": 70, "EIz": 70, "mass_per_length": 2 }, "geometric_stiffening": false,
            "markers": { "a": 1, "b": 2 } } },
        "joints": { "support": { "type": "fixed", "parent": "world", "child": "bar" } },
        "loads": { "push": { "type": "force", "at": { "body": "bar", "x": 1.37 }, "force": [0, 0, -2] } },
        "outputs": { "w1": { "deflection": "bar.a", "component": "z" },
                     "w2": { "deflection": { "body": "bar", "x": 1.9 }, "component": "z" } } })");
    const Recording motion = run(scene);
    // w(x) = -F Σ 2L³/(EI n⁴π⁴) sin(nπx/L) sin(nπa/L)
    const auto w = [](double x) {
        double sum = 0;
        for (int n = 1; n <= 12; ++n)
            sum += std::sin(n * pi * x / 3) * std::sin(n * pi * 1.37 / 3) / std::pow(n * pi, 4);
        return -2 * 2 * 27.0 / 70 * sum;
    };
    CHECK(motion.first("w1") == doctest::Approx(w(1)).epsilon(1e-9));
    CHECK(motion.first("w2") == doctest::Approx(w(1.9)).epsilon(1e-9));
    CHECK(w(1.37) == doctest::Approx(-2 * std::pow(1.37 * 1.63, 2) / (3 * 70 * 3)).epsilon(1e-4));  // Fa²b²/3EIL
}

TEST_CASE("shear and moment along a cantilever are those of statics") {
    // Tip load F = -0.3 N and weight μ g = 9.81 N/m; the part beyond x exerts on the part before it
    //   Qz = F - μg(L - x),   My = -(L - x) F + μg (L - x)²/2   (a load in -z turns about +y),
    // in the axes of the section, which is turned by its slope of at most 0.04: cosines change by 1e-3.
    const Recording motion = run(
        cantilever(4, "[0, 0, -0.981]", R"({ "tip": { "type": "force", "at": "bar.end", "force": [0, 0.1, -0.3] } })"));
    for (const auto& entry : {std::pair<std::string, double>{"0", 0}, {"7", 0.7}, {"15", 1.5}}) {
        const auto& name = entry.first;
        const auto& x = entry.second;
        CAPTURE(x);
        const double rest = 2 - x, shear = -0.3 - 0.981 * rest, moment = 0.3 * rest + 0.981 * rest * rest / 2;
        CHECK(motion.first("Qz." + name) == doctest::Approx(shear).epsilon(2e-3));
        CHECK(motion.first("My." + name) == doctest::Approx(moment).epsilon(2e-3));
    }
    CHECK(motion.first("Qy.7") == doctest::Approx(0.1).epsilon(2e-2));
    CHECK(motion.first("Mz.7") == doctest::Approx(0.1 * 1.3).epsilon(2e-2));
    // At the clamp the section is not turned: equilibrium holds as exactly as the start is one.
    CHECK(motion.first("Qz.0") == doctest::Approx(-0.3 - 0.981 * 2).epsilon(1e-9));
    CHECK(motion.first("My.0") == doctest::Approx(0.3 * 2 + 0.981 * 2).epsilon(1e-9));
}

// A soft bar held by a torsion spring, horizontal when unloaded. With the angle φ about y,
//   V = ½ k φ² + ½ μ ∑ ω_i² q_i² L + ∫ μ g z dx,   z = -(x - e(x)) sin φ + w cos φ,   e = ½ ∫₀ˣ w'² (foreshortening) or
//   0,
// so that k φ = g ∫ μ ((x - e) cos φ + w sin φ) dx: the weight acts at the deformed centre of mass.
namespace {

struct Sag {
    double angle, tip_w;
};

/// Newton's method on the derivatives of V by differences of a smooth function: exact to 1e-9.
Sag minimise_energy(double spring, double EI, double length, double mu, double g, bool foreshortening) {
    const ClampedFree f1(1), f2(2);
    const auto w = [&](double xi, const Eigen::Vector3d& y) { return y[1] * f1.f(xi) + y[2] * f2.f(xi); };
    const auto w_slope = [&](double xi, const Eigen::Vector3d& y) {
        return (y[1] * f1.slope(xi) + y[2] * f2.slope(xi)) / length;
    };
    const auto energy = [&](const Eigen::Vector3d& y) {
        const double sum_x = length * length / 2;
        // ∫ e dx = ½ ∫ (L - x) w'² dx
        const double sum_e =
            foreshortening ? length * length / 2 *
                                 integrate([&](double xi) { return (1 - xi) * std::pow(w_slope(xi, y), 2); }, 0, 1, 8)
                           : 0;
        const double sum_w = length * integrate([&](double xi) { return w(xi, y); }, 0, 1, 8);
        const double bending =
            EI / (2 * std::pow(length, 3)) * (std::pow(f1.beta, 4) * y[1] * y[1] + std::pow(f2.beta, 4) * y[2] * y[2]);
        return spring * y[0] * y[0] / 2 + bending +
               mu * g * (-(sum_x - sum_e) * std::sin(y[0]) + sum_w * std::cos(y[0]));
    };
    Eigen::Vector3d y = Eigen::Vector3d::Zero();
    const double h = 1e-3;
    for (int step = 0; step < 60; ++step) {
        Eigen::Vector3d gradient;
        Eigen::Matrix3d hessian;
        for (int i = 0; i < 3; ++i) {
            const Eigen::Vector3d e = Eigen::Vector3d::Unit(i) * h;
            // five points: the truncation is h⁴ V⁽⁵⁾/30 = 1e-13
            gradient[i] = (8 * (energy(y + e) - energy(y - e)) - energy(y + 2 * e) + energy(y - 2 * e)) / (12 * h);
            for (int j = 0; j < 3; ++j) {
                const Eigen::Vector3d d = Eigen::Vector3d::Unit(j) * h;
                hessian(i, j) =
                    (energy(y + e + d) - energy(y + e - d) - energy(y - e + d) + energy(y - e - d)) / (4 * h * h);
            }
        }
        y -= hessian.inverse() * gradient;
    }
    return {y[0], w(1, y)};
}

}  // namespace

TEST_CASE("the weight of a bent bar acts at its deformed centre of mass, on the hinge too") {
    for (bool foreshortening : {false, true}) {
        CAPTURE(foreshortening);
        const Recording motion = run(scene_from(fmt::format(R"({{
            "gravity": [0, 0, -9.81], "time": {{ "end": 0.1, "output_step": 0.05 }}, "start": {{ "static_equilibrium": true }},
            "bodies": {{ "bar": {{ "type": "beam", "length": 1, "ends": "clamped-free", "modes": {{ "bending_z": 2 }},
                "law": {{ "EA": 1e6, "EIy": 4, "EIz": 4, "mass_per_length": 1 }}, "geometric_stiffening": {} }} }},
            "joints": {{ "hinge": {{ "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "bar.start" }} }},
            "forces": {{ "spring": {{ "type": "joint_spring", "joint": "hinge", "stiffness": 8 }} }},
            "outputs": {{ "angle": {{ "joint": "hinge" }}, "tip": {{ "deflection": "bar.end", "component": "z" }} }} }})",
                                                            foreshortening)));
        const Sag sag = minimise_energy(8, 4, 1, 1, 9.81, foreshortening);
        CHECK(motion.first("angle") == doctest::Approx(sag.angle).epsilon(1e-7));
        CHECK(motion.first("tip") == doctest::Approx(sag.tip_w).epsilon(1e-7));
        // With the straight lever it would be φ = (m g L/2k) cos φ: the difference is large enough to see.
        const double straight = bisect([](double phi) { return 8 * phi - 9.81 / 2 * std::cos(phi); }, 0, 1);
        CHECK(std::abs(straight - sag.angle) > 0.01);
    }
}
