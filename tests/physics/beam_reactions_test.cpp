// Reactions and section forces of beams whose shapes stand for more than one support (theory §1.7).
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::beam_reactions {

namespace {

constexpr double L = 2, EIy = 50, EIz = 80, mu = 1.5;

const std::string reactions = [] {
    std::string text;
    for (const std::string end : {"start", "end"})
        for (const std::string component : {"Fx", "Fy", "Fz", "Mx", "My", "Mz"})
            text += fmt::format(R"("{0}.{1}": {{ "reaction": "bar.{0}", "component": "{1}" }}, )", end, component);
    for (const std::string name : {"force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z"})
        text += fmt::format(R"("{0}": {{ "joint": "s", "quantity": "{0}" }}, )", name);
    for (const double x : {0.0, 0.5, 1.9, 2.0})
        for (const std::string name : {"N", "Qy", "Qz", "Mx", "My", "Mz"})
            text +=
                fmt::format(R"x("{0}({1})": {{ "section_force": "bar", "x": {1}, "component": "{0}" }}, )x", name, x);
    return text + R"("w": { "deflection": { "body": "bar", "x": 1 }, "component": "z" })";
}();

/// A bar of 2 m along x, far from the origin. `beam` adds members to it, `rest` to the scene.
Scene bar(const std::string& ends, const std::string& modes, const std::string& beam, const std::string& rest,
          const std::string& joint = R"("type": "fixed")") {
    return scene_from(fmt::format(
        R"({{ "time": {{ "end": 0.01, "output_step": 0.001 }}, "integrator": {{ "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-13 }},
        "bodies": {{ "bar": {{ "type": "beam", "length": 2, "ends": "{}", "modes": {{ {} }}, {}
            "law": {{ "EA": 4e4, "EIy": 50, "EIz": 80, "GJ": 30, "mass_per_length": 1.5, "rho_Iy": 2e-3, "rho_Iz": 3e-3 }} }} }},
        "joints": {{ "s": {{ {}, "parent": {{ "body": "world", "position": [700, -20, 900] }}, "child": "bar" }} }},
        {}, "outputs": {{ {} }} }})",
        ends, modes, beam, joint, rest, reactions));
}

const std::string at_rest = R"("start": { "static_equilibrium": true }, )";

/// Shares of a unit force down at a = ξL: (F at the start, F at the end, M about y at the start, at the end).
struct Shares {
    double start, end, M_start, M_end;
};
Shares point_load(const std::string& ends, double xi) {
    if (ends == "pinned-pinned") return {1 - xi, xi, 0, 0};
    if (ends == "clamped-pinned") {
        const double end = xi * xi * (3 - xi) / 2;
        return {1 - end, end, -L * (xi - end), 0};
    }
    const double end = xi * xi * (3 - 2 * xi), eta = 1 - xi;
    return {1 - end, end, -L * xi * eta * eta, L * xi * xi * eta};
}
Shares even_load(const std::string& ends) {  // a total of one
    if (ends == "pinned-pinned") return {0.5, 0.5, 0, 0};
    if (ends == "clamped-pinned") return {5.0 / 8, 3.0 / 8, -L / 8, 0};
    return {0.5, 0.5, -L / 12, L / 12};
}

}  // namespace

