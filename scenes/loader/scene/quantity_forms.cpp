// What can be measured: outputs, monitors, and what controllers feed back.
#include <fmt/format.h>

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

const Choices<Component>& components() {
    static const Choices<Component> all = {
        {"x", Component::x}, {"y", Component::y}, {"z", Component::z}, {"norm", Component::norm}};
    return all;
}
const Choices<Level>& levels() {
    static const Choices<Level> all = {
        {"position", Level::position}, {"rate", Level::rate}, {"acceleration", Level::acceleration}};
    return all;
}

/// A name that must be there, of something that is looked for later.
void fill_name(Form& form, const std::string& key, std::string& name, const std::string& kind,
               const std::string& words) {
    form.member(
        key, true, schema::text(words),
        [&](Reader& reader) {
            const Reader value = reader.value_of(key, fmt::format("the name of a {}", kind));
            if (value && !value.is_string())
                value.complain(fmt::format("found {}, expected the name of a {}", value.found(), kind));
            else if (value)
                name = value.as<std::string>();
        },
        [&] { return Json(name); });
}

void fill(Form& form, JointMeasure& m) {
    using A = JointAspect;
    fill_coordinate(form, m.at);
    form.choice("quantity", m, &JointMeasure::aspect,
                {{"position", A::position},
                 {"rate", A::rate},
                 {"acceleration", A::acceleration},
                 {"force", A::force},
                 {"force_x", A::force_x},
                 {"force_y", A::force_y},
                 {"force_z", A::force_z},
                 {"moment_x", A::moment_x},
                 {"moment_y", A::moment_y},
                 {"moment_z", A::moment_z}},
                "rotations: rotation vector and angular velocity in the parent's axes; force_x to moment_z: "
                "the wrench on the child, in the axes of its joint frame");
}

void fill(Form& form, FrameMeasure& m) {
    using Aspect = std::pair<bool, Level>;  // whether it turns
    fill_frame(form, "frame", m.frame, "");
    fill_frame(form, "observer", m.observer, "the world if left out", false);
    Aspect aspect{m.angular, m.level};
    form.choice<Aspect>("quantity", aspect,
                        {{"position", {false, Level::position}},
                         {"velocity", {false, Level::rate}},
                         {"acceleration", {false, Level::acceleration}},
                         {"rotation", {true, Level::position}},
                         {"angular_velocity", {true, Level::rate}},
                         {"angular_acceleration", {true, Level::acceleration}}},
                        {FrameMeasure{}.angular, FrameMeasure{}.level}, "");
    m.angular = aspect.first;
    m.level = aspect.second;
    form.choice("component", m.component, components(), "");
}

void fill(Form& form, ElasticMeasure& m) {
    fill_name(form, "elastic", m.body, "body", "the body");
    form.required("mode", m.mode, form.reads() ? Range{} : at_least(1), "from 1");
    form.choice("quantity", m, &ElasticMeasure::level, levels(), "");
}

void fill(Form& form, DeflectionMeasure& m) {
    fill_frame(form, "deflection", m.place, "a marker, or a place along a beam");
    form.choice("component", m.component, components(), "");
    form.choice("quantity", m, &DeflectionMeasure::level, {{"position", Level::position}, {"velocity", Level::rate}},
                "");
}

void fill(Form& form, SectionForceMeasure& m) {
    fill_name(form, "section_force", m.body, "body", "the beam, or the body with cuts");
    form.optional("x", m.x, Range{}, "the place along a beam [m]");
    form.optional("cut", m.cut, std::string(), "a cut of the body's model");
    form.choice<int>("component", m.component, {{"N", 0}, {"Qy", 1}, {"Qz", 2}, {"Mx", 3}, {"My", 4}, {"Mz", 5}},
                     "[N] or [N m]");
}

void fill(Form& form, ReactionMeasure& m) {
    fill_name(form, "reaction", m.end, "beam's end", "the beam's end: beam.start or beam.end");
    form.choice<int>("component", m.component, {{"Fx", 0}, {"Fy", 1}, {"Fz", 2}, {"Mx", 3}, {"My", 4}, {"Mz", 5}},
                     "in the beam's frame [N] or [N m]");
}

void fill(Form& form, EnergyMeasure& m) {
    using K = EnergyKind;
    form.choice<K>("energy", m.kind,
                   {{"kinetic", K::kinetic},
                    {"gravity", K::gravity},
                    {"elastic", K::elastic},
                    {"spring", K::spring},
                    {"potential", K::potential},
                    {"total", K::total},
                    {"work", K::work},
                    {"balance", K::balance}},
                   "balance: total less the work of forces, constant but for errors [J]");
}

