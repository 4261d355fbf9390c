// Monitors of error bounds act: the example refine.json, whose basis is too small for its load, and what is wrong with
// it without being refined.
#include "core/files/files.hpp"
#include "engine/simulation/checkpoint_file.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The sweep with another monitor.
Scene sweep(const std::string& monitor) {
    return example("refine", {fmt::format(R"(/monitors={{"error": {}}})", monitor)});
}

RunResult run_guarded(Scene scene) {
    const GuardOptions guard = make_guard(scene);
    return simulate_guarded(scene, {}, guard);
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string tight = R"(/integrator={"relative_tolerance": 1e-10, "absolute_tolerance": 1e-15})";

/// All that the bound says of the tip.
const std::string tip_outputs = R"(/outputs={"tip": {"deflection": "arm.end", "component": "y"},
    "state": {"bound": "arm"},
    "bound": {"bound": "arm", "marker": "end", "component": "y"},
    "corrected": {"bound": "arm", "marker": "end", "component": "y", "quantity": "corrected"},
    "left": {"bound": "arm", "marker": "end", "component": "y", "quantity": "corrected_bound"}})";

/// The tip of the same arm with sixty modes and the static answer to its force: what these lack is 1e-13 m. The clamped
/// arm's load does not depend on its motion, so that the difference of the two runs is the error that is bounded.
std::vector<double> full_tip() {
    const Folder folder;
    std::string model = read_whole_file(std::string(RITZ_SOURCE_DIR) + "/scenes/refine/arm.json");
    const std::string small = R"("modes": 1)", plain = R"("estimator": 20)";
    model.replace(model.find(small), small.size(), R"("modes": 60)");
    model.replace(model.find(plain), plain.size(), R"("estimator": 0)");
    const auto file = folder.write("arm.json", model);
    return Recording(example("refine", {tight, "/monitors={}", fmt::format("/bodies/arm/file=\"{}\"", file.string())}))
        .column("arm.tip");
}

struct TipErrors {
    double largest = 0, largest_bound = 0, largest_left = 0;
    double least = 1e300;       // of (bound + accuracy)/error at the output times
    double least_left = 1e300;  // of the corrected output's
};
/// The accuracy of both runs: rtol of some 1e-4 m, and what the sixty modes lack.
TipErrors compare_tip(const Recording& run, const std::vector<double>& exact) {
    constexpr double accuracy = 2e-12;
    const auto tip = run.column("tip"), bound = run.column("bound"), corrected = run.column("corrected"),
               left = run.column("left");
    REQUIRE(tip.size() == exact.size());
    TipErrors found;
    for (std::size_t i = 1; i < tip.size(); ++i) {
        const double error = std::abs(tip[i] - exact[i]), rest = std::abs(corrected[i] - exact[i]);
        found.largest = std::max(found.largest, error);
        found.largest_bound = std::max(found.largest_bound, bound[i]);
        found.largest_left = std::max(found.largest_left, rest);
        found.least = std::min(found.least, (bound[i] + accuracy) / std::max(error, accuracy));
        found.least_left = std::min(found.least_left, (left[i] + accuracy) / std::max(rest, accuracy));
    }
    return found;
}

}  // namespace

TEST_CASE("A run stops where its error bound passes the limit, and keeps what it has") {
    const RunResult result = run_guarded(sweep(R"({"bound": {"body": "arm"}, "above": 1e-6})"));
    CHECK(result.status == RunStatus::stopped);
    CAPTURE(result.reason);
    CHECK(says(result.reason, "of the state of body \"arm\" is"));
    CHECK(says(result.reason, "above its limit 1e-06, at t = 0.23"));
    // Before the second resonance at some 0.27 s, and with the rows up to there.
    CHECK(result.simulated_time > 0.1);
    CHECK(result.simulated_time < 0.26);
    CHECK(result.rows >= static_cast<std::size_t>(result.simulated_time / 0.0005));
    REQUIRE(result.bounds.size() == 1);
    CHECK(result.bounds[0].state_max > 1e-6);
    CHECK(result.bounds[0].state_max < 2e-6);
}

TEST_CASE("A warning comes once, and changes nothing else") {
    const RunResult warned = run_guarded(sweep(R"({"bound": {"body": "arm"}, "above": 1e-6, "act": "warn"})"));
    Scene unwatched = sweep(R"({"bound": {"body": "arm"}, "above": 1})");
    unwatched.bound_monitors.clear();
    const RunResult plain = simulate(unwatched);
    CHECK(warned.status == RunStatus::completed);
    REQUIRE(warned.warnings.size() == plain.warnings.size() + 1);
    CHECK(says(warned.warnings.back(), "monitor \"error\""));
    CHECK(warned.samples == plain.samples);
}

