#include <fmt/format.h>

#include "scenes/loader/scene/read_force.hpp"
#include "scenes/loader/scene/read_frame.hpp"
#include "scenes/loader/scene/read_joint.hpp"

namespace ritz {
namespace {

enum class LoadType { force, moving_force, motor };

std::array<Signal, 3> read_three_signals(Reader& object, const std::string& key, const Constants& constants) {
    std::array<Signal, 3> signals;
    const Reader value = object.value(key);
    if (!value) return signals;
    if (!value.is_array() || value.elements().size() != 3) {
        value.complain(fmt::format("found {}, expected a list of 3 signals", value.found()));
        return signals;
    }
    std::vector<Reader> elements = value.elements();
    for (std::size_t i = 0; i < 3; ++i) signals[i] = read_signal(elements[i], constants);
    return signals;
}

bool read_axes(Reader& object) {
    return object.optional_choice<bool>("axes", {{"world", false}, {"body", true}}, false);
}

ForceElementKind read_point_load(Reader& object, SceneContext& scene) {
    PointLoad load;
    load.frame = make_frame(read_frame(object, "at", scene), scene);
    if (!object.has("force") && !object.has("torque")) object.complain("expected \"force\" or \"torque\"");
    if (object.has("force")) load.force = read_three_signals(object, "force", scene.constants);
    if (object.has("torque")) load.torque = read_three_signals(object, "torque", scene.constants);
    load.in_body_axes = read_axes(object);
    return load;
}

ForceElementKind read_moving_load(Reader& object, SceneContext& scene) {
    MovingLoad load;
    const KnownBody* body = read_body_name(object, "body", scene);
    const KnownTrack* track = body != nullptr ? read_track_name(object, "track", *body) : nullptr;
    object.has("track");
    if (track != nullptr && scene.is_connected) {
        load.node = scene.builder.body_node(body->name);
        load.track = scene.builder.use_track(body->name, track->name);
    }
    load.s = read_signal(object, "s", scene.constants);
    load.force = read_three_signals(object, "force", scene.constants);
    load.in_body_axes = read_axes(object);
    return load;
}

ForceElementKind read_motor(Reader& object, SceneContext& scene) {
    JointLoad load;
    const std::size_t before = object.diagnostics().count();
    load.node = read_driven_node(object, scene);
    const bool is_joint_known = object.diagnostics().count() == before;
    const std::string key = object.exactly_one_of({"force", "torque"});
    if (key.empty()) return load;
    load.force = read_signal(object, key, scene.constants);
    if (!is_joint_known) return load;
    const CoordinateReference reference = read_coordinate(object, scene);
    if (!reference.is_valid()) return load;
    const KnownJoint& joint = scene.joints[static_cast<std::size_t>(reference.joint)];
    const std::string fitting = is_angular(joint.type, reference.coordinate) ? "torque" : "force";
    if (key != fitting)
        object.complain(key, fmt::format("coordinate \"{}\" of joint \"{}\" takes a \"{}\"",
                                         coordinate_names(joint.type)[static_cast<std::size_t>(reference.coordinate)],
                                         joint.name, fitting));
    return load;
}

}  // namespace

void read_loads(Reader& root, SceneContext& scene) {
    for (auto& [name, object] : root.named("loads")) {
        const std::size_t before = object.diagnostics().count();
        const LoadType type = object.required_choice<LoadType>(
            "type", {{"force", LoadType::force}, {"moving_force", LoadType::moving_force}, {"motor", LoadType::motor}});
        if (object.diagnostics().count() != before) continue;
        ForceElementKind kind = type == LoadType::force          ? read_point_load(object, scene)
                                : type == LoadType::moving_force ? read_moving_load(object, scene)
                                                                 : read_motor(object, scene);
        scene.builder.model().forces.push_back({name, std::move(kind)});
        object.finish();
    }
}

}  // namespace ritz