TEST_CASE("each support of a beam takes its share of a load, in both planes, by however few modes") {
    for (const std::string ends : {"pinned-pinned", "clamped-pinned", "clamped-clamped"})
        for (const double a : {0.8, 1.0})
            for (const std::string modes : {R"("bending_y": 1, "bending_z": 1)", R"("bending_z": 7)"}) {
                CAPTURE(ends);
                CAPTURE(a);
                // So small that the tilt of sections, 1e-5, changes nothing above 1e-10.
                const double P = 1e-3;
                const Recording r =
                    run(bar(ends, modes, "",
                            at_rest + fmt::format(R"("gravity": [0, 0, 0], "loads": {{ "P": {{ "type": "force",
                    "at": {{ "body": "bar", "x": {} }}, "force": [0, {}, {}] }} }})",
                                                  a, -2 * P, -P)));
                const Shares s = point_load(ends, a / L);
                const double F = 1e-9 * P, M = 1e-9 * P * L;
                CHECK(std::abs(r.first("end.Fz") - s.end * P) < F);
                CHECK(std::abs(r.first("start.Fz") - s.start * P) < F);
                CHECK(std::abs(r.first("end.My") - s.M_end * P) < M);
                CHECK(std::abs(r.first("start.My") - s.M_start * P) < M);
                // In the other plane with the other sign of the moments, whether it bends there or not.
                CHECK(std::abs(r.first("end.Fy") - 2 * s.end * P) < 2 * F);
                CHECK(std::abs(r.first("end.Mz") + 2 * s.M_end * P) < 2 * M);
                CHECK(std::abs(r.first("start.Mz") + 2 * s.M_start * P) < 2 * M);
                // The joint is the support of the start.
                CHECK(std::abs(r.first("force_z") - s.start * P) < F);
                CHECK(std::abs(r.first("force_y") - 2 * s.start * P) < 2 * F);
                CHECK(std::abs(r.first("moment_y") - s.M_start * P) < M);
                // Sections: M(x) from the part beyond x.
                for (const double x : {0.0, 0.5, 1.9, 2.0}) {
                    CAPTURE(x);
                    const double load = x < a ? P : 0;
                    CHECK(std::abs(r.first(fmt::format("Qz({})", x)) - (s.end * P - load)) < F);
                    CHECK(std::abs(r.first(fmt::format("My({})", x)) -
                                   (s.M_end * P - (L - x) * s.end * P + (a - x) * load)) < M);
                    CHECK(std::abs(r.first(fmt::format("Mz({})", x)) -
                                   2 * (-s.M_end * P + (L - x) * s.end * P - (a - x) * load)) < 2 * M);
                }
                // and nothing happens later
                CHECK(std::abs(r.last("end.Fz") - s.end * P) < F);
            }
    // PL/4, PL/8 and 3PL/16
    CHECK(point_load("clamped-clamped", 0.5).M_end == doctest::Approx(L / 8));
    CHECK(point_load("clamped-pinned", 0.5).M_start == doctest::Approx(-3 * L / 16));
    CHECK(point_load("clamped-pinned", 0.5).end == doctest::Approx(5.0 / 16));
}

TEST_CASE("each support takes its share of the weight, in a lift that rises faster and faster too") {
    for (const std::string ends : {"pinned-pinned", "clamped-pinned", "clamped-clamped"})
        for (const bool lift : {false, true}) {
            CAPTURE(ends);
            CAPTURE(lift);
            const double g = 1e-3;
            const Recording r =
                run(bar(ends, R"("bending_z": 3)", "", at_rest + fmt::format(R"("gravity": [0, 0, {}])", lift ? 0 : -g),
                        lift ? R"("type": "prismatic", "motion": "0.0005*t^2")" : R"("type": "fixed")"));
            const double weight = mu * L * g;
            const Shares s = even_load(ends);
            CHECK(r.first("end.Fz") == doctest::Approx(s.end * weight).epsilon(1e-9));
            CHECK(r.first("start.Fz") == doctest::Approx(s.start * weight).epsilon(1e-9));
            CHECK(std::abs(r.first("start.My") - s.M_start * weight) < 1e-9 * weight);
            CHECK(std::abs(r.first("end.My") - s.M_end * weight) < 1e-9 * weight);
            // A fixed joint stands beside the other support; a lift carries both.
            CHECK(r.first("force_z") == doctest::Approx(lift ? weight : s.start * weight).epsilon(1e-9));
        }
}

