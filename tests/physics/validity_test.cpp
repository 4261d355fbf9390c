// Warnings of runs that leave the range of their model, and the names of what stops a run.
#include <sstream>

#include "scenes/loader/model/model.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"
#include "tools/report/motion.hpp"

namespace ritz::testing::validity {
namespace {

bool mentions(const std::vector<std::string>& sentences, const std::string& part) {
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

/// A cantilever of steel, 2 m by 50 mm, with a force at its end.
std::vector<std::string> warnings_of_cantilever(const Overrides& overrides) {
    const Recording motion = run(scene_from(R"x({
        "gravity": [0, 0, 0], "time": { "end": 0.2, "output_step": 0.001 },
        "bodies": { "bar": { "type": "beam", "length": 2, "section": { "shape": "circle", "diameter": 0.05 },
            "material": { "youngs_modulus": 2.1e11, "density": 7850 }, "ends": "clamped-free",
            "modes": { "bending_z": 2 }, "damping": { "modal": 0.01 } } },
        "joints": { "foot": { "type": "fixed", "parent": "world", "child": "bar" } },
        "loads": { "push": { "type": "force", "at": "bar.end", "force": [0, 0, "1*smoothstep(t/0.1)"]
}
}
})x",
                                            overrides));
    CAPTURE(motion.result().reason);
    CHECK(motion.completed());
    return motion.result().warnings;
}

}  // namespace

TEST_CASE("a beam within its range is left alone, one bent or turned too far is named") {
    CHECK(warnings_of_cantilever({}).empty());
    // F L³/(3 EI) = 0.2 m, a tenth of the length, at 4.8 kN; its end then turns by 1.5 · 0.2/2 = 0.15 rad.
    const auto bent = warnings_of_cantilever({R"x(/loads/push/force=[0, 0, "6000*smoothstep(t/0.1)"])x"});
    CHECK(mentions(bent, "body \"bar\" is bent by"));
    CHECK(mentions(bent, "more than a tenth of its length of 2 m"));
    CHECK_FALSE(mentions(bent, "is turned by"));
    CHECK(
        mentions(warnings_of_cantilever({R"x(/loads/push/force=[0, 0, "14000*smoothstep(t/0.1)"])x"}), "is turned by"));
    CHECK(warnings_of_cantilever({R"x(/loads/push/force=[0, 0, "3000*smoothstep(t/0.1)"])x"}).empty());
}

TEST_CASE("numbers in mm, MPa and g/cm³ are recognised") {
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/material/youngs_modulus=2.1e5"}), "Young's modulus in MPa"));
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/material/density=7.85"}), "density in g/cm³"));
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/section/diameter=50"}), "same unit"));
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/length=2e4"}), "is the length in mm?"));
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/length=1000", "/bodies/bar/section/diameter=30"}),
                   "1000 m long and at least 15 m thick"));
    // A tower of 450 m, and the deck of a bridge of 1.4 km: 35 m wide, 4 m high.
    const auto tower = warnings_of_cantilever({"/bodies/bar/length=450", "/bodies/bar/section/diameter=20"});
    CHECK_FALSE(mentions(tower, "in mm"));
    const auto deck = warnings_of_cantilever(
        {"/bodies/bar/length=1400",
         R"(/bodies/bar/section={"shape": "box", "width": 35, "height": 4, "thickness": 0.02})"});
    CHECK_FALSE(mentions(deck, "in mm"));
    // Rubber and aluminium are what they are.
    const auto rubber =
        warnings_of_cantilever({"/bodies/bar/material/youngs_modulus=5e6", "/bodies/bar/material/density=1100",
                                "/loads/push/force=[0, 0, 0.001]"});
    CHECK(rubber.empty());
    CHECK(warnings_of_cantilever({"/bodies/bar/material/youngs_modulus=7e10", "/bodies/bar/material/density=2700"})
              .empty());
}

