// Eigenfrequencies of whole systems against Euler's beams and the compound pendulum.
#include "engine/simulation/modes.hpp"

#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr double youngs = 2.1e11, rho = 7850, side = 0.02;

/// (β/L)² sqrt(EI/μ)/2π of the steel bar of 1 m x 20 mm x 20 mm.
double euler_frequency(double beta) { return beta * beta * std::sqrt(youngs * side * side / 12 / rho) / (2 * pi); }

/// Frequencies of what oscillates, without rigid motions.
std::vector<double> frequencies(const Scene& scene) {
    std::vector<double> list;
    Warnings warnings;
    for (const SystemMode& mode : compute_modes(scene, warnings))
        if (mode.frequency > 0.05) list.push_back(mode.frequency);
    return list;
}

Scene hinged_bar(int modes) {
    return example("elastic_pendulum", {"/gravity=[0, 0, 0]", fmt::format("/bodies/bar/modes/bending_z={}", modes)});
}

}  // namespace

TEST_CASE("a bar on a hinge has the frequencies of a pinned-free beam, approached from above") {
    // Clamped shapes and the hinge angle: a Ritz space, so every frequency sinks towards the exact one and never below
    // it. A rotary inertia of the sections that is not there would pull the third frequency below it by (β h/L)²/24 =
    // 2e-3.
    std::vector<double> before(3, 1e9);
    for (int modes : {3, 6, 12, 24}) {
        CAPTURE(modes);
        const std::vector<double> f = frequencies(hinged_bar(modes));
        REQUIRE(f.size() == static_cast<std::size_t>(modes));
        for (int i = 1; i <= 3; ++i) {
            const double exact = euler_frequency(pinned_free_beta(i));
            const auto k = static_cast<std::size_t>(i - 1);
            // Central differences of the linearisation: 1e-8 to 2e-7 of rounding, by compiler and processor.
            CHECK(f[k] > exact * (1 - 1e-6));
            CHECK(f[k] < before[k] * (1 + 1e-6));
            before[k] = f[k];
        }
    }
    // At 24 modes Ritz's error is some 1e-8; the linearisation by differences adds as much.
    for (int i = 1; i <= 3; ++i)
        CHECK(before[static_cast<std::size_t>(i - 1)] / euler_frequency(pinned_free_beta(i)) - 1 < 1e-6);
    CHECK(pinned_free_beta(1) == doctest::Approx(3.9266).epsilon(1e-5));
    CHECK(pinned_free_beta(2) == doctest::Approx(7.0686).epsilon(1e-5));
}

TEST_CASE("a hanging bar swings like a compound pendulum whose mass lies on its axis") {
    // ω² = (m g L/2)/(m L²/3); rotary inertia would add h²/12 to L²/3 and change ω by 5e-5. E a hundredfold, so that
    // bending, of relative size (ω/ω_1)² = 1e-8, does not count.
    const Scene scene =
        example("elastic_pendulum", {"/joints/hinge={\"type\": \"revolute\", \"axis\": [0, 1, 0], \"parent\": "
                                     "\"world\", \"child\": \"bar.start\", \"position_deg\": 90}",
                                     "/bodies/bar/material/youngs_modulus=2.1e13"});
    Warnings warnings;
    const std::vector<SystemMode> modes = compute_modes(scene, warnings);
    REQUIRE(!modes.empty());
    CHECK(modes[0].frequency == doctest::Approx(std::sqrt(1.5 * 9.81) / (2 * pi)).epsilon(1e-6));
}

TEST_CASE("a square cantilever keeps both modes of every pair of equal frequencies") {
    const Scene scene = scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 1, "output_step": 0.1 },
        "bodies": { "bar": { "type": "beam", "length": 1, "ends": "clamped-free", "modes": { "bending_y": 3, "bending_z": 3 },
            "section": { "shape": "rectangle", "width": 0.02, "height": 0.02 },
            "material": { "youngs_modulus": 2.1e11, "density": 7850 } } },
        "joints": { "clamp": { "type": "fixed", "parent": "world", "child": "bar.start" } } })");
    const std::vector<double> f = frequencies(scene);
    REQUIRE(f.size() == 6);
    for (int i = 1; i <= 3; ++i) {
        const double exact = euler_frequency(clamped_free_beta(i));
        // The modes are eigenfunctions themselves; 1e-7 is the linearisation's differences.
        CHECK(f[static_cast<std::size_t>(2 * i - 2)] == doctest::Approx(exact).epsilon(1e-7));
        CHECK(f[static_cast<std::size_t>(2 * i - 1)] == doctest::Approx(exact).epsilon(1e-7));
    }
}