TEST_CASE("between two fixed ends a twist and a push along the axis are shared by the lengths") {
    const Recording r = run(bar("clamped-clamped", R"("torsion": 2, "axial": 3)", "",
                                at_rest + R"("gravity": [0, 0, 0], "loads": { "P": { "type": "force",
            "at": { "body": "bar", "x": 0.6 }, "force": [0.1, 0, 0], "torque": [0.02, 0, 0] } })"));
    CHECK(r.first("end.Fx") == doctest::Approx(-0.3 * 0.1).epsilon(1e-9));
    CHECK(r.first("start.Fx") == doctest::Approx(-0.7 * 0.1).epsilon(1e-9));
    CHECK(r.first("force_x") == doctest::Approx(-0.7 * 0.1).epsilon(1e-9));
    CHECK(r.first("end.Mx") == doctest::Approx(-0.3 * 0.02).epsilon(1e-9));
    CHECK(r.first("moment_x") == doctest::Approx(-0.7 * 0.02).epsilon(1e-9));
    CHECK(r.first("N(0.5)") == doctest::Approx(0.07).epsilon(1e-9));
    CHECK(r.first("N(1.9)") == doctest::Approx(-0.03).epsilon(1e-9));
    CHECK(r.first("Mx(0.5)") == doctest::Approx(0.014).epsilon(1e-9));
    // With the far end free along and about the axis the start takes all.
    const Recording free = run(bar("clamped-clamped", R"("torsion": 2, "axial": 3)",
                                   R"("axial_ends": "fixed-free", "torsion_ends": "fixed-free", )",
                                   at_rest + R"("gravity": [0, 0, 0], "loads": { "P": { "type": "force",
            "at": { "body": "bar", "x": 0.6 }, "force": [0.1, 0, 0], "torque": [0.02, 0, 0] } })"));
    CHECK(free.first("end.Fx") == 0);
    CHECK(free.first("force_x") == doctest::Approx(-0.1).epsilon(1e-9));
}

TEST_CASE("a vibrating beam pulls at its supports by EI w''' and EI w'', internal damping included") {
    // Exact modes: their derivatives at the ends are the textbook's; the reactions come from inertia alone.
    const double D = 0.03;
    for (const std::string ends : {"pinned-pinned", "clamped-pinned", "clamped-clamped"}) {
        CAPTURE(ends);
        const Scene scene = bar(ends, R"("bending_y": 2, "bending_z": 3)",
                                R"("damping": { "modal": 0.03 }, "geometric_stiffening": false,
                                "initial": { "q": [1e-5, -2e-5, 3e-5, 1e-5, -1e-5], "q_dot": [1e-3, 0, -2e-3, 1e-3, 2e-3] }, )",
                                R"("gravity": [0, 0, 0])");
        const Recording r = run(scene);
        REQUIRE(r.completed());
        const ElasticBody& body = *scene.model.elastic_bodies.front();
        Mat3X phi(3, 5), psi(3, 5);
        for (std::size_t i = 0; i < r.times().size(); i += 5) {
            const State& state = r.result().states[i];
            VecX moved = state.q;  // what stretches the fibres: q + 2D/ω q'
            for (int k = 0; k < 5; ++k) moved[k] += 2 * D / std::sqrt(body.Ke(k, k)) * state.u[k];
            body.beam->eval(L, 3, phi, psi);
            const double scale = 1e-9 * (EIy * phi * moved.cwiseAbs()).norm() + 1e-9;
            CHECK(std::abs(r.column("end.Fz")[i] + EIy * phi.row(2).dot(moved)) < scale);
            CHECK(std::abs(r.column("end.Fy")[i] + EIz * phi.row(1).dot(moved)) < scale);
            body.beam->eval(0, 3, phi, psi);
            CHECK(std::abs(r.column("start.Fz")[i] - EIy * phi.row(2).dot(moved)) < scale);
            body.beam->eval(L, 2, phi, psi);
            CHECK(std::abs(r.column("end.My")[i] + EIy * phi.row(2).dot(moved)) < scale);
            CHECK(std::abs(r.column("end.Mz")[i] - EIz * phi.row(1).dot(moved)) < scale);
            body.beam->eval(0, 2, phi, psi);
            CHECK(std::abs(r.column("start.My")[i] - EIy * phi.row(2).dot(moved)) < scale);
            body.beam->eval(0.5, 2, phi, psi);
            CHECK(std::abs(r.column("My(0.5)")[i] + EIy * phi.row(2).dot(moved)) < scale);
        }
    }
}