TEST_CASE("a beam so short that shear bends it by a twentieth more is told so") {
    // Of a circle r = d/4; at a tip shear adds 3 E/(κG) (r/L)² = 9.4 (r/L)².
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/length=0.1"}), "only 8 times as long"));
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/length=0.1"}), "by some 15 % more"));
    CHECK(mentions(warnings_of_cantilever({"/bodies/bar/length=0.15"}), "by some 7 % more"));
    CHECK(warnings_of_cantilever({"/bodies/bar/length=0.2"}).empty());
}

TEST_CASE("an equilibrium on a contact stiffer than positions are known is warned of") {
    const auto warnings = [](double place, double stiffness) {
        return run(scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81], "time": {{"end": 1e-6, "output_step": 1e-6}},
            "start": {{"static_equilibrium": true}}, "bodies": {{"ball": {{"type": "rigid", "mass": 1}}}},
            "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "ball", "position": {0}}}}},
            "forces": {{"stop": {{"type": "joint_stop", "joint": "j", "lower": {0}, "upper": 1e6, "stiffness": {1}}}}}}})",
                                          place, stiffness)))
            .result()
            .warnings;
    };
    // The force is known to the stiffness times the rounding of 100 m, 1e-14 m: to 0.01 N, or to 1e-8 N.
    CHECK(mentions(warnings(100, 1e12), "body \"ball\" accelerates with"));
    CHECK(warnings(100, 1e6).empty());
    CHECK(warnings(0, 1e9).empty());
}

TEST_CASE("shapes that hold the far end of a beam are warned of where a joint lets it turn, and nowhere else") {
    const auto warnings = [](const std::string& ends, const std::string& joint, const std::string& modes) {
        return scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81], "time": {{"end": 0.01, "output_step": 0.01}},
            "bodies": {{"bar": {{"type": "beam", "length": 1, "ends": "{}", "modes": {},
                "section": {{"shape": "circle", "diameter": 0.02}}, "rotary_inertia": true,
                "material": {{"youngs_modulus": 2.1e11, "density": 7850, "poissons_ratio": 0.3}}}}}},
            "joints": {{"held": {{{}, "parent": "world", "child": "bar"}}}},
            "outputs": {{"w": {{"deflection": "bar.end", "component": "z"}}}}}})",
                                      ends, modes, joint))
            .warnings;
    };
    const std::string z = R"({"bending_z": 2})", about_y = R"("type": "revolute", "axis": [0, 1, 0])";
    for (const std::string ends : {"clamped-clamped", "clamped-pinned"}) {
        CHECK(mentions(warnings(ends, about_y, z), "joint \"held\" lets it turn"));
        CHECK(mentions(warnings(ends, R"("type": "spherical")", z), "lets it turn"));
        CHECK(warnings(ends, R"("type": "fixed")", z).empty());
        CHECK(warnings(ends, R"("type": "prismatic", "axis": [1, 0, 0])", z).empty());
        CHECK(warnings(ends, R"("type": "revolute", "axis": [1, 0, 0])", z).empty());  // a shaft in its bearings
        CHECK(warnings(ends, about_y, R"({"bending_y": 2})").empty());                 // bends about z only
        CHECK(warnings(ends, about_y + R"(, "motion": "t")", z).empty());              // held by its drive
    }
    for (const std::string ends : {"pinned-pinned", "clamped-free", "free-free"})
        CHECK(warnings(ends, about_y, z).empty());
}

