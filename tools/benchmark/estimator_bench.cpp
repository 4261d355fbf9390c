// What error bounds cost along a run (theory §6): CPU time with the bounds of all bodies beside that without.
#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "engine/estimation/bound_observer.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/benchmark/benchmarks.hpp"
#include "tools/trials/clocks.hpp"
#include "tools/trials/reduced_case.hpp"

namespace ritz::bench {
namespace {

struct WatchedRun {
    double cpu = 0;  // [s]
    long steps = 0;
    int nodes = 0;
    double bound = 0, size = 0;  // of the first body
    BoundClaim claim;
};

WatchedRun run_once(const Scene& scene, bool is_watched) {
    WatchedRun run;
    BoundObserverOptions each;
    each.at_node = [&](const BodyBound&) -> StepVerdict {
        ++run.nodes;
        return Continue{};
    };
    BoundObserver bounds(scene, each);
    RunOptions options;
    options.keep_rows = false;
    if (is_watched) options.observers.push_back(&bounds);
    const double begin = cpu_seconds();
    const RunResult result = simulate(scene, options);
    run.cpu = cpu_seconds() - begin;
    if (result.status != RunStatus::completed) throw NumericalError(result.reason);
    run.steps = result.statistics.steps;
    if (!bounds.bodies().empty()) {
        run.bound = bounds.bodies().front().state_max();
        run.size = bounds.bodies().front().size_max();
        run.claim = bounds.bodies().front().claim();
    }
    return run;
}

/// In turn, the best of some rounds of each: what else the machine does falls on both.
void compare(const std::string& name, const Scene& scene, const std::string& goal, Table& table) {
    constexpr int rounds = 4;
    WatchedRun plain = run_once(scene, false), watched = run_once(scene, true);
    for (int round = 1; round < rounds; ++round) {
        plain.cpu = std::min(plain.cpu, run_once(scene, false).cpu);
        watched.cpu = std::min(watched.cpu, run_once(scene, true).cpu);
    }
    if (watched.claim.kind == BoundKind::none) throw NumericalError("there is no bound: " + watched.claim.reason);
    const double more = watched.cpu - plain.cpu;
    table.add({name, more, "s CPU", plain.cpu, more / plain.cpu, goal,
               fmt::format("{} nodes of bodies, {} steps, {:.2g} us a node; bound {:.3g} of {:.3g}", watched.nodes,
                           watched.steps, 1e6 * more / std::max(1, watched.nodes), watched.bound, watched.size)});
}

Scene load(const Surroundings& here, const std::string& name, const std::string& tolerance,
           std::vector<std::string> overrides = {}) {
    overrides.push_back("/integrator/relative_tolerance=" + tolerance);
    return load_scene(here.root + "/scenes/" + name + ".json", overrides);
}

/// The bar of the pendulum, whose model has no data of its own.
Scene put_bar(const Surroundings& here, const Scene& scene) {
    return put_body(
        scene, "bar",
        make_reduced_case(load_model(here.root + "/scenes/elastic_pendulum_fe/bar.json", {"/estimator=20"})));
}

}  // namespace

void bench_estimator(const Surroundings& here, Table& table) {
    for (const auto& [tolerance, goal] : {std::pair{"1e-8", "<= 0.01"}, std::pair{"1e-4", "<= 0.03"}}) {
        const std::string end = fmt::format("_{}", tolerance);
        compare("estimator_elastic_pendulum_fe" + end, put_bar(here, load(here, "elastic_pendulum_fe", tolerance)),
                goal, table);
        compare("estimator_two_link_manipulator" + end, load(here, "two_link_manipulator", tolerance), goal, table);
    }
    compare("estimator_sliding_mass_1e-8", load(here, "sliding_mass", "1e-8", {"/time/end=10"}), "<= 0.01", table);
    compare("estimator_elastic_chain", load_scene(here.root + "/scenes/elastic_chain.json"), "<= 0.03", table);
    // Above the lowest frequency of its beam, as here, the theory of the bound ends.
    table.remark("spin_up has no bound: it spins faster than the lowest frequency of its beam");
}

}  // namespace ritz::bench
