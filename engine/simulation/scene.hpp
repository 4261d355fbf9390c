#pragma once
// A scene: a system, and the run that is made with it.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/files/sha256.hpp"
#include "engine/system/spec/build.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

struct RunSettings {
    double end = 0;             // [s]
    double output_step = 0;     // [s]
    bool choose_method = true;  // the engine chooses the integrator; otherwise options.method
    IntegratorOptions options;
    double energy_limit = 1e-2;    // a run whose energy balance is worse, relative to its largest energy, has failed
    bool static_start = false;     // start from static equilibrium near the given positions
    bool observes_bounds = false;  // of the errors of all elastic bodies' reductions
    std::vector<int> static_held;  // velocity coordinates whose positions it leaves as they are
};

/// A scene as a value: the system and what to do with it.
struct SceneSpec {
    std::string name;  // the file's name without folder and ending
    std::string description;
    SystemSpec system;
    RunSettings settings;
};

/// A scene that is built: everything that one run needs.
struct Scene {
    std::string name;
    std::string file;  // as the user named it, for messages
    std::string description;
    std::vector<std::string> notes;     // what the user should know of the bodies' files
    std::vector<std::string> warnings;  // what is odd about the bodies
    std::vector<SourceFile> files;      // that bodies were made from
    SystemSpec spec;                    // what it was built from
    Model model;
    State initial;  // as given; loops are assembled at the start of the run
    std::vector<Output> outputs;
    std::vector<Monitor> monitors;
    std::vector<BoundMonitor> bound_monitors;  // for engine/estimation; simulate() alone has no bounds
    std::vector<Condition> conditions;
    std::vector<AttachmentFrames> attachments;
    Inputs inputs;
    RunSettings settings;
    /// Where a part of the specification was written, "file: /pointer"; its own words if it was made by code.
    std::function<std::string(const Subject&)> locate = [](const Subject& subject) { return describe(subject); };
};

/// Throws SpecError with all that is wrong.
Scene make_scene(const SceneSpec& spec);
/// The same for who gathers faults; complete only if there are none.
Scene make_scene(const SceneSpec& spec, Faults& faults);
/// Builds the system of a scene anew, by a changed specification; what is known of its files stays.
void rebuild(const SceneSpec& spec, Scene& scene);

}  // namespace ritz