TEST_CASE("a beam driven at its middle shakes its supports by F/4 (1/cos κL/2 + 1/cosh κL/2)") {
    // Steady vibration w = W(x) sin Ωt above the first frequency, κ⁴ = μΩ²/EI; the rates that start it, mode by mode.
    const int modes = 15;
    const double spin = 24, F = 1e-3, kappa = std::pow(mu * spin * spin / EIy, 0.25);
    std::string rates;
    for (int i = 1; i <= modes; ++i) {
        const double omega = std::pow(i * pi / L, 2) * std::sqrt(EIy / mu);
        const double q = std::sqrt(2 / (mu * L)) * std::sin(i * pi / 2) * F / (omega * omega - spin * spin);
        rates += fmt::format("{}{}", i == 1 ? "" : ", ", i % 2 == 0 ? 0.0 : spin * q);
    }
    const std::string loads = fmt::format(R"x("gravity": [0, 0, 0], "loads": {{ "F": {{ "type": "force",
            "at": {{ "body": "bar", "x": 1 }}, "force": [0, 0, "{}*sin({}*t)"] }} }})x",
                                          F, spin);
    const Recording r = run(bar("pinned-pinned", fmt::format(R"("bending_z": {})", modes),
                                fmt::format(R"("initial": {{ "q_dot": [{}] }}, )", rates), loads));
    REQUIRE(r.completed());
    const double amplitude = -F / 4 * (1 / std::cos(kappa * L / 2) + 1 / std::cosh(kappa * L / 2));
    CHECK(amplitude > 0);  // above resonance the supports are pulled the other way
    // The modes left out lack 2Ω²/(πω_1²) Σ i⁻⁵, i = 17, 19, ...: 4e-6 of F at the most, with alternating signs less.
    for (const char* name : {"end.Fz", "start.Fz", "force_z"})
        CHECK(r.distance_to(name, [&](double t) { return amplitude * std::sin(spin * t); }) < 5e-6 * F);
}

TEST_CASE("a tie bar's clamps take less bending moment: P/2k tanh(kL/4)") {
    // A clamped bar drawn by N = EI k² along its axis, kL = 4, and P across at its middle: w'' is EI w'''' = N w'' + P
    // δ.
    const double k = 2, N = EIy * k * k, P = 1e-3;
    const Recording r = run(bar("clamped-clamped", R"("bending_z": 14)", R"("axial_ends": "fixed-free", )",
                                at_rest + fmt::format(R"("gravity": [0, 0, 0], "loads": {{
            "N": {{ "type": "force", "at": "bar.end", "force": [{}, 0, 0] }},
            "P": {{ "type": "force", "at": {{ "body": "bar", "x": 1 }}, "force": [0, 0, {}] }} }})",
                                                      N, -P)));
    const double M = P / (2 * k) * std::tanh(k * L / 4);
    // w = P/(2Nk) (kL/2 - 2 tanh(kL/4)) at the middle. Seven even modes leave Σ β⁻⁴ = 1e-5 of it.
    CHECK(r.first("w") == doctest::Approx(-P / (2 * N * k) * (k * L / 2 - 2 * std::tanh(k * L / 4))).epsilon(3e-5));
    CHECK(r.first("end.My") == doctest::Approx(M).epsilon(1e-5));
    CHECK(r.first("start.My") == doctest::Approx(-M).epsilon(1e-5));
    CHECK(M < 0.8 * P * L / 8);
    CHECK(r.first("force_z") == doctest::Approx(P / 2).epsilon(1e-9));
    CHECK(r.first("N(0.5)") == doctest::Approx(N).epsilon(1e-9));
    CHECK(r.first("end.Fx") == 0);
}

