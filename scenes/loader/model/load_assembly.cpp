#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/read_model.hpp"
#include "scenes/loader/scene/scene_context.hpp"

namespace ritz {
namespace {

/// "upper.clamp_left": a body and one of its markers.
struct Place {
    std::size_t body = 0;
    const FeInterface* marker = nullptr;
};

const FeInterface* find_marker(const Reader& place, const ReductionJob& job, const std::string& name) {
    for (const FeInterface& marker : job.structure.markers)
        if (marker.spec.name == name) return &marker;
    place.complain(fmt::format("body \"{}\" has no marker \"{}\"{}", job.name, name, suggest(name, [&] {
                                   std::vector<std::string> known;
                                   for (const FeInterface& marker : job.structure.markers)
                                       known.push_back(marker.spec.name);
                                   return known;
                               }())));
    return nullptr;
}

Place read_place(const Reader& value, const Assembly& assembly) {
    const auto text = value.as<std::string>();
    if (!value.is_string()) return {};
    const std::size_t dot = text.find('.');
    const std::string body = text.substr(0, dot);
    for (std::size_t b = 0; b < assembly.jobs.size(); ++b)
        if (assembly.jobs[b].name == body && dot != std::string::npos)
            return {b, find_marker(value, assembly.jobs[b], text.substr(dot + 1))};
    value.complain(
        fmt::format("found \"{}\", expected \"BODY.MARKER\"{}", text, suggest(body, names_of(assembly.jobs))));
    return {};
}

void read_clamp(const Reader& pair, Assembly& assembly) {
    if (!pair.is_array() || pair.elements().size() != 2)
        return pair.complain(fmt::format("found {}, expected two markers: [\"a.left\", \"b.left\"]", pair.found()));
    const Place first = read_place(pair.elements()[0], assembly), second = read_place(pair.elements()[1], assembly);
    if (!first.marker || !second.marker) return;
    if (first.body == second.body) return pair.complain("both markers are on the same body");
    for (const Place& place : {first, second})
        if (place.marker->masters.empty())
            return pair.complain(fmt::format("marker \"{}\" is not rigid; clamps need rbe2", place.marker->spec.name));
    if (!first.marker->spec.R_RM.isApprox(second.marker->spec.R_RM, 1e-9))
        return pair.complain("the axes of the two markers differ; bodies are clamped with parallel axes");
    assembly.clamps.push_back({first.body, second.body, first.marker->spec.name, second.marker->spec.name});
}

std::vector<AssemblyChannel> read_assembly_channels(Reader& root, const std::string& key, const Assembly& assembly) {
    std::vector<AssemblyChannel> list;
    for (Reader& each : root.list(key)) {
        const int body = each.required_reference("body", "body", names_of(assembly.jobs));
        if (body < 0) continue;
        const auto index = static_cast<std::size_t>(body);
        ModelParts parts;
        for (const FeInterface& marker : assembly.jobs[index].structure.markers) parts.markers.push_back(marker.spec);
        std::vector<Channel> channels;
        read_marker_channels(each, key == "inputs", parts, channels);
        for (Channel& channel : channels) list.push_back({index, std::move(channel)});
        each.finish();
    }
    if (list.empty() && root.diagnostics().empty())
        root.complain(fmt::format("\"{}\" is missing or empty, expected where loads act or motion is measured", key));
    return list;
}

void read_bodies(Reader& root, Assembly& assembly, const ReductionProgress& progress) {
    for (auto& [name, object] : root.named("bodies")) {
        const std::size_t before = root.diagnostics().count();
        const auto model = object.required<std::string>("model");
        object.finish();
        const std::filesystem::path path = root.document().folder / model;
        if (!model.empty() && !std::filesystem::exists(path))
            object.complain("model", fmt::format("there is no file \"{}\"", path.string()));
        if (root.diagnostics().count() != before) continue;
        try {
            assembly.jobs.push_back(load_model(path.string(), {}, progress));
        } catch (const InputError& error) {  // each with the file of the model; here with the body too
            for (const std::string& message : error.messages()) object.complain("model", message);
            continue;
        }
        assembly.jobs.back().name = name;
        const Eigen::Index rigid = assembly.jobs.back().structure.rigid_modes.cols();
        if (rigid != 0 && rigid != 6)
            object.complain("model", "a plane or partly supported body; expected one that is free or held in space");
    }
    if (root.diagnostics().empty() && assembly.jobs.size() < 2) root.complain("bodies", "expected at least two bodies");
}

}  // namespace

bool is_assembly(const Json& document) { return document.is_object() && document.contains("clamps"); }

Assembly load_assembly(const std::string& path, const std::vector<std::string>& overrides,
                       const ReductionProgress& progress) {
    JsonDocument document = parse_json_file(path);
    for (const std::string& each : overrides) apply_override(document, each);
    Diagnostics diagnostics(document.name);
    read_parameters(document, diagnostics);
    diagnostics.throw_if_any();  // no number can be read without them
    Reader root(document, diagnostics);
    Assembly assembly;
    assembly.file = path;
    assembly.name = std::filesystem::path(path).stem().string();
    root.optional<std::string>("$schema", "");
    root.optional<std::string>("description", "");
    assembly.band = read_band(root, "band");
    read_bodies(root, assembly, progress);
    diagnostics.throw_if_any();
    for (const Reader& pair : root.list("clamps")) read_clamp(pair, assembly);
    assembly.inputs = read_assembly_channels(root, "inputs", assembly);
    assembly.outputs = read_assembly_channels(root, "outputs", assembly);
    root.finish();
    diagnostics.throw_if_any();
    return assembly;
}

}  // namespace ritz
