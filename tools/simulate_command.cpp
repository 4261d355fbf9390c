#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "core/errors.hpp"
#include "core/printable.hpp"
#include "scenes/loader/scene/body_surfaces.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "scenes/loader/scene/make_guard.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/progress.hpp"
#include "tools/report/checkpoint_writer.hpp"
#include "tools/report/describe.hpp"
#include "tools/report/results.hpp"
#include "tools/report/run_writer.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

/// Before the run, so that who waits knows for what.
void report_start(const Scene& scene, const RunResult& result) {
    say("{}: {}\n", printable(scene.name), describe_size(scene.model));
    say("integrator: {} ({})\n", result.integrator, result.integrator_reason);
    for (const std::string& note : scene.notes) say("note: {}\n", printable(note));
    std::fflush(stdout);
}

void report(const Scene& scene, const RunResult& result, const fs::path& folder) {
    for (const std::string& event : result.events) say("event: {}\n", printable(event));
    say("{}: {:.6g} s simulated in {:.3g} s ({:.3g} times real time), {} steps, {} right-hand sides\n",
        status_name(result.status), result.simulated_time, result.wall_time,
        result.wall_time > 0 ? result.simulated_time / result.wall_time : 0, result.statistics.steps,
        result.statistics.rhs_evaluations);
    say("energy: {:.6g} J at the start, {:.6g} J at the end, balance kept to {:.2g}\n", result.energy_initial,
        result.energy_final, result.energy_drift);
    if (scene.model.rows > 0)
        say("loops: open by at most {:.2g} m or rad, {:.2g} m/s or rad/s\n", result.loop_violation.position,
            result.loop_violation.velocity);
    say("results: {}\n", printable(folder.string()));
}

/// Seconds between two checkpoints; zero if none are wanted.
double read_interval(const std::string& text) {
    if (text.empty()) return 0;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) || !(seconds > 0))
        throw InputError(
            fmt::format("--checkpoint {}: found no time, expected a number of seconds above zero, such as 60", text));
    constexpr double longest = 1e8;  // three years; clocks end somewhere
    return std::min(seconds, longest);
}

/// What the run is made of: given on the command line, or known from a checkpoint.
struct Order {
    std::string scene;
    std::vector<std::string> overrides;
    fs::path folder;
    OutputsFormat format = OutputsFormat::csv;
    double interval = 0;  // [s]; 0: no checkpoints
    std::optional<UnfinishedRun> unfinished{};
};

Order make_order(const SimulateOptions& options) {
    const double interval = read_interval(options.checkpoint);
    if (options.scene.empty() && options.resume.empty())
        throw InputError(
            "ritz simulate: SCENE is missing, expected a scene, or --resume DIR; see ritz simulate --help");
    const OutputsFormat format = options.hdf5 ? OutputsFormat::hdf5 : OutputsFormat::csv;
    if (options.resume.empty()) return {options.scene, options.overrides, options.out, format, interval};
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("--resume {}: {}", options.resume, why));
    };
    if (!options.out.empty())
        refuse(
            fmt::format("found --out {} beside it, expected one of them: the run goes on where it began", options.out));
    Order order;
    order.folder = options.resume;
    order.unfinished = find_unfinished_run(order.folder);
    const RunOrigin& origin = order.unfinished->origin;
    if (!options.overrides.empty() && options.overrides != origin.overrides)
        refuse(fmt::format(
            "found --set {}, expected {}: the run goes on as it began", fmt::join(options.overrides, " --set "),
            origin.overrides.empty() ? "none"
                                     : fmt::format("--set {}, or none", fmt::join(origin.overrides, " --set "))));
    if (options.hdf5 && origin.format != OutputsFormat::hdf5)
        refuse("found --hdf5, expected none: the run began with outputs.csv");
    order.scene = options.scene.empty() ? origin.scene : options.scene;
    std::error_code error;
    if (options.scene.empty() && !fs::exists(order.scene, error))
        refuse(fmt::format("the scene {} is not there any more; if it was moved: ritz simulate SCENE --resume {}",
                           origin.scene, options.resume));
    order.overrides = origin.overrides;
    order.format = origin.format;
    order.interval = interval > 0 ? interval : origin.interval;
    return order;
}