TEST_CASE("a beam whose shapes clamp both ends is warned of where a joint holds it between them, and nowhere else") {
    const auto warnings = [](const std::string& ends, const std::string& place) {
        return scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81], "time": {{"end": 0.01, "output_step": 0.01}},
            "bodies": {{"bar": {{"type": "beam", "length": 2, "ends": "{}", "modes": {{"bending_z": 2}},
                "section": {{"shape": "circle", "diameter": 0.02}}, "markers": {{"mid": 1}},
                "material": {{"youngs_modulus": 2.1e11, "density": 7850, "poissons_ratio": 0.3}}}}}},
            "joints": {{"held": {{"type": "fixed", "parent": "world", "child": "{}"}}}},
            "outputs": {{"w": {{"deflection": "bar.end", "component": "z"}}}}}})",
                                      ends, place))
            .warnings;
    };
    for (const std::string ends : {"clamped-clamped", "clamped-pinned"}) {
        CHECK(mentions(warnings(ends, "bar.mid"), "holds it between them, at x = 1 m"));
        for (const std::string place : {"bar", "bar.start", "bar.end"}) CHECK(warnings(ends, place).empty());
    }
    for (const std::string ends : {"pinned-pinned", "clamped-free", "free-free"})
        CHECK(warnings(ends, "bar.mid").empty());
}

TEST_CASE("jumps that come ever faster end the run with the name of the signal, by every method") {
    // sin(1e-3/(0.5 - t)) changes its sign at 0.5 - 1e-3/(k π): some ten thousand times before the changes are 1e-12 s
    // apart.
    for (const std::string method : {"erk", "ida"})
        for (const std::string force : {"sin(1e-3/(0.5-t))>0?1:0", "mod(1e-4/(0.5-t), 1)"}) {
            CAPTURE(method);
            CAPTURE(force);
            const Recording motion =
                run(scene_from(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 1, "output_step": 0.1}},
                "bodies": {{"box": {{"type": "rigid", "mass": 1}}}}, "integrator": {{"method": "{}"}},
                "joints": {{"rail": {{"type": "prismatic", "axis": [1, 0, 0], "parent": "world", "child": "box", "position": 0}}}},
                "loads": {{"push": {{"type": "force", "at": "box", "force": ["{}", 0, 0]}}}},
                "outputs": {{"x": {{"joint": "rail"}}}}}})",
                                           method, force)));
            CHECK(motion.result().status == RunStatus::failed);
            CHECK(motion.result().reason.find("load \"push\", force x jumps or kinks ever faster towards t = 0.") == 0);
        }
}

TEST_CASE("a run whose energy balance is only just kept says so") {
    // A top that turns by 10,000 rad: bdf of order 2 damps it by some 1e-3, and its momentum with it.
    const auto warnings = [](const std::string& method) {
        const Recording motion = run(scene_from(R"({"gravity": [0, 0, 0], "time": {"end": 10, "output_step": 1},
            "bodies": {"top": {"type": "rigid", "mass": 1, "center": [1, 0, 0], "inertia": [1, 1, 1]}},
            "joints": {"air": {"type": "free", "parent": "world", "child": "top", "rate": [0, 0, 0, 0, 0, 300]}},
            "outputs": {"x": {"frame": "top", "component": "x"}}})",
                                                {integrator(method, 1e-6, 1e-8)}));
        CHECK(motion.completed());
        return motion.result().warnings;
    };
    CHECK(mentions(warnings("bdf"), "the energy balance is kept to 0.00"));
    CHECK(warnings("erk").empty());
}

