#include "engine/simulation/scene.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/simulation/attachments.hpp"
#include "engine/simulation/held_shapes.hpp"
#include "engine/system/measures/measure.hpp"
#include "engine/system/system.hpp"

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

/// A limit that is never judged would be taken for one that was kept.
void check_watches(const SceneSpec& spec, Faults& faults) {
    for (const MonitorSpec& monitor : spec.system.monitors)
        if (const auto* watch = std::get_if<BoundWatchSpec>(&monitor.watch);
            watch != nullptr && watch->from >= spec.settings.end)
            faults.add(
                {SubjectKind::monitor, monitor.name, "from"},
                fmt::format("found {}, expected less than the end of the run, {}", watch->from, spec.settings.end));
}

/// As the specification has it, with the elements that hold in it.
Scene build_scene(const SceneSpec& spec, Faults& faults) {
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
    scene.conditions = std::move(system.conditions);
    scene.attachments = std::move(system.attachments);
    scene.inputs = std::move(system.inputs);
    scene.settings = spec.settings;
    scene.settings.static_held = std::move(system.held);
    return scene;
}

bool has_attachments(const SystemSpec& spec) {
    const auto may_be_switched = [](const auto& element) { return element.active.has_value(); };
    return std::any_of(spec.joints.begin(), spec.joints.end(), may_be_switched) ||
           std::any_of(spec.forces.begin(), spec.forces.end(), may_be_switched);
}

std::vector<char> find_conditions_at_start(const Scene& scene) {
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    evaluate_for_outputs(model, view(scene.initial), ws);
    return find_conditions(scene, {},
                           [&](const Quantity& quantity) { return measure(model, view(scene.initial), quantity, ws); });
}

/// Which elements hold at the start is seen on the system in which none of them does.
void switch_for_start(SceneSpec& spec, Faults& faults) {
    for (JointSpec& joint : spec.system.joints)
        if (joint.active) joint.active->is_on = false;
    for (ForceSpec& force : spec.system.forces)
        if (force.active) force.active->is_on = false;
    const Scene open = build_scene(spec, faults);
    if (!faults.empty()) return;
    const ActivationPlan plan(spec.system);
    const std::vector<char> active = plan.find_active(0, find_conditions_at_start(open));
    if (const auto far = switch_elements(open, open.initial, plan, active, spec.system))
        faults.add(far->subject, fmt::format("the frames that it joins at the start are {:.4g} m apart, expected at "
                                             "most its \"reach\", {:.4g} m",
                                             far->distance, far->reach));
}

}  // namespace

Scene make_scene(const SceneSpec& given, Faults& faults) {
    check_motions(given, faults);
    check_watches(given, faults);
    SceneSpec spec = given;
    if (has_attachments(spec.system)) switch_for_start(spec, faults);
    if (!faults.empty() && has_attachments(spec.system)) return {};
    Scene scene = build_scene(spec, faults);
    if (faults.empty()) scene.warnings = find_held_shapes(scene.model, scene.initial);
    return scene;
}

void rebuild(const SceneSpec& spec, Scene& scene) {
    Faults faults;
    Scene made = build_scene(spec, faults);
    if (!faults.empty()) throw SpecError(faults.list());
    scene.spec = std::move(made.spec);
    scene.model = std::move(made.model);
    scene.initial = std::move(made.initial);
    scene.outputs = std::move(made.outputs);
    scene.monitors = std::move(made.monitors);
    scene.bound_monitors = std::move(made.bound_monitors);
    scene.conditions = std::move(made.conditions);
    scene.attachments = std::move(made.attachments);
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
