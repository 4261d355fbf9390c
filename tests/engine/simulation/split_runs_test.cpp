// Runs that are cut into parts, each going on from a file, beside the same run in one piece.
#include "engine/simulation/checkpoint_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/engine/simulation/systems.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const std::vector<std::string> methods{"adams", "bdf", "erk", "sdirk", "ida", "generalized_alpha"};

// A loop driven by a prescribed motion, with an elastic rod.
Scene make_crank(const std::vector<std::string>& overrides) {
    std::vector<std::string> all = {
        "/time={\"end\": 0.004, \"output_step\": 0.0002}",
        "/outputs={\"v\": {\"joint\": \"guide\", \"quantity\": \"rate\"}, \"d\": {\"deflection\": "
        "\"rod.mid\", \"component\": \"z\"}}"};
    all.insert(all.end(), overrides.begin(), overrides.end());
    return example("slider_crank", all);
}

struct Rows : RowSink {
    std::vector<double> times;
    std::vector<std::vector<double>> values;
    void add(const State& state, const std::vector<double>& row) override {
        times.push_back(state.t);
        values.push_back(row);
    }
    void rollback(std::size_t rows) override {
        times.resize(rows);
        values.resize(rows);
    }
};

struct Whole {
    Rows rows;
    RunResult result;
};

Whole run_whole(const Scene& scene) {
    Whole whole;
    RunOptions options;
    options.sinks = {&whole.rows};
    whole.result = simulate(scene, options);
    return whole;
}

/// The same in parts: before each of the given times a checkpoint goes through a file, and a new simulation goes on.
Whole run_split(const Scene& scene, const std::vector<double>& cuts) {
    Folder folder;
    Whole split;
    RunOptions options;
    options.sinks = {&split.rows};
    auto run = std::make_unique<Simulation>(scene, options);
    for (const double cut : cuts) {
        while (run->time() < cut && run->step()) {
        }
        write_checkpoint(folder / "checkpoint.h5", run->checkpoint());
        run.reset();
        run = std::make_unique<Simulation>(scene, options, read_checkpoint(folder / "checkpoint.h5"));
    }
    while (run->step()) {
    }
    split.result = run->finish();
    return split;
}

/// The largest difference of each column, and its size.
struct Distance {
    VecX largest, size;
};
Distance measure_distance(const Rows& a, const Rows& b) {
    REQUIRE(a.times.size() == b.times.size());
    const auto columns = static_cast<Eigen::Index>(a.values.front().size());
    Distance d{VecX::Zero(columns), VecX::Zero(columns)};
    for (std::size_t i = 0; i < a.times.size(); ++i) {
        CHECK(a.times[i] == doctest::Approx(b.times[i]).epsilon(1e-9));
        for (Eigen::Index k = 0; k < columns; ++k) {
            const auto c = static_cast<std::size_t>(k);
            d.largest[k] = std::max(d.largest[k], std::abs(a.values[i][c] - b.values[i][c]));
            d.size[k] = std::max(d.size[k], std::abs(b.values[i][c]));
        }
    }
    return d;
}

/// Both runs obey the same tolerance, so a split run may err as the whole one does, which a run of much tighter
/// tolerance shows, and once more for each part: an integrator that starts anew adds a few local errors.
void require_equal(const Whole& split, const Whole& whole, const Whole& reference, double tolerance, int parts) {
    const Distance apart = measure_distance(split.rows, whole.rows),
                   error = measure_distance(whole.rows, reference.rows);
    for (Eigen::Index k = 0; k < apart.size.size(); ++k) {
        CAPTURE(k);
        CHECK(apart.largest[k] <= 3 * error.largest[k] + 30 * parts * tolerance * apart.size[k]);
    }
    CHECK(split.result.status == whole.result.status);
    CHECK(split.result.rows == whole.result.rows);
    CHECK(split.result.simulated_time == whole.result.simulated_time);
    CHECK(split.result.events.size() == whole.result.events.size());
    CHECK(split.result.warnings == whole.result.warnings);
    CHECK(split.result.integrator == whole.result.integrator);
    CHECK(split.result.integrator_reason == whole.result.integrator_reason);
    CHECK(split.result.energy_initial == whole.result.energy_initial);
    CHECK(split.result.energy_drift < 10 * whole.result.energy_drift + 100 * tolerance);
    // Counts of all parts: each part begins with short steps, so there are some more, but not twice as many.
    CHECK(split.result.statistics.steps >= whole.result.statistics.steps * 9 / 10);
    CHECK(split.result.statistics.steps < 2 * whole.result.statistics.steps + 100 * parts);
    CHECK(split.result.statistics.rhs_evaluations >= whole.result.statistics.rhs_evaluations * 9 / 10);
}

