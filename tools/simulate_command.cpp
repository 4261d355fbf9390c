#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "core/printable.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/progress.hpp"
#include "tools/report/describe.hpp"
#include "tools/report/results.hpp"
#include "tools/report/run_writer.hpp"

namespace ritz {
namespace {

/// Before the run, so that who waits knows for what.
void report_start(const Scene& scene, const RunResult& result) {
    say("{}: {}\n", printable(scene.name), describe_size(scene.model));
    say("integrator: {} ({})\n", result.integrator, result.integrator_reason);
    for (const std::string& note : scene.notes) say("note: {}\n", printable(note));
    std::fflush(stdout);
}

void report(const Scene& scene, const RunResult& result, const std::filesystem::path& folder) {
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

}  // namespace

int run_simulate(const SimulateOptions& options) {
    Progress progress(options.quiet);
    const Log log = make_log([&] { progress.finish(); });
    log_reading(log, options.scene, options.overrides);
    const Scene scene = load_scene(options.scene, options.overrides, log);
    log.info(fmt::format("{}: {}", scene.name, describe_size(scene.model)));
    const std::filesystem::path folder =
        options.out.empty() ? make_result_path(options.scene, scene.name, "") : std::filesystem::path(options.out);
    // Refuses now, not after hours of computing.
    RunWriter writer(scene, folder, options.hdf5 ? OutputsFormat::hdf5 : OutputsFormat::csv);

    watch_for_interrupt();
    RunOptions run;
    run.log = log;
    run.sinks = {&writer};
    run.keep_rows = false;
    run.progress = [&](double simulated, double end, double wall) {
        progress.update(simulated, end, wall);
        return !is_interrupted();
    };
    run.warn = [&](const std::string& sentence) {
        progress.finish();
        print_warning(sentence);
    };
    run.started = [&](const RunResult& begun) {
        log.info(fmt::format("integrator: {} ({})", begun.integrator, begun.integrator_reason));
        if (!options.quiet) report_start(scene, begun);
    };
    RunResult result = simulate(scene, run);
    progress.finish();
    if (result.interrupted)
        result.reason = fmt::format("interrupted by {} at t = {:.6g} s", interrupt_name(), result.simulated_time);
    writer.finish(result);
    log.info(fmt::format("{} rows written to {}", result.rows, folder.string()));

    if (!options.quiet) report(scene, result, folder);
    if (result.status == RunStatus::completed) return exit_done;
    say_error(fmt::format("{}: {}: {}; what was computed until then is in {}", options.scene,
                          status_name(result.status), result.reason, folder.string()));
    return result.status == RunStatus::failed ? exit_numerical_failure : exit_stopped;
}

}  // namespace ritz