TEST_CASE("a motor and a prescribed motion faster than the modes of the body they shake are named") {
    const auto driven = [](const std::string& joint, const std::string& load) {
        const Recording motion = run(scene_from(fmt::format(R"x({{
            "gravity": [0, 0, 0], "time": {{ "end": 0.2, "output_step": 0.001 }},
            "bodies": {{ "hub": {{ "type": "rigid", "mass": 1, "inertia": [1, 1, 1] }},
                "bar": {{ "type": "beam", "length": 2, "section": {{ "shape": "circle", "diameter": 0.05 }},
                "material": {{ "youngs_modulus": 2.1e11, "density": 7850 }}, "ends": "clamped-free",
                "modes": {{ "bending_z": 2 }}, "damping": {{ "modal": 0.01 }} }} }},
            "joints": {{ "shaft": {{ "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "hub"{} }},
                         "foot": {{ "type": "fixed", "parent": "hub", "child": "bar" }} }}, "loads": {{ {} }} }})x",
                                                            joint, load)));
        CHECK(motion.completed());
        return motion.result().warnings;
    };
    const auto motor = [](const std::string& torque) {
        return fmt::format(R"("drive": {{ "type": "motor", "joint": "shaft", "torque": {} }})", torque);
    };
    // Modes at 9 and 57 Hz, the rigid hub between the drive and them.
    CHECK(mentions(driven("", motor(R"x("exp(-((t-0.1)/0.002)^2)")x")),
                   "load \"drive\" varies as fast as a wave of 113 Hz"));
    CHECK(driven("", motor(R"x("sin(100*t)")x")).empty());
    CHECK(mentions(driven(R"x(, "motion": "1e-6*sin(2000*t)")x", ""), "the motion of joint \"shaft\" varies as fast"));
    CHECK(driven(R"x(, "motion": "1e-3*sin(100*t)")x", "").empty());
}

TEST_CASE("a load faster than the modes of its body is named") {
    // Modes at 9, 57, 158, 310 Hz. A pulse exp(-(t/σ)²) of σ = 2 ms has 0.4 of its spectrum's height at
    // 158 Hz.
    const std::string hammer = R"x(/loads/push/force=[0, 0, "100*exp(-((t-0.1)/0.002)^2)"])x";
    CHECK(mentions(warnings_of_cantilever({hammer}), "load \"push\" varies as fast as a wave of 113 Hz"));
    CHECK(warnings_of_cantilever({hammer, "/bodies/bar/modes/bending_z=4"}).empty());
}

TEST_CASE("a table faster than the modes of its body is named; steps, ramps and ripple are not") {
    const auto table = [](const std::string& t, const std::string& values) {
        return warnings_of_cantilever(
            {fmt::format(R"(/loads/push/force=[0, 0, {{"table": {{"t": [{}], "value": [{}]}}}}])", t, values)});
    };
    const auto sampled = [&](double step, const auto& signal) {
        std::string t, values;
        for (int i = 0; i * step <= 0.2; ++i) {
            t += fmt::format("{}{}", i > 0 ? "," : "", i * step);
            values += fmt::format("{}{}", i > 0 ? "," : "", signal(i * step));
        }
        return table(t, values);
    };
    // Modes at 9 and 57 Hz; 1.5 times the latter is 86 Hz.
    const auto pulse = [](double t) { return 100 * std::exp(-std::pow((t - 0.1) / 0.002, 2)); };
    CHECK(mentions(sampled(2e-4, pulse), "load \"push\" varies as fast as a wave of 113 Hz"));
    CHECK(mentions(sampled(1e-3, pulse), "load \"push\" varies as fast as a wave of 11"));  // coarsely sampled
    const auto wave = [](double hertz) {
        return [=](double t) { return 10 * std::sin(2 * 3.14159265358979 * hertz * t); };
    };
    CHECK(mentions(sampled(1e-4, wave(200)), "as fast as a wave of 150 Hz"));
    CHECK(sampled(1e-4, wave(50)).empty());
    // Steps and ramps, however fine the points; the same pulse where the run is over.
    CHECK(table("0, 0.1, 0.1001, 0.2", "0, 0, 10, 10").empty());
    CHECK(sampled(1e-4, [](double t) { return t < 0.1 ? 0.0 : 10.0; }).empty());
    CHECK(sampled(1e-3, [](double t) { return std::min(100 * t, 10.0); }).empty());
    CHECK(table("0, 0.3, 0.301, 0.302", "1, 1, 100, 1").empty());
    // Ripple of a fifth of the range, from point to point, on a slow wave.
    CHECK(sampled(5e-4, [&](double t) { return wave(5)(t) + 2 * std::cos(3.14159265358979 / 5e-4 * t); }).empty());
}

