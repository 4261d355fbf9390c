#include <fmt/format.h>

#include "scenes/loader/describe.hpp"
#include "scenes/loader/describe_body.hpp"
#include "scenes/loader/problem.hpp"
#include "scenes/loader/start.hpp"
#include "tools/commands.hpp"

namespace ritz {

int run_check(const std::string& path, const std::vector<std::string>& overrides) {
    if (is_model(parse_json_file(path).root)) {
        fmt::print("{}", describe_model(load_model(path, overrides)));
        fmt::print("{}: nothing to complain about\n", path);
        return exit_done;
    }
    const Scene scene = load_scene(path, overrides);
    // Loops must close and an equilibrium must exist before anything can be simulated.
    const State start = make_consistent_start(scene);
    fmt::print("{}", describe_scene(scene));
    for (const std::string& note : scene.notes) fmt::print("  note: {}\n", note);
    fmt::print("  integrator: {}\n", choose_integrator(scene, start).reason);
    fmt::print("{}: nothing to complain about\n", path);
    return exit_done;
}

}  // namespace ritz
