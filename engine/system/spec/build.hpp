#pragma once
// From a specification to a system that can be simulated.
#include <map>
#include <memory>
#include <vector>

#include "core/signals/input.hpp"
#include "engine/system/measures/quantity.hpp"
#include "engine/system/model.hpp"
#include "engine/system/spec/faults.hpp"
#include "engine/system/spec/spec.hpp"

namespace ritz {

/// Stops the run when a measured quantity leaves [below, above].
struct Monitor {
    std::string name;
    Quantity quantity;
    std::optional<double> above, below;
};

/// A limit of an error bound, whose body and marker are there.
struct BoundMonitor {
    std::string name;
    BoundWatchSpec watch;
};

/// As a monitor, but elements look at it (engine/system/spec/activations.hpp).
struct Condition {
    std::string name;
    Quantity quantity;
    std::optional<double> above, below;
    bool is_latched = false;
};

/// Where an element takes hold that may be attached and released.
struct AttachmentFrames {
    Frame parent, child;
    Frame child_place;      // the child's body or marker, without an offset: what does not change when it is taken
    bool is_taken = false;  // the frames are joined as they stand to each other; a spring is only switched
};

/// The inputs of a system by name; whoever drives a run sets them between two steps.
using Inputs = std::map<std::string, std::shared_ptr<InputSlot>>;

struct System {
    Model model;
    State start;  // as given; loops are assembled at the start of a run
    std::vector<Output> outputs;
    std::vector<Monitor> monitors;
    std::vector<BoundMonitor> bound_monitors;
    std::vector<Condition> conditions;
    std::vector<AttachmentFrames> attachments;  // in the order of ActivationPlan::elements
    Inputs inputs;
    std::vector<int> held;  // velocity coordinates that a static equilibrium leaves where they are
};

/// Elements may refer to each other in any order. Throws SpecError with all that is wrong.
System build(const SystemSpec& spec);

/// The same for who gathers faults: elements that are unsound already are passed over, and nothing is said twice. The
/// system is complete only if no fault is known afterwards.
System build(const SystemSpec& spec, Faults& faults);

}  // namespace ritz
