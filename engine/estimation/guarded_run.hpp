#pragma once
// A run that knows the error bounds of its bodies (theory §6): as columns, and to act on them.
//
//     GuardOptions guard;
//     guard.refine = ...;                        // only for monitors that refine
//     GuardedRun run(scene, options, guard);
//     while (run.step()) {
//     }
//     const RunResult result = run.finish();
//
// Monitors warn, stop the run, or have a body refined. Then the run goes back to the last point where the bound was
// below `safe_share` of its limit and on from there, with a basis that holds the former one and the direction in which
// the bound says that most is missing: e and its exact modes are the same there, and what the smaller basis has missed
// until then is carried along (BodyBound::carry_from). To go on from where the limit was passed would not do: the bound
// never forgets that it was.
#include <functional>
#include <memory>

#include "engine/estimation/bound_observer.hpp"
#include "engine/simulation/body_record.hpp"
#include "engine/simulation/simulation.hpp"

namespace ritz {

/// What is known where a limit was passed.
struct RefinementWish {
    std::string body;
    BoundValues bound;
    std::vector<RecordedPlace> places;  // of what acts on the body there
    RecordedPoint point;
};

struct GuardOptions {
    BoundOptions bound;
    /// A body with a larger basis, and the way of the old coordinates into it: the span of the old one is part of the
    /// new one's. The same wishes in the same order have to give the same bodies.
    std::function<Replacement(const RefinementWish& wish)> refine;
    double safe_share = 0.3;
};

/// Whether a scene asks for error bounds: by monitors, by outputs, or for all bodies.
bool asks_for_bounds(const Scene& scene);

/// Such runs have a second one beside them (system_twin.hpp), of which checkpoints know nothing.
bool asks_for_system_estimate(const Scene& scene);

class GuardedRun {
  public:
    /// Scenes that ask for no bounds run as they are. Throws InputError if a body has no bound that was asked for by
    /// name.
    GuardedRun(const Scene& scene, const RunOptions& options, const GuardOptions& guard = {});
    /// From a checkpoint; bodies that were refined before it are refined again.
    GuardedRun(const Scene& scene, const RunOptions& options, const GuardOptions& guard, const Checkpoint& from);
    ~GuardedRun();
    GuardedRun(const GuardedRun&) = delete;
    GuardedRun& operator=(const GuardedRun&) = delete;

    /// One accepted step, or the way back to an earlier one. False if the run is over.
    bool step();
    Checkpoint checkpoint() const;
    const Scene& scene() const;  // as it is now
    const RunResult& result() const;
    RunResult finish();
    /// "error bound of arm 1.2e-06", of the body whose bound is largest beside its motion; empty without bounds.
    std::string describe_bounds() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// All of it. The scene is that of the end of the run afterwards.
RunResult simulate_guarded(Scene& scene, const RunOptions& options, const GuardOptions& guard = {});

}  // namespace ritz