TEST_CASE("a heavy disc on a light shaft of many modes swings as on a massless beam, whatever the modes weigh") {
    // Stiffness and consistent mass of one cubic beam element with the disc at its free end: exact statics, and the
    // beam's own 0.3 % of the mass nearly so.
    const auto element = [](double L, double EI, double mu, double mass, double inertia) {
        const double k = EI / (L * L * L), m = mu * L / 420;
        const double K11 = 12 * k, K12 = -6 * L * k, K22 = 4 * L * L * k;
        const double M11 = 156 * m + mass, M12 = -22 * L * m, M22 = 4 * L * L * m + inertia;
        const double a = M11 * M22 - M12 * M12, b = K11 * M22 + K22 * M11 - 2 * K12 * M12, c = K11 * K22 - K12 * K12;
        return std::sqrt((b - std::sqrt(b * b - 4 * a * c)) / (2 * a)) / (2 * pi);
    };
    for (const double density : {1.0, 100.0, 7850.0})
        for (const double size : {0.05, 0.5, 50.0}) {  // the same shaft in millimetres and in tens of metres
            CAPTURE(density);
            CAPTURE(size);
            const double d = 0.04 * size, EI = 2.1e11 * pi * std::pow(d, 4) / 64, mu = density * pi * d * d / 4;
            const double mass = 40 * std::pow(size, 3), inertia = 0.0208 * std::pow(size, 2) * mass;
            const Scene scene = scene_from(fmt::format(R"({{
                "gravity": [0, 0, 0], "time": {{"end": 1, "output_step": 0.1}},
                "bodies": {{"s": {{"type": "beam", "length": {0}, "section": {{"shape": "circle", "diameter": {1}}},
                    "material": {{"youngs_modulus": 2.1e11, "density": {2}}}, "ends": "clamped-free", "modes": {{"bending_z": 30}}}},
                    "d": {{"type": "rigid", "mass": {3}, "inertia": [{4}, {4}, {4}]}}}},
                "joints": {{"c": {{"type": "fixed", "parent": "world", "child": "s.start"}},
                    "fix": {{"type": "fixed", "parent": "s.end", "child": "d"}}}}}})",
                                                       size, d, density, mass, inertia));
            Warnings warnings;
            const std::vector<SystemMode> modes = compute_modes(scene, warnings);
            CHECK(warnings.list().empty());
            // Thirty modes miss some 1e-3 of the end's rotation; the element overrates the mass of a heavy shaft by
            // less.
            CHECK(modes[0].frequency == doctest::Approx(element(size, EI, mu, mass, inertia)).epsilon(2e-3));
            for (const SystemMode& mode : modes) CHECK(std::abs(mode.real) < 1e-6 * mode.imaginary);
        }
}

TEST_CASE("modes away from an equilibrium are told so, with what accelerates") {
    const auto warnings_of = [](const std::string& start) {
        const Scene scene =
            scene_from(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 0.2, "output_step": 0.01}}, {}
            "bodies": {{"b": {{"type": "beam", "length": 1, "section": {{"shape": "rectangle", "width": 0.02, "height": 0.02}},
                "material": {{"youngs_modulus": 2.1e11, "density": 7850}}, "ends": "clamped-free",
                "modes": {{"bending_y": 4, "bending_z": 4, "axial": 2}}, "damping": {{"modal": 0.2}}}}}},
            "joints": {{"hub": {{"type": "revolute", "parent": "world", "child": "b.start", "motion": "179.5286*t"}}}}}})",
                                   start));
        Warnings warnings;
        compute_modes(scene, warnings);
        return warnings.list();
    };
    // The tension of the spinning bar has not yet stretched it.
    const std::vector<std::string> spinning = warnings_of("");
    REQUIRE(spinning.size() == 1);
    CHECK(spinning[0].find("b: axial 1") != std::string::npos);
    CHECK(warnings_of(R"("start": {"static_equilibrium": true},)").empty());
}

TEST_CASE("a damped cantilever reports its modal damping") {
    const Scene scene = scene_from(R"({
        "gravity": [0, 0, 0], "time": { "end": 1, "output_step": 0.1 },
        "bodies": { "bar": { "type": "beam", "length": 1, "ends": "clamped-free", "modes": { "bending_z": 2 },
            "section": { "shape": "rectangle", "width": 0.02, "height": 0.02 }, "damping": { "modal": 0.03 },
            "material": { "youngs_modulus": 2.1e11, "density": 7850 } } },
        "joints": { "clamp": { "type": "fixed", "parent": "world", "child": "bar.start" } } })");
    Warnings warnings;
    const std::vector<SystemMode> modes = compute_modes(scene, warnings);
    REQUIRE(modes.size() == 2);
    for (const SystemMode& mode : modes) CHECK(mode.damping == doctest::Approx(0.03).epsilon(1e-6));
}

TEST_CASE("modes of a system that is shaken, or stands at the edge of a stop, say where they hold") {
    const auto warnings_of = [](const std::string& rest) {
        Warnings warnings;
        compute_modes(scene_from(R"({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1}, )" + rest),
                      warnings);
        return warnings.list();
    };
    // Its hinge is at rest just now, and accelerates.
    const std::string shaken = R"("bodies": {"a": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1]},
                   "m": {"type": "rigid", "mass": 1, "center": [0, 0, -1]}},
        "joints": {"r": {"type": "prismatic", "parent": "world", "child": "a", "motion": "MOTION"},
                   "h": {"type": "revolute", "axis": [0, 1, 0], "parent": "a", "child": "m"}}})";
    const auto with = [&](const std::string& motion) {
        return std::string(shaken).replace(shaken.find("MOTION"), 6, motion);
    };
    REQUIRE(warnings_of(with("0.1*cos(20*t)")).size() == 1);
    CHECK(warnings_of(with("0.1*cos(20*t)"))[0].find("joint \"r\", motion changes here") != std::string::npos);
    CHECK(warnings_of(with("0.1")).empty());

    const std::string stop = R"("bodies": {"m": {"type": "rigid", "mass": 1}},
        "joints": {"j": {"type": "prismatic", "parent": "world", "child": "m"}},
        "forces": {"s": {"type": "joint_spring", "joint": "j", "stiffness": 100},
                   "t": {"type": "joint_stop", "joint": "j", "lower": LOWER, "upper": 1, "stiffness": 1e4}}})";
    const auto from = [&](const std::string& lower) { return std::string(stop).replace(stop.find("LOWER"), 5, lower); };
    REQUIRE(warnings_of(from("0")).size() == 1);
    CHECK(warnings_of(from("0"))[0].find("joint \"j\" at its lower stop \"t\"") != std::string::npos);
    CHECK(warnings_of(from("-0.1")).empty());
}