TEST_CASE("a mode that holds the steps down unseen is named") {
    const auto warnings = warnings_of_cantilever(
        {"/bodies/bar/modes/axial=12", "/time/output_step=0.01", R"x(/integrator={"method": "adams"})x"});
    CHECK(mentions(warnings, "were held down by mode 14 of body \"bar\""));
    CHECK(warnings.size() == 1);
    CHECK(warnings_of_cantilever({"/bodies/bar/modes/axial=12", "/time/output_step=0.01"}).empty());  // its own choice
}

TEST_CASE("a fixed step that is too long for a signal is named") {
    const std::string pulse = R"x(/loads/push/force=[0, 0, "exp(-((t-0.1)/0.01)^2)"])x";
    const auto coarse =
        warnings_of_cantilever({pulse, R"x(/integrator={"method": "sdirk", "fixed_step": 0.05, "energy_limit": 10})x"});
    CHECK(mentions(coarse, "the fixed step of 0.05 s is too long for load \"push\", force z"));
    CHECK(warnings_of_cantilever({pulse, R"x(/integrator={"method": "sdirk", "fixed_step": 0.0005})x"}).empty());
}

TEST_CASE("a fixed step that is too long for a contact is named, and its advice is no tolerance") {
    const auto fall = [](double step) {
        return run(scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81], "time": {{"end": 1, "output_step": 0.1}},
            "integrator": {{"method": "generalized_alpha", "fixed_step": {}}}, "bodies": {{"ball": {{"type": "rigid", "mass": 1}}}},
            "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "ball", "position": 1}}}},
            "forces": {{"stop": {{"type": "joint_stop", "joint": "j", "lower": 0, "upper": 10, "stiffness": 1e6}}}}}})",
                                          step)));
    };
    const Recording coarse = fall(0.01);  // a contact lasts π ms
    CHECK(mentions(coarse.result().warnings, "joint \"j\" at its lower stop \"stop\": the contact ends at t = "));
    CHECK(mentions(coarse.result().warnings, "too few to follow it; choose a shorter fixed_step"));
    CHECK_FALSE(mentions(coarse.result().warnings, "tolerance"));
    CHECK(coarse.result().reason.find("tolerance") == std::string::npos);
    CHECK(fall(1e-4).result().warnings.empty());
}

TEST_CASE("supports that do not hold a model are named") {
    const auto warnings = [](const std::string& supports) {
        const Folder folder;
        const std::string text =
            R"x({ "fe": { "box": { "lengths": [1, 0.1, 0.1], "divisions": [4, 1, 1], "element": "hex8" } },
            "material": { "youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850 },
            "markers": { "end": { "type": "rbe2", "nodes": "x1" } }, )x" +
            supports + R"x( "reductions": { "modal": { "method": "modal", "modes": 2 } } })x";
        return load_model(folder.write("bar.json", text).string()).warnings;
    };
    CHECK(mentions(warnings(R"x("supports": [{ "nodes": [1], "components": ["x"] }],)x"), "its supports leave"));
    CHECK(warnings(R"x("supports": [{ "nodes": "x0", "components": ["x", "y", "z"] }],)x").empty());
    CHECK(warnings("").empty());
}

TEST_CASE("a signal that stops being a number is named, by every method") {
    for (const char* method : {"adams", "bdf", "ida", "erk", "sdirk", "generalized_alpha", "rosenbrock"}) {
        CAPTURE(method);
        const Recording motion = run(scene_from(R"x({
            "gravity": [0, 0, 0], "time": { "end": 1, "output_step": 0.01 }, "bodies": { "m": { "type": "rigid", "mass": 1 } },
            "joints": { "rail": { "type": "prismatic", "parent": "world", "child": "m" } },
            "loads": { "fair": { "type": "motor", "joint": "rail", "force": "sin(t)" },
                       "foul": { "type": "motor", "joint": "rail", "force": "asin(20*t)" } } })x",
                                                {integrator(method, 1e-6, 1e-8)}));
        CHECK(motion.result().status == RunStatus::failed);
        CHECK(motion.result().reason.find("load \"foul\"") != std::string::npos);
        CHECK(motion.result().reason.find("load \"fair\"") == std::string::npos);
        CHECK(motion.result().simulated_time == doctest::Approx(0.05).epsilon(1e-3));
    }
}

