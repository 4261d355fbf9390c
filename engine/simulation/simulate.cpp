#include "engine/simulation/simulate.hpp"

#include "engine/simulation/simulation.hpp"

namespace ritz {

RunResult simulate(const Scene& scene, const RunOptions& options) {
    Simulation run(scene, options);
    while (run.step()) {
    }
    return run.finish();
}

}  // namespace ritz
