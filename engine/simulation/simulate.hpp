#pragma once
// The run loop: integrates a scene, samples its outputs, acts on events and verdicts.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/log.hpp"
#include "core/warnings.hpp"
#include "engine/simulation/row_sink.hpp"
#include "engine/simulation/scene.hpp"
#include "engine/system/system.hpp"
#include "integrators/observer.hpp"

namespace ritz {

enum class RunStatus { completed, stopped, failed };

/// A body that was given a larger basis on the way.
struct RefinementNote {
    std::string body;
    double time = 0;     // at which it was asked for [s]
    double back_to = 0;  // from which the run went on with it [s]
    Eigen::Index size_before = 0, size_after = 0;
    double bound = 0;
    std::string reason;
};

/// What is known of the error of a body's reduction at the end of a run (engine/estimation).
struct BoundSummary {
    std::string body;
    std::string claim;                                       // "bound", "estimate" or "none"
    std::string reason;                                      // why it is not a bound
    double state_max = 0;                                    // [m √kg]
    std::vector<std::pair<std::string, double>> output_max;  // "end.y" [m or rad]
    std::optional<double> system_estimate_max{};             // of the whole system [m √kg]
    double overhead = 0;                                     // of the bounds, as a part of the run's time
};

struct RunResult {
    RunStatus status = RunStatus::completed;
    std::string reason;
    bool interrupted = false;
    double simulated_time = 0;  // [s]
    double wall_time = 0;       // [s]
    std::string integrator;
    std::string integrator_reason;
    Statistics statistics;
    double energy_initial = 0, energy_final = 0;
    double energy_drift =
        0;  // |ΔE - work of the forces| relative to the scale of the balance, its maximum over the samples
    LoopViolation loop_violation;  // largest at the samples
    std::size_t rows = 0;
    std::vector<double> times;
    std::vector<std::vector<double>> samples;  // one row a time, one column an output
    std::vector<State> states;                 // at the sample times, for pictures
    std::vector<std::string> events;           // "t = 1.25 s: joint ..."
    std::vector<std::string> warnings;         // what makes the result doubtful, and what to do
    std::vector<BoundSummary> bounds;          // of runs with observed bounds
    std::vector<RefinementNote> refinements;
};

/// A body for the place of another, and the way of the elastic coordinates: q_new = transfer q_old.
struct Replacement {
    std::shared_ptr<const ElasticBody> body;
    MatX transfer;
};

struct RunOptions {
    /// Called now and then with the progress; returns false to interrupt.
    std::function<bool(double simulated, double end, double wall)> progress;
    std::vector<StepObserver*> observers;  // besides the scene's monitors
    /// Whether one of them acts on the scene's monitors of error bounds; otherwise a scene that has some is refused.
    bool watches_bounds = false;
    /// The value of an output that speaks of an error bound; the rows of a step are asked for behind its observers.
    std::function<double(const State& state, const BoundQuantity& quantity)> measure_bound;
    /// Makes the body that a verdict Refine asks for; see Simulation::replace_body.
    std::function<Replacement(const Scene& scene, const Refine& wanted)> refine;
    std::vector<RowSink*> sinks;                            // hear of every row at once
    bool keep_rows = true;                                  // in the result as well: its times, samples and states
    std::function<void(const RunResult& begun)> started;    // before the first step: the integrator is chosen
    std::function<void(const std::string& sentence)> warn;  // hears of each warning at once
    Log log;                                                // of events and restarts, as they come
};

/// Numerical failures do not throw: they end the run with status failed and what was computed so far.
RunResult simulate(const Scene& scene, const RunOptions& options = {});

}  // namespace ritz