void compare_for_every_method(const std::function<Scene(const std::vector<std::string>&)>& make) {
    constexpr double tolerance = 1e-6;
    const Whole reference = run_whole(make({integrator("adams", 1e-10, 1e-12)}));
    REQUIRE(reference.result.status == RunStatus::completed);
    const double end = reference.result.simulated_time;
    for (const std::string& method : methods) {
        CAPTURE(method);
        const Scene scene = make({integrator(method, tolerance, 0.01 * tolerance)});
        const Whole whole = run_whole(scene);
        REQUIRE(whole.result.status == RunStatus::completed);
        const Whole split = run_split(scene, {0, 0.17 * end, 0.171 * end, 0.5 * end, 0.93 * end});
        require_equal(split, whole, reference, tolerance, 6);
    }
}

}  // namespace

TEST_CASE("A carriage with stops, jumps, a table and a controller runs in parts as it runs whole, by every method") {
    compare_for_every_method([](const auto& overrides) { return scene_from(carriage, overrides); });
}

TEST_CASE("Tumbling bodies run in parts as they run whole, by every method") {
    compare_for_every_method([](const auto& overrides) { return scene_from(tumbling, overrides); });
}

TEST_CASE("A driven loop with an elastic rod runs in parts as it runs whole, by every method") {
    compare_for_every_method(make_crank);
}

TEST_CASE(
    "Wherever a bouncing ball is stopped, in flight, in contact or at the event itself, it goes on the same way") {
    for (const std::string method : {"adams", "sdirk", "generalized_alpha"}) {
        CAPTURE(method);
        const Scene scene = scene_from(ball, {integrator(method, 1e-6, 1e-8)});
        const Whole whole = run_whole(scene);
        REQUIRE(whole.result.events.size() >= 4);
        Simulation run(scene);
        std::size_t events = 0;
        for (int step = 0; run.step(); ++step) {
            const bool is_event = run.result().events.size() != std::exchange(events, run.result().events.size());
            if (!is_event && step % 16 != 0) continue;
            CAPTURE(run.time());
            Whole rest;
            RunOptions options;
            options.sinks = {&rest.rows};
            Simulation other(scene, options, run.checkpoint());
            while (other.step()) {
            }
            rest.result = other.finish();
            CHECK(rest.result.events.size() == whole.result.events.size());
            CHECK(rest.result.rows == whole.result.rows);
            // Errors of 1e-6 of a step, some tens of steps, and a bounce turns an error of time by 4 m/s into one of
            // place: for the second-order method as large as in the whole run.
            const double allowed = method == "generalized_alpha" ? 5e-3 : 2e-4;
            CHECK(rest.rows.values.back()[0] == doctest::Approx(whole.rows.values.back()[0]).epsilon(allowed));
        }
    }
}

TEST_CASE("A parallelogram that is stopped near its singular position goes on along its branch") {
    const std::string rod = R"({"type": "rigid", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.001, 0.0833, 0.0833],
        "markers": {"end": {"position": [1, 0, 0]}}})";
    const Scene scene = scene_from(R"({"gravity": [0, -9.81, 0], "time": {"end": 2, "output_step": 0.05},
            "integrator": {"max_step": 0.004}, "bodies": {"left": )" +
                                   rod + R"(, "right": )" + rod + R"(, "bar": )" + rod + R"(}, "joints": {
            "a": {"type": "revolute", "parent": "world", "child": "left", "position_deg": 90, "rate": -1},
            "b": {"type": "revolute", "parent": {"body": "world", "position": [1, 0, 0]}, "child": "right",
                  "position_deg": 90, "rate": -1},
            "c": {"type": "revolute", "parent": "left.end", "child": "bar", "position_deg": -90, "rate": 1},
            "d": {"type": "revolute", "closes_loop": true, "parent": "bar.end", "child": "right.end"}},
            "outputs": {"x": {"frame": "left.end", "component": "x"}, "y": {"frame": "bar.end", "component": "y"}}})");
    const Whole whole = run_whole(scene);
    REQUIRE(whole.result.status == RunStatus::completed);
    const auto passes = [](const RunResult& result) {
        return std::count_if(result.events.begin(), result.events.end(), [](const std::string& event) {
            return event.find("passes a singular position") != std::string::npos;
        });
    };
    REQUIRE(passes(whole.result) > 0);
    Simulation run(scene);
    int stopped = 0;
    while (run.step()) {
        if (std::abs(run.value("y")) > 0.05) continue;  // within 3 degrees of it
        ++stopped;
        CAPTURE(run.time());
        Whole rest;
        RunOptions options;
        options.sinks = {&rest.rows};
        Simulation other(scene, options, run.checkpoint());
        while (other.step()) {
        }
        rest.result = other.finish();
        CHECK(rest.result.status == RunStatus::completed);
        // The other branch, crossed, would be off by the size of the linkage; steps err by 1e-6, some hundred of them.
        for (std::size_t k = 0; k < 2; ++k)
            CHECK(std::abs(rest.rows.values.back()[k] - whole.rows.values.back()[k]) < 1e-3);
    }
    CHECK(stopped > 5);
}
