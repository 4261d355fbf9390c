#pragma once
// A run whose scene has monitors of error bounds (theory §6): they warn, stop it, or have a body refined.
//
//     GuardOptions guard;
//     guard.refine = ...;                        // only for monitors that refine
//     const RunResult result = simulate_guarded(scene, options, guard);
//
// A refined run begins anew, where every bound is zero, with a basis that holds the former one and the direction in
// which the bound says that most is missing. To go on from where the limit was passed would not do: the bound never
// forgets what the smaller basis has missed.
#include <functional>

#include "engine/estimation/bound_observer.hpp"
#include "engine/simulation/body_record.hpp"

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
    /// A body with a larger basis, and the way of the old coordinates into it.
    std::function<Replacement(const RefinementWish& wish)> refine;
};

/// Scenes without monitors of bounds are simulated as they are. The scene is that of the last run afterwards; sinks
/// lose the rows of those before. Throws InputError if a body with a monitor has no bound, or one that is to be refined
/// no way to be.
RunResult simulate_guarded(Scene& scene, const RunOptions& options, const GuardOptions& guard = {});

}  // namespace ritz
