// Inputs and outputs of a model: which loads act, and what is measured.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/form_kinds.hpp"
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/model/model_forms.hpp"
#include "scenes/loader/model/track_loads.hpp"

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

void fill_directions(Form& form, std::vector<TrackDirection>& directions) {
    const Json direction = describe_track_direction("");
    form.member("directions", false,
                schema::any_of({direction, schema::list_of(direction, -1, "")}, "x, y, z if left out"),
                [&](Reader& reader) { directions = read_directions(reader.optional_value("directions")); });
}

enum class FunctionKind { legendre, cubic, fourier };

void fill_functions(Form& form, PathFunctions& functions) {
    FunctionKind kind{};
    form.choice<FunctionKind>(
        "functions", kind,
        {{"legendre", FunctionKind::legendre}, {"cubic", FunctionKind::cubic}, {"fourier", FunctionKind::fourier}},
        "fourier on closed tracks");
    int count = 1;
    form.required("count", count, between(1, 10000), "of the functions; of the elements of cubic");
    if (kind == FunctionKind::legendre) functions = LegendreFunctions{count};
    if (kind == FunctionKind::cubic) functions = CubicFunctions{count};
    if (kind == FunctionKind::fourier) functions = FourierFunctions{count};
}

/// Where inputs and outputs of a list go to.
struct ChannelList {
    bool are_inputs = true;
    const ModelParts& parts;
    const Nodes* nodes = nullptr;
    std::vector<Channel> channels{};
};

/// At single nodes.
void fill_track_channels(Form& form, ChannelList& list) {
    const auto index = form.reference("track", "track", names_of(list.parts.tracks), "its name");
    std::vector<TrackDirection> directions;
    fill_directions(form, directions);
    int every = 1;
    form.optional("every", every, 1, at_least(1), "takes only every second, third, ... node");
    if (!index || !list.nodes || form.complaints() > 0) return;
    const FeTrackSpec& track = list.parts.tracks[*index];
    for (int k = 0; k < static_cast<int>(track.nodes.size()); k += every)
        for (const TrackDirection& direction : directions)
            list.channels.push_back(make_track_channel(track, static_cast<int>(*index), *list.nodes, direction, k));
}

void fill_spread_channels(Form& form, ChannelList& list) {
    const auto index = form.reference("track", "track", names_of(list.parts.tracks), "its name");
    std::vector<TrackDirection> directions;
    fill_directions(form, directions);
    PathFunctions functions;
    fill_functions(form, functions);
    if (!index || !list.nodes || form.complaints() > 0) return;
    for (const TrackDirection& direction : directions) {
        const auto spread = complain_if_thrown(form.reader(), [&] {
            return make_spread_channels(list.parts.tracks[*index], static_cast<int>(*index), *list.nodes, direction,
                                        functions);
        });
        if (!spread) return;
        list.channels.insert(list.channels.end(), spread->begin(), spread->end());
    }
}

void fill_inertia_channels(Form& form, std::vector<Channel>& list) {
    bool is_wanted = false;
    form.required("inertia", is_wanted, "the body's inertia as it is accelerated along and about x, y, z");
    if (!is_wanted) return;
    const char* names[6] = {"ax", "ay", "az", "rx", "ry", "rz"};
    for (int k = 0; k < 6; ++k) {
        Channel channel;
        channel.name = fmt::format("inertia.{}", names[k]);
        channel.kind = ChannelKind::inertia;
        channel.direction[k] = 1;
        list.push_back(std::move(channel));
    }
}

std::vector<FormKind> make_kinds(ChannelList& list) {
    std::vector<FormKind> kinds = {
        {"marker", "", [&](Form& form) { fill_marker_channels(form, list.are_inputs, list.parts, list.channels); }},
        {"track", "", [&](Form& form) { fill_track_channels(form, list); }}};
    if (!list.are_inputs) return kinds;
    kinds.push_back({"track", "a force that moves along a track, approximated by functions of its place",
                     [&](Form& form) { fill_spread_channels(form, list); }, "functions"});
    kinds.push_back({"inertia", "", [&](Form& form) { fill_inertia_channels(form, list.channels); }});
    return kinds;
}

