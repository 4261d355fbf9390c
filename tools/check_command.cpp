#include <fmt/format.h>

#include "core/errors.hpp"
#include "engine/simulation/integrator_choice.hpp"
#include "engine/simulation/start.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/report/describe.hpp"
#include "tools/report/describe_body.hpp"

namespace ritz {
namespace {

int end_content(const std::string& path) {
    say("{}: nothing to complain about\n", path);
    return exit_done;
}

}  // namespace

int run_check(const std::string& path, const std::vector<std::string>& overrides, bool prints) {
    end_on_interrupt();
    const Log log = make_log();
    log_reading(log, path, overrides);
    const Json document = parse_json_file(path).root;
    if (prints && (is_assembly(document) || is_model(document)))
        throw InputError(fmt::format("ritz check: --print is for scenes, and {} is none", path));
    if (is_assembly(document)) {
        const Assembly assembly = load_assembly(path, overrides);
        require_held(assembly);
        say("{}", describe_assembly(assembly));
        return end_content(path);
    }
    if (is_model(document)) {
        const ReductionJob job = load_model(path, overrides);
        say("{}", describe_model(job));
        for (const std::string& sentence : job.warnings) print_warning(sentence);
        require_nodes(job);
        return end_content(path);
    }
    const Scene scene = load_scene(path, overrides, log);
    for (const std::string& sentence : scene.warnings) print_warning(sentence);
    // Loops must close and an equilibrium must exist before anything can be simulated.
    Warnings warnings(print_warning);
    const State start = make_consistent_start(scene, warnings);
    if (prints) {
        say("{}", write_scene(scene));
        return exit_done;
    }
    say("{}", describe_scene(scene));
    for (const std::string& note : scene.notes) say("  note: {}\n", note);
    say("  integrator: {}\n", choose_integrator(scene, start).reason);
    return end_content(path);
}

}  // namespace ritz
