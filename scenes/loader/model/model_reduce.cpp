#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "core/version.hpp"
#include "reduction/estimator_data.hpp"
#include "reduction/reduced_body.hpp"
#include "reduction/stiffening.hpp"
#include "scenes/loader/json/json_reader.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Provenance make_provenance(const ReductionJob& job, const ModelReduction& reduction) {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return {"ritz " + program_version(), fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
            name_of_method(reduction), job.json, job.sources};
}

ReducedModel reduce(const ReductionJob& job, const ModelReduction& reduction, ReductionProblem& problem,
                    const ReductionProgress& progress) {
    auto start = Clock::now();
    ReducedModel result;
    const Basis basis = compute_basis(problem, reduction.method, reduction.size, progress);
    result.error = basis.error;
    result.times.push_back({"basis", seconds_since(start)});
    start = Clock::now();
    result.file = make_body_file(job, problem, basis, progress);
    result.times.push_back({"body", seconds_since(start)});
    return result;
}

/// The body with the load at rest. Stress stiffness and data of the error bound need one basis, which it has not.
ReducedModel interpolate(const ReductionJob& job, const PathReduction& reduction, ReductionProblem& problem,
                         const ReductionProgress& progress) {
    if (job.stress_stiffness || job.estimator_modes > 0)
        throw InputError("interpolated bases have no stress stiffness and no error bound; leave them out");
    if (!job.structure.cuts.empty()) throw InputError("interpolated bases have no cuts; leave them out");
    const auto start = Clock::now();
    LoadPath path = reduction.path;
    path.loads = make_channel_matrix(job.structure, reduction.supports);
    const ParametricBody body = make_parametric_body(problem, path, reduction.options, progress);
    ReducedModel result;
    result.file.body = make_body_at(body, job.structure, reduction.at);
    result.file.body.name = job.name;
    result.times.push_back({"bases of the supports", seconds_since(start)});
    return result;
}

/// Which of the names is meant. Throws InputError.
std::size_t find_name(const std::string& file, const std::vector<std::string>& known, const std::string& name) {
    if (name.empty() && known.size() == 1) return 0;
    if (name.empty())
        throw InputError(
            fmt::format("{}: there are several reductions, name one of them{}", file, suggest(name, known)));
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    throw InputError(fmt::format("{}: /reductions: no reduction \"{}\"{}", file, name, suggest(name, known)));
}

}  // namespace

BodyFile make_body_file(const ReductionJob& job, ReductionProblem& problem, const Basis& basis,
                        const ReductionProgress& progress) {
    if (progress) progress("mass integrals", 0);
    BodyFile file = make_reduced_body(job.structure, basis, {job.name, job.surface});
    const std::optional<MeshedModel> meshed =
        job.mesh ? std::optional(MeshedModel{*job.mesh, job.properties}) : std::nullopt;
    add_cuts(problem, basis, meshed, file.body);
    if (job.stress_stiffness) add_stiffening(problem, {*job.mesh, job.properties}, basis, file, progress);
    if (job.estimator_modes > 0) file.estimator = compute_estimator_data(problem, basis, job.estimator_modes, progress);
    return file;
}

const ModelReduction& find_reduction(const ReductionJob& job, const std::string& name) {
    return job.reductions[find_name(job.file, names_of(job.reductions), name)];
}

void require_reduction(const std::string& path, const std::vector<std::string>& overrides, const std::string& name) {
    JsonDocument document = parse_json_file(path);
    for (const std::string& each : overrides) apply_override(document, each);
    Diagnostics ignored(path);  // what else is wrong is said by load_model
    Reader root(document, ignored);
    if (!is_model(document.root) || !root.has("reductions")) return;
    const std::vector<std::string> known = names_of(root.named("reductions"));
    if (!known.empty() && ignored.empty()) find_name(path, known, name);
}

ReductionProblem make_problem(const ReductionJob& job, const std::vector<Channel>& inputs) {
    return ReductionProblem(job.structure, make_reference_frame(job.structure, job.frame),
                            make_channel_matrix(job.structure, inputs),
                            make_channel_matrix(job.structure, job.outputs).transpose());
}

void require_nodes(const ReductionJob& job) {
    if (job.structure.model.nodes.size() == 0)
        throw InputError(
            fmt::format("{}: /fe: found matrices without nodes, and a body has mass, centre and markers only by them; "
                        "name \"nodes\" and \"mapping\"",
                        job.file));
}

std::string name_of_method(const ModelReduction& reduction) {
    const char* names[] = {"aligned", "panzer", "amsallem_farhat"};
    return reduction.path ? names[static_cast<int>(reduction.path->options.alignment)] : name_of(reduction.method);
}

ReducedModel reduce_model(const ReductionJob& job, const ModelReduction& reduction, const ReductionProgress& progress) {
    require_nodes(job);
    if (reduction.by_run)
        throw InputError(
            fmt::format("{}: reduction \"{}\" has the size that a run needs (\"time_domain_error\"): expected "
                        "a body file, which ritz reduce makes of it",
                        job.file, reduction.name));
    return name_faults(fmt::format("{}: reduction \"{}\"", job.file, reduction.name), [&] {
        ReductionProblem problem = make_problem(job, reduction.inputs);
        ReducedModel result = reduction.path ? interpolate(job, *reduction.path, problem, progress)
                                             : reduce(job, reduction, problem, progress);
        result.file.provenance = make_provenance(job, reduction);
        make_numeric_body(result.file.body);  // what the engine would refuse is refused here
        return result;
    });
}

std::string describe_times(const ReductionJob& job, const ReducedModel& reduced) {
    double total = 0;
    std::string stages;
    for (const std::vector<StageTime>* times : {&job.times, &reduced.times})
        for (const StageTime& time : *times) {
            total += time.seconds;
            stages += fmt::format("{}{} {:.3g} s", stages.empty() ? "" : ", ", time.stage, time.seconds);
        }
    return fmt::format("{:.3g} s: {}", total, stages);
}

std::string describe_reduction(const ReductionJob& job, const ModelReduction& reduction, const ReducedModel& reduced) {
    return fmt::format("{} unknowns reduced to {} by {} in {}", job.structure.size(), reduced.file.body.Ke.rows(),
                       name_of_method(reduction), describe_times(job, reduced));
}

bool is_model(const Json& document) { return document.is_object() && document.contains("fe"); }

}  // namespace ritz
