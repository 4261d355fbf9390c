#include "scenes/loader/model/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.hpp"
#include "scenes/loader/json/limits.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/progress.hpp"
#include "tools/report/compare_files.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

Band choose_band(const CompareOptions& options, const std::optional<Band>& own) {
    if (options.band.size() == 2) {
        const Band band{options.band[0], options.band[1]};
        const double most = frequency_range().high;
        if (!(band.low >= 0 && band.high > band.low && band.high <= most))
            throw InputError(
                fmt::format("--band {} {}: expected 0 ≤ LOW < HIGH ≤ {} in Hz", band.low, band.high, most));
        return band;
    }
    if (own) return *own;
    throw InputError(fmt::format("{}: which frequencies matter? Give --band LOW HIGH in Hz, or \"band\" in the file",
                                 options.model));
}

void report(const Comparison& comparison, const fs::path& folder) {
    say("{}: {} unknowns, {} modes in the band, full response in {:.3g} s\n", comparison.name, comparison.unknowns,
        comparison.full_omega.size(), comparison.seconds);
    say("{:>20} {:>16} {:>6} {:>12} {:>12} {:>12} {:>10} {:>9}\n", "body", "method", "size", "static", "median", "max",
        "MAC > 0.9", "seconds");
    for (const ComparedBody& body : comparison.bodies) {
        say("{:>20} {:>16} {:>6} {:>12.3g} {:>12.3g} {:>12.3g} {:>10} {:>9}\n", body.name, body.method, body.size,
            body.static_error, body.median_error(), body.errors.maxCoeff(), body.matched,
            body.seconds ? fmt::format("{:.3g}", *body.seconds) : "");
    }
    say("results: {}\n", folder.string());
}

/// Pictures of bodies that an earlier comparison in the same folder looked at.
void remove_old_pictures(const fs::path& folder, const std::vector<std::pair<std::string, std::string>>& files) {
    std::vector<fs::path> old;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const bool is_new =
            std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.first == name; });
        if (name.starts_with("mac_") && name.ends_with(".svg") && !is_new) old.push_back(entry.path());
    }
    for (const fs::path& path : old) fs::remove(path);
}

fs::path choose_folder(const CompareOptions& options, const std::string& name) {
    const fs::path folder =
        options.out.empty() ? make_result_path(options.model, name, "_compare") : fs::path(options.out);
    check_result_folder(folder);
    return folder;
}

Comparison compare_model(const CompareOptions& options, const ReductionProgress& tell, fs::path& folder) {
    const ReductionJob job = load_model(options.model, options.overrides, tell);
    const Band band = choose_band(options, job.band);
    folder = choose_folder(options, job.name);
    std::vector<FailedBody> failed;
    const std::vector<Candidate> candidates = load_candidates(job, options.bodies, failed, tell);
    Comparison comparison = compare_bodies(job, band, options.points, candidates, tell);
    comparison.failed.insert(comparison.failed.begin(), failed.begin(), failed.end());
    return comparison;
}

Comparison compare_models_together(const CompareOptions& options, const ReductionProgress& tell, fs::path& folder) {
    const Assembly assembly = load_assembly(options.model, options.overrides, tell);
    const Band band = choose_band(options, assembly.band);
    folder = choose_folder(options, assembly.name);
    return compare_assembly(assembly, band, options.points,
                            options.bodies.empty() ? find_common_reductions(assembly) : options.bodies, tell);
}

/// The exit code: that of the first failure.
int tell_failures(const std::string& model, const Comparison& comparison) {
    if (comparison.failed.empty()) return exit_done;
    for (const FailedBody& failure : comparison.failed)
        for (const std::string& message : failure.messages) say_error(message);
    const std::size_t judged = comparison.bodies.size();
    fmt::print(stderr, "{}: {} of {} bodies failed; {}\n", model, comparison.failed.size(),
               comparison.failed.size() + judged,
               judged == 0 ? "nothing was written" : "the results are those of the others");
    return comparison.failed.front().is_numerical ? exit_numerical_failure : exit_bad_input;
}

}  // namespace

int run_compare(const CompareOptions& options) {
    if (options.points < 2 || options.points > 100000)
        throw InputError(fmt::format("--points {}: expected 2 to 100000", options.points));
    watch_for_interrupt();
    Progress progress(options.quiet);
    const ReductionProgress tell = progress.tell_or_stop();
    const Log log = make_log([&] { progress.finish(); });
    log_reading(log, options.model, options.overrides);
    fs::path folder;
    const Comparison comparison = is_assembly(parse_json_file(options.model).root)
                                      ? compare_models_together(options, tell, folder)
                                      : compare_model(options, tell, folder);
    for (const ComparedBody& body : comparison.bodies)
        log.info(fmt::format("{}: size {} by {}{}", body.name, body.size, body.method,
                             body.seconds ? fmt::format(", reduced in {:.3g} s", *body.seconds) : ""));
    stop_if_interrupted();
    progress.finish();
    if (!comparison.bodies.empty()) {
        const auto files = make_comparison_files(comparison);
        write_result_files(folder, files);
        remove_old_pictures(folder, files);
        if (!options.quiet) report(comparison, folder);
    }
    return tell_failures(options.model, comparison);
}

}  // namespace ritz