void fill_channel_list(Form& form, const std::string& key, ChannelList& list) {
    const std::vector<FormKind> kinds = make_kinds(list);
    const std::string words = list.are_inputs ? "loads; all of every marker if left out"
                                              : "what is measured; where the inputs act if left out";
    fill_list(form, key, false, words, "an object with \"marker\" or \"track\"",
              [&](Form& inner) { fill_kind_present(inner, kinds); });
    if (form.description()) form.description()->members.back().second["minItems"] = 1;
}

}  // namespace

void fill_components(Form& form, const std::vector<std::string>& names, const std::string& words,
                     std::vector<int>& components) {
    components = {0, 1, 2, 3, 4, 5};
    form.member("components", false, schema::list_of(schema::choice(names, ""), -1, words), [&](Reader& reader) {
        if (reader.has("components")) components.clear();
        for (const Reader& each : reader.list("components")) {
            const auto name = each.as<std::string>();
            const auto found = std::find(names.begin(), names.end(), name);
            if (found != names.end())
                components.push_back(static_cast<int>(found - names.begin()));
            else if (each.is_string())
                each.complain(fmt::format("no component \"{}\"{}", name, suggest(name, names)));
        }
    });
}

void fill_marker_channels(Form& form, bool are_inputs, const ModelParts& parts, std::vector<Channel>& list) {
    const auto index = form.reference("marker", "marker", names_of(parts.markers), "its name");
    const std::vector<std::string>& names = component_names(are_inputs);
    std::vector<int> chosen;
    fill_components(form, names, "in the marker's axes; all if left out", chosen);
    if (!index) return;
    for (const int component : chosen)
        list.push_back(make_marker_channel(parts.markers[*index], static_cast<int>(*index), component, are_inputs));
}

void fill_channels(Form& form, const std::string& key, std::optional<std::vector<Channel>>& channels,
                   const ModelParts& parts, const Nodes* nodes) {
    const bool are_inputs = key == "inputs";
    if (form.description() && are_inputs) return form.describe(key, schema::see("inputs"), false);
    if (form.reads() && !form.has(key)) return;
    ChannelList list{are_inputs, parts, nodes};
    fill_channel_list(form, key, list);
    if (!form.reads()) return;
    if (const Reader value = form.reader().value(key); value.is_array() && value.elements().empty())
        value.complain(are_inputs ? "found an empty list; leave it out for all loads of every marker"
                                  : "found an empty list; leave it out to measure where the inputs act");
    channels = std::move(list.channels);
}

Json describe_inputs() {
    const ModelParts parts;
    ChannelList list{true, parts};
    FormDescription description;
    Form form(description);
    fill_channel_list(form, "inputs", list);
    return description.members.front().second;
}

std::vector<Channel> make_marker_channels(const ModelParts& parts) {
    std::vector<Channel> list;
    for (std::size_t i = 0; i < parts.markers.size(); ++i)
        for (int component = 0; component < 6; ++component)
            list.push_back(make_marker_channel(parts.markers[i], static_cast<int>(i), component, true));
    return list;
}

void fill_band(Form& form, std::optional<Band>& band) {
    form.member("band", false, schema::see("band"), [&](Reader& reader) {
        if (!reader.has("band")) return;
        const std::size_t before = reader.diagnostics().count();
        const VecX ends = reader.required_vector("band", 2, frequency_range());
        if (ends[0] >= ends[1] && reader.diagnostics().count() == before)
            reader.complain("band", fmt::format("found [{}, {}], expected [low, high] in Hz with low below high",
                                                ends[0], ends[1]));
        band = Band{ends[0], ends[1]};
    });
}

Json describe_band() { return schema::list_of(schema::within(frequency_range(), ""), 2, "low and high end [Hz]"); }

}  // namespace ritz
