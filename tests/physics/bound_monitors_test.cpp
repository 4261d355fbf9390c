// Monitors of error bounds act: the example refine.json, whose basis is too small for its load, and what is wrong with
// it without being refined.
#include "tests/physics/scene_helpers.hpp"

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
    CHECK(refined.bounds[0].state_max < 1e-6);
    CHECK(scene.model.elastic_bodies.front()->modes() == 3);
    const Recording exact = run(example("refine", {R"(/bodies/arm/reduction="modal")", "/monitors={}"})),
                    wrong = run(example("refine", {"/monitors={}"}));
    const std::vector<double> tip = exact.column("arm.tip"), small = wrong.column("arm.tip");
    REQUIRE(refined.samples.size() == tip.size());
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
