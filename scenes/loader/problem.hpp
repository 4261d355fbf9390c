#pragma once
// The model as a problem for an integrator, and the choice of the integrator.
#include <memory>

#include "scenes/loader/scene.hpp"

namespace ritz {

struct IntegratorChoice {
    IntegratorOptions options;
    std::string reason;
};

/// What fits the scene: explicit multistep where the output resolves the fastest motion, implicit Runge-Kutta where not.
IntegratorChoice choose_integrator(const Scene& scene, const State& start);

/// Largest |eigenvalue| of ∂f/∂y at the state [1/s], by power iteration on differences.
double estimate_fastest_rate(const Model& model, const State& state);

/// The integrator, already started at the state. Its first states() components are (q, u, z).
/// The model must outlive it.
std::unique_ptr<Integrator> make_started_integrator(const Model& model, const State& start,
                                                    const IntegratorOptions& options, Eigen::Index root_count);

/// Starts anew from a changed state.
void restart(const Model& model, const State& state, const IntegratorOptions& options, Integrator& integrator);

}  // namespace ritz
