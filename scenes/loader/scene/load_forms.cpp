// Loads and controllers of a scene.
#include <fmt/format.h>

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

template <class Load>
void fill_axes(Form& form, Load& load) {
    form.choice("axes", load, &Load::in_body_axes, {{"world", false}, {"body", true}}, "in which the force is given");
}

bool is_zero(const std::array<Signal, 3>& signals) {
    for (const Signal& signal : signals)
        if (!signal.is_constant() || signal.value(0) != 0) return false;
    return true;
}

void fill(Form& form, PointLoadSpec& load) {
    fill_frame(form, "at", load.at, "");
    if (form.reads() && !form.has("force") && !form.has("torque"))
        form.reader().complain("expected \"force\" or \"torque\"");
    if (!form.writes() || !is_zero(load.force) || is_zero(load.torque))
        fill_signals(form, "force", load.force, "[N]", false);
    if (!form.writes() || !is_zero(load.torque)) fill_signals(form, "torque", load.torque, "[N m]", false);
    fill_axes(form, load);
}

void fill(Form& form, MovingLoadSpec& load) {
    form.required("body", load.body, "which has the track");
    form.optional("track", load, &MovingLoadSpec::track, "its only one if left out");
    fill_signal(form, "s", load.s, "where it stands [m]; it acts while that is on the track");
    fill_signals(form, "force", load.force, "[N]");
    fill_axes(form, load);
}

void fill(Form& form, MotorSpec& motor) {
    fill_coordinate(form, motor.at);
    if (form.reads()) {
        const std::string key = form.reader().exactly_one_of({"force", "torque"});
        motor.is_torque = key == "torque";
        if (!key.empty()) fill_signal(form, key, motor.force, "");
    } else if (form.writes()) {
        fill_signal(form, motor.is_torque ? "torque" : "force", motor.force, "");
    } else {
        form.describe("force", schema::see("signal", "on a displacement [N]"), false);
        form.describe("torque", schema::see("signal", "on an angle [N m]"), false);
    }
}

void fill_drive(Form& form, DriveSpec& drive) {
    fill_coordinate(form, drive.at);
    form.optional("share", drive, &DriveSpec::share, "of the controller's output");
}

/// "joint" and "coordinate", or a list of them under "drives".
void fill_drives(Form& form, std::vector<DriveSpec>& drives) {
    if (form.description()) {
        fill_coordinate(form, drives.emplace_back().at);
        form.description()->required.clear();  // either of the two
        const Json one = Form::describe_object("one of them", [&](Form& inner) { fill_drive(inner, drives[0]); });
        form.describe("drives", schema::list_of(one, -1, "several coordinates, each pushed by its share of the output"),
                      false);
        return;
    }
    if (form.writes() && !drives.empty() && (drives.size() != 1 || drives[0].share != 1)) {
        Json list = Json::array();
        for (DriveSpec& drive : drives) {
            Json object = Json::object();
            Form inner(object);
            fill_drive(inner, drive);
            list.push_back(object);
        }
        (*form.object())["drives"] = list;
        return;
    }
    // None: its output may be the reference of another.
    if (form.reads() && !form.has("drives") && !form.has("joint")) return;
    if (form.writes() && drives.empty()) return;
    if (!form.reads() || !form.has("drives")) {
        if (form.reads()) drives.emplace_back();
        fill_coordinate(form, drives.front().at);
        return;
    }
    if (form.has("joint")) form.reader().complain("joint", "found next to \"drives\", expected only one of them");
    form.has("coordinate");
    for (const Reader& element : form.reader().list("drives")) {
        Reader object = element.only_if_object();
        if (!object) continue;
        Form inner(object);
        fill_drive(inner, drives.emplace_back());
        object.finish();
    }
    if (form.reader().list("drives").empty())
        form.reader().complain("drives", "found nothing to drive, expected a list of joints with their coordinates");
}

/// A signal, or {"controller": "name"}.
void fill_reference(Form& form, ControllerSpec& controller) {
    if (form.description()) {
        const Json other = Form::describe_object("the output of another controller", [&](Form& inner) {
            inner.required("controller", controller.reference_controller, "its name");
        });
        return form.describe("reference", schema::any_of({schema::see("signal"), other}), true);
    }
    if (form.writes() && !controller.reference_controller.empty()) {
        (*form.object())["reference"] = Json{{"controller", controller.reference_controller}};
        return;
    }
    if (form.reads() && form.reader().optional_value("reference").is_object()) {
        Reader object = form.reader().child("reference");
        if (object.has("controller")) {
            controller.reference_controller = object.required<std::string>("controller");
            return object.finish();
        }
    }
    fill_signal(form, "reference", controller.reference, "");
}

}  // namespace

void fill_load(Form& form, LoadSpec& load) {
    using Variant = decltype(load.kind);
    static const std::vector<Kind<Variant>> kinds = {{"force", PointLoadSpec{}, "at a place of a body"},
                                                     {"moving_force", MovingLoadSpec{}, "that runs along a track"},
                                                     {"motor", MotorSpec{}, "on a coordinate of a joint"}};
    if (fill_kind(form, load.kind, kinds, [](Form& inner, auto& kind) { fill(inner, kind); })) form.finish();
}

void fill_controller(Form& form, ControllerSpec& controller) {
    fill_drives(form, controller.drives);
    fill_reference(form, controller);
    form.optional("kp", controller, &ControllerSpec::kp, "");
    form.optional("ki", controller, &ControllerSpec::ki, "[1/s]");
    form.optional("kd", controller, &ControllerSpec::kd, "[s]");
    form.optional("filter_time", controller, &ControllerSpec::filter_time, non_negative(),
                  "of the derivative [s]; 0: the measured rate itself");
    form.optional("windup_time", controller, &ControllerSpec::windup_time, non_negative(),
                  "of the anti-windup [s]; 0: integration stops at the limit");
    fill_signal(form, "feed_forward", controller.feed_forward, "[N or N m]", false);
    form.optional("velocity_feed_forward", controller, &ControllerSpec::velocity_feed_forward,
                  "times the reference's rate");
    form.optional("acceleration_feed_forward", controller, &ControllerSpec::acceleration_feed_forward,
                  "times the reference's acceleration");
    form.optional("lag_time", controller, &ControllerSpec::lag_time, non_negative(),
                  "of what it drives, a torque or current loop: the output follows the command [s]");
    form.member(
        "limits", false, schema::vector(2, "lower and upper [N or N m]"),
        [&](Reader& reader) {
            if (!reader.has("limits")) return;
            const VecX limits = reader.required_vector("limits", 2);
            controller.limits = {limits[0], limits[1]};
        },
        [&] {
            return controller.limits ? Json{(*controller.limits)[0], (*controller.limits)[1]} : Json();
        });
    fill_quantity(form, "measure", controller.measure, "fed back: a position or a rate");
    form.finish();
}

}  // namespace ritz
