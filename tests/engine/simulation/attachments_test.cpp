// Elements that are attached and released: what they take over, keep and lose, beside closed forms and balances.
#include <numeric>

#include "engine/simulation/checkpoint_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const std::vector<std::string> attaching_methods{"adams",     "bdf", "erk", "sdirk", "ida", "generalized_alpha",
                                                 "rosenbrock"};

/// Two bodies fly and spin freely; from 0.3 to 0.7 s they are one.
const std::string flying = R"json({
  "gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1},
  "integrator": {"method": "erk", "relative_tolerance": 1e-9},
  "bodies": {
    "ship": {"type": "rigid", "mass": 3, "inertia": [1, 2, 2.5], "markers": {"hook": {"position": [0.5, 0.2, 0]}}},
    "boom": {"type": "beam", "length": 2, "law": {"EA": 1e7, "EIy": 400, "EIz": 600, "GJ": 300, "mass_per_length": 0.4,
             "rho_Iy": 0.001, "rho_Iz": 0.001}, "ends": "free-free", "modes": {"bending_y": 2, "bending_z": 2}}
  },
  "joints": {
    "a": {"type": "free", "parent": "world", "child": "ship", "position": [0, 0, 0, 0.3, 0.1, 0],
          "rate": [0.4, 0.1, 0, 0.2, -0.5, 0.7]},
    "b": {"type": "free", "parent": "world", "child": "boom", "position": [1, 0, 0.3, 0, 0, 0.5],
          "rate": [-0.3, 0.2, 0.1, 0, 1, 0.3]},
    "grip": {"type": "fixed", "parent": "ship.hook", "child": "boom.start", "closes_loop": true,
             "active": {"times": [[0.3, 0.7]], "reach": 5}}
  },
  "outputs": {"x": {"frame": "boom.end", "component": "x"}, "f": {"joint": "grip", "quantity": "force_x"}}
})json";

/// A part on a table, lifted by four grips from 0.2 to 1 s, then dropped onto it.
const std::string lifted = R"json({
  "gravity": [0, 0, -9.81], "time": {"end": 2, "output_step": 0.05},
  "integrator": {"relative_tolerance": 1e-8},
  "bodies": {
    "hand": {"type": "rigid", "mass": 5, "inertia": [0.1, 0.1, 0.1]},
    "part": {"type": "rigid", "mass": 2, "inertia": [0.05, 0.04, 0.03], "markers": {
      "p0": {"position": [0.3, 0.2, 0]}, "p1": {"position": [-0.3, 0.2, 0]},
      "p2": {"position": [-0.3, -0.2, 0]}, "p3": {"position": [0.3, -0.2, 0]}}}
  },
  "joints": {
    "lift": {"type": "prismatic", "parent": "world", "child": "hand", "axis": [0, 0, 1],
             "motion": "0.5*smoothstep(0.3, 0.8, t)"
}
, "free" : {"type" : "free", "parent" : "world", "child" : "part"},
           "g0" : {
               "type" : "fixed",
               "parent" : {"body" : "hand", "position" : [ 0.3, 0.2, 0 ]},
               "child" : "part.p0",
               "closes_loop" : true,
               "active" : {"times" : [[ 0.2, 1 ]]}
           },
                  "g1" : {
                      "type" : "fixed",
                      "parent" : {"body" : "hand", "position" : [ -0.3, 0.2, 0 ]},
                      "child" : "part.p1",
                      "closes_loop" : true,
                      "active" : {"while" : ["g0"]}
                  },
                         "g2" : {
                             "type" : "fixed",
                             "parent" : {"body" : "hand", "position" : [ -0.3, -0.2, 0 ]},
                             "child" : "part.p2",
                             "closes_loop" : true,
                             "active" : {"while" : ["g1"]}
                         },
                                "g3" : {
                                    "type" : "fixed",
                                    "parent" : {"body" : "hand", "position" : [ 0.3, -0.2, 0 ]},
                                    "child" : "part.p3",
                                    "closes_loop" : true,
                                    "active" : {"while" : ["g2"]}
                                },
                                       "table" : {
    "type" : "fixed", "parent" : "world", "child" : "part", "closes_loop" : true, "active" : {
        "unless" : [ "g0", "aloft" ], "reach" : 9
    }
}
}
, "conditions" : {"aloft" : {"quantity" : {"frame" : "part", "component" : "z"}, "above" : 0.1}}, "outputs" : {
    "z" : {"frame" : "part", "component" : "z"},
          "a" : {"frame" : "part", "component" : "z", "quantity" : "acceleration"},
                "f0" : {"joint" : "g0", "quantity" : "force_z"},
                       "f1" : {"joint" : "g1", "quantity" : "force_z"},
                              "f2" : {"joint" : "g2", "quantity" : "force_z"},
                                     "f3" : {"joint" : "g3", "quantity" : "force_z"},
                                            "table" : {
        "joint" : "table", "quantity" : "force_z"
    }
}
})json";

