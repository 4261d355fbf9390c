#pragma once
// A scene: everything that one run needs.
#include <optional>
#include <string>
#include <vector>

#include "engine/system/model.hpp"
#include "engine/system/quantity.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

/// Stops the run when a measured quantity leaves [below, above].
struct Monitor {
    std::string name;
    Quantity quantity;
    std::optional<double> above, below;
};

struct RunSettings {
    double end = 0;             // [s]
    double output_step = 0;     // [s]
    bool choose_method = true;  // the engine chooses the integrator; otherwise options.method
    IntegratorOptions options;
    double energy_limit = 1e-2;    // a run whose energy balance is worse, relative to its largest energy, has failed
    bool static_start = false;     // start from static equilibrium near the given positions
    std::vector<int> static_held;  // velocity coordinates whose positions it leaves as they are
};

struct Scene {
    std::string name;  // the file's name without folder and ending
    std::string file;  // as the user named it, for messages
    std::string description;
    std::vector<std::string> notes;     // what the user should know of the bodies' files
    std::vector<std::string> warnings;  // what is odd about the bodies
    Model model;
    State initial;  // as given; loops are assembled at the start of the run
    std::vector<Output> outputs;
    std::vector<Monitor> monitors;
    RunSettings settings;
};

}  // namespace ritz
