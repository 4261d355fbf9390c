#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/printable.hpp"
#include "core/threads.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/progress.hpp"
#include "tools/report/result_folder.hpp"
#include "tools/report/unfinished_run.hpp"
#include "tools/sweep/workers.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

SweepPlan read_plan(const SweepOptions& options) {
    SweepPlan plan;
    if (options.draws < 0)
        throw InputError(fmt::format("--random {}: expected a number of variations above zero", options.draws));
    plan.draws = options.draws;
    plan.seed = options.seed;
    for (const std::string& text : options.vary) plan.variables.push_back(read_variable(text));
    check_plan(plan);
    return plan;
}

/// Those that were asked for, or all of the scene.
std::vector<std::string> choose_outputs(const SweepOptions& options, const Scene& scene) {
    std::vector<std::string> known;
    for (const Output& output : scene.outputs) known.push_back(output.name);
    if (options.outputs.empty()) return known;
    for (const std::string& name : options.outputs)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw InputError(fmt::format("--output {}: no output of that name{}", name, suggest(name, known)));
    return options.outputs;
}

/// What a sweep is: the same text finds its own half-finished folder again, another one is refused there.
std::string describe_sweep(const SweepOptions& options, const SweepOrder& order, const Scene& first) {
    Json root{{"program", "ritz sweep"}, {"scene", fs::absolute(options.scene).lexically_normal().string()}};
    root["vary"] = options.vary;
    root["set"] = options.overrides;
    if (order.plan.draws > 0) root["random"] = {{"draws", order.plan.draws}, {"seed", order.plan.seed}};
    root["outputs"] = order.outputs;
    root["first_variation"] = compute_fingerprint(make_origin(first, {}));
    return root.dump(2) + "\n";
}

/// One process of a crew may come a moment before the others.
void prepare_folder(const SweepOrder& order, const std::string& description) {
    const fs::path known = order.folder / "sweep.json";
    std::error_code error;
    fs::create_directories(order.folder / "runs", error);
    if (error) throw InputError(fmt::format("--out {}: {}", order.folder.string(), error.message()));
    if (!fs::exists(known, error)) {
        if (fs::exists(order.folder / "summary.json", error))
            throw InputError(
                fmt::format("--out {}: found the results of a run, expected a new folder or that of a sweep",
                            order.folder.string()));
        write_whole_file(known.string(), description);
        return;
    }
    if (read_whole_file(known) != description)
        throw InputError(fmt::format(
            "--out {}: found another sweep there, or one of an earlier version of the scene (see sweep.json); "
            "expected the same one, or another folder",
            order.folder.string()));
}

struct Count {
    std::size_t done = 0, failed = 0;
};
Count count(const std::vector<std::optional<Outcome>>& outcomes) {
    Count sum;
    for (const std::optional<Outcome>& outcome : outcomes) {
        if (!outcome) continue;
        ++sum.done;
        if (outcome->code != exit_done && outcome->code != exit_stopped) ++sum.failed;
    }
    return sum;
}

void write_table(const SweepOrder& order, const SweepWorkers& workers) {
    write_whole_file((order.folder / "sweep.csv").string(),
                     make_sweep_table(order.plan, order.outputs, workers.outcomes()));
}

/// Until all is done, or somebody stops it. The first of a crew waits for the others.
void work(const SweepOrder& order, SweepWorkers& workers, Progress& progress) {
    using namespace std::chrono_literals;
    const std::size_t all = workers.outcomes().size();
    for (int turns = 0; !is_interrupted(); ++turns) {
        const bool has_work = workers.turn();
        if (!has_work && order.crew.rank == 0) workers.look_around();
        const Count now = count(workers.outcomes());
        if (!has_work && (order.crew.rank > 0 || now.done == all)) return;
        progress.update_stage(fmt::format("runs: {} of {}{}", now.done, all,
                                          now.failed > 0 ? fmt::format(", {} failed", now.failed) : ""),
                              static_cast<double>(now.done) / static_cast<double>(all));
        if (turns % 500 == 499 && order.crew.rank == 0) write_table(order, workers);
        std::this_thread::sleep_for(has_work ? 2ms : 50ms);
    }
}

