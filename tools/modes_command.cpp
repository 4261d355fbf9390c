#include <fmt/format.h>

#include "core/errors.hpp"
#include "engine/simulation/modes.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"

namespace ritz {

int run_modes(const std::string& path, const std::vector<std::string>& overrides, double at_time) {
    end_on_interrupt();
    const Log log = make_log();
    log_reading(log, path, overrides);
    const Scene scene = load_scene(path, overrides, log);
    if (!(at_time >= 0 && at_time <= scene.settings.end))
        throw InputError(
            fmt::format("--at {}: expected a time within the scene, from 0 to {} s", at_time, scene.settings.end));
    Warnings warnings(print_warning);
    const std::vector<SystemMode> modes = compute_modes(scene, warnings, at_time);
    say("{:>5} {:>14} {:>10} {:>24}  {}\n", "mode", "frequency [Hz]", "damping", "eigenvalue [1/s]", "what moves");
    for (std::size_t i = 0; i < modes.size(); ++i)
        say("{:>5} {:>14.6g} {:>10.4g} {:>24}  {}\n", i + 1, modes[i].frequency, modes[i].damping,
            fmt::format("{:.5g} ± {:.5g}i", modes[i].real, modes[i].imaginary), modes[i].moves);
    return exit_done;
}

}  // namespace ritz
