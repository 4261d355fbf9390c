// Inputs and outputs of a model: which loads act, and what is measured.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/model/read_model.hpp"
#include "scenes/loader/model/track_loads.hpp"
#include "scenes/loader/scene/scene_context.hpp"

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

std::vector<TrackDirection> read_directions(const Reader& value) {
    if (!value) return {{"x", false, Vec3::UnitX()}, {"y", false, Vec3::UnitY()}, {"z", false, Vec3::UnitZ()}};
    // Three numbers, some of them perhaps expressions, are one direction; texts alone are names of directions.
    const std::vector<Reader> elements = value.is_array() ? value.elements() : std::vector<Reader>();
    const bool is_vector = std::any_of(elements.begin(), elements.end(), [](const Reader& e) { return e.is_number(); });
    if (is_vector || !value.is_array()) return {read_track_direction(value)};
    std::vector<TrackDirection> directions;
    for (const Reader& each : elements) directions.push_back(read_track_direction(each));
    return directions;
}

PathFunctions read_functions(Reader& object) {
    const std::string name = object.required_choice<std::string>(
        "functions", {{"legendre", "legendre"}, {"cubic", "cubic"}, {"fourier", "fourier"}});
    const int count = object.required<int>("count", between(1, 10000));
    if (name == "cubic") return CubicFunctions{count};
    if (name == "fourier") return FourierFunctions{count};
    return LegendreFunctions{count};
}

void read_track_channels(Reader& object, bool are_inputs, const ModelParts& parts, const Nodes* nodes,
                         std::vector<Channel>& list) {
    const int index = object.required_reference("track", "track", names_of(parts.tracks));
    const std::vector<TrackDirection> directions = read_directions(object.optional_value("directions"));
    std::optional<PathFunctions> functions;
    if (are_inputs && object.has("functions")) functions = read_functions(object);
    const int every = functions ? 1 : object.optional<int>("every", 1, at_least(1));
    if (index < 0 || !nodes || object.diagnostics().count() > 0) return;
    const FeTrackSpec& track = parts.tracks[static_cast<std::size_t>(index)];
    for (const TrackDirection& direction : directions) {
        if (!functions) break;
        const auto spread = complain_if_thrown(
            object, [&] { return make_spread_channels(track, index, *nodes, direction, *functions); });
        if (!spread) break;
        list.insert(list.end(), spread->begin(), spread->end());
    }
    if (functions) return;
    for (int k = 0; k < static_cast<int>(track.nodes.size()); k += every)
        for (const TrackDirection& direction : directions)
            list.push_back(make_track_channel(track, index, *nodes, direction, k));
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

std::optional<std::vector<Channel>> read_channels(Reader& object, const std::string& key, const ModelParts& parts,
                                                  const Nodes* nodes) {
    if (!object.has(key)) return {};
    const bool are_inputs = key == "inputs";
    std::vector<Channel> list;
    std::vector<Reader> elements = object.list(key);
    if (elements.empty() && object.value(key).is_array())
        object.complain(key, are_inputs ? "found an empty list; leave it out for all loads of every marker"
                                        : "found an empty list; leave it out to measure where the inputs act");
    for (Reader& each : elements) {
        if (!each.is_object()) {
            each.complain(fmt::format("found {}, expected an object with \"marker\" or \"track\"", each.found()));
            continue;
        }
        const std::vector<std::string> kinds = are_inputs ? std::vector<std::string>{"marker", "track", "inertia"}
                                                          : std::vector<std::string>{"marker", "track"};
        const std::string kind = each.exactly_one_of(kinds);
        if (kind == "marker") read_marker_channels(each, are_inputs, parts, list);
        if (kind == "track") read_track_channels(each, are_inputs, parts, nodes, list);
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
    const VecX band = object.required_vector(key, 2, frequency_range());
    if (band[0] >= band[1] && object.diagnostics().count() == before)
        object.complain(
            key, fmt::format("found [{}, {}], expected [low, high] in Hz with low below high", band[0], band[1]));
    return Band{band[0], band[1]};
}

}  // namespace ritz
