#pragma once
// The model as a problem for an integrator, and the choice of the integrator.
#include <memory>

#include "engine/simulation/scene.hpp"
#include "engine/simulation/signal_schedule.hpp"
#include "engine/system/ggl.hpp"

namespace ritz {

struct IntegratorChoice {
    IntegratorOptions options;
    std::string reason;
};

/// What fits the scene: explicit multistep where the output resolves the fastest motion, implicit Runge-Kutta where
/// not.
IntegratorChoice choose_integrator(const Scene& scene, const State& start);

/// Largest |eigenvalue| of ∂f/∂y at the state [1/s], by power iteration on differences.
double estimate_fastest_rate(const Model& model, const State& state);

/// An integrator on a model. Its first states() components are (q, u, z). The model must outlive it.
class ModelIntegrator {
  public:
    ModelIntegrator(const Model& model, const State& start, const IntegratorOptions& options, Eigen::Index root_count,
                    const SignalWindow& window = {});

    /// Starts anew from a changed state, or behind an event.
    void restart(const State& state);
    /// What is left of the loop row that is nearest to being lost, at the last evaluation: zero in a singular position.
    double loop_share();
    /// The equations are evaluated within these times only, until told otherwise.
    void set_window(const SignalWindow& window) { *window_ = window; }
    Integrator& operator*() const { return *integrator_; }
    Integrator* operator->() const { return integrator_.get(); }

  private:
    std::shared_ptr<GglSystem> ggl_;  // for IDA
    std::shared_ptr<Workspace> ws_;   // for all others
    std::shared_ptr<SignalWindow> window_;
    std::unique_ptr<Integrator> integrator_;
};

}  // namespace ritz
