// Loops where their rows lose or disagree about their independence: the row of four-bars of IFToMM's benchmark A02
// passes positions in which it could change its branch; two bridges on the same girders hold what each other holds.
#include <numbers>

#include "core/errors.hpp"
#include "engine/system/loops/loop_system.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tools/trials/four_bar_row.hpp"
#include "tools/trials/trial.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

Scene row_of_four_bars(int count, double end, const std::string& method, double tolerance, double origin_y = 0) {
    SceneSpec spec = make_four_bar_row(count, end, origin_y);
    spec.settings.choose_method = false;
    spec.settings.options.method = find_method(method).method.value();
    spec.settings.options.relative_tolerance = tolerance;
    spec.settings.options.absolute_tolerance = 0.01 * tolerance;
    return make_scene(spec);
}

/// On its branch the row is one pendulum: count + 1 cranks turn, count couplers are carried round.
///   (count + (count+1)/3) θ'' = -(count + (count+1)/2) g cos θ
struct Crank {
    double angle = std::numbers::pi / 2, rate = -1;
};
Crank follow_crank(int count, double end) {
    const double factor = -(count + 0.5 * (count + 1)) * 9.81 / (count + (count + 1) / 3.0);
    Crank c;
    const int steps = 20000;
    const double h = end / steps;
    const auto f = [&](double angle) { return factor * std::cos(angle); };
    for (int i = 0; i < steps; ++i) {  // classical Runge-Kutta: (2.5e-3)^4 of the motion at most
        const double k1 = c.rate, l1 = f(c.angle), k2 = c.rate + h / 2 * l1, l2 = f(c.angle + h / 2 * k1);
        const double k3 = c.rate + h / 2 * l2, l3 = f(c.angle + h / 2 * k2), k4 = c.rate + h * l3,
                     l4 = f(c.angle + h * k3);
        c.angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        c.rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    return c;
}

}  // namespace

TEST_CASE("a row of parallelograms keeps its branch through its flat positions, by every method and tolerance") {
    const double end = 4;  // three flat positions
    for (const int count : {1, 2}) {
        const Crank exact = follow_crank(count, end);
        for (const std::string method : {"adams", "bdf", "erk", "sdirk", "generalized_alpha", "rosenbrock", "ida"})
            for (const double tolerance : {1e-5, 1e-8, 1e-10}) {
                const bool second_order = method == "bdf" || method == "generalized_alpha" || method == "rosenbrock";
                if (second_order && tolerance < 1e-8) continue;  // some 1e5 steps
                CAPTURE(count);
                CAPTURE(method);
                CAPTURE(tolerance);
                const Recording motion = run(row_of_four_bars(count, end, method, tolerance));
                REQUIRE(motion.completed());
                // Global error in eighteen radians, of methods of order two a thousand times the local tolerance; on
                // another branch x would be wrong by its own size.
                const double allowed = (second_order ? 5e4 : 3e3) * tolerance;
                CHECK(std::abs(motion.last("x") - std::cos(exact.angle)) < allowed);
                CHECK(std::abs(motion.last("vy") - exact.rate * std::cos(exact.angle)) < 5 * allowed);
                CHECK(motion.result().energy_drift < std::max(allowed, 1e-6));
            }
    }
}

TEST_CASE("the passage does not depend on where the linkage stands") {
    const Recording here = run(row_of_four_bars(2, 2, "adams", 1e-9));
    const Recording far = run(row_of_four_bars(2, 2, "adams", 1e-9, 1000));
    REQUIRE(far.completed());
    CHECK(here.distance_to("x", far) < 1e-5);  // a thousand tolerances, as above
}

TEST_CASE(
    "a parallelogram that turns back close behind its flat position keeps its branch, or ends with the loop's name") {
    // Released at 1.5π + 0.1 with the energy that leaves it 0.2 rad/s in the flat position: one pendulum again, of the
    // crank equation for rods of 1, 2 and 1 m and 1 kg each, θ'' = -1.2 g cos θ; 5.697775 at 3 s by Runge-Kutta's
    // method.
    const auto scene = [](const std::string& angle, const std::string& rate) {
        return fmt::format(R"({{"gravity": [0, -9.81, 0], "time": {{"end": 3, "output_step": 0.05}},
            "bodies": {{"A": {{"type": "rigid", "mass": 1, "center": [0.5, 0, 0], "inertia": [1e-4, 0.08333333333333333, 0.08333333333333333]}},
                "B": {{"type": "rigid", "mass": 1, "center": [1, 0, 0], "inertia": [1e-4, 0.3333333333333333, 0.3333333333333333]}},
                "C": {{"type": "rigid", "mass": 1, "center": [0.5, 0, 0], "inertia": [1e-4, 0.08333333333333333, 0.08333333333333333]}}}},
            "joints": {{"j1": {{"type": "revolute", "parent": "world", "child": "A", "position": {0}, "rate": {1}}},
                "j2": {{"type": "revolute", "parent": {{"body": "A", "position": [1, 0, 0]}}, "child": "B", "position": -{0}, "rate": -{1}}},
                "j3": {{"type": "revolute", "parent": {{"body": "world", "position": [2, 0, 0]}}, "child": "C", "position": {0}, "rate": {1}}},
                "cl": {{"type": "revolute", "parent": {{"body": "B", "position": [2, 0, 0]}},
                        "child": {{"body": "C", "position": [1, 0, 0]}}, "closes_loop": true}}}},
            "outputs": {{"a": {{"joint": "j1"}}, "c": {{"joint": "j3"}}}}}})",
                           angle, rate);
    };
    int kept = 0;
    for (const char* method : {"adams", "bdf", "erk", "sdirk", "generalized_alpha", "rosenbrock", "ida"})
        for (const double tolerance : {1e-6, 1e-8}) {
            CAPTURE(method);
            CAPTURE(tolerance);
            const Recording motion = run(scene_from(scene("4.812388980384689", "4.844210778579503"),
                                                    {integrator(method, tolerance, 0.01 * tolerance)}));
            if (!motion.completed()) {
                CHECK(motion.result().reason.find("\"cl\" closes its loop in a singular position") !=
                      std::string::npos);
                continue;
            }
            ++kept;
            CHECK(motion.last("a") == doctest::Approx(5.697775).epsilon(2e4 * tolerance));
            CHECK(motion.last("c") == doctest::Approx(5.697775).epsilon(2e4 * tolerance));
        }
    CHECK(kept >= 6);
    // Where it starts in that position, nothing says which way it goes.
    CHECK_THROWS_WITH_AS(run(scene_from(scene("0", "1"))), doctest::Contains("/joints/cl"), InputError);
}

