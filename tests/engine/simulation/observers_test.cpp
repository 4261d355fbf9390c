// Observers and the change of a body on the way: verdicts are carried out at the start and in mid-run, and the motion
// goes on where it was.
#include <doctest/doctest.h>

#include "engine/simulation/simulation.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const char* const all_methods[] = {"erk", "adams", "bdf", "sdirk", "ida", "generalized_alpha", "rosenbrock"};

/// A cantilever that swings from a bent shape, with rows inside every step, behind many steps, or one for each.
Scene swinging(const std::string& method, int modes = 2, double output_step = 0.001) {
    return scene_from(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 0.2, "output_step": {}}},
        "integrator": {{"method": "{}", "relative_tolerance": 1e-8, "absolute_tolerance": 1e-10}},
        "bodies": {{"bar": {{"type": "beam", "length": 1, "section": {{"shape": "rectangle", "width": 0.02, "height": 0.01}},
            "material": {{"youngs_modulus": 2.1e11, "density": 7850}}, "ends": "clamped-free",
            "modes": {{"bending_z": {}}}, "geometric_stiffening": false, "initial": {{"q": [0.01, 0.001]}}}}}},
        "joints": {{"clamp": {{"type": "fixed", "parent": "world", "child": "bar.start"}}}},
        "outputs": {{"tip": {{"frame": "bar.end", "component": "z"}}, "total": {{"energy": "total"}}}}}})",
                                  output_step, method, modes));
}

/// Says something at the start and at the first step that ends behind a time.
struct Once : StepObserver {
    std::optional<StepVerdict> start, later;
    double when = 0;
    int starts = 0;
    StepVerdict at_start(const Integrator&) override {
        ++starts;
        return give(start);
    }
    StepVerdict after_step(double, const Integrator& integrator) override {
        return integrator.time() > when ? give(later) : Continue{};
    }
    static StepVerdict give(std::optional<StepVerdict>& verdict) {
        if (!verdict) return Continue{};
        const StepVerdict now = *verdict;
        verdict.reset();
        return now;
    }
};

std::shared_ptr<const ElasticBody> bar_with(int modes) {
    return scene_from(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 1, "output_step": 1}},
        "bodies": {{"bar": {{"type": "beam", "length": 1, "section": {{"shape": "rectangle", "width": 0.02, "height": 0.01}},
            "material": {{"youngs_modulus": 2.1e11, "density": 7850}}, "ends": "clamped-free",
            "geometric_stiffening": false, "modes": {{"bending_z": {}}}}}}},
        "joints": {{"clamp": {{"type": "fixed", "parent": "world", "child": "bar.start"}}}}, "outputs": {{"e": {{"energy": "total"}}}}}})",
                                  modes))
        .model.elastic_bodies.front();
}

RunOptions refining(Once& observer, int modes) {
    RunOptions options;
    options.observers = {&observer};
    options.refine = [modes](const Scene& scene, const Refine&) {
        const Eigen::Index n = scene.model.elastic_bodies.front()->Ke.rows();
        return Replacement{bar_with(modes), MatX::Identity(modes, n)};
    };
    return options;
}

void check_rows(const RunResult& result, double step) {
    REQUIRE(result.times.size() == static_cast<std::size_t>(std::llround(0.2 / step)) + 1);
    for (std::size_t i = 0; i < result.times.size(); ++i)
        CHECK(std::abs(result.times[i] - static_cast<double>(i) * step) < 1e-12);
}

}  // namespace

TEST_CASE("A beam that is replaced by itself with more modes swings on as if nothing had happened, by every method") {
    // Modes are orthogonal and the beam has no load: modes that are added stay at rest, so that the motion of two modes
    // is that of four, and the energy stays.
    for (const char* method : all_methods) {
        CAPTURE(method);
        const RunResult whole = simulate(swinging(method));
        for (const double output_step : {1e-4, 1e-3, 0.1}) {
            CAPTURE(output_step);
            Once observer;
            observer.when = 0.0503;
            observer.later = Refine{"bar", {}};
            const RunResult changed = simulate(swinging(method, 2, output_step), refining(observer, 4));
            REQUIRE(changed.status == RunStatus::completed);
            CHECK(observer.starts == 2);
            check_rows(changed, output_step);
            // Errors at 1e-8, over some 40 periods of the second mode; bdf of order 2 and its like lose most.
            CHECK(std::abs(changed.samples.back()[0] - whole.samples.back()[0]) < 2e-4 * 0.02);
            for (const auto& row : changed.samples) CHECK(std::abs(row[1] / whole.samples[0][1] - 1) < 2e-4);
            CHECK(changed.energy_drift < 2e-4);
        }
    }
}