void fill(Form& form, LoopErrorMeasure& m) {
    fill_name(form, "loop_error", m.loop, "loop", "the joint that closes it, a coupling, or \"all\"");
    form.choice("quantity", m, &LoopErrorMeasure::velocity, {{"position", false}, {"rate", true}}, "");
}

void fill(Form& form, CouplingMeasure& m) {
    fill_name(form, "coupling", m.coupling, "coupling", "its name");
    form.group("on", true, "one of its coordinates", [&](Form& inner) { fill_coordinate(inner, m.on); });
}

void fill(Form& form, ControllerMeasure& m) { fill_name(form, "controller", m.controller, "controller", "its name"); }

void fill(Form& form, BoundMeasure& m) {
    fill_name(form, "bound", m.body, "body", "an elastic body; alone: of its whole state, in the norm of its mass");
    fill_marker_motion(form, m.motion);
    form.choice("quantity", m, &BoundMeasure::aspect,
                {{"bound", BoundAspect::bound},
                 {"corrected", BoundAspect::corrected},
                 {"corrected_bound", BoundAspect::corrected_bound},
                 {"system_estimate", BoundAspect::system_estimate}},
                "corrected: the motion with the known part of its error added; corrected_bound: of what is left; "
                "system_estimate: of the whole system, by a second run with the exact modes");
}

/// Each is known by a key of its own.
struct MeasureKind {
    std::string key;
    QuantitySpec prototype;
    std::string words;
};
const std::vector<MeasureKind>& measure_kinds() {
    static const std::vector<MeasureKind> kinds = {
        {"joint", JointMeasure{}, "of a joint"},
        {"frame", FrameMeasure{}, "of a frame, as an observer sees it"},
        {"elastic", ElasticMeasure{}, "an elastic coordinate"},
        {"deflection", DeflectionMeasure{}, "displacement of a marker in the floating frame"},
        {"section_force", SectionForceMeasure{}, "internal force of a beam at x, or through a cut of another body"},
        {"reaction", ReactionMeasure{}, "what the support of a beam's end, which its shapes stand for, exerts on it"},
        {"energy", EnergyMeasure{}, ""},
        {"loop_error", LoopErrorMeasure{}, "how far a loop is open"},
        {"coupling", CouplingMeasure{}, "the force or torque of a coupling on one of its coordinates"},
        {"controller", ControllerMeasure{}, "the output of a controller"},
        {"bound", BoundMeasure{}, "the bound of the error of a body's reduction"}};
    return kinds;
}

void fill_members(Form& form, QuantitySpec& quantity) {
    std::visit([&](auto& kind) { fill(form, kind); }, quantity);
}

}  // namespace

void fill_marker_motion(Form& form, std::optional<MarkerMotion>& motion) {
    if (form.description()) {
        form.describe("marker", schema::text("the motion of this marker in the body's frame"), false);
        form.describe("component", schema::choice({"x", "y", "z", "rx", "ry", "rz"}, "of that motion"), false);
        return;
    }
    if (form.reads() && !form.has("marker") && !form.has("component")) return;
    if (form.writes() && !motion) return;
    MarkerMotion given = motion.value_or(MarkerMotion{});
    form.required("marker", given.marker, "");
    form.choice("component", given.component, {{"x", 0}, {"y", 1}, {"z", 2}, {"rx", 3}, {"ry", 4}, {"rz", 5}}, "");
    motion = given;
}

void fill_quantity(Form& form, QuantitySpec& quantity) {
    if (form.reads()) {
        std::vector<std::string> keys;
        for (const MeasureKind& kind : measure_kinds()) keys.push_back(kind.key);
        const std::string key = form.reader().exactly_one_of(keys);
        if (key.empty()) return;
        for (const MeasureKind& kind : measure_kinds())
            if (kind.key == key) quantity = kind.prototype;
        const std::size_t before = form.complaints();
        fill_members(form, quantity);
        if (form.complaints() == before) form.finish();
    } else if (form.writes()) {
        fill_members(form, quantity);
    } else {
        for (const MeasureKind& kind : measure_kinds()) {
            QuantitySpec prototype = kind.prototype;
            form.description()->alternatives.push_back(
                Form::describe_object(kind.words, [&](Form& inner) { fill_members(inner, prototype); }));
        }
    }
}

void fill_quantity(Form& form, const std::string& key, QuantitySpec& quantity, const std::string& words) {
    form.member(
        key, true, schema::see("quantity", words),
        [&](Reader& reader) {
            if (Reader object = reader.child(key)) {
                Form inner(object);
                fill_quantity(inner, quantity);
            }
        },
        [&] {
            Json object = Json::object();
            Form inner(object);
            fill_quantity(inner, quantity);
            return object;
        });
}

}  // namespace ritz
