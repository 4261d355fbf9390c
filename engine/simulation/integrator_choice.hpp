#pragma once
// Which integrator fits a scene: the fastest of a race over the first moments of the run, and of another one where the
// run becomes much dearer than that let expect.
#include <string>

#include "engine/simulation/run_memory.hpp"
#include "engine/simulation/scene.hpp"

namespace ritz {

struct IntegratorChoice {
    IntegratorOptions options;
    std::string reason;
    double work_rate = 0;  // right-hand sides for a second of the run, as the race lets expect; 0: there was none
    double race_work = 0;  // right-hand sides that the race took
};

/// As the scene asks, or the engine's own choice.
IntegratorChoice choose_integrator(const Scene& scene, const State& start);
/// On the way: by a race from this state. The method stays, unless another one is clearly faster.
IntegratorChoice choose_again(const Scene& scene, const State& here, const IntegratorChoice& current);

/// What a method has done, in right-hand sides.
double count_work(const IntegratorOptions& options, const Statistics& statistics, bool has_loops);

/// Watches what a run costs. A choice is made from the first moments; a system that is at rest then, or just let go,
/// says little of what follows.
class ChoiceWatch {
  public:
    explicit ChoiceWatch(const IntegratorChoice& choice) : memory_{choice.work_rate, choice.race_work} {}
    /// From here on, with work that does not count: that of the start, or of an integrator that was exchanged.
    void start(double t, double work);
    /// Whether another race pays: the run has become much dearer or cheaper than expected, and what is left of it is
    /// long beside a race.
    bool is_race_due(double t, double work, double end);
    /// Behind a race. If its choice was to stay, the cost as it was seen is expected from here on.
    void note_race(const IntegratorChoice& choice, bool has_changed);

    const ChoiceMemory& memory() const { return memory_; }
    void recall(const ChoiceMemory& memory) { memory_ = memory; }

  private:
    ChoiceMemory memory_;
    double t_ = 0, work_ = 0, rate_ = 0;  // at the last look, and of the stretch before it
};

/// Largest |eigenvalue| of ∂f/∂y at the state [1/s], by power iteration on differences.
double estimate_fastest_rate(const Model& model, const State& state);

}  // namespace ritz
