// Supports, markers, tracks, damping and the reference frame of a model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/track.hpp"
#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/model/read_model.hpp"

namespace ritz {
namespace {

const std::vector<std::pair<std::string, int>>& motion_names() {
    static const std::vector<std::pair<std::string, int>> names = {{"x", 0},  {"y", 1},  {"z", 2},
                                                                   {"rx", 3}, {"ry", 4}, {"rz", 5}};
    return names;
}

std::vector<int> read_components(Reader& object) {
    if (!object.has("components")) return {0, 1, 2, 3, 4, 5};
    std::vector<int> components;
    for (const Reader& each : object.list("components")) {
        const auto name = each.as<std::string>();
        std::vector<std::string> known;
        for (const auto& [text, component] : motion_names()) {
            if (text == name) components.push_back(component);
            known.push_back(text);
        }
        if (each.is_string() && std::find(known.begin(), known.end(), name) == known.end())
            each.complain(fmt::format("no component \"{}\"{}", name, suggest(name, known)));
    }
    return components;
}

FeMarkerSpec read_marker(const std::string& name, Reader& object, const NodeSets& sets) {
    FeMarkerSpec marker;
    marker.name = name;
    marker.kind = object.required_choice<MarkerKind>(
        "type", {{"rbe2", MarkerKind::rbe2}, {"rbe3", MarkerKind::rbe3}, {"node", MarkerKind::node}});
    marker.nodes = sets.read_nodes(object);
    marker.R_RM = rotation_exp(object.optional_angle<Vec3>("rotation", Vec3::Zero()));
    const bool is_at_node = marker.kind == MarkerKind::node, is_mean = marker.kind == MarkerKind::rbe3;
    if (object.has("position")) {
        marker.origin = object.required<Vec3>("position");
        if (is_at_node) object.complain("position", "a marker of type \"node\" is where its node is");
    }
    marker.equal_weights = object.optional_choice<bool>("weights", {{"mass", false}, {"equal", true}}, false);
    if (object.has("weights") && !is_mean) object.complain("weights", "only a marker of type \"rbe3\" has weights");
    object.finish();
    if (name.find('.') != std::string::npos)
        object.complain(fmt::format("the name \"{}\" contains a dot, which separates a body from its marker", name));
    return marker;
}

/// Nodes by their place along a direction.
void sort_along(const Vec3& direction, const Nodes& nodes, std::vector<int>& list) {
    std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
        return direction.dot(nodes.positions.col(a)) < direction.dot(nodes.positions.col(b));
    });
}

/// Nodes by their angle about an axis through their middle, beginning at the first of them.
void sort_around(const Vec3& axis, const Nodes& nodes, std::vector<int>& list) {
    const Mat3X points = nodes.positions(Eigen::all, list);
    const Vec3 middle = points.rowwise().mean(), z = axis.normalized();
    Vec3 x = points.col(0) - middle;
    x -= x.dot(z) * z;
    const Vec3 y = z.cross(x);
    std::vector<std::pair<double, int>> angles;
    for (const int node : list) {
        const Vec3 arm = nodes.positions.col(node) - middle;
        double angle = std::atan2(arm.dot(y), arm.dot(x));
        if (angle < -1e-9) angle += 2 * std::numbers::pi;  // rounding must not send the first one to the end
        angles.emplace_back(angle, node);
    }
    std::stable_sort(angles.begin(), angles.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = angles[i].second;
}

/// What the engine would refuse after the long work: a node twice, or no frame somewhere on the curve.
void check_curve(const Reader& object, const FeTrackSpec& track, const Nodes& nodes) {
    std::vector<int> sorted = track.nodes;
    std::sort(sorted.begin(), sorted.end());
    const auto twin = std::adjacent_find(sorted.begin(), sorted.end());
    if (twin != sorted.end())
        return object.complain("nodes", fmt::format("found node {} twice, expected each once{}",
                                                    nodes.ids[static_cast<std::size_t>(*twin)],
                                                    track.closed ? "; \"closed\" joins the last to the first" : ""));
    if (track.nodes.size() < (track.closed ? 4 : 2)) return;  // refused where the structure is made
    try {
        SplineTrack(nodes.positions(Eigen::all, track.nodes), {}, {}, track.closed, track.up);
    } catch (const InputError& error) {
        const std::string what = error.what();
        object.complain(what.find("up direction") == std::string::npos ? "nodes" : "up", what);
    }
}

FeTrackSpec read_track(const std::string& name, Reader& object, const NodeSets& sets, const Nodes* nodes) {
    const std::size_t before = object.diagnostics().count();
    FeTrackSpec track;
    track.name = name;
    track.nodes = sets.read_nodes(object);
    track.closed = object.optional<bool>("closed", false);
    track.up = object.optional<Vec3>("up", Vec3::UnitZ());
    const auto direction = [&](const char* key) {
        const Vec3 vector = object.required<Vec3>(key);
        if (object.value(key).is_array() && vector.norm() == 0) object.complain(key, "found a vector of no length");
        return vector;
    };
    if (object.has("along") && object.has("around"))
        object.complain("around", "found next to \"along\", expected only one of them");
    if (object.has("along")) {
        const Vec3 along = direction("along");
        if (nodes && along.norm() > 0) sort_along(along, *nodes, track.nodes);
    } else if (object.has("around")) {
        const Vec3 around = direction("around");
        if (nodes && around.norm() > 0 && !track.nodes.empty()) sort_around(around, *nodes, track.nodes);
    }
    if (track.up.norm() == 0) object.complain("up", "found a vector of no length");
    object.finish();
    if (nodes && object.diagnostics().count() == before) check_curve(object, track, *nodes);
    if (object.diagnostics().count() != before) track.nodes.clear();  // nobody shall complain about its length
    return track;
}

}  // namespace

