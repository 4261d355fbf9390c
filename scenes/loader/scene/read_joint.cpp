#include "scenes/loader/scene/read_joint.hpp"

#include <fmt/format.h>

#include <numbers>

#include "core/errors.hpp"
#include "scenes/loader/scene/joint_types.hpp"
#include "scenes/loader/scene/read_frame.hpp"

namespace ritz {
namespace {

bool has_axis(JointType type) {
    return type == JointType::revolute || type == JointType::prismatic || type == JointType::cylindrical ||
           type == JointType::planar || type == JointType::universal;
}

/// Turns both frames so that their z axis is the given axis of them.
void read_axis(Reader& object, JointSpec& spec) {
    if (!object.has("axis")) return;
    const std::size_t before = object.diagnostics().count();
    const Vec3 axis = object.required<Vec3>("axis");
    if (object.diagnostics().count() != before) return;
    if (!has_axis(spec.type)) {
        object.complain("axis", fmt::format("a {} joint has no axis", type_name(spec.type)));
    } else if (axis.norm() == 0) {
        object.complain("axis", "found a vector of length zero, expected a direction");
    } else {
        const Pose turn{rotation_with_z(axis), Vec3::Zero()};
        spec.parent.offset = spec.parent.offset * turn;
        spec.child.offset = spec.child.offset * turn;
    }
}

/// One number for each coordinate, under the key or in degrees under its twin; empty if absent or after a complaint.
VecX read_coordinates(Reader& object, const std::string& key, JointType type) {
    const std::string twin = key + "_deg";
    if (!object.has(key) && !object.has(twin)) return {};
    if (object.has(key) && object.has(twin))
        object.complain(twin, fmt::format("found next to \"{}\", expected only one of them", key));
    const bool in_degrees = !object.has(key);
    const Reader value = object.value(in_degrees ? twin : key);
    const std::vector<std::string> names = coordinate_names(type);
    const auto count = static_cast<Eigen::Index>(names.size());
    const std::size_t before = value.diagnostics().count();
    VecX numbers = value.is_array() ? value.as<VecX>() : VecX::Constant(1, value.as<double>());
    if (value.diagnostics().count() != before) return {};
    if (numbers.size() != count) {
        value.complain(fmt::format("found {}, but a {} joint has {} coordinates{}{}", value.found(), type_name(type),
                                   count, count > 0 ? ": " : "", fmt::join(names, ", ")));
        return {};
    }
    bool any_angle = false;
    for (int k = 0; k < count; ++k) any_angle |= is_angular(type, k);
    if (in_degrees && !any_angle)
        value.complain(fmt::format("a {} joint has no angle; give \"{}\" in m", type_name(type), key));
    for (int k = 0; k < count; ++k)
        if (in_degrees && is_angular(type, k)) numbers[k] *= std::numbers::pi / 180;
    return numbers;
}

/// A slide names the body and its track; a marker has no place there.
const KnownTrack* read_slide_parent(Reader& object, JointSpec& spec, const SceneContext& scene) {
    spec.parent = read_frame(object, "parent", scene);
    if (!spec.parent.marker.empty() || spec.parent.x) {
        object.complain("parent", "a slide moves along a track, not on a marker; name the body and its \"track\"");
        return nullptr;
    }
    const KnownBody* body = scene.find_body(spec.parent.body);
    if (body == nullptr) return nullptr;
    const KnownTrack* track = read_track_name(object, "track", *body);
    if (track != nullptr) spec.track = track->name;
    return track;
}

void check_slide_start(Reader& object, const JointSpec& spec, const KnownTrack& track) {
    if (track.closed) return;
    double s = spec.position.size() > 0 ? spec.position[0] : 0;
    if (spec.motion) s = spec.motion->value(0);
    if (s >= 0 && s <= track.length) return;
    object.complain(
        spec.motion ? "motion" : "position",
        fmt::format("joint \"{}\" starts at s = {} m, outside its track [0, {}] m", spec.name, s, track.length));
}

void read_start(Reader& object, JointSpec& spec, const SceneContext& scene) {
    const bool has_start =
        object.has("position") || object.has("position_deg") || object.has("rate") || object.has("rate_deg");
    if (object.has("motion")) {
        const std::size_t count = coordinate_names(spec.type).size();
        spec.motion = read_motion(object, "motion", scene.constants, 0, scene.end);
        if (count != 1)
            object.complain("motion",
                            fmt::format("a {} joint has {} coordinates; only joints with one can be prescribed",
                                        type_name(spec.type), count));
        if (spec.closes_loop) object.complain("motion", "a joint that closes a loop cannot be prescribed");
        if (has_start) object.complain("motion", "found next to \"position\" or \"rate\", which follow from it");
    }
    spec.position = read_coordinates(object, "position", spec.type);
    spec.rate = read_coordinates(object, "rate", spec.type);
    if (spec.closes_loop && has_start && spec.type != JointType::slide)
        object.complain("a joint that closes a loop has no \"position\" or \"rate\" of its own: the others give it");
    if (spec.closes_loop && spec.rate.size() > 0 && spec.type == JointType::slide)
        object.complain("rate", "a slide that closes a loop has no rate of its own: the others give it");
}

void read_joint(const std::string& name, Reader& object, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    JointSpec spec;
    spec.name = name;
    spec.type = object.required_choice("type", joint_types());
    const bool is_type_known = object.diagnostics().count() == before;
    spec.closes_loop = object.optional<bool>("closes_loop", false);
    if (is_type_known) {
        const KnownTrack* track = nullptr;
        if (spec.type == JointType::slide)
            track = read_slide_parent(object, spec, scene);
        else
            spec.parent = read_frame(object, "parent", scene);
        spec.child = read_frame(object, "child", scene);
        if (spec.closes_loop && spec.parent.body == "world" && spec.child.body == "world")
            object.complain("child", "both sides are on the world, which nothing moves; expected a body as the child");
        read_axis(object, spec);
        read_start(object, spec, scene);
        if (track != nullptr) check_slide_start(object, spec, *track);
        object.finish();
    }
    const bool is_sound = object.diagnostics().count() == before;
    scene.add(KnownJoint{name, object.pointer(), is_sound, spec.type, spec.closes_loop});
    if (is_sound) scene.builder.add_joint(spec);
}

/// All the texts in double quotes.
std::vector<std::string> quoted_names(const std::string& message) {
    std::vector<std::string> names;
    for (std::size_t begin = message.find('"'); begin != std::string::npos;) {
        const std::size_t end = message.find('"', begin + 1);
        if (end == std::string::npos) break;
        names.push_back(message.substr(begin + 1, end - begin - 1));
        begin = message.find('"', end + 1);
    }
    return names;
}

}  // namespace

void read_joints(Reader& root, SceneContext& scene) {
    for (auto& [name, object] : root.named("joints")) read_joint(name, object, scene);
}

void complain_about_structure(const Reader& root, const std::string& message, const SceneContext& scene) {
    const std::vector<std::string> names = quoted_names(message);
    // The joint named last is the one that came too much; else the body that is spoken of.
    for (auto name = names.rbegin(); name != names.rend(); ++name)
        if (const auto joint = scene.joint_names.find(*name))
            return root.diagnostics().add(scene.joints[*joint].pointer, message);
    for (const std::string& name : names)
        if (const KnownBody* body = scene.find_body(name)) return root.diagnostics().add(body->pointer, message);
    root.diagnostics().add("/joints", message);
}

void connect_tree(Reader& root, SceneContext& scene) {
    try {
        scene.builder.connect();
        scene.is_connected = true;
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) complain_about_structure(root, message, scene);
    }
}

}  // namespace ritz
