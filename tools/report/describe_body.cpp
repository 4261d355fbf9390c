#include "tools/report/describe_body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <numbers>

#include "bodies/fe/fe_integrals.hpp"
#include "core/files/files.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/foreign_file.hpp"

namespace ritz {
namespace {

std::string vector_text(Vec3 v) {
    v = (v.cwiseAbs().array() < 1e-13 * v.norm()).select(0.0, v);  // what rounding leaves of a zero
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x(), v.y(), v.z());
}

/// Long lists are cut: the first ones tell what matters.
std::string frequencies_text(const VecX& omega) {
    constexpr Eigen::Index most = 12;
    std::vector<std::string> list;
    for (Eigen::Index i = 0; i < std::min(most, omega.size()); ++i)
        list.push_back(fmt::format("{:.5g}", omega[i] / (2 * std::numbers::pi)));
    std::string text = fmt::format("{}", fmt::join(list, ", "));
    if (omega.size() > most) text += fmt::format(", ... {:.5g}", omega[omega.size() - 1] / (2 * std::numbers::pi));
    return text + " Hz";
}

std::string names_text(const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// Mass and centre come by the nodes.
std::string mass_text(const FeModel& model) {
    if (model.nodes.size() == 0) return "  no body can be made of it: the matrices come without nodes\n";
    const MassIntegrals rigid = compute_mass_integrals(model, MatX(model.M.rows(), 0));
    const double size = std::sqrt(rigid.J0.norm() / rigid.mass);
    Vec3 centre = rigid.first_moment / rigid.mass;
    centre = (centre.cwiseAbs().array() < 1e-12 * size).select(0.0, centre);
    return fmt::format("  mass {:.8g} kg, centre {} m\n", rigid.mass, vector_text(centre));
}

std::string size_text(const ModelReduction& reduction) {
    if (const auto* count = std::get_if<ByCount>(&reduction.size))
        return count->count > 0 ? fmt::format(", {} chosen columns", count->count) : std::string();
    if (const auto* below = std::get_if<BelowFrequency>(&reduction.size))
        return fmt::format(", modes below {:g} Hz", below->limit);
    const auto& wanted = std::get<ByResponseError>(reduction.size);
    return fmt::format(", as many columns as an error of {:g} in [{:g}, {:g}] Hz takes", wanted.error, wanted.band.low,
                       wanted.band.high);
}

std::string band_text(const Band& band) { return fmt::format(", band [{:g}, {:g}] Hz", band.low, band.high); }

/// The options of each method, given or by default.
struct OptionsText {
    std::string operator()(const Krylov& krylov) const {
        std::vector<std::string> shifts;
        for (const Complex& shift : krylov.shifts)
            shifts.push_back(fmt::format("{:g}", shift.imag() / (2 * std::numbers::pi)));
        return (shifts.empty() ? band_text(krylov.band) : fmt::format(", shifts {} Hz", fmt::join(shifts, ", "))) +
               fmt::format(", moments {}", krylov.moments);
    }
    std::string operator()(const Irka& irka) const {
        return band_text(irka.band) + fmt::format(", runs {}, iterations {}, tolerance {:g}, seed {}", irka.runs,
                                                  irka.iterations, irka.tolerance, irka.seed);
    }
    std::string operator()(const Gramian& gramian) const {
        return band_text(gramian.band) + fmt::format(", samples {}, quantity {}", gramian.samples,
                                                     gramian.of_velocities ? "velocity" : "displacement");
    }
    std::string operator()(const CmsGram& gram) const {
        return band_text(gram.band) + fmt::format(", samples {}", gram.samples);
    }
    std::string operator()(const Pod& pod) const {
        return fmt::format(", duration {:g} s, step {:g} s{}", pod.duration, pod.step,
                           pod.complex_svd ? ", complex SVD" : "");
    }
    template <class Other>
    std::string operator()(const Other&) const {
        return {};
    }
};

std::string path_text(const PathReduction& path) {
    return fmt::format(", {} common modes, {} supports on the track {}, {} weights, at {:g} m",
                       path.options.common_modes, path.supports.size(),
                       path.supports.empty() ? "" : path.supports.front().owner,
                       path.options.weights == PathWeights::linear ? "linear" : "cubic", path.at);
}

std::string reduction_text(const ModelReduction& reduction) {
    const std::string options = reduction.path ? path_text(*reduction.path)
                                               : size_text(reduction) + std::visit(OptionsText{}, reduction.method);
    return fmt::format("  reduction {}: {}{}, {} inputs\n", reduction.name, name_of_method(reduction), options,
                       reduction.inputs.size());
}

/// The bound works with so many modes; one frequency more tells where the rest begins.
std::string estimator_text(const EstimatorData& data) {
    Eigen::Index modes = data.frequencies.size();
    for (const auto& [name, matrix] : data.matrices)
        if (name == "modes") modes = matrix.rows();
    return fmt::format("  data of the error bound, from {} exact modes{}\n", modes,
                       data.frequencies.size() > modes ? " and the frequency of the next" : "");
}

}  // namespace

std::string describe_elastic_body(const ElasticBody& body) {
    const InertiaInvariants& inertia = body.inertia;
    Vec3 centre = inertia.mc0 / inertia.mass;
    Mat3 about_centre =
        inertia.J0 - inertia.mass * (centre.squaredNorm() * Mat3::Identity() - centre * centre.transpose());
    // What rounding leaves of a zero is no number to print.
    const double size = std::sqrt(inertia.J0.norm() / inertia.mass);
    centre = (centre.cwiseAbs().array() < 1e-12 * size).select(0.0, centre);
    about_centre = (about_centre.cwiseAbs().array() < 1e-12 * about_centre.norm()).select(0.0, about_centre);
    std::string text = fmt::format("  {} modes", body.modes());
    if (body.full_dofs > 0) text += fmt::format(", reduced from {} unknowns", body.full_dofs);
    text += fmt::format("; held in its frame it vibrates at {}\n", frequencies_text(compute_frequencies(body)));
    text += fmt::format("  mass {:.8g} kg, centre {} m\n", inertia.mass, vector_text(centre));
    text += fmt::format("  inertia about the centre, xx yy zz {} kg m², xy xz yz {} kg m²\n",
                        vector_text(about_centre.diagonal()),
                        vector_text({about_centre(0, 1), about_centre(0, 2), about_centre(1, 2)}));
    for (const Marker& marker : body.markers)
        text += fmt::format("  marker {} at {} m\n", marker.name, vector_text(marker.X_RM.p));
    for (const auto& [name, track] : body.tracks)
        text += fmt::format("  track {}, {:.6g} m{}\n", name, track_length(track),
                            track_is_closed(track) ? ", closed" : "");
    for (const BodyCut& cut : body.cuts)
        text += fmt::format("  cut {} at marker {}, {:.6g} kg {} it\n", cut.name, cut.marker.name, cut.part.mass,
                            cut.beyond ? "beyond" : "before");
    return text;
}

std::string describe_provenance(const BodyFile& file) {
    const Provenance& made = file.provenance;
    std::string text;
    if (file.frequencies.size() > 0)
        text += fmt::format("  full model held in its frame: {}\n", frequencies_text(file.frequencies));
    if (file.surface)
        text += fmt::format("  surface of {} points and {} faces\n", file.surface->points.cols(),
                            file.surface->faces.size());
    if (file.stress_stiffness)
        text += fmt::format("  stress stiffness of {} loads\n", file.stress_stiffness->loads.size());
    if (file.estimator) text += estimator_text(*file.estimator);
    if (!made.program.empty())
        text += fmt::format("  made by {} on {} with the method {}\n", made.program, made.created, made.method);
    for (const SourceFile& source : made.sources)
        text += fmt::format("  from {} (SHA-256 {})\n", source.path, source.sha256);
    return text;
}

std::string describe_model(const ReductionJob& job) {
    const Structure& structure = job.structure;
    std::string text = fmt::format("model {}: {} nodes, {} unknowns{}\n", job.name, structure.model.nodes.size(),
                                   structure.size(), structure.rigid_modes.cols() == 0 ? ", supported" : ", free");
    if (!job.description.empty()) text += fmt::format("  {}\n", job.description);
    if (job.mesh) text += fmt::format("  {} elements\n", job.mesh->elements.size());
    text += mass_text(structure.model);
    std::vector<std::string> sets, markers, tracks, cuts;
    for (const auto& set : structure.model.nodes.sets) sets.push_back(set.first);
    for (const FeInterface& marker : structure.markers) markers.push_back(marker.spec.name);
    for (const FeTrack& track : structure.tracks) tracks.push_back(track.spec.name);
    for (const FeCut& cut : structure.cuts) cuts.push_back(cut.spec.name);
    text += fmt::format("  node sets of the mesh: {}\n  markers: {}\n  tracks: {}\n", names_text(sets),
                        names_text(markers), names_text(tracks));
    if (!cuts.empty()) text += fmt::format("  cuts: {}\n", names_text(cuts));
    text += fmt::format("  {} inputs, {} outputs\n", job.inputs.size(), job.outputs.size());
    for (const ModelReduction& reduction : job.reductions) text += reduction_text(reduction);
    return text;
}

std::string describe_assembly(const Assembly& assembly) {
    std::string text = fmt::format("assembly {} of {} bodies\n", assembly.name, assembly.jobs.size());
    for (const ReductionJob& job : assembly.jobs)
        text += fmt::format("  body {}: {}, {} unknowns{}\n", job.name, job.file, job.structure.size(),
                            job.structure.rigid_modes.cols() == 0 ? ", supported" : ", free");
    for (const Clamp& clamp : assembly.clamps)
        text += fmt::format("  {}.{} clamped to {}.{}\n", assembly.jobs[clamp.first_body].name, clamp.first_marker,
                            assembly.jobs[clamp.second_body].name, clamp.second_marker);
    text += fmt::format("  {} inputs, {} outputs\n", assembly.inputs.size(), assembly.outputs.size());
    return text + fmt::format("  reductions that all bodies have: {}\n", names_text(find_common_reductions(assembly)));
}

std::string describe_body_file(const std::string& path) {
    refuse_foreign_body(path);
    const std::string name = std::filesystem::path(path).stem().string();
    if (looks_like_body_file(read_whole_file(path))) {
        const BodyFile file = read_body_file(path);
        return fmt::format("body {}\n", file.body.name) + describe_elastic_body(make_numeric_body(file.body)) +
               describe_provenance(file);
    }
    const LoadedBody loaded = load_body(path, name);
    std::string text = fmt::format("body {}, Standard Input Data\n", name) + describe_elastic_body(loaded.body);
    for (const std::string& note : loaded.notes) text += fmt::format("  note: {}\n", note);
    return text;
}

}  // namespace ritz
