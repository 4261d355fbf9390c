// Places on bodies, and coordinates of joints. A frame is "body", "body.marker", "world", or
//   {"body": name, "marker": name | "x": place along a beam, "position": [..], "rotation": [..] (pose_form.cpp)}
#include <fmt/format.h>

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

void fill_frame_object(Form& form, FrameSpec& frame) {
    form.required("body", frame.body, "its name, or \"world\"");
    if (form.has("marker") && form.has("x"))
        form.reader().complain("x", "found next to \"marker\", expected only one of them");
    form.optional("marker", frame, &FrameSpec::marker, "a marker of the body");
    form.optional("x", frame.x, Range{}, "a place along a beam [m]");
    fill_pose(form, frame.offset);
}

/// A name alone stays whole: which part of it is the body is known when all bodies are.
void read_frame(Reader value, FrameSpec& frame) {
    if (value.is_string()) {
        frame.body = value.as<std::string>();
        return;
    }
    frame.body.clear();  // nothing that anybody could complain about again
    if (!value) return;
    if (!value.is_object())
        return value.complain(
            fmt::format("found {}, expected a frame: \"body\", \"body.marker\", \"world\" or an object with "
                        "\"body\"",
                        value.found()));
    const std::size_t before = value.diagnostics().count();
    Form inner(value);
    fill_frame_object(inner, frame);
    value.finish();
    if (value.diagnostics().count() != before) frame.body.clear();
}

Json write_frame(FrameSpec frame) {
    const bool is_moved = frame.offset.p != Vec3::Zero() || frame.offset.R != Mat3::Identity();
    if (!is_moved && !frame.x && frame.marker.empty()) return frame.body;
    Json object = Json::object();
    Form inner(object);
    fill_frame_object(inner, frame);
    return object;
}

}  // namespace

Json describe_frame() {
    FrameSpec frame;
    return schema::any_of({schema::text("\"body\", \"body.marker\" or \"world\""),
                           Form::describe_object("a frame relative to a body, a marker or a place along a beam",
                                                 [&](Form& form) { fill_frame_object(form, frame); })},
                          "a place on a body");
}

void fill_frame(Form& form, const std::string& key, FrameSpec& frame, const std::string& words, bool is_required) {
    form.member(
        key, is_required, [&] { return schema::see("frame", words); },
        [&](Reader& reader) {
            if (is_required || reader.has(key)) read_frame(reader.value(key), frame);
        },
        [&] {
            const Json json = write_frame(frame);
            return !is_required && json == "world" ? Json() : json;
        });
}

void fill_coordinate(Form& form, CoordinateSpec& at) {
    form.member(
        "joint", true, schema::text("its name"),
        [&](Reader& reader) {
            const Reader value = reader.value_of("joint", "the name of a joint");
            if (value && !value.is_string())
                value.complain(fmt::format("found {}, expected the name of a joint", value.found()));
            else if (value)
                at.joint = value.as<std::string>();
        },
        [&] { return Json(at.joint); });
    form.member(
        "coordinate", false,
        schema::any_of({schema::text("its name"), schema::count(0, "its number from 0")},
                       "may be left out if there is one only"),
        [&](Reader& reader) {
            const Reader value = reader.optional_value("coordinate");
            if (!value) return;
            const std::size_t before = value.diagnostics().count();
            at.coordinate = value.is_string() ? value.as<std::string>() : std::to_string(value.as<int>());
            if (value.diagnostics().count() != before) at.joint.clear();  // said already
        },
        [&] { return at.coordinate.empty() ? Json() : Json(at.coordinate); });
}

}  // namespace ritz