Vec6 momentum_of(const Scene& scene, const State& state) {
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    return compute_momentum(model, view(state), ws);
}

std::string refusal_of(const std::string& text, const Overrides& overrides) {
    return message_of([&] { scene_from(text, overrides); });
}

}  // namespace

TEST_CASE("Bodies that are joined in flight keep their momentum, and lose the energy that the balance accounts for") {
    const Scene scene = scene_from(flying);
    const RunResult result = simulate(scene);
    REQUIRE(result.status == RunStatus::completed);
    REQUIRE(result.events.size() == 2);
    const Vec6 before = momentum_of(scene, result.states.front());
    REQUIRE(before.norm() > 1);
    for (const State& state : result.states)  // tolerance of the run, 1e-9, times a thousand steps
        CHECK((momentum_of(scene, state) - before).norm() < 1e-6);
    CHECK(result.energy_drift < 1e-6);
    CHECK(std::abs(result.energy_final - result.energy_initial) > 0.1);  // they do not move alike where they meet
}

TEST_CASE("Two masses that meet in line go on with their common velocity") {
    const std::string text = R"json({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.5},
        "bodies": {"a": {"type": "rigid", "mass": 3}, "b": {"type": "rigid", "mass": 2}},
        "joints": {"x": {"type": "prismatic", "parent": "world", "child": "a", "axis": [1, 0, 0], "rate": 2},
                   "y": {"type": "prismatic", "parent": "world", "child": "b", "axis": [1, 0, 0], "position": 1},
                   "hook": {"type": "fixed", "parent": "a", "child": "b", "closes_loop": true,
                            "active": {"while": ["met"], "reach": 0.001}}},
        "conditions": {"met": {"quantity": {"frame": "b", "observer": "a", "component": "x"}, "below": 0,
                               "latched": true}},
        "outputs": {"v": {"joint": "x", "quantity": "rate"}, "w": {"joint": "y", "quantity": "rate"},
                    "x": {"joint": "x"}}})json";
    for (const std::string& method : attaching_methods) {
        CAPTURE(method);
        const Recording run(scene_from(text, {integrator(method, 1e-8, 1e-10)}));
        REQUIRE(run.result().status == RunStatus::completed);
        CHECK(run.result().events.size() == 1);
        // v' = 3·2/5; ½ μ Δv² = ½ 6/5 4 lost; where they met, x = 1 at 0.5 s. The tolerance of the run.
        CHECK(run.last("v") == doctest::Approx(1.2).epsilon(1e-7));
        CHECK(run.last("w") == doctest::Approx(1.2).epsilon(1e-7));
        CHECK(run.last("x") == doctest::Approx(1.6).epsilon(1e-7));
        CHECK(run.result().energy_initial - run.result().energy_final == doctest::Approx(2.4).epsilon(1e-6));
        CHECK(run.result().energy_drift < 1e-6);
    }
}

