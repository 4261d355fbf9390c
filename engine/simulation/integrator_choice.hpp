#pragma once
// Which integrator fits a scene: the one that is most likely the fastest begins, and where the run is long enough, a
// race decides; so does another one where the run becomes much dearer or cheaper than that let expect.
#include <string>

#include "engine/simulation/run_memory.hpp"
#include "engine/simulation/scene.hpp"

namespace ritz {

struct IntegratorChoice {
    IntegratorOptions options;
    std::string reason;
    double work_rate = 0;  // right-hand sides for a second of the run, as a race lets expect; 0: there was none
    double race_work = 0;  // right-hand sides that the last race took
};

/// As the scene asks, or what the engine begins with.
IntegratorChoice choose_integrator(const Scene& scene, const State& start);
/// On the way: by a race from this state against the method that runs, which does so many right-hand sides for a second
/// of the run. It stays, unless another one is clearly faster.
IntegratorChoice choose_again(const Scene& scene, const State& here, const IntegratorChoice& current, double pace);

/// What a method has done, in right-hand sides.
double count_work(const IntegratorOptions& options, const Statistics& statistics, const Model& model);

/// Watches what a run costs. A choice is made from the first moments; a system that is at rest then, or just let go,
/// says little of what follows.
class ChoiceWatch {
  public:
    explicit ChoiceWatch(const IntegratorChoice& choice) : memory_{choice.work_rate, choice.race_work} {}
    /// From here on, with work that does not count: that of the start, or of an integrator that was exchanged.
    void start(double t, double work);
    /// Whether a race pays: there was none yet, or the run has become much dearer or cheaper than expected, and what is
    /// left of it is long beside a race.
    bool is_race_due(double t, double work, double end);
    /// Behind a race. If its choice was to stay, the cost as it was seen is expected from here on.
    void note_race(const IntegratorChoice& choice, bool has_changed);

    /// Right-hand sides for a second of the run, in the last stretch.
    double pace() const { return pace_; }
    const ChoiceMemory& memory() const { return memory_; }
    void recall(const ChoiceMemory& memory) { memory_ = memory; }

  private:
    ChoiceMemory memory_;
    double t_ = 0, work_ = 0, pace_ = 0;  // at the last look, and of the stretch before it
};

/// Largest |eigenvalue| of ∂f/∂y at the state [1/s], by power iteration on differences.
double estimate_fastest_rate(const Model& model, const State& state);

}  // namespace ritz