TEST_CASE("the mass of a spinning bar between two fixed ends pulls at them by ∫ μω²x(1 - x/L) and ∫ μω²x²/L") {
    const Recording r = run(bar("clamped-clamped", R"("bending_z": 2, "axial": 6)", "", R"("gravity": [0, 0, 0])",
                                R"("type": "revolute", "motion": "3*t")"));
    const double all = mu * 9 * L * L / 2;
    // At the start the bar is not stretched yet, so this is exact; the joint carries both supports.
    CHECK(r.first("end.Fx") + r.first("start.Fx") == doctest::Approx(r.first("force_x")).epsilon(1e-12));
    const double released = r.first("end.Fx") + r.first("start.Fx");
    CHECK(std::abs(released) < all);
    // In its relative equilibrium it pulls steadily.
    const Recording steady = run(bar("clamped-clamped", R"("bending_z": 2, "axial": 6)", "",
                                     at_rest + R"("gravity": [0, 0, 0])", R"("type": "revolute", "motion": "3*t")"));
    // Stretched by μω²L³/EA of its length, 1e-3 at the most, and six modes.
    CHECK(steady.first("end.Fx") == doctest::Approx(-2.0 / 3 * all).epsilon(1e-3));
    CHECK(steady.first("start.Fx") == doctest::Approx(-1.0 / 3 * all).epsilon(1e-3));
    CHECK(steady.first("force_x") == doctest::Approx(-all).epsilon(1e-3));
}

TEST_CASE("the sections beyond the start carry what the start's support gives, in any motion") {
    // Two ways through the program: sums over sections, and the inertia of the whole body.
    for (const std::string ends : {"clamped-free", "pinned-pinned", "clamped-pinned", "clamped-clamped"})
        for (const bool rotary : {false, true}) {
            CAPTURE(ends);
            CAPTURE(rotary);
            const Recording r = run(bar(
                ends, R"("bending_y": 1, "bending_z": 1, "torsion": 1, "axial": 1)",
                fmt::format(
                    R"("rotary_inertia": {}, "initial": {{ "q": [1e-3, -2e-3, 1e-4, 1e-4], "q_dot": [0.1, 0.2, 0.1, -0.01] }}, )",
                    rotary),
                R"("gravity": [0.3, 2, -9.81], "loads": { "P": { "type": "force", "at": { "body": "bar", "x": 1.2 }, "force": [1, 2, 3], "torque": [0.2, 0.1, -0.3] } })",
                R"("type": "spherical", "position": [0.5, -0.4, 0.3], "rate": [6, -3, 4])"));
            REQUIRE(r.completed());
            // On pins the section at the start is tilted by v', w' of 5e-3 or so; else by nothing. What differs is of
            // third order in the deflections, as the inertia of turned sections: (w')² of ρI ω² L = 0.3 N m.
            const double tilt = ends == "pinned-pinned" ? 0.03 : 0;
            double force = 0, moment = 0;
            for (const char* name : {"Fx", "Fy", "Fz"}) force += r.largest(std::string("start.") + name);
            for (const char* name : {"Mx", "My", "Mz"}) moment += r.largest(std::string("start.") + name);
            for (const auto& [section, support] : {std::pair<std::string, std::string>{"N(0)", "start.Fx"},
                                                   {"Qy(0)", "start.Fy"},
                                                   {"Qz(0)", "start.Fz"}})
                for (std::size_t i = 0; i < r.times().size(); ++i)
                    CHECK(std::abs(r.column(section)[i] + r.column(support)[i]) < (1e-9 + tilt) * force);
            for (const auto& [section, support] : {std::pair<std::string, std::string>{"Mx(0)", "start.Mx"},
                                                   {"My(0)", "start.My"},
                                                   {"Mz(0)", "start.Mz"}})
                for (std::size_t i = 0; i < r.times().size(); ++i)
                    CHECK(std::abs(r.column(section)[i] + r.column(support)[i]) <
                          1e-5 * (moment + force) + tilt * moment);
        }
}  // namespace