TEST_CASE("The weight of a part is shared by its grips, at rest and in motion, also where they hold it redundantly") {
    const Recording run(scene_from(lifted));
    REQUIRE(run.result().status == RunStatus::completed);
    bool was_lifted = false;
    for (std::size_t i = 0; i < run.result().times.size(); ++i) {
        const double t = run.result().times[i];
        CAPTURE(t);
        const std::vector<double>& row = run.result().samples[i];
        const double grips = row[2] + row[3] + row[4] + row[5], table = row[6];
        // Without rounding of the redundant rows: 1e-9 of the weight.
        CHECK(grips + table == doctest::Approx(2 * (9.81 + row[1])).epsilon(1e-9));
        if (t > 0.21 && t < 0.99) {
            CHECK(table == 0);
            was_lifted = was_lifted || row[1] > 1;
        } else if (t < 0.19 || t > 1.5) {
            CHECK(grips == 0);
        }
    }
    CHECK(was_lifted);
}

TEST_CASE("A released part falls, and is caught where its condition changes") {
    for (const std::string& method : attaching_methods) {
        CAPTURE(method);
        const Scene scene = scene_from(lifted, {integrator(method, 1e-8, 1e-10)});
        const RunResult result = simulate(scene);
        REQUIRE(result.status == RunStatus::completed);
        REQUIRE(result.events.size() >= 3);
        // From 0.5 m to 0.1 m: t = 1 + sqrt(0.8/g), v = sqrt(0.8 g), 2·½·v² lost.
        CHECK(result.events.back().find("t = 1.28556862 s: joint \"table\" holds") == 0);
        CHECK(result.events.back().find("7.848 J are lost") != std::string::npos);
        CHECK(result.samples.back()[0] == doctest::Approx(0.1).epsilon(1e-8));
        CHECK(result.energy_drift < 1e-5);
    }
}

TEST_CASE("Runs that are cut before, between and behind attachments go on as in one piece") {
    for (const std::string& text : {flying, lifted}) {
        const Scene scene = scene_from(text);
        const RunResult whole = simulate(scene);
        Folder folder;
        std::vector<std::vector<double>> rows;
        auto run = std::make_unique<Simulation>(scene);
        for (const double cut : {0.1, 0.5, 0.85}) {
            run->advance_to(cut);
            write_checkpoint(folder / "checkpoint.h5", run->checkpoint());
            const auto& samples = run->result().samples;
            rows.insert(rows.end(), samples.begin(), samples.end());
            run = std::make_unique<Simulation>(scene, RunOptions{}, read_checkpoint(folder / "checkpoint.h5"));
        }
        while (run->step()) {
        }
        const RunResult rest = run->finish();
        rows.insert(rows.end(), rest.samples.begin(), rest.samples.end());
        REQUIRE(rows.size() == whole.samples.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            CHECK(std::abs(rows[i][0] - whole.samples[i][0]) < 1e-7);  // tolerance of the run
        CHECK(rest.events == whole.events);
    }
}

TEST_CASE("A simulation goes back over attachments") {
    const Scene scene = scene_from(lifted);
    Simulation run(scene);
    run.advance_to(0.1);
    const Checkpoint point = run.checkpoint();
    run.advance_to(0.6);
    const double z = run.result().samples.back()[0];
    run.restore(point);
    run.advance_to(0.6);
    CHECK(run.result().samples.back()[0] == doctest::Approx(z).epsilon(1e-8));
    CHECK(run.result().events.size() == 1);
}

TEST_CASE("What is out of reach is not joined, and the message says how far it is") {
    const RunResult result = simulate(scene_from(flying, {"/joints/grip/active/reach=0.1"}));
    CHECK(result.status == RunStatus::stopped);
    CHECK(result.reason.find("/joints/grip") != std::string::npos);
    CHECK(result.reason.find("m apart, its \"reach\" is 0.1 m") != std::string::npos);
    CHECK(refusal_of(flying, {"/joints/grip/active={\"times\": [[0, 1]]}"})
              .find("/joints/grip/active: the frames that it joins at the start are ") != std::string::npos);
}

TEST_CASE("A condition that what it switches switches back ends with a sentence") {
    const Scene scene =
        scene_from(lifted, {"/conditions/aloft/quantity={\"joint\": \"table\", \"quantity\": \"force_z\"}",
                            "/conditions/aloft/above=1", "/time={\"end\": 0.1, \"output_step\": 0.1}"});
    const RunResult result = simulate(scene);
    CHECK(result.status == RunStatus::failed);
    CHECK(result.reason.find("and so on, without an end") != std::string::npos);
}

TEST_CASE("A spring may be switched, and what it holds then belongs to the balance") {
    const std::string text = R"json({"gravity": [0, 0, 0], "time": {"end": 2, "output_step": 0.1},
        "bodies": {"a": {"type": "rigid", "mass": 1}},
        "joints": {"x": {"type": "prismatic", "parent": "world", "child": "a", "axis": [1, 0, 0], "position": 1,
                         "rate": 0.5}},
        "forces": {"band": {"type": "spring", "from": {"body": "world", "position": [-1, 0, 0]}, "to": "a", "length": 1,
                            "stiffness": 4, "active": {"times": [[0.5, 1]]}}},
        "outputs": {"x": {"joint": "x"}, "v": {"joint": "x", "quantity": "rate"}}})json";
    const Recording run(scene_from(text, {integrator("erk", 1e-10, 1e-12)}));
    REQUIRE(run.result().status == RunStatus::completed);
    // Free to x = 1.25, then x = 1.25 cos 2τ + 0.25 sin 2τ for half a second, then free again.
    const double x = 1.25 * std::cos(1.0) + 0.25 * std::sin(1.0), v = -2.5 * std::sin(1.0) + 0.5 * std::cos(1.0);
    CHECK(run.last("v") == doctest::Approx(v).epsilon(1e-8));
    CHECK(run.last("x") == doctest::Approx(x + v).epsilon(1e-8));
    CHECK(run.result().energy_drift < 1e-8);
}

