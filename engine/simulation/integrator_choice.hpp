#pragma once
// Which integrator fits a scene: the fastest of a race over the first moments of the run.
#include <string>

#include "engine/simulation/scene.hpp"

namespace ritz {

struct IntegratorChoice {
    IntegratorOptions options;
    std::string reason;
};

/// As the scene asks, or the engine's own choice.
IntegratorChoice choose_integrator(const Scene& scene, const State& start);

/// Largest |eigenvalue| of ∂f/∂y at the state [1/s], by power iteration on differences.
double estimate_fastest_rate(const Model& model, const State& state);

}  // namespace ritz
