#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "core/errors.hpp"
#include "reduction/estimator_data.hpp"
#include "reduction/reduced_body.hpp"
#include "reduction/stiffening.hpp"
#include "scenes/loader/model.hpp"
#include "scenes/loader/results.hpp"
#include "scenes/loader/scene_context.hpp"

namespace ritz {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Provenance make_provenance(const ReductionJob& job, const ModelReduction& reduction) {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return {"ritz " + program_version(), fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
            name_of(reduction.method), job.json, job.sources};
}

}  // namespace

const ModelReduction& find_reduction(const ReductionJob& job, const std::string& name) {
    const std::vector<std::string> known = names_of(job.reductions);
    if (name.empty() && job.reductions.size() == 1) return job.reductions[0];
    if (name.empty())
        throw InputError(
            fmt::format("{}: there are several reductions, name one of them{}", job.file, suggest(name, known)));
    for (const ModelReduction& reduction : job.reductions)
        if (reduction.name == name) return reduction;
    throw InputError(fmt::format("{}: /reductions: no reduction \"{}\"{}", job.file, name, suggest(name, known)));
}

ReductionProblem make_problem(const ReductionJob& job, const std::vector<Channel>& inputs) {
    return ReductionProblem(job.structure, make_reference_frame(job.structure, job.frame),
                            make_channel_matrix(job.structure, inputs),
                            make_channel_matrix(job.structure, job.outputs).transpose());
}

ReducedModel reduce_model(const ReductionJob& job, const ModelReduction& reduction, const ReductionProgress& progress) {
    try {
        auto start = Clock::now();
        ReducedModel result;
        ReductionProblem problem = make_problem(job, reduction.inputs);
        const Basis basis = compute_basis(problem, reduction.method, reduction.size, progress);
        result.error = basis.error;
        result.times.push_back({"basis", seconds_since(start)});
        start = Clock::now();
        if (progress) progress("mass integrals", 0);
        result.file = make_reduced_body(job.structure, basis, {job.name, job.surface});
        result.file.provenance = make_provenance(job, reduction);
        if (job.stress_stiffness) add_stiffening(problem, {*job.mesh, job.properties}, basis, result.file, progress);
        if (job.estimator_modes > 0)
            result.file.estimator = compute_estimator_data(problem, basis, job.estimator_modes, progress);
        result.times.push_back({"body", seconds_since(start)});
        return result;
    } catch (const InputError& error) {
        std::vector<std::string> messages;
        for (const std::string& message : error.messages())
            messages.push_back(fmt::format("{}: reduction \"{}\": {}", job.file, reduction.name, message));
        throw InputError(messages);
    }
}

bool is_model(const Json& document) { return document.is_object() && document.contains("fe"); }

}  // namespace ritz