TEST_CASE("Wrong attachments are refused") {
    const auto says = [](const std::string& override_, const std::string& words) {
        CAPTURE(override_);
        const std::string found = refusal_of(lifted, {override_});
        CAPTURE(found);
        CHECK(found.find(words) != std::string::npos);
    };
    says("/joints/g0/active/times=[[1, 0.2]]", "/joints/g0/active/times: found a span from 1 to 0.2 s");
    says("/joints/g0/active/times=[[0, 2], [1, 3]]", "found a span that begins at 1 s, before the one before it ends");
    says("/joints/g0/active/times=[[1]]", "/joints/g0/active/times/0: found ");
    says("/joints/g0/active/tmes=[[1, 2]]", "/joints/g0/active/tmes: unknown key \"tmes\"");
    says("/joints/g0/active={}", "/joints/g0/active: expected \"times\", \"while\" or \"unless\"");
    says("/joints/g0/active/reach=-1", "/joints/g0/active/reach: found the number -1");
    says("/joints/g1/active/while=[\"g9\"]", "/joints/g1/active/while: no condition and no element");
    says("/joints/table/active/unless=[\"aloff\"]", "did you mean \"aloft\"?");
    says("/joints/g0/active={\"while\": [\"g3\"]}", "looks at elements that look back at it");
    says("/joints/lift/active={\"times\": [[0, 1]]}", "/joints/lift/active: a joint of the tree always holds");
    says("/conditions/g0={\"quantity\": {\"energy\": \"total\"}, \"above\": 1}", "the name \"g0\" is that of another");
    says("/conditions/aloft={\"quantity\": {\"energy\": \"total\"}}", "/conditions/aloft: expected \"above\"");
    says("/conditions/aloft/below=0.05", "/conditions/aloft/below: found 0.05, expected more than \"above\", 0.1");
    says("/conditions/aloft/latched=2", "/conditions/aloft/latched: found the number 2");
    says("/conditions/aloft/quantity/frame=prat", "no body \"prat\"");
}