void clear_away(const SweepOrder& order) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(order.folder / "runs", ignored))
        if (entry.path().extension().string().starts_with(".claim_")) fs::remove(entry.path(), ignored);
}

int report(const SweepOptions& options, const SweepOrder& order, const SweepWorkers& workers) {
    const std::size_t all = workers.outcomes().size();
    const Count now = count(workers.outcomes());
    const std::string table = (order.folder / "sweep.csv").string();
    if (!options.quiet)
        say("{} of {} runs done, {} of them failed\ntable: {}\n", now.done, all, now.failed, printable(table));
    if (now.done < all) {
        say_error(fmt::format("ritz sweep: interrupted by {} with {} of {} runs done; the same command goes on",
                              interrupt_name(), now.done, all));
        return exit_stopped;
    }
    if (now.failed == 0) return exit_done;
    const auto& outcomes = workers.outcomes();
    const auto first = std::find_if(outcomes.begin(), outcomes.end(), [](const auto& outcome) {
        return outcome->code != exit_done && outcome->code != exit_stopped;
    });
    say_error(fmt::format("ritz sweep: {} of {} runs failed, the first is run {}: {}; {} has the others", now.failed,
                          all, first - outcomes.begin(), (*first)->reason, table));
    return exit_numerical_failure;
}

}  // namespace

int run_sweep(const SweepOptions& options) {
    Progress progress(options.quiet);
    const Log log = make_log([&] { progress.finish(); });
    SweepOrder order;
    order.scene = options.scene;
    order.overrides = options.overrides;
    order.plan = read_plan(options);
    order.folder = options.out;
    order.crew = find_crew();
    if (options.jobs < 0) throw InputError(fmt::format("--jobs {}: expected a number above zero", options.jobs));
    order.jobs = options.jobs > 0 ? options.jobs : order.crew.size > 1 ? 1 : thread_budget();
    order.keeps_runs = options.keeps_runs;
    std::vector<std::string> overrides = options.overrides;
    for (const std::string& each : make_overrides(order.plan, 0)) overrides.push_back(each);
    log_reading(log, options.scene, overrides);
    const Scene first = load_scene(options.scene, overrides, log);  // what is wrong with all of them is said once
    if (order.folder.empty()) order.folder = make_result_path(options.scene, first.name, "_sweep");
    order.outputs = choose_outputs(options, first);
    prepare_folder(order, describe_sweep(options, order, first));
    // A file of its own: sweep.json is locked for a moment by each process of a crew that writes it.
    std::optional<SoleUse> sole_use;
    const fs::path lock = order.folder / "runs" / "lock";
    if (order.crew.rank == 0) {
        std::ofstream(lock, std::ios::app);
        sole_use.emplace(lock);
    }
    if (sole_use && !sole_use->is_ours())
        throw InputError(fmt::format("--out {}: another sweep is at work there", order.folder.string()));

    watch_for_interrupt();
    SweepWorkers workers(order);
    if (!options.quiet && order.crew.rank == 0) {
        say("{}: {} variations, {} at a time{}\n", printable(first.name), workers.outcomes().size(),
            order.jobs * order.crew.size, order.crew.size > 1 ? fmt::format(" in {} processes", order.crew.size) : "");
        if (const std::size_t done = count(workers.outcomes()).done; done > 0)
            say("{} of them are done already\n", done);
        std::fflush(stdout);
    }
    work(order, workers, progress);
    progress.finish();
    if (order.crew.rank > 0) return is_interrupted() ? exit_stopped : exit_done;
    clear_away(order);
    write_table(order, workers);
    return report(options, order, workers);
}

}  // namespace ritz
