#include "engine/simulation/scene.hpp"

#include <fmt/format.h>

#include "engine/simulation/held_shapes.hpp"

namespace ritz {
namespace {

/// A prescribed motion must not jump while the run lasts.
void check_motions(const SceneSpec& spec, Faults& faults) {
    for (const JointSpec& joint : spec.system.joints) {
        if (!joint.motion || !faults.is_sound(SubjectKind::joint, joint.name)) continue;
        const std::string why = joint.motion->why_not_a_motion(0, spec.settings.end);
        if (!why.empty())
            faults.add({SubjectKind::joint, joint.name, "motion"},
                       fmt::format("cannot be a prescribed motion: {}", why));
    }
}

}  // namespace

Scene make_scene(const SceneSpec& spec, Faults& faults) {
    check_motions(spec, faults);
    System system = build(spec.system, faults);
    Scene scene;
    scene.name = spec.name;
    scene.file = spec.name;
    scene.description = spec.description;
    scene.spec = spec.system;
    scene.model = std::move(system.model);
    scene.initial = std::move(system.start);
    scene.outputs = std::move(system.outputs);
    scene.monitors = std::move(system.monitors);
    scene.bound_monitors = std::move(system.bound_monitors);
    scene.inputs = std::move(system.inputs);
    scene.settings = spec.settings;
    scene.settings.static_held = std::move(system.held);
    if (faults.empty()) scene.warnings = find_held_shapes(scene.model, scene.initial);
    return scene;
}

void rebuild(const SceneSpec& spec, Scene& scene) {
    Scene made = make_scene(spec);
    scene.spec = std::move(made.spec);
    scene.model = std::move(made.model);
    scene.initial = std::move(made.initial);
    scene.outputs = std::move(made.outputs);
    scene.monitors = std::move(made.monitors);
    scene.bound_monitors = std::move(made.bound_monitors);
    scene.inputs = std::move(made.inputs);
    scene.settings.static_held = std::move(made.settings.static_held);
}

Scene make_scene(const SceneSpec& spec) {
    Faults faults;
    Scene scene = make_scene(spec, faults);
    if (!faults.empty()) throw SpecError(faults.list());
    return scene;
}

}  // namespace ritz