TEST_CASE("a carriage on a beam leans on both its supports") {
    for (const std::string ends : {"pinned-pinned", "clamped-clamped"}) {
        CAPTURE(ends);
        const Recording r = run(scene_from(fmt::format(R"({{
            "gravity": [0, 0, -10], "time": {{ "end": 10, "output_step": 5 }}, "start": {{ "static_equilibrium": true }}, "integrator": {{ "method": "sdirk" }},
            "bodies": {{ "bar": {{ "type": "beam", "length": 2, "ends": "{}", "modes": {{ "bending_z": 2 }}, "damping": {{ "modal": 0.05 }}, "law": {{ "EIy": 5e3, "mass_per_length": 0.1 }} }},
                         "mass": {{ "type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1] }} }},
            "joints": {{ "s": {{ "type": "fixed", "parent": "world", "child": "bar" }},
                         "run": {{ "type": "slide", "parent": "bar", "track": "axis", "child": "mass", "motion": "0.4 + 0.1*t" }} }},
            "outputs": {{ "end": {{ "reaction": "bar.end", "component": "Fz" }}, "start": {{ "joint": "s", "quantity": "force_z" }} }} }})",
                                                       ends)));
        REQUIRE(r.completed());
        // The carriage's v²w''/g is some 1e-5, and the run follows a deflection of 3e-4 m to its tolerance, 1e-9 m.
        // Half of the bar's 0.2 kg rests on each support.
        for (const double t : {0.0, 5.0, 10.0}) {
            const Shares s = point_load(ends, (0.4 + 0.1 * t) / L);
            CHECK(r.at("end", t) == doctest::Approx(10 * (s.end + 0.1)).epsilon(1e-4));
            CHECK(r.at("start", t) == doctest::Approx(10 * (s.start + 0.1)).epsilon(1e-4));
        }
    }
}

TEST_CASE("a joint that holds the far end, a shaft in two bearings, and a beam that is held by its markers alone") {
    // At the far clamp of a clamped-clamped beam the joint is that clamp.
    const std::string weight = at_rest + R"("gravity": [0, 0, -0.001])";
    const Scene far = scene_from(
        R"({ "gravity": [0, 0, -0.001], "time": { "end": 0.01, "output_step": 0.01 }, "start": { "static_equilibrium": true },
        "bodies": { "bar": { "type": "beam", "length": 2, "ends": "clamped-clamped", "modes": { "bending_z": 3 }, "law": { "EIy": 50, "mass_per_length": 1.5 } } },
        "joints": { "s": { "type": "fixed", "parent": "world", "child": "bar.end" } },
        "outputs": { "M": { "joint": "s", "quantity": "moment_y" }, "F": { "joint": "s", "quantity": "force_z" }, "start": { "reaction": "bar.start", "component": "My" } } })");
    const Recording at_end = run(far);
    CHECK(at_end.first("F") == doctest::Approx(0.0015).epsilon(1e-9));
    CHECK(at_end.first("M") == doctest::Approx(0.003 * L / 12).epsilon(1e-9));
    CHECK(at_end.first("start") == doctest::Approx(-0.003 * L / 12).epsilon(1e-9));
    // A shaft turns in both its bearings; the drive turns it as a whole.
    const Recording shaft = run(bar("pinned-pinned", R"("bending_y": 2, "bending_z": 2)", "", weight,
                                    R"("type": "revolute", "axis": [1, 0, 0], "motion": "1e-4*t")"));
    CHECK(shaft.first("end.Fz") == doctest::Approx(0.0015).epsilon(1e-6));
    CHECK(shaft.first("start.Fz") == doctest::Approx(0.0015).epsilon(1e-6));
    CHECK(std::hypot(shaft.first("force_x"), shaft.first("force_y"), shaft.first("force_z")) ==
          doctest::Approx(0.0015).epsilon(1e-6));
    CHECK(std::hypot(shaft.first("moment_x"), shaft.first("moment_y"), shaft.first("moment_z")) < 1e-9);
    // Held at the marker of a pinned start, which turns with the deflection, the bar is a cantilever: no far support.
    const Recording free = run(scene_from(
        R"({ "gravity": [0, 0, -0.001], "time": { "end": 0.01, "output_step": 0.01 }, "start": { "static_equilibrium": true },
        "bodies": { "bar": { "type": "beam", "length": 2, "ends": "pinned-pinned", "modes": { "bending_z": 3 }, "law": { "EIy": 50, "mass_per_length": 1.5 } } },
        "joints": { "s": { "type": "fixed", "parent": "world", "child": "bar.start" } },
        "outputs": { "M": { "joint": "s", "quantity": "moment_y" }, "end": { "reaction": "bar.end", "component": "Fz" } } })"));
    CHECK(std::abs(free.first("end")) < 1e-12);
    CHECK(free.first("M") == doctest::Approx(-0.003 * L / 2).epsilon(1e-6));
}

}  // namespace ritz::testing::beam_reactions
