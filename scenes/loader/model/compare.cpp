#include "scenes/loader/model/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/foreign_file.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

Candidate reduce_now(const ReductionJob& job, const ModelReduction& reduction, const std::string& name,
                     const ReductionProgress& progress) {
    ReducedModel reduced = reduce_model(job, reduction, progress);
    Candidate candidate = make_candidate(name, std::move(reduced.file));
    candidate.seconds = 0;
    for (const StageTime& time : reduced.times) *candidate.seconds += time.seconds;
    return candidate;
}

bool is_reduction_of(const ReductionJob& job, const std::string& name) {
    return std::any_of(job.reductions.begin(), job.reductions.end(),
                       [&](const ModelReduction& reduction) { return reduction.name == name; });
}

void require_known(const ReductionJob& job, const std::string& what) {
    if (!is_reduction_of(job, what) && !fs::exists(what))
        throw InputError(fmt::format("{}: is neither a file nor a reduction of {}{}", what, job.file,
                                     suggest(what, names_of(job.reductions))));
}

}  // namespace

Candidate load_candidate(const ReductionJob& job, const std::string& what, const ReductionProgress& progress) {
    if (is_reduction_of(job, what)) return reduce_now(job, find_reduction(job, what), what, progress);
    require_known(job, what);
    const std::string name = fs::path(what).stem().string();
    if (fs::path(what).extension() == ".json") {
        const ReductionJob other = load_model(what, {}, progress);
        return reduce_now(other, find_reduction(other, ""), name, progress);
    }
    refuse_foreign_body(what);
    if (looks_like_body_file(read_whole_file(what))) {
        BodyFile file = read_body_file(what);
        return name_faults(what, [&] { return make_candidate(name, std::move(file)); });
    }
    Candidate candidate;
    candidate.name = name;
    candidate.body.body = load_body(what, name).body;
    return candidate;
}

std::vector<Candidate> load_candidates(const ReductionJob& job, const std::vector<std::string>& list,
                                       std::vector<FailedBody>& failed, const ReductionProgress& progress) {
    const std::vector<std::string> wanted = list.empty() ? names_of(job.reductions) : list;
    for (const std::string& what : wanted) require_known(job, what);
    std::vector<Candidate> candidates;
    for (const std::string& what : wanted) {
        const std::string label =
            is_reduction_of(job, what) ? fmt::format("{}: reduction \"{}\"", job.file, what) : what;
        try_body(
            label, failed,
            [&] {
                candidates.push_back(load_candidate(job, what, tell_of(what, progress)));
                candidates.back().label = label;
            },
            true);
    }
    make_names_distinct(candidates);
    return candidates;
}

Comparison compare_bodies(const ReductionJob& job, const Band& band, int points,
                          const std::vector<Candidate>& candidates, const ReductionProgress& progress) {
    if (job.inputs.empty() || job.outputs.empty())
        throw InputError(fmt::format("{}: a comparison needs inputs and outputs, or markers", job.file));
    require_nodes(job);
    const FullBody full{job.name, job.structure, job.frame, job.inputs, job.outputs};
    return compare_bodies(full, band, points, candidates, progress);
}

}  // namespace ritz