TEST_CASE("A refined run ends with its bound below the limit, and is right where the run before was wrong") {
    Scene scene = example("refine");
    const GuardOptions guard = make_guard(scene);
    const RunResult refined = simulate_guarded(scene, {}, guard);
    REQUIRE(refined.status == RunStatus::completed);
    REQUIRE(refined.refinements.size() == 1);
    CHECK(refined.refinements[0].size_before == 2);
    CHECK(refined.refinements[0].size_after == 3);
    CHECK(refined.refinements[0].back_to > 0.1);
    CHECK(refined.refinements[0].back_to < refined.refinements[0].time);
    CHECK(refined.bounds[0].state_max < 1e-6);
    CHECK(scene.model.elastic_bodies.front()->modes() == 3);
    const Recording exact = run(example("refine", {R"(/bodies/arm/reduction="modal")", "/monitors={}"})),
                    wrong = run(example("refine", {"/monitors={}"}));
    const std::vector<double> tip = exact.column("arm.tip"), small = wrong.column("arm.tip");
    REQUIRE(refined.samples.size() == tip.size());
    for (const State& state : refined.states) REQUIRE(state.q.size() == 3);  // those before the refinement, too
    double error = 0, error_before = 0;
    for (std::size_t i = 0; i < tip.size(); ++i) {
        error = std::max(error, std::abs(refined.samples[i][0] - tip[i]));
        error_before = std::max(error_before, std::abs(small[i] - tip[i]));
    }
    CHECK(error_before > 0.2 * exact.largest("arm.tip"));
    // Five modes lack a little of the static deflection, which the refined basis has.
    CHECK(error < 5e-3 * exact.largest("arm.tip"));
}

TEST_CASE("A run that may not be refined further stops and says why") {
    const RunResult once =
        run_guarded(sweep(R"({"bound": {"body": "arm"}, "above": 1e-9, "act": "refine", "refinements": 1})"));
    CHECK(once.status == RunStatus::stopped);
    CHECK(once.refinements.size() == 1);
    CHECK(says(once.reason, "refined 1 times, and no more are allowed"));
    const RunResult small =
        run_guarded(sweep(R"({"bound": {"body": "arm"}, "above": 1e-9, "act": "refine", "largest": 4})"));
    CHECK(says(small.reason, "its basis has 4 shapes, and no more are allowed"));
    CHECK(small.refinements.size() == 2);
}

TEST_CASE("Limits of outputs, limits relative to the largest so far, and times before which nothing is judged") {
    const std::string bound = R"("bound": {"body": "arm", "marker": "end", "component": "y"})";
    const RunResult output = run_guarded(sweep(fmt::format(R"({{{}, "above": 1e-6}})", bound)));
    CHECK(output.status == RunStatus::stopped);
    CHECK(says(output.reason, "of y of marker \"end\" of body \"arm\" is"));
    const RunResult relative =
        run_guarded(sweep(fmt::format(R"({{{}, "above": 0.01, "relative": true, "from": 0.05}})", bound)));
    CHECK(relative.status == RunStatus::stopped);
    CHECK(relative.simulated_time > 0.1);
    const RunResult late = run_guarded(sweep(fmt::format(R"({{{}, "above": 1e-6, "from": 0.39}})", bound)));
    CHECK(late.simulated_time >= 0.39);
    CHECK(late.simulated_time < 0.391);
}

TEST_CASE("A limit that nobody observes, or that no data can be compared to, is refused before the run") {
    CHECK_THROWS_AS(simulate(example("refine")), InputError);
    Scene beam = example("elastic_pendulum_fe", {"/monitors={\"e\": {\"bound\": {\"body\": \"bar\"}, \"above\": 1}}"});
    CHECK_THROWS_AS(run_guarded(std::move(beam)), InputError);
}

