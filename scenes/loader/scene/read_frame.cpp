#include "scenes/loader/scene/read_frame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace ritz {
namespace {

/// An object with a marker, or with a place x along a beam.
void read_place(Reader& object, const KnownBody& body, FrameSpec& spec) {
    if (object.has("marker") && object.has("x"))
        object.complain("x", "found next to \"marker\", expected only one of them");
    if (object.has("marker")) {
        const int i =
            object.required_reference("marker", fmt::format("marker of body \"{}\"", body.name), body.markers);
        if (i >= 0) spec.marker = body.markers[static_cast<std::size_t>(i)];
    } else if (object.has("x")) {
        if (!body.length) {
            object.complain("x", fmt::format("body \"{}\" is no beam: a place x along it has no meaning", body.name));
            return;
        }
        spec.x = object.required<double>("x", between(0, *body.length));
    }
}

FrameSpec read_frame_object(Reader& object, const SceneContext& scene) {
    FrameSpec spec;
    const KnownBody* body = read_body_name(object, "body", scene);
    spec.body = body != nullptr ? body->name : "";
    if (body != nullptr && body->is_sound) {
        read_place(object, *body, spec);
    } else {
        object.has("marker"), object.has("x");  // known keys, whatever they say about a body that is not there
    }
    spec.offset = read_pose(object);
    object.finish();
    return spec;
}

FrameSpec read_frame_name(const Reader& value, const SceneContext& scene) {
    const std::string text = value.as<std::string>();
    const std::size_t dot = text.find('.');
    FrameSpec spec;
    const KnownBody* body = find_body(text.substr(0, dot), value, scene);
    spec.body = body != nullptr ? body->name : "";
    if (body == nullptr || !body->is_sound || dot == std::string::npos) return spec;
    const std::string marker = text.substr(dot + 1);
    if (!body->markers.find(marker))
        value.complain(fmt::format("body \"{}\" has no marker \"{}\"{}", body->name, marker,
                                   value.hint(marker, body->markers.names())));
    else
        spec.marker = marker;
    return spec;
}

FrameSpec read_frame_value(Reader& value, const SceneContext& scene) {
    FrameSpec nowhere;
    nowhere.body = "";
    if (!value) return nowhere;
    if (value.is_string()) return read_frame_name(value, scene);
    if (value.is_object()) return read_frame_object(value, scene);
    value.complain(
        fmt::format("found {}, expected a frame: \"body\", \"body.marker\", \"world\" or an object with "
                    "\"body\"",
                    value.found()));
    return nowhere;
}

}  // namespace

Pose read_pose(Reader& object) {
    Pose pose;
    pose.p = object.optional<Vec3>("position", Vec3::Zero());
    pose.R = rotation_exp(object.optional_angle<Vec3>("rotation", Vec3::Zero()));
    return pose;
}

FrameSpec read_frame(Reader& parent, const std::string& key, const SceneContext& scene) {
    Reader value = parent.value(key);
    return read_frame_value(value, scene);
}

FrameSpec read_frame(Reader& parent, const std::string& key, const SceneContext& scene, const FrameSpec& otherwise) {
    Reader value = parent.optional_value(key);
    return value ? read_frame_value(value, scene) : otherwise;
}

const KnownBody* find_body(const std::string& name, const Reader& place, const SceneContext& scene) {
    if (const KnownBody* body = scene.find_body(name)) return body;
    std::vector<std::string> known;
    if (!place.diagnostics().is_full()) known = scene.body_names.names();
    if (!known.empty()) known.erase(known.begin());  // everyone knows the world
    place.complain(fmt::format("no body \"{}\"{}", name, place.hint(name, known)));
    return nullptr;
}

const KnownBody* read_body_name(Reader& parent, const std::string& key, const SceneContext& scene) {
    const Reader value = parent.value(key);
    if (!value) return nullptr;
    if (value.is_string()) return find_body(value.as<std::string>(), value, scene);
    value.complain(fmt::format("found {}, expected the name of a body", value.found()));
    return nullptr;
}

Frame make_frame(const FrameSpec& spec, SceneContext& scene) {
    return scene.is_connected && !spec.body.empty() ? scene.builder.make_frame(spec) : Frame{};
}

const KnownTrack* read_track_name(Reader& object, const std::string& key, const KnownBody& body) {
    if (!body.is_sound) {
        object.has(key);
        return nullptr;
    }
    if (!object.has(key) && body.tracks.size() == 1) return &body.tracks[0];
    const int i = object.required_reference(key, fmt::format("track of body \"{}\"", body.name), names_of(body.tracks));
    return i < 0 ? nullptr : &body.tracks[static_cast<std::size_t>(i)];
}

}  // namespace ritz
