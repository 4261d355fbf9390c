#include <fmt/format.h>

#include <filesystem>

#include "core/errors.hpp"
#include "scenes/loader/scene/size_by_run.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/progress.hpp"
#include "tools/report/describe_body.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

/// Before the work: the folder is made, and what stands in the way is named.
void prepare_out(const fs::path& out, const std::string& model) {
    refuse_to_overwrite(out, model);
    check_result_file(out, "a body file of ritz", looks_like_own_body_file);
    std::error_code error;
    if (out.has_parent_path()) fs::create_directories(out.parent_path(), error);
    if (error) throw InputError(fmt::format("--out {}: {}", out.string(), error.message()));
}

void report(const ReductionJob& job, const ModelReduction& reduction, const ReducedModel& reduced,
            const fs::path& out) {
    const BodyFile& file = reduced.file;
    say("{}: {} unknowns reduced to {} by {}\n", job.name, job.structure.size(), file.body.Ke.rows(),
        name_of_method(reduction));
    const auto* wanted = std::get_if<ByCount>(&reduction.size);
    if (!reduction.path && wanted && file.body.Ke.rows() < wanted->count)
        say("  note: {} columns were asked for, only {} are independent\n", wanted->count, file.body.Ke.rows());
    say("{}", describe_elastic_body(make_numeric_body(file.body)));
    if (reduced.error > 0) say("  error of the frequency response where it was looked at: {:.3g}\n", reduced.error);
    say("  {}\n", describe_times(job, reduced));
    say("body: {}\n", out.string());
}

}  // namespace

int run_reduce(const ReduceOptions& options) {
    watch_for_interrupt();
    Progress progress(options.quiet);
    const ReductionProgress tell = progress.tell_or_stop();
    const Log log = make_log([&] { progress.finish(); });
    log_reading(log, options.model, options.overrides);
    require_reduction(options.model, options.overrides, options.reduction);
    if (!options.out.empty()) prepare_out(options.out, options.model);
    const ReductionJob job = load_model(options.model, options.overrides, tell);
    for (const std::string& sentence : job.warnings) {
        progress.finish();
        print_warning(sentence);
    }
    const ModelReduction& reduction = find_reduction(job, options.reduction);
    const fs::path out = options.out.empty() ? make_result_path(options.model, job.name, ".h5") : fs::path(options.out);
    if (options.out.empty()) prepare_out(out, options.model);
    if (reduction.by_run && !options.overrides.empty())
        throw InputError(
            "--set: found one for a reduction with \"time_domain_error\", expected none: its runs read the "
            "model as its file has it");
    const std::optional<SizedByRun> sized =
        reduction.by_run ? std::optional(reduce_by_run(options.model, job, reduction, log, tell)) : std::nullopt;
    const ReducedModel reduced = sized ? sized->reduced : reduce_model(job, reduction, tell);
    log.info(fmt::format("{}: {}", job.name, describe_reduction(job, reduction, reduced)));
    stop_if_interrupted();
    write_body_file(out.string(), reduced.file);
    progress.finish();
    if (!options.quiet) report(job, reduction, reduced, out);
    if (!options.quiet && sized)
        say("  error bound along {} {:.3g} m sqrt(kg), after {} runs\n", reduction.by_run->scene, sized->bound,
            sized->runs);
    return exit_done;
}

}  // namespace ritz