TEST_CASE("A body that is replaced by itself of the same size leaves no trace, with rows in every step") {
    for (const char* method : all_methods) {
        CAPTURE(method);
        Once observer;
        observer.when = 0.1;
        observer.later = Refine{"bar", {}};
        const RunResult whole = simulate(swinging(method)), changed = simulate(swinging(method), refining(observer, 2));
        REQUIRE(changed.status == RunStatus::completed);
        check_rows(changed, 0.001);
        for (std::size_t i = 0; i < whole.samples.size(); ++i)
            CHECK(std::abs(changed.samples[i][0] - whole.samples[i][0]) < 2e-4 * 0.02);
    }
}

TEST_CASE("Beams in a loop, under contact and control are replaced between two steps, and the loop stays closed") {
    Simulation run(example("slider_crank", {"/time/end=0.05"}));
    run.advance_to(0.02);
    const auto& body = run.scene().model.elastic_bodies.front();
    const double before = run.value(run.scene().outputs.front().name);
    const Eigen::Index n = body->Ke.rows();
    run.replace_body(body->name, body, MatX::Identity(n, n));
    CHECK(run.value(run.scene().outputs.front().name) == doctest::Approx(before).epsilon(1e-9));
    CHECK(run.advance_to(0.04));
    const RunResult result = run.finish();
    CHECK(result.status == RunStatus::completed);
    CHECK(result.loop_violation.position < 1e-8);
}

TEST_CASE("A basis that is wanted at the start is there before the first row") {
    Once observer;
    observer.start = Refine{"bar", {}};
    RunOptions options = refining(observer, 3);
    options.refine = [](const Scene&, const Refine&) { return Replacement{bar_with(3), MatX::Zero(3, 2)}; };
    const RunResult result = simulate(swinging("erk"), options);
    REQUIRE(result.status == RunStatus::completed);
    CHECK(observer.starts == 2);
    CHECK(std::abs(result.samples.front()[0]) < 1e-15);  // the new body begins straight, by the transfer
}

TEST_CASE("An observer that is never content, and a wanted basis that nobody makes, end the run with a sentence") {
    struct Greedy : StepObserver {
        StepVerdict at_start(const Integrator&) override { return Refine{"bar", {}}; }
        StepVerdict after_step(double, const Integrator&) override { return Continue{}; }
    } greedy;
    Once none;
    RunOptions options = refining(none, 2);
    options.observers = {&greedy};
    CHECK_THROWS_WITH_AS(simulate(swinging("erk"), options), doctest::Contains("another one of body \"bar\" is wanted"),
                         NumericalError);
    none.later = Refine{"bar", {}};
    options.observers = {&none};
    options.refine = nullptr;
    const RunResult result = simulate(swinging("erk"), options);
    CHECK(result.status == RunStatus::failed);
    CHECK(result.reason.find("RunOptions::refine is not set") != std::string::npos);
    options.observers = {nullptr};
    CHECK_THROWS_AS(simulate(swinging("erk"), options), InputError);
}

TEST_CASE("A stop is carried out at the start and in mid-run, with the rows up to there") {
    for (const bool at_start : {true, false}) {
        Once observer;
        (at_start ? observer.start : observer.later) = Stop{"enough"};
        observer.when = 0.05;
        RunOptions options;
        options.observers = {&observer};
        const RunResult result = simulate(swinging("erk"), options);
        CHECK(result.status == RunStatus::stopped);
        CHECK(result.reason == "enough");
        REQUIRE_FALSE(result.times.empty());
        CHECK(result.times.back() == result.simulated_time);
        CHECK((result.simulated_time == 0) == at_start);
    }
}

TEST_CASE("Simulations of one scene have each their own inputs") {
    const Scene scene =
        scene_from(R"({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1}, "inputs": {"u": {"value": 1}},
        "bodies": {"box": {"type": "rigid", "mass": 2}},
        "joints": {"rail": {"type": "prismatic", "axis": [1, 0, 0], "parent": "world", "child": "box"}},
        "loads": {"push": {"type": "force", "at": "box", "force": [{"input": "u"}, 0, 0]}},
        "outputs": {"x": {"joint": "rail"}}})");
    Simulation left(scene), right(scene);
    left.set_input("u", -4);
    right.set_input("u", 6);
    left.advance_to(1);
    right.advance_to(1);
    // x = u t² / 2 m
    CHECK(left.value("x") == doctest::Approx(-1).epsilon(1e-9));
    CHECK(right.value("x") == doctest::Approx(1.5).epsilon(1e-9));
    Simulation fresh(scene);
    fresh.advance_to(1);
    CHECK(fresh.value("x") == doctest::Approx(0.25).epsilon(1e-9));
}
