#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/form_kinds.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model_forms.hpp"

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

bool is_missing(const std::optional<int>& master) { return !master; }

void read_clamp(const Reader& pair, Assembly& assembly) {
    if (!pair.is_array() || pair.elements().size() != 2)
        return pair.complain(fmt::format("found {}, expected two markers: [\"a.left\", \"b.left\"]", pair.found()));
    const Place first = read_place(pair.elements()[0], assembly), second = read_place(pair.elements()[1], assembly);
    if (!first.marker || !second.marker) return;
    if (first.body == second.body) return pair.complain("both markers are on the same body");
    for (const Place& place : {first, second})
        if (place.marker->masters.empty())
            return pair.complain(fmt::format("marker \"{}\" is not rigid; clamps need rbe2", place.marker->spec.name));
    if (std::any_of(first.marker->masters.begin(), first.marker->masters.end(), is_missing) !=
        std::any_of(second.marker->masters.begin(), second.marker->masters.end(), is_missing))
        return pair.complain("found a plane model and one in space; expected two of a kind");
    if (!first.marker->spec.R_RM.isApprox(second.marker->spec.R_RM, 1e-9))
        return pair.complain("the axes of the two markers differ; bodies are clamped with parallel axes");
    assembly.clamps.push_back({first.body, second.body, first.marker->spec.name, second.marker->spec.name});
}

void fill_assembly_channels(Form& root, const std::string& key, std::vector<AssemblyChannel>& list,
                            const Assembly& assembly) {
    const bool are_inputs = key == "inputs";
    const auto fill = [&](Form& form) {
        const auto body = form.reference("body", "body", names_of(assembly.jobs), "its name");
        ModelParts parts;
        if (body)
            for (const FeInterface& marker : assembly.jobs[*body].structure.markers)
                parts.markers.push_back(marker.spec);
        if (form.reads() && !body) return ignore_members(form);
        std::vector<Channel> channels;
        fill_marker_channels(form, are_inputs, parts, channels);
        for (Channel& channel : channels) list.push_back({*body, std::move(channel)});
    };
    if (!root.reads() || root.has(key))
        fill_list(root, key, true, are_inputs ? "where loads act" : "what is measured",
                  "an object with \"body\" and \"marker\"", fill);
    if (root.reads() && list.empty() && root.reader().diagnostics().empty())
        root.reader().complain(
            fmt::format("\"{}\" is missing or empty, expected where loads act or motion is measured", key));
}

/// The model of a body.
void load_job(const Reader& object, const std::string& name, const std::string& model, Assembly& assembly,
              const ReductionProgress& progress) {
    const std::filesystem::path path = object.document().folder / model;
    if (!std::filesystem::exists(path))
        return object.complain("model", fmt::format("there is no file \"{}\"", path.string()));
    try {
        assembly.jobs.push_back(load_model(path.string(), {}, progress));
    } catch (const InputError& error) {  // each with the file of the model; here with the body too
        for (const std::string& message : error.messages()) object.complain("model", message);
        return;
    }
    assembly.jobs.back().name = name;
    const Eigen::Index rigid = assembly.jobs.back().structure.rigid_modes.cols();
    if (rigid != 0 && rigid != 6)
        object.complain("model", "a plane or partly supported body; expected one that is free or held in space");
}

void fill_bodies(Form& root, Assembly& assembly, const ReductionProgress& progress) {
    std::vector<Named<std::string>> bodies;
    fill_named(
        root, "bodies", bodies, "by name",
        [](Form& form, Named<std::string>& body) {
            form.required("model", body.value, "its file, relative to the assembly");
            form.finish();
        },
        [&](const Named<std::string>& body, const Reader& object, bool is_sound) {
            if (is_sound) load_job(object, body.name, body.value, assembly, progress);
        });
    if (root.description()) root.description()->required.emplace_back("bodies");
    if (root.reads() && root.complaints() == 0 && assembly.jobs.size() < 2)
        root.reader().complain("bodies", "expected at least two bodies");
}

void fill_clamps(Form& root, Assembly& assembly) {
    const Json pair = schema::list_of(schema::text("BODY.MARKER"), 2, "two rigid markers that move as one");
    root.member("clamps", true, schema::list_of(pair, -1, ""), [&](Reader& reader) {
        for (const Reader& each : reader.list("clamps")) read_clamp(each, assembly);
    });
}

}  // namespace

void fill_assembly(Form& root, Assembly& assembly, const ReductionProgress& progress) {
    describe_head(root);
    std::string description;
    root.optional("description", description, std::string(), "shown by ritz info");
    fill_band(root, assembly.band);
    fill_bodies(root, assembly, progress);
    if (root.reads()) root.reader().diagnostics().throw_if_any();  // what follows refers to the bodies
    fill_clamps(root, assembly);
    fill_assembly_channels(root, "inputs", assembly.inputs, assembly);
    fill_assembly_channels(root, "outputs", assembly.outputs, assembly);
    root.finish();
}

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
    Form form(root);
    fill_assembly(form, assembly, progress);
    diagnostics.throw_if_any();
    return assembly;
}

}  // namespace ritz
