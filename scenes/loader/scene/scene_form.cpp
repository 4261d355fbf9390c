// A whole scene: its sections, in the order in which they are read and written.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenes/loader/scene/scene_forms.hpp"
#include "scenes/loader/scene/scene_reading.hpp"
#include "scenes/loader/scene/section_forms.hpp"

namespace ritz {
namespace {

/// A section of named elements; where it is read, each element's place is noted, and whether it is sound.
template <class Item, class Fill>
void fill_section(Form& form, const std::string& key, SubjectKind kind, std::vector<Item>& items, SceneReading* reading,
                  const std::string& words, Fill fill, const std::string& number = "") {
    const auto seen = [&](const Item& item, const Reader& object, bool is_sound) {
        reading->file.source.add(kind, item.name, object.pointer());
        if (!is_sound) reading->faults.mark_unsound(kind, item.name);
    };
    fill_named(form, key, items, words, fill, seen, "", number);
}

void fill_world(Form& form, PlacesSpec& world, SceneReading* reading) {
    const std::size_t before = form.complaints();
    form.group("world", false, "what is fixed in the world", [&](Form& inner) { fill_places(inner, world); });
    if (reading == nullptr) return;
    reading->file.source.add(SubjectKind::world, "", "/world");
    if (form.complaints() != before) reading->faults.mark_unsound(SubjectKind::world, "");
}

void fill_input(Form& form, InputSpec& input) {
    if (form.reads() && form.reader().may_be_number()) {
        input.value = form.reader().as<double>();
        return;
    }
    form.optional("value", input, &InputSpec::value, "until it is set");
    form.optional("rate", input, &InputSpec::rate, "[1/s], until it is set");
    form.finish();
}

void fill_outputs(Form& form, std::optional<std::vector<OutputSpec>>& outputs, SceneReading* reading) {
    if (form.reads() && !form.has("outputs")) return;  // all coordinates then
    if (form.writes() && !outputs) return;
    if (!outputs) outputs.emplace();
    fill_section(form, "outputs", SubjectKind::output, *outputs, reading,
                 "columns of the result; all coordinates and rates of all joints if left out",
                 [](Form& inner, OutputSpec& output) { fill_quantity(inner, output.quantity); });
    if (form.writes() && outputs->empty()) (*form.object())["outputs"] = Json::object();
}

std::string quote_list(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
    return text;
}

/// A part may be tried alone; its run is then no matter of the whole.
void note_unused_settings(Form& form, SceneReading& reading) {
    std::vector<std::string> unused;
    for (const char* key : {"time", "integrator", "start", "error_bounds"})
        if (form.has(key)) unused.emplace_back(key);
    if (!unused.empty())
        reading.remarks.notes.push_back(fmt::format("{} of a part {} not used: the scene's own count",
                                                    quote_list(unused), unused.size() == 1 ? "is" : "are"));
}

/// Gravity is that of the whole, along the whole's axes; a part may say what it expects.
void fill_gravity(Form& form, Vec3& gravity, SceneReading* reading, SceneRole role) {
    const std::string words = "acceleration of free fall in the world [m/s²]";
    const std::size_t before = form.complaints();
    if (role == SceneRole::whole)
        form.required("gravity", gravity, words);
    else if (form.description())
        form.describe("gravity", schema::vector(3, "that of the whole, or left out"), false);
    else if (form.has("gravity"))
        form.required("gravity", gravity, words);
    if (reading == nullptr || form.complaints() != before || !form.has("gravity")) return;
    std::optional<Vec3>& of_whole = reading->whole.gravity;
    if (role == SceneRole::whole)
        of_whole = gravity;
    else if (of_whole && *of_whole != gravity)
        form.reader().complain(
            "gravity", fmt::format("found [{}], but the scene has [{}]; expected the same, or nothing: a part may have "
                                   "it as a parameter",
                                   fmt::join(gravity, ", "), fmt::join(*of_whole, ", ")));
}

}  // namespace

void fill_scene(Form& form, SceneSpec& scene, SceneReading* reading, SceneRole role) {
    SystemSpec& system = scene.system;
    BodyRemarks nothing;
    BodyRemarks& remarks = reading != nullptr ? reading->remarks : nothing;
    if (form.description()) {
        form.describe("$schema", schema::text("where this schema is"), false);
        form.describe("parameters",
                      schema::parameters("names for expressions, each a number or one of those before it"), false);
        form.describe("constants", schema::parameters("the former name of the parameters"), false);
    }
    form.has("parameters"), form.has("constants");  // known when the document was opened
    if (reading != nullptr) reading->file.source.add(SubjectKind::start, "", "/start");
    form.optional("description", scene, &SceneSpec::description, "");
    fill_settings(form, scene.settings, system.hold, role);
    if (reading != nullptr && role == SceneRole::part) note_unused_settings(form, *reading);
    fill_gravity(form, system.gravity, reading, role);
    if (form.reads() && !form.has("bodies") && !form.has("instances") && form.reader().exists())
        form.reader().complain("\"bodies\" is missing, expected an object of bodies");
    fill_section(form, "inputs", SubjectKind::input, system.inputs, reading,
                 "signals that are set from outside while the run goes on", fill_input, "its value until it is set");
    fill_world(form, system.world, reading);
    fill_section(form, "bodies", SubjectKind::body, system.bodies, reading, "what moves",
                 [&](Form& inner, BodySpec& body) { fill_body(inner, body, remarks); });
    fill_section(form, "joints", SubjectKind::joint, system.joints, reading,
                 "what holds the bodies together: one for each body, plus loops", fill_joint);
    fill_section(form, "couplings", SubjectKind::coupling, system.couplings, reading,
                 "gears and couplers: coordinates of joints that move together", fill_coupling);
    fill_section(form, "forces", SubjectKind::force, system.forces, reading, "springs and the like", fill_force);
    fill_section(form, "loads", SubjectKind::load, system.loads, reading, "forces given over time", fill_load);
    fill_section(form, "controllers", SubjectKind::controller, system.controllers, reading,
                 "u = kp e + ki ∫e + kd e' + feed forward, with e = reference - measured; each drives coordinates of "
                 "joints",
                 fill_controller);
    fill_outputs(form, system.outputs, reading);
    fill_section(form, "monitors", SubjectKind::monitor, system.monitors, reading,
                 "reasons to stop: a quantity that leaves its limits", fill_monitor);
    fill_section(form, "conditions", SubjectKind::condition, system.conditions, reading,
                 "what elements with \"active\" look at: a quantity above or below a limit", fill_condition);
    form.optional("error_bounds", scene.settings, &RunSettings::observes_bounds,
                  "observe the error bound of every elastic body that has data for one; it becomes a column");
    fill_instances(form, system, reading);
    form.finish();
}

Json describe_definitions() {
    Json definitions = Json::object();
    definitions["table"] = describe_table("x", "a force law by points: force or torque over deflection [m or rad]");
    definitions["signal"] = describe_signal();
    definitions["signals"] = schema::list_of(schema::see("signal"), 3, "x, y, z");
    definitions["rotation"] = describe_rotation();
    definitions["frame"] = describe_frame();
    definitions["section"] = describe_section();
    definitions["material"] = describe_material();
    definitions["beam_law"] = describe_beam_law();
    definitions["damping"] = describe_damping();
    QuantitySpec quantity;
    definitions["quantity"] =
        Form::describe_object("what is measured", [&](Form& form) { fill_quantity(form, quantity); });
    return definitions;
}

}  // namespace ritz