TEST_CASE("Behind a refinement the bound still holds, and is as near to the error as before") {
    const std::vector<double> exact = full_tip();
    const Recording refined(example("refine", {tight, tip_outputs})),
        small(example("refine", {tight, tip_outputs, "/monitors={}"}));
    REQUIRE(refined.result().refinements.size() == 1);
    for (const Recording* run : {&refined, &small}) {
        const TipErrors tip = compare_tip(*run, exact);
        CHECK(tip.least > 1 - 1e-6);
        CHECK(tip.least_left > 1 - 1e-6);
        CHECK(tip.largest > 5e-7);
        // What the error was when the run went back goes on in the larger basis, in modes that the bound knows.
        // Samples may add a twentieth to the bound (BoundOptions::share), and as much is missing from the correction.
        CHECK(tip.largest_bound < 1.05 * tip.largest);
        CHECK(tip.largest_left < 0.01 * tip.largest);
    }
    CHECK(small.largest("state") > 20 * refined.largest("state"));
}

TEST_CASE("A run that goes on from a checkpoint has the bounds of the run that was not interrupted") {
    const Folder folder;
    const std::string file = folder / "point";
    for (const double until : {0.1, 0.3}) {  // before and behind the refinement
        CAPTURE(until);
        const Overrides overrides = {tight, tip_outputs};
        Scene scene = example("refine", overrides);
        GuardedRun whole(scene, {}, make_guard(scene));
        while (whole.step()) {
            if (whole.result().rows == 0 || std::filesystem::exists(file)) continue;
            const Checkpoint point = whole.checkpoint();
            if (point.state.t > until) write_checkpoint(file, point);
        }
        const RunResult expected = whole.finish();
        Scene again = example("refine", overrides);
        GuardedRun rest(again, {}, make_guard(again), read_checkpoint(file));
        while (rest.step()) {
        }
        const RunResult found = rest.finish();
        REQUIRE(found.status == RunStatus::completed);
        REQUIRE(expected.refinements.size() == 1);
        REQUIRE(found.refinements.size() == 1);
        CHECK(found.refinements[0].size_after == 3);
        CHECK(found.refinements[0].time == doctest::Approx(expected.refinements[0].time).epsilon(1e-6));
        // Steps differ behind the checkpoint. Where the way back of a refinement still lies ahead, it ends at one of
        // these steps, which are some 3e-5 s long: the error that is carried differs by as much as it grows in one.
        const double apart = until < 0.2 ? 0.01 : 1e-6;
        CHECK(found.bounds[0].state_max == doctest::Approx(expected.bounds[0].state_max).epsilon(apart));
        const std::vector<double>&last = found.samples.back(), &same = expected.samples.back();
        for (std::size_t k = 0; k < last.size(); ++k)
            CHECK(std::abs(last[k] - same[k]) < apart * std::abs(same[k]) + 2e-12);
        std::filesystem::remove(file);
    }
}

TEST_CASE("With error bounds switched on each body's bound is a column, and those of the outputs' motions") {
    Scene scene = example("refine", {"/monitors={}", "/error_bounds=true", "/time/end=0.05"});
    std::vector<std::string> names;
    for (const Output& output : scene.outputs) names.push_back(output.name);
    CHECK(names == std::vector<std::string>{"arm.tip", "arm.bound", "arm.end.y.bound", "arm.end.y.corrected"});
    const Recording run(scene);
    CHECK(run.result().bounds[0].claim == "bound");
    CHECK(run.largest("arm.bound") <= run.result().bounds[0].state_max);
    CHECK(run.largest("arm.bound") > 0);
    CHECK(run.first("arm.bound") == 0);
    // The columns are those that are asked for by name.
    const Recording asked(example("refine", {"/monitors={}", tip_outputs, "/time/end=0.05"}));
    CHECK(run.column("arm.bound") == asked.column("state"));
    CHECK(run.column("arm.end.y.bound") == asked.column("bound"));
    CHECK(run.column("arm.end.y.corrected") == asked.column("corrected"));
    CHECK(run.column("arm.tip") == asked.column("tip"));
}

TEST_CASE("Bounds that nobody can give are refused before the run, with the place that asks") {
    const auto complaint = [](const std::function<void()>& act) -> std::string {
        try {
            act();
        } catch (const InputError& error) {
            return error.what();
        }
        return "none";
    };
    const auto load_bare = [&] {
        example("elastic_pendulum_fe", {"/error_bounds=true", "/bodies/bar/file=\"none.h5\""});
    };
    CHECK(says(complaint(load_bare), "none.h5"));
    const std::string rigid = complaint([] { example("pendulum", {"/error_bounds=true"}); });
    CHECK(says(rigid, "/error_bounds: the scene has no elastic body"));
    const std::string unseen = complaint([] {
        simulate(example("refine", {"/monitors={}", R"(/outputs={"b": {"bound": "arm"}})"}));
    });
    CHECK(says(unseen, "/outputs/b: the error bound is not observed in this run"));
}