TEST_CASE("a run that would never end says what holds it") {
    // Friction that develops within 1e-13 m/s on 1 kg: a rate of 1e14 1/s for an explicit method.
    const Recording motion = run(scene_from(R"x({
        "gravity": [0, 0, 0], "time": { "end": 1, "output_step": 0.1 },
        "integrator": { "method": "adams", "absolute_tolerance": 1e-16 },
        "bodies": { "m": { "type": "rigid", "mass": 1 } },
        "joints": { "rail": { "type": "prismatic", "parent": "world", "child": "m" } },
        "forces": { "rust": { "type": "joint_friction", "joint": "rail", "coulomb": 10, "regularisation": 1e-13 } },
        "loads": { "pull": { "type": "motor", "joint": "rail", "force": "5*sin(3*t)" } } })x"));
    CHECK(motion.result().status == RunStatus::failed);
    CAPTURE(motion.result().reason);
    CHECK(motion.result().reason.find("would never end") != std::string::npos);
    CHECK(motion.result().reason.find("of joint \"rail\"") != std::string::npos);
}

TEST_CASE("a beam that would bend by more than twice its length ends its run, whoever pays for the energy") {
    // Spun up without stiffening it softens until nothing holds it: the drive's work balances all that energy.
    const Recording motion = run(example("spin_up", {"/bodies/beam/geometric_stiffening=false"}));
    CHECK(motion.result().status == RunStatus::failed);
    CHECK(motion.result().reason.find("body \"beam\" is bent by") != std::string::npos);
    CHECK(motion.result().times.size() == motion.result().samples.size());
    CHECK(motion.result().times.size() > 300);  // it went well for some seconds
}

TEST_CASE("a beam pinned at both ends that cannot stretch is told so when its joint opens, and has a motion file") {
    const auto pinned = [](const std::string& modes) {
        const Scene scene =
            scene_from(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 0.05, "output_step": 0.001}},
            "bodies": {{"b": {{"type": "beam", "length": 0.1, "section": {{"shape": "rectangle", "width": 0.005, "height": 0.005}},
                "material": {{"youngs_modulus": 2.1e11, "density": 7850}}, "ends": "pinned-pinned", "modes": {{"bending_z": 3{}}},
                "damping": {{"modal": 0.5}}}}}},
            "joints": {{"j": {{"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "b.start"}},
                "cl": {{"type": "revolute", "axis": [0, 1, 0], "parent": {{"body": "world", "position": [0.1, 0, 0]}},
                        "child": "b.end", "closes_loop": true}}}},
            "loads": {{"P": {{"type": "force", "at": {{"body": "b", "x": 0.05}}, "force": [0, 0, -500]}}}}}})",
                                   modes));
        const RunResult result = simulate(scene);
        CHECK(result.status == RunStatus::completed);
        std::ostringstream motion;
        CHECK_NOTHROW(
            write_motion(motion, scene, result.states));  // 0.1 m in sixteen parts is a hair longer than 0.1 m
        return mentions(result.warnings, "joint \"cl\" is open");
    };
    CHECK(pinned(""));
    CHECK(!pinned(R"(, "axial": 2)"));
}