TEST_CASE("two bridges on the same two girders move, though some of their constraints say the same") {
    const std::string girder =
        R"({"type": "beam", "length": 30, "section": {"shape": "box", "width": 0.8, "height": 1.4, "thickness": 0.02},
            "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "pinned-pinned", "torsion_ends": "fixed-fixed",
            "modes": {"bending_z": 3, "bending_y": 2, "torsion": 1}, "damping": {"modal": 0.02}, "markers": {"mid": 15}})";
    const auto bridges = [&](const std::string& method) {
        std::string joints = R"("sa": {"type": "fixed", "parent": "world", "child": "a"},
            "sb": {"type": "fixed", "parent": {"body": "world", "position": [0, 7.5, 0]}, "child": "b"})";
        std::string forces;
        for (const auto& [name, s] : {std::pair("p", 5), std::pair("q", 25)}) {
            joints += fmt::format(R"(, "{0}a": {{"type": "slide", "parent": "a", "child": "{0}", "position": {1}}},
                "{0}b": {{"type": "slide", "parent": "b", "child": {{"body": "{0}", "position": [0, 7.5, 0]}},
                          "closes_loop": true}})",
                                  name, s);
            forces +=
                fmt::format(R"({}"{}hold": {{"type": "joint_spring", "joint": "{}a", "stiffness": 1e6, "damping": 3e4,
                "position": {}}})",
                            forces.empty() ? "" : ",", name, name, s);
        }
        return run(scene_from(fmt::format(R"({{"gravity": [0, 0, -9.81], "time": {{"end": 0.3, "output_step": 0.01}},
            "bodies": {{"a": {0}, "b": {0},
                "p": {{"type": "rigid", "mass": 2000, "center": [0, 2, 0], "inertia": [9000, 600, 9000]}},
                "q": {{"type": "rigid", "mass": 2000, "center": [0, 2, 0], "inertia": [9000, 600, 9000]}}}},
            "joints": {{{1}}}, "forces": {{{2}}},
            "outputs": {{"a": {{"deflection": "a.mid", "component": "z"}}, "loop": {{"loop_error": "all"}}}}}})",
                                          girder, joints, forces),
                              {integrator(method, 1e-6, 1e-8)}));
    };
    // IDA, which fixes the combinations of rows at the start, is the reference.
    const Recording reference = bridges("ida");
    REQUIRE(reference.completed());
    CHECK(reference.largest("a") > 5e-3);
    for (const char* method : {"adams", "sdirk", "erk", "bdf"}) {
        CAPTURE(method);
        const Recording motion = bridges(method);
        REQUIRE(motion.completed());
        CHECK(motion.distance_to("a", reference) < 1e-5);  // of 1e-2 m, tolerance 1e-6 over some twenty periods
        CHECK(motion.largest("loop") < 1e-6);  // rows left out may disagree at second order in the deflection
    }
}

TEST_CASE("what loops cost grows linearly with their number") {
    const auto work = [](int count) {
        const Scene scene = make_scene(make_four_bar_row(count, 1));
        const LoopSystem loops(scene.model);
        std::size_t nodes = 0;
        for (const LoopPath& path : loops.paths) nodes += path.nodes.size();
        return std::pair(loops.W.size(), nodes);
    };
    // The entries of W that are ever touched, and the nodes a column passes: the first loop has no neighbour before it.
    const auto [entries_20, nodes_20] = work(20);
    const auto [entries_40, nodes_40] = work(40);
    const auto [entries_80, nodes_80] = work(80);
    CHECK(entries_80 - entries_40 == 2 * (entries_40 - entries_20));
    CHECK(nodes_80 - nodes_40 == 2 * (nodes_40 - nodes_20));
}