ModelParts read_model_parts(Reader& root, const Nodes* nodes) {
    ModelParts parts;
    const NodeSets sets(root, nodes);
    for (Reader& support : root.list("supports")) {
        if (!support.is_object()) {
            support.complain(fmt::format("found {}, expected an object with \"nodes\"", support.found()));
            continue;
        }
        std::vector<int> held = sets.read_nodes(support);
        parts.supports.push_back({std::move(held), read_components(support)});
        support.finish();
    }
    for (auto& [name, object] : root.named("markers")) {
        parts.markers.push_back(read_marker(name, object, sets));
        parts.marker_places.push_back(object.pointer());
    }
    for (auto& [name, object] : root.named("tracks")) {
        parts.tracks.push_back(read_track(name, object, sets, nodes));
        parts.track_places.push_back(object.pointer());
    }
    for (auto& [name, object] : root.named("cuts")) {
        const int marker = object.required_reference("marker", "marker", names_of(parts.markers));
        object.finish();
        if (marker >= 0) parts.cuts.push_back({name, marker});
        if (marker >= 0) parts.cut_places.push_back(object.pointer());
    }
    Reader damping = root.optional_child("damping");
    parts.alpha = damping.optional<double>("alpha", 0, non_negative());
    parts.beta = damping.optional<double>("beta", 0, non_negative());
    damping.finish();
    return parts;
}

ReferenceFrameSpec read_reference_frame(Reader& root, const ModelParts& parts) {
    ReferenceFrameSpec spec;
    Reader frame = root.optional_child("frame");
    if (!frame) return spec;
    spec.kind = frame.required_choice<ReferenceFrameKind>("type", {{"tangent", ReferenceFrameKind::tangent},
                                                                   {"chord", ReferenceFrameKind::chord},
                                                                   {"buckens", ReferenceFrameKind::buckens}});
    const std::vector<std::string> names = names_of(parts.markers);
    if (spec.kind == ReferenceFrameKind::tangent) {
        const int i = frame.required_reference("marker", "marker", names);
        if (i >= 0) spec.first = names[static_cast<std::size_t>(i)];
    } else if (spec.kind == ReferenceFrameKind::chord) {
        const int i = frame.required_reference("first", "marker", names);
        const int j = frame.required_reference("second", "marker", names);
        if (i >= 0) spec.first = names[static_cast<std::size_t>(i)];
        if (j >= 0) spec.second = names[static_cast<std::size_t>(j)];
        if (i >= 0 && i == j) frame.complain("second", "found the same marker as \"first\"");
    }
    frame.finish();
    return spec;
}

}  // namespace ritz
