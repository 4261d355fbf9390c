// A whole model file: its sections, in the order in which they are read and described.
#include <filesystem>

#include "core/files/file_names.hpp"
#include "scenes/loader/model/model_forms.hpp"
#include "scenes/loader/scene/section_forms.hpp"

namespace ritz {
namespace {

/// The name decides where results go, if nothing else does.
void fill_body_name(Form& root, ReductionJob& job) {
    std::optional<std::string> name;
    const std::size_t before = root.complaints();
    root.optional("name", name, any_number(), "of the body; that of the file if left out");
    job.name = name.value_or(std::filesystem::path(job.file).stem().string());
    if (!name || root.complaints() != before) return;
    if (const std::string fault = find_fault_of_name(*name); !fault.empty())
        root.reader().complain("name",
                               fault + ", expected one that can name a file; leave it out to take that of the model");
}

}  // namespace

void describe_head(Form& root) {
    if (!root.description()) return;
    root.describe("$schema", schema::text("where this schema is"), false);
    root.describe("parameters",
                  schema::parameters("names for numbers, each a number or an expression of those before it; wherever a "
                                     "number may stand, a text is an expression of them"),
                  false);
}

void fill_model(Form& root, ReductionJob& job, ModelReading& reading) {
    describe_head(root);
    root.optional("description", job, &ReductionJob::description, "");
    fill_body_name(root, job);
    fill_band(root, job.band);
    root.optional("stress_stiffness", job, &ReductionJob::stress_stiffness, "stiffening by inertia");
    root.optional("estimator", job, &ReductionJob::estimator_modes, between(0, 1000),
                  "exact modes kept for the error bound");
    root.optional("surface", job, &ReductionJob::surface, "keeps the shapes of the surface for pictures");
    if (reading.progress) reading.progress("reading the model", 0);
    fill_fe_source(root, reading.source);
    const Nodes* nodes = reading.source.nodes();
    if (reading.source.matrices && job.stress_stiffness)
        root.reader().complain("stress_stiffness", "matrices of another program do not tell stresses; it needs a mesh");
    fill_model_parts(root, reading.parts, nodes);
    fill_reference_frame(root, job.frame, reading.parts);
    fill_channels(root, "inputs", reading.inputs, reading.parts, nodes);
    fill_channels(root, "outputs", reading.outputs, reading.parts, nodes);
    job.inputs = reading.inputs.value_or(make_marker_channels(reading.parts));
    fill_reductions(root, job.reductions, {job.band, job.inputs, reading.parts, nodes});
    root.finish();
}

Json describe_model_definitions() {
    Json definitions = Json::object();
    definitions["section"] = describe_section();
    definitions["material"] = describe_material();
    definitions["beam"] = describe_beam_properties();
    definitions["units"] = describe_units();
    definitions["node_set"] = describe_node_set();
    definitions["nodes"] = describe_nodes();
    definitions["marker"] = describe_marker();
    definitions["track"] = describe_track();
    definitions["inputs"] = describe_inputs();
    definitions["band"] = describe_band();
    definitions["frf_error"] = describe_response_error();
    definitions["reduction"] = describe_reduction_form();
    return definitions;
}

}  // namespace ritz