/// Checkpoints on the way; if the run is stopped from outside, a last one.
bool run_with_checkpoints(const Scene& scene, GuardedRun& run, const RunOptions& options, const Order& order,
                          RunWriter& rows) {
    RunOrigin origin = make_origin(scene, order.overrides);
    origin.format = order.format;
    origin.interval = order.interval;
    CheckpointWriter checkpoints(rows, std::move(origin), options.warn);
    // One at once: from here on the run can go on, however it is ended, and a disk that takes none is known.
    do {
        if (checkpoints.is_due()) checkpoints.write(run.checkpoint());
    } while (run.step());
    const bool has_last = run.result().interrupted && checkpoints.write_last(run.checkpoint());
    checkpoints.finish();
    return has_last;
}

/// The scene is that of the end afterwards; true if the run can go on from a checkpoint.
bool run_guarded(Scene& scene, const RunOptions& options, const GuardOptions& guard, const Order& order,
                 RunWriter& rows, const GuardedRun*& under_way, RunResult& result) {
    const auto run = order.unfinished ? std::make_unique<GuardedRun>(scene, options, guard, order.unfinished->point)
                                      : std::make_unique<GuardedRun>(scene, options, guard);
    under_way = run.get();
    bool has_checkpoint = false;
    if (order.interval > 0)
        has_checkpoint = run_with_checkpoints(scene, *run, options, order, rows);
    else
        while (run->step()) {
        }
    result = run->finish();
    under_way = nullptr;
    if (!result.refinements.empty()) scene = run->scene();
    return has_checkpoint;
}

}  // namespace

int run_simulate(const SimulateOptions& options) {
    Progress progress(options.quiet);
    const Log log = make_log([&] { progress.finish(); });
    Order order = make_order(options);
    log_reading(log, order.scene, order.overrides);
    BodySurfaces surfaces;
    Scene scene = load_scene(order.scene, order.overrides, log, options.body_cache, surfaces);  // refinements change it
    if (order.interval > 0 && asks_for_system_estimate(scene))
        throw InputError(
            "--checkpoint: found an output \"system_estimate\", expected none: the second run beside this one does not "
            "go on from a checkpoint");
    const GuardOptions guard = make_guard(scene, &surfaces);  // what is missing is said now
    log.info(fmt::format("{}: {}", scene.name, describe_size(scene.model)));
    if (order.folder.empty()) order.folder = make_result_path(order.scene, scene.name, "");
    if (order.unfinished)
        require_same_scene(order.unfinished->origin, make_origin(scene, order.overrides), order.folder);
    else
        refuse_unfinished_run(order.folder);
    // Refuses now, not after hours of computing.
    RunWriter writer(scene, order.folder, order.format);
    writer.show_surfaces(surfaces);
    if (order.unfinished)
        writer.resume(*order.unfinished);
    else if (order.interval > 0)
        writer.keep_for_checkpoints();

    watch_for_interrupt();
    const GuardedRun* under_way = nullptr;
    RunOptions run;
    run.log = log;
    run.sinks = {&writer};
    run.keep_rows = false;
    run.progress = [&](double simulated, double end, double wall) {
        progress.update(simulated, end, wall, under_way != nullptr ? under_way->describe_bounds() : "");
        return !is_interrupted();
    };
    run.warn = [&](const std::string& sentence) {
        progress.finish();
        print_warning(sentence);
    };
    run.started = [&](const RunResult& begun) {
        log.info(fmt::format("integrator: {} ({})", begun.integrator, begun.integrator_reason));
        if (!options.quiet) report_start(scene, begun);
        if (!options.quiet && order.unfinished)
            say("goes on at t = {:.6g} s, from the checkpoint of {}\n", order.unfinished->point.state.t,
                printable(order.unfinished->written));
    };
    RunResult result;
    const bool has_checkpoint = run_guarded(scene, run, guard, order, writer, under_way, result);
    progress.finish();
    if (result.interrupted)
        result.reason = fmt::format("interrupted by {} at t = {:.6g} s", interrupt_name(), result.simulated_time);
    writer.finish(result, has_checkpoint);
    log.info(fmt::format("{} rows written to {}", result.rows, order.folder.string()));

    if (!options.quiet) report(scene, result, order.folder);
    if (result.status == RunStatus::completed) return exit_done;
    say_error(fmt::format(
        "{}: {}: {}; what was computed until then is in {}{}", order.scene, status_name(result.status), result.reason,
        order.folder.string(),
        has_checkpoint ? fmt::format("; to go on: ritz simulate --resume {}", order.folder.string()) : std::string()));
    return result.status == RunStatus::failed ? exit_numerical_failure : exit_stopped;
}

}  // namespace ritz
