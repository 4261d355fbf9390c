#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <filesystem>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/fe_faults.hpp"
#include "core/errors.hpp"
#include "core/files/file_names.hpp"
#include "core/files/sha256.hpp"
#include "core/name_index.hpp"
#include "engine/simulation/validity.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model_forms.hpp"

namespace ritz {
namespace {

/// Where a subject was written.
std::string find_place(const FeSubject& subject, const FeSource& source, const ModelParts& parts) {
    switch (subject.part) {
        case FePart::elements:
            break;
        case FePart::material:
            return subject.name.empty() ? "/material" : source.material_places.at(subject.name);
        case FePart::beam:
            return subject.name.empty() ? "/beam" : source.beam_places.at(subject.name);
        case FePart::marker:
            return parts.marker_places.at(subject.name);
        case FePart::track:
            return parts.track_places.at(subject.name);
        case FePart::cut:
            return parts.cut_places.at(subject.name);
        case FePart::frame:
            return "/frame";
    }
    return "/fe";
}

std::vector<int> find_support_dofs(const Reader& root, const FeModel& model, const ModelParts& parts) {
    std::vector<int> all;
    for (std::size_t i = 0; i < parts.supports.size(); ++i) {
        const std::vector<int> dofs = find_dofs(model, parts.supports[i].nodes, parts.supports[i].components);
        if (dofs.empty())
            root.diagnostics().add(pointer_to("/supports", i), "holds nothing: its nodes do not have these components");
        all.insert(all.end(), dofs.begin(), dofs.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Assembled, held, with its markers and tracks. Complains instead of throwing.
void make_job_structure(Reader& root, FeSource& source, const ModelParts& parts, ReductionJob& job) {
    try {
        FeModel model = source.mesh ? assemble(*source.mesh, source.properties) : std::move(*source.matrices);
        StructureSpec spec;
        spec.fixed_dofs = find_support_dofs(root, model, parts);
        if (!root.diagnostics().empty()) return;
        spec.markers = parts.markers;
        spec.tracks = parts.tracks;
        spec.cuts = parts.cuts;
        spec.rayleigh = parts.damping;
        job.structure = make_structure(std::move(model), spec);
        if (job.structure.rigid_modes.cols() == 0 && root.has("frame"))
            root.complain("frame", "the body is supported and has no rigid motions; leave the frame out");
        else
            make_reference_frame(job.structure, job.frame);
    } catch (const FeError& error) {
        for (const FeFault& fault : error.faults())
            root.diagnostics().add(find_place(fault.subject, source, parts), fault.what);
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) root.diagnostics().add("/fe", message);
    }
}

/// Sentences for the user of a model that can be reduced nevertheless.
void find_oddities(const ModelParts& parts, const FeProperties& properties, ReductionJob& job) {
    const auto left = job.structure.rigid_modes.cols();
    if (!parts.supports.empty() && left > 0)
        job.warnings.push_back(fmt::format(
            "its supports leave {} rigid motion{} free, so that it counts as a free body, in a floating frame: what "
            "the supports "
            "hold, they hold in that frame; hold it wholly, or leave the supports out and let joints hold it",
            left, left == 1 ? "" : "s"));
    const auto look = [&](const std::string& name, const Material& material) {
        if (const std::string odd = find_odd_material(material); !odd.empty())
            job.warnings.push_back(fmt::format("its {}: {}", name, odd));
    };
    look("material", properties.material);
    for (const auto& [set, material] : properties.materials) look(fmt::format("material of set \"{}\"", set), material);
}

/// Of a planar body the forces out of its plane do nothing.
std::vector<Channel> without_empty(const Structure& structure, const std::vector<Channel>& channels) {
    const SparseMat B = make_channel_matrix(structure, channels);
    std::vector<Channel> kept;
    for (std::size_t j = 0; j < channels.size(); ++j)
        if (B.col(static_cast<Eigen::Index>(j)).squaredNorm() > 0) kept.push_back(channels[j]);
    return kept;
}

/// Rotations about an origin far away drown the deformations in rounding.
void refuse_far_mesh(const Reader& root, const Nodes& nodes) {
    if (nodes.size() == 0) return;
    const Vec3 low = nodes.positions.rowwise().minCoeff(), high = nodes.positions.rowwise().maxCoeff();
    const double extent = (high - low).norm(), distance = (0.5 * (low + high)).norm();
    if (distance > 1500 * extent)
        root.diagnostics().add("/fe", fmt::format("found nodes {:.6g} m from the origin, {:.0f} times the size of the "
                                                  "body, expected them nearer: shift a mesh by \"position\", and put "
                                                  "the body there by its joint",
                                                  distance, distance / extent));
}

/// The structure and what depends on it.
void finish_job(Reader& root, ModelReading& reading, ReductionJob& job) {
    FeSource& source = reading.source;
    if (const Nodes* nodes = source.nodes()) refuse_far_mesh(root, *nodes);
    if (!root.diagnostics().empty()) return;
    if (reading.progress) reading.progress("assembling the model", 0);
    make_job_structure(root, source, reading.parts, job);
    if (!root.diagnostics().empty()) return;
    find_oddities(reading.parts, source.properties, job);
    if (!reading.inputs) job.inputs = without_empty(job.structure, job.inputs);
    for (ModelReduction& reduction : job.reductions)
        if (!reading.inputs) reduction.inputs = without_empty(job.structure, reduction.inputs);
    job.outputs = reading.outputs.value_or(job.inputs);
    if (!reading.outputs) std::erase_if(job.outputs, [](const Channel& c) { return c.kind == ChannelKind::inertia; });
    job.mesh = std::move(source.mesh);
    job.properties = std::move(source.properties);
    for (const std::string& file : source.files)
        job.sources.push_back({file, compute_file_sha256((root.document().folder / file).string())});
}

/// The model as a source of the body: its file, or what --set made of it, which has a hash of its own.
SourceFile name_source(const std::string& path, const std::vector<std::string>& overrides, const std::string& json) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (overrides.empty()) return {name, compute_file_sha256(path)};
    return {fmt::format("{} with --set {}", name, fmt::join(overrides, " --set ")), compute_sha256(json)};
}

}  // namespace

ReductionJob load_model(const std::string& path, const std::vector<std::string>& overrides,
                        const ReductionProgress& progress) {
    const auto start = std::chrono::steady_clock::now();
    JsonDocument document = parse_json_file(path);
    refuse_result(document.root, path, "a model");
    if (is_assembly(document.root))
        throw InputError(
            fmt::format("{0}: found an assembly, expected a model; to judge its reductions: ritz compare {0}", path));
    if (!is_model(document.root) && (document.root.contains("bodies") || document.root.contains("instances")))
        throw InputError(fmt::format("{}: found a scene, expected a model; to run it: ritz simulate {}", path, path));
    for (const std::string& each : overrides) apply_override(document, each);
    Diagnostics diagnostics(document.name);
    read_parameters(document, diagnostics);
    diagnostics.throw_if_any();  // no number can be read without them
    Reader root(document, diagnostics);
    ReductionJob job;
    job.file = path;
    job.json = document.root.dump(2);
    job.sources.push_back(name_source(path, overrides, job.json));
    Form form(root);
    ModelReading reading;
    reading.progress = progress;
    fill_model(form, job, reading);
    diagnostics.throw_if_any();
    finish_job(root, reading, job);
    diagnostics.throw_if_any();
    job.times.push_back({"model", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    return job;
}

}  // namespace ritz
