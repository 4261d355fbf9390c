#pragma once
// Step observers see every accepted step with its dense output and say how to go on.
#include <string>
#include <variant>
#include <vector>

#include "integrators/integrator.hpp"

namespace ritz {

struct Continue {};
/// The run ends here, with its results up to here.
struct Stop {
    std::string reason;
};
/// The named body is replaced by a better one, as RunOptions::refine makes it, and the run goes on from the end of the
/// step, whose rows are those of the body before. Without RunOptions::refine the run ends as failed.
struct Refine {
    std::string body;
    MatX directions;  // wanted in its basis, by the body's own nodes or coordinates
};
using StepVerdict = std::variant<Continue, Stop, Refine>;

/// What an observer knows of the run so far, as bare values: checkpoints keep it.
struct ObserverMemory {
    std::vector<double> numbers;
    std::vector<std::string> texts;
};

/// Virtual: the place where users plug in. Asked before anything of the step is recorded.
class StepObserver {
  public:
    virtual ~StepObserver() = default;
    /// Before the first row, and behind a change of the system.
    virtual StepVerdict at_start(const Integrator&) { return Continue{}; }
    /// After an accepted step from t_begin to integrator.time(); the integrator interpolates inside it.
    virtual StepVerdict after_step(double t_begin, const Integrator& integrator) = 0;
    /// The integrator is about to start anew at t, where the equations may jump; it still interpolates from t_begin on.
    /// Before or after the step that ends there is shown.
    virtual void before_restart(double t_begin, double t, const Integrator&) {
        (void)t_begin;
        (void)t;
    }
    /// Between two steps. Observers of the present alone have nothing to keep.
    virtual ObserverMemory remember() const { return {}; }
    /// The run goes on from a checkpoint, with a step next and not with at_start; in a new process, or back in this
    /// one. Throws InputError if the memory is not of this kind.
    virtual void recall(const ObserverMemory&) {}
};

}  // namespace ritz
