// Supports, markers, tracks, damping and the reference frame of a model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/track.hpp"
#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/form_kinds.hpp"
#include "scenes/loader/model/model_forms.hpp"
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

void check_marker(Form& form, const FeMarkerSpec& marker) {
    const Reader& object = form.reader();
    if (marker.origin && marker.kind == MarkerKind::node)
        object.complain("position", "a marker of type \"node\" is where its node is");
    if (form.has("weights") && marker.kind != MarkerKind::rbe3)
        object.complain("weights", "only a marker of type \"rbe3\" has weights");
    if (marker.name.find('.') != std::string::npos)
        object.complain(
            fmt::format("the name \"{}\" contains a dot, which separates a body from its marker", marker.name));
}

void fill_marker(Form& form, FeMarkerSpec& marker, const NodeSets& sets) {
    form.choice<MarkerKind>("type", marker.kind,
                            {{"rbe2", MarkerKind::rbe2}, {"rbe3", MarkerKind::rbe3}, {"node", MarkerKind::node}},
                            "its nodes are rigid with it, it follows their mean motion, or it is a node");
    sets.fill_nodes(form, marker.nodes);
    Vec3 rotation = Vec3::Zero();
    form.angle<Vec3>("rotation", rotation, Vec3::Zero(), "of its axes, rotation vector [rad]");
    marker.R_RM = rotation_exp(rotation);
    form.optional("position", marker.origin, any_number(), "of its origin [m]; the middle of its nodes if left out");
    form.choice("weights", marker, &FeMarkerSpec::equal_weights, {{"mass", false}, {"equal", true}},
                "of the nodes of rbe3");
    form.finish();
    if (form.reads()) check_marker(form, marker);
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
    } catch (const TrackError& error) {
        object.complain(error.data() == TrackData::up ? "up" : "nodes", error.what());
    }
}

/// A direction, if it is there, that is not zero.
void fill_direction(Form& form, const char* key, std::optional<Vec3>& direction, const std::string& words) {
    const std::size_t before = form.complaints();
    form.optional(key, direction, any_number(), words);
    if (direction && direction->norm() == 0 && form.complaints() == before)
        form.reader().complain(key, "found a vector of no length");
}

void fill_track(Form& form, FeTrackSpec& track, const NodeSets& sets, const Nodes* nodes) {
    const std::size_t before = form.complaints();
    sets.fill_nodes(form, track.nodes);
    form.optional("closed", track, &FeTrackSpec::closed, "whether the last node joins the first");
    form.optional("up", track, &FeTrackSpec::up, "keeps the frame's z axis near");
    std::optional<Vec3> along, around;
    fill_direction(form, "along", along, "nodes are taken in their order along this direction");
    fill_direction(form, "around", around, "nodes are taken in their order around this axis");
    form.finish();
    if (!form.reads()) return;
    if (along && around) form.reader().complain("around", "found next to \"along\", expected only one of them");
    if (track.up.norm() == 0) form.reader().complain("up", "found a vector of no length");
    if (nodes && form.complaints() == before) {
        if (along) sort_along(*along, *nodes, track.nodes);
        if (around && !track.nodes.empty()) sort_around(*around, *nodes, track.nodes);
        check_curve(form.reader(), track, *nodes);
    }
    if (form.complaints() != before) track.nodes.clear();  // nobody shall complain about its length
}

void fill_supports(Form& root, std::vector<FeSupport>& supports, const NodeSets& sets) {
    fill_list(root, "supports", false, "where the body is held", "an object with \"nodes\"", [&](Form& form) {
        FeSupport support;
        sets.fill_nodes(form, support.nodes);
        fill_components(form, {"x", "y", "z", "rx", "ry", "rz"}, "all of them if left out", support.components);
        supports.push_back(std::move(support));
    });
}

/// A cut whose marker is not known is left out, after a complaint.
void fill_cuts(Form& root, ModelParts& parts) {
    std::vector<FeCutSpec> cuts;
    fill_named(
        root, "cuts", cuts, "planes that divide the body, for the forces that pass through them",
        [&](Form& form, FeCutSpec& cut) {
            const auto marker = form.reference("marker", "marker", names_of(parts.markers),
                                               "the plane passes through it, across its x axis");
            if (marker) cut.marker = static_cast<int>(*marker);
            form.finish();
        },
        [&](const FeCutSpec& cut, const Reader& object, bool is_sound) {
            if (!is_sound) return;
            parts.cuts.push_back(cut);
            parts.cut_places[cut.name] = object.pointer();
        });
}

void fill_chord(Form& form, ReferenceFrameSpec& frame, const std::vector<std::string>& names) {
    const auto first = form.reference("first", "marker", names, "a marker");
    const auto second = form.reference("second", "marker", names, "a marker");
    if (first) frame.first = names[*first];
    if (second) frame.second = names[*second];
    if (first && first == second) form.reader().complain("second", "found the same marker as \"first\"");
}

void fill_frame_kind(Form& form, ReferenceFrameSpec& frame, const std::vector<std::string>& names) {
    fill_kind_named(form, "type",
                    {{"tangent", "clamped at a marker",
                      [&](Form& inner) {
                          frame.kind = ReferenceFrameKind::tangent;
                          const auto marker = inner.reference("marker", "marker", names, "its name");
                          if (marker) frame.first = names[*marker];
                      }},
                     {"chord", "through two markers",
                      [&](Form& inner) {
                          frame.kind = ReferenceFrameKind::chord;
                          fill_chord(inner, frame, names);
                      }},
                     {"buckens", "mean axes", [&](Form&) { frame.kind = ReferenceFrameKind::buckens; }}});
}

}  // namespace

void fill_model_parts(Form& root, ModelParts& parts, const Nodes* nodes) {
    NodeSets sets(nodes);
    sets.fill_sets(root);
    fill_supports(root, parts.supports, sets);
    fill_named(
        root, "markers", parts.markers, "frames on the body",
        [&](Form& form, FeMarkerSpec& marker) { fill_marker(form, marker, sets); },
        [&](const FeMarkerSpec& marker, const Reader& object, bool) {
            parts.marker_places[marker.name] = object.pointer();
        },
        "marker");
    fill_named(
        root, "tracks", parts.tracks, "curves on the body",
        [&](Form& form, FeTrackSpec& track) { fill_track(form, track, sets, nodes); },
        [&](const FeTrackSpec& track, const Reader& object, bool) {
            parts.track_places[track.name] = object.pointer();
        },
        "track");
    fill_cuts(root, parts);
    root.group("damping", false, "Rayleigh damping, besides that of the matrices",
               [&](Form& form) { fill_rayleigh(form, parts.damping); });
}

void fill_reference_frame(Form& root, ReferenceFrameSpec& frame, const ModelParts& parts) {
    const std::vector<std::string> names = names_of(parts.markers);
    root.group("frame", false, "the reference frame of a free body; buckens if left out",
               [&](Form& form) { fill_frame_kind(form, frame, names); });
}

Json describe_marker() {
    FeMarkerSpec marker;
    return Form::describe_object("where joints and forces take hold",
                                 [&](Form& form) { fill_marker(form, marker, NodeSets(nullptr)); });
}

Json describe_track() {
    FeTrackSpec track;
    return Form::describe_object("a smooth curve through nodes, on which something slides",
                                 [&](Form& form) { fill_track(form, track, NodeSets(nullptr), nullptr); });
}

}  // namespace ritz
