#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "scenes/loader/scene/joint_types.hpp"
#include "scenes/loader/scene/read_joint.hpp"

namespace ritz {

std::string type_name(JointType type) {
    for (const auto& [name, value] : joint_types())
        if (value == type) return name;
    return "fixed";
}

bool is_angular(JointType type, int coordinate) {
    const std::string name = coordinate_names(type)[static_cast<std::size_t>(coordinate)];
    return name.starts_with("angle") || name.starts_with("rotation");
}

bool has_scalar_coordinates(JointType type) {
    return type != JointType::spherical && type != JointType::free && type != JointType::fixed;
}

int read_tree_joint(Reader& object, const SceneContext& scene) {
    const int i = object.required_reference("joint", "joint", scene.joint_names);
    if (i < 0) return -1;
    const KnownJoint& joint = scene.joints[static_cast<std::size_t>(i)];
    if (!joint.is_sound) return -1;
    if (!joint.closes_loop) return i;
    object.complain(
        "joint",
        fmt::format(
            "joint \"{}\" closes a loop and has no coordinate of its own; \"force_x\" to \"moment_z\" are known of it",
            joint.name));
    return -1;
}

CoordinateReference read_coordinate(Reader& object, const SceneContext& scene) {
    const int i = read_tree_joint(object, scene);
    const Reader value = object.optional_value("coordinate");
    if (i < 0) return {};
    const KnownJoint& joint = scene.joints[static_cast<std::size_t>(i)];
    const std::vector<std::string> names = coordinate_names(joint.type);
    const int count = static_cast<int>(names.size());
    if (count == 0) {
        object.complain("joint", fmt::format("joint \"{}\" is fixed and has no coordinate", joint.name));
        return {};
    }
    if (!value) {
        if (count == 1) return {i, 0};
        object.complain(fmt::format("\"coordinate\" is missing, since joint \"{}\" has {}: {}", joint.name, count,
                                    fmt::join(names, ", ")));
        return {};
    }
    if (value.is_string()) {
        const int k =
            object.required_reference("coordinate", fmt::format("coordinate of joint \"{}\"", joint.name), names);
        return k < 0 ? CoordinateReference{} : CoordinateReference{i, k};
    }
    const std::size_t before = value.diagnostics().count();
    const int k = value.as<int>(between(0, count - 1));
    return value.diagnostics().count() == before ? CoordinateReference{i, k} : CoordinateReference{};
}

int read_driven_node(Reader& object, SceneContext& scene) {
    const CoordinateReference reference = read_coordinate(object, scene);
    if (!reference.is_valid()) return 0;
    const KnownJoint& joint = scene.joints[static_cast<std::size_t>(reference.joint)];
    if (!has_scalar_coordinates(joint.type)) {
        object.complain("joint",
                        fmt::format("joint \"{}\" is {}: it has no scalar coordinate to act on; use a torque or "
                                    "a bushing between its bodies",
                                    joint.name, type_name(joint.type)));
        return 0;
    }
    return scene.is_connected ? scene.builder.coordinate_node(joint.name, reference.coordinate) : 0;
}

}  // namespace ritz
