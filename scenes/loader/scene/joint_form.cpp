#include <fmt/format.h>

#include <numbers>

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

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

void fill_coordinates(Form& form, const std::string& key, JointType type, VecX& value, const std::string& words) {
    if (form.reads()) value = read_coordinates(form.reader(), key, type);
    if (form.writes() && value.size() > 0)
        (*form.object())[key] = value.size() == 1 ? to_json(value[0]) : to_json(value);
    if (!form.description()) return;
    const Json brick = schema::any_of({schema::number("of a joint with one coordinate"),
                                       schema::vector(-1, "one for each coordinate, in their order")});
    for (const schema::Member& member : schema::with_degrees(key, brick, words))
        form.describe(member.first, member.second, false);
}

void fill_motion(Form& form, JointSpec& joint) {
    if (form.reads() && form.has("motion")) {
        Signal motion;
        fill_signal(form, "motion", motion, "");
        joint.motion = motion;
    }
    if (form.writes() && joint.motion) fill_signal(form, "motion", *joint.motion, "");
    if (form.description())
        form.describe("motion",
                      schema::see("signal", "prescribes the coordinate [m or rad]; value and rate must not jump"),
                      false);
}

/// "beyond", and "transition" beside it.
void fill_beyond(Form& form, JointSpec& joint) {
    bool goes_on = joint.transition.has_value();
    form.choice<bool>("beyond", goes_on, {{"end_run", false}, {"straight", true}}, false,
                      "slide: what is beyond the ends of an open track, the end of the run or a straight road");
    if (form.reads() && !goes_on && form.has("transition"))
        form.reader().complain("transition", "found without \"beyond\": \"straight\", expected both or neither");
    if (goes_on && form.reads()) form.required("transition", joint.transition.emplace(), positive(), "");
    if (goes_on && form.writes()) (*form.object())["transition"] = to_json(*joint.transition);
    if (form.description())
        form.describe("transition",
                      schema::positive("slide: the length of road behind an end over which it takes up how the end has "
                                       "moved and turned [m]"),
                      false);
}

void fill_rotor(Form& form, std::optional<RotorSpec>& rotor) {
    if ((form.reads() && !form.has("rotor")) || (form.writes() && !rotor)) return;
    RotorSpec spec = rotor.value_or(RotorSpec{});
    form.group("rotor", false, "a motor that turns with the coordinate, behind a gear", [&](Form& inner) {
        inner.required("inertia", spec.inertia, positive(), "of the motor [kg m²]");
        inner.optional("ratio", spec, &RotorSpec::ratio, Range{}, "turns of the motor for one of the joint, or rad/m");
    });
    if (!form.description()) rotor = spec;
}

}  // namespace

void fill_joint(Form& form, JointSpec& joint) {
    const std::size_t before = form.complaints();
    form.choice("type", joint.type, joint_types(), "what it leaves free");
    if (form.complaints() != before) return;  // which other keys belong here depends on it
    const bool is_slide = joint.type == JointType::slide;
    form.optional("closes_loop", joint, &JointSpec::closes_loop, "a constraint instead of a branch of the tree");
    fill_frame(form, "parent", joint.parent, "on the body nearer to the world; slide: the body with the track");
    if (is_slide || form.description())
        form.optional("track", joint, &JointSpec::track, "slide: a track of the parent; its only one if left out");
    if (is_slide || form.description()) fill_beyond(form, joint);
    fill_frame(form, "child", joint.child, "on the body it carries");
    form.optional("axis", joint.axis, Range{}, "turns both frames so that their z axis is this axis of them");
    fill_motion(form, joint);
    fill_activation(form, joint.active);
    fill_rotor(form, joint.rotor);
    fill_coordinates(form, "position", joint.type, joint.position, "at the start [m or rad]; zero if left out");
    fill_coordinates(
        form, "rate", joint.type, joint.rate,
        "at the start [m/s or rad/s]; zero if left out. Spherical and free: angular velocity in the child's "
        "axes");
    form.finish();
}

}  // namespace ritz
