// Inputs and outputs of a model: which loads act, and what is measured.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/read_model.hpp"
#include "scenes/loader/scene_context.hpp"

namespace ritz {
namespace {

const std::vector<std::string>& component_names(bool are_inputs) {
    static const std::vector<std::string> loads = {"fx", "fy", "fz", "mx", "my", "mz"};
    static const std::vector<std::string> motions = {"x", "y", "z", "rx", "ry", "rz"};
    return are_inputs ? loads : motions;
}

Channel make_marker_channel(const FeMarkerSpec& marker, int index, int component, bool is_input) {
    Channel channel;
    channel.name = marker.name + "." + component_names(is_input)[static_cast<std::size_t>(component)];
    channel.kind = ChannelKind::marker;
    channel.owner = marker.name;
    channel.index = index;
    channel.direction.segment<3>(component < 3 ? 0 : 3) = marker.R_RM.col(component % 3);
    return channel;
}

void read_marker_channels(Reader& object, bool are_inputs, const ModelParts& parts, std::vector<Channel>& list) {
    const int index = object.required_reference("marker", "marker", names_of(parts.markers));
    const std::vector<std::string>& names = component_names(are_inputs);
    std::vector<int> chosen = {0, 1, 2, 3, 4, 5};
    if (object.has("components")) chosen.clear();
    for (const Reader& each : object.list("components")) {
        const auto name = each.as<std::string>();
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end())
            chosen.push_back(static_cast<int>(found - names.begin()));
        else if (each.is_string())
            each.complain(fmt::format("no component \"{}\"{}", name, suggest(name, names)));
    }
    if (index < 0) return;
    for (const int component : chosen)
        list.push_back(
            make_marker_channel(parts.markers[static_cast<std::size_t>(index)], index, component, are_inputs));
}

/// A direction at every node of a track: an axis of the body, a vector, or outward.
struct TrackDirection {
    std::string name;
    bool is_radial = false;
    Vec3 vector = Vec3::Zero();

    /// Radial: away from the middle of the track, at right angles to its "up".
    Vec3 at(const FeTrackSpec& track, const Nodes& nodes, std::size_t k) const {
        if (!is_radial) return vector;
        const Vec3 middle = nodes.positions(Eigen::all, track.nodes).rowwise().mean(), up = track.up.normalized();
        const Vec3 arm = nodes.positions.col(track.nodes[k]) - middle;
        return (arm - arm.dot(up) * up).normalized();
    }
};

TrackDirection read_direction(const Reader& value) {
    const std::vector<std::string> known = {"x", "y", "z", "radial"};
    if (value.is_array()) {
        const Vec3 vector = value.as<Vec3>();
        if (vector.norm() == 0) value.complain("found a vector of no length, expected a direction");
        return {"d", false, vector.normalized()};
    }
    const auto name = value.as<std::string>();
    for (int k = 0; k < 3; ++k)
        if (name == known[static_cast<std::size_t>(k)]) return {name, false, Vec3::Unit(k)};
    if (value.is_string() && name != "radial")
        value.complain(fmt::format("no direction \"{}\"{}", name, suggest(name, known)));
    return {"radial", true, Vec3::Zero()};
}

void read_track_channels(Reader& object, const ModelParts& parts, const Nodes* nodes, std::vector<Channel>& list) {
    const int index = object.required_reference("track", "track", names_of(parts.tracks));
    std::vector<TrackDirection> directions;
    const Reader value = object.optional_value("directions");
    const bool is_list = value.is_array() && (value.elements().empty() || !value.elements()[0].is_number());
    if (!value)
        directions = {{"x", false, Vec3::UnitX()}, {"y", false, Vec3::UnitY()}, {"z", false, Vec3::UnitZ()}};
    else if (is_list)
        for (const Reader& each : value.elements()) directions.push_back(read_direction(each));
    else
        directions.push_back(read_direction(value));
    const int every = object.optional<int>("every", 1, at_least(1));
    if (index < 0 || !nodes) return;
    const FeTrackSpec& track = parts.tracks[static_cast<std::size_t>(index)];
    for (std::size_t k = 0; k < track.nodes.size(); k += static_cast<std::size_t>(every))
        for (const TrackDirection& direction : directions) {
            Channel channel;
            channel.name = fmt::format("{}.{}.{}", track.name, k, direction.name);
            channel.kind = ChannelKind::track;
            channel.owner = track.name;
            channel.index = index;
            channel.node = static_cast<int>(k);
            channel.direction.head<3>() = direction.at(track, *nodes, k);
            list.push_back(std::move(channel));
        }
}

void read_inertia_channels(Reader& object, std::vector<Channel>& list) {
    if (!object.required<bool>("inertia")) return;
    const char* names[6] = {"ax", "ay", "az", "rx", "ry", "rz"};
    for (int k = 0; k < 6; ++k) {
        Channel channel;
        channel.name = fmt::format("inertia.{}", names[k]);
        channel.kind = ChannelKind::inertia;
        channel.direction[k] = 1;
        list.push_back(std::move(channel));
    }
}

}  // namespace

std::optional<std::vector<Channel>> read_channels(Reader& object, const std::string& key, const ModelParts& parts,
                                                  const Nodes* nodes) {
    if (!object.has(key)) return {};
    const bool are_inputs = key == "inputs";
    std::vector<Channel> list;
    for (Reader& each : object.list(key)) {
        if (!each.is_object()) {
            each.complain(fmt::format("found {}, expected an object with \"marker\" or \"track\"", each.found()));
            continue;
        }
        const std::vector<std::string> kinds = are_inputs ? std::vector<std::string>{"marker", "track", "inertia"}
                                                          : std::vector<std::string>{"marker", "track"};
        const std::string kind = each.exactly_one_of(kinds);
        if (kind == "marker") read_marker_channels(each, are_inputs, parts, list);
        if (kind == "track") read_track_channels(each, parts, nodes, list);
        if (kind == "inertia") read_inertia_channels(each, list);
        if (!kind.empty()) each.finish();
    }
    return list;
}

std::vector<Channel> make_marker_channels(const ModelParts& parts) {
    std::vector<Channel> list;
    for (std::size_t i = 0; i < parts.markers.size(); ++i)
        for (int component = 0; component < 6; ++component)
            list.push_back(make_marker_channel(parts.markers[i], static_cast<int>(i), component, true));
    return list;
}

std::optional<Band> read_band(Reader& object, const std::string& key) {
    if (!object.has(key)) return {};
    const std::size_t before = object.diagnostics().count();
    const VecX band = object.required_vector(key, 2, non_negative());
    if (band[0] >= band[1] && object.diagnostics().count() == before)
        object.complain(
            key, fmt::format("found [{}, {}], expected [low, high] in Hz with low below high", band[0], band[1]));
    return Band{band[0], band[1]};
}

}  // namespace ritz