TEST_CASE("a load that runs into a pole is called by its name") {
    for (const char* method : {"adams", "bdf", "sdirk", "erk", "generalized_alpha", "rosenbrock"})
        for (const char* force : {"tan(t)", "1/(1.5-t)^2", "1/abs(t-1.5)", "exp(exp(exp(t)))", "exp(exp(exp(3*t)))"}) {
            CAPTURE(method);
            CAPTURE(force);
            const Recording failed =
                run(scene_from(fmt::format(R"x({{"gravity": [0, 0, 0], "time": {{"end": 3, "output_step": 0.1}},
                "bodies": {{"m": {{"type": "rigid", "mass": 1, "inertia": [1, 1, 1]}}}},
                "joints": {{"j": {{"type": "prismatic", "axis": [1, 0, 0], "parent": "world", "child": "m"}}}},
                "loads": {{"calm": {{"type": "motor", "joint": "j", "force": "exp(-((t-1.5)/1e-3)^2)"}},
                           "pole": {{"type": "motor", "joint": "j", "force": "{}"}}}}}})x",
                                           force),
                               {fmt::format(R"(/integrator={{"method": "{}"}})", method)}));
            CHECK(failed.result().status == RunStatus::failed);
            CAPTURE(failed.result().reason);
            CHECK(failed.result().reason.find("load \"pole\", force or torque grows without bounds") !=
                  std::string::npos);
        }
}

TEST_CASE("a loop that closes only by bending a body is told, with the strain that this takes") {
    // Crank 0.2 m, coupler (elastic) 0.7 m, rocker 0.5 m, ground 0.8 m; the crank stands 1 rad above the ground.
    const double cx = 0.2 * std::cos(1.0), cz = 0.2 * std::sin(1.0), gap = std::hypot(0.8 - cx, cz);
    const double coupler = std::atan2(-cz, 0.8 - cx) + std::acos((0.49 + gap * gap - 0.25) / (1.4 * gap));
    const double rocker = std::atan2(cz + 0.7 * std::sin(coupler), cx + 0.7 * std::cos(coupler) - 0.8);
    const auto warnings = [&](double error) {
        const Recording motion = run(scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81],
            "time": {{"end": 0.01, "output_step": 0.005}},
            "bodies": {{"crank": {{"type": "rigid", "mass": 0.9, "center": [0.1, 0, 0], "inertia": [0.001, 0.003, 0.003]}},
                "coupler": {{"type": "beam", "length": 0.7, "section": {{"shape": "rectangle", "width": 0.03, "height": 0.02}},
                    "material": {{"youngs_modulus": 2.1e11, "density": 7850}}, "ends": "pinned-pinned",
                    "modes": {{"bending_z": 3}}, "damping": {{"modal": 0.01}}}},
                "rocker": {{"type": "rigid", "mass": 2, "center": [0.25, 0, 0], "inertia": [0.001, 0.05, 0.05]}}}},
            "joints": {{"a": {{"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "crank", "position": -1}},
                "b": {{"type": "revolute", "axis": [0, 1, 0], "parent": {{"body": "crank", "position": [0.2, 0, 0]}},
                       "child": "coupler", "position": {0:.17g}}},
                "d": {{"type": "revolute", "axis": [0, 1, 0], "parent": {{"body": "world", "position": [0.8, 0, 0]}},
                       "child": "rocker", "position": {1:.17g}}},
                "e": {{"type": "revolute", "axis": [0, 1, 0], "closes_loop": true, "parent": "coupler.end",
                       "child": {{"body": "rocker", "position": [0.5, 0, 0]}}}}}},
            "outputs": {{"energy": {{"energy": "elastic"}}}}}})",
                                                            1 - coupler + error, -rocker + error)));
        return motion.result().warnings;
    };
    CHECK(warnings(0).empty());
    const std::vector<std::string> told = warnings(0.1 / 180 * std::numbers::pi);
    REQUIRE(told.size() == 1);
    CHECK(told[0].find("J of strain into elastic bodies") != std::string::npos);
}

}  // namespace ritz::testing::validity
