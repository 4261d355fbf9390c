#pragma once
// The model as a problem for an integrator.
#include <memory>
#include <span>

#include "engine/simulation/run_memory.hpp"
#include "engine/simulation/scene.hpp"
#include "engine/simulation/signal_schedule.hpp"
#include "engine/system/forces/forces.hpp"
#include "engine/system/loops/ggl.hpp"

namespace ritz {

/// An integrator on a model. Its first states() components are (q, u, z). The model must outlive it.
class ModelIntegrator {
  public:
    ModelIntegrator(const Model& model, const State& start, const IntegratorOptions& options, Eigen::Index root_count,
                    const SignalWindow& window = {});

    /// Starts anew from a changed state, or behind an event. Contacts keep to one law until the next start: those whose
    /// root is given to the one behind it, the others to that of their distance.
    void restart(const State& state, std::span<const Root> roots = {});
    /// The laws that contacts keep to, and the rows of the loops that are held.
    void remember(RunMemory& memory) const;
    /// Goes on from a state with these as they were: nothing is decided anew.
    void resume(const State& state, const RunMemory& memory);
    /// The law that a contact keeps to.
    Hold hold(const SwitchInfo& contact) const;
    /// What is left of the loop row that is nearest to being lost, at the last evaluation: zero in a singular position.
    double loop_share();
    /// Of everything that gives or takes energy, at the last evaluation [W].
    double throughput() const { return workspace().throughput; }
    /// The equations are evaluated within these times only, until told otherwise.
    void set_window(const SignalWindow& window) { *window_ = window; }
    Integrator& operator*() const { return *integrator_; }
    Integrator* operator->() const { return integrator_.get(); }

  private:
    Workspace& workspace() const { return ggl_ != nullptr ? ggl_->workspace() : *ws_; }
    void hold_contacts(const State& state, std::span<const Root> roots);
    void start(const State& state);

    const Model& model_;
    std::vector<SwitchInfo> switches_;
    VecX switch_values_, largest_;    // the second: seen at a start
    std::shared_ptr<GglSystem> ggl_;  // for IDA
    std::shared_ptr<Workspace> ws_;   // for all others
    std::shared_ptr<SignalWindow> window_;
    std::unique_ptr<Integrator> integrator_;
};

}  // namespace ritz
