#include "tools/studies/error_study.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <numbers>

#include "core/duration.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "tools/studies/error_pictures.hpp"
#include "tools/studies/error_table.hpp"
#include "tools/trials/clocks.hpp"

namespace ritz {
namespace {

/// How long a case takes beside one of the plane arm, roughly: for the time left.
double weight_of(const ErrorCase& each) {
    if (each.model == "arm_solid") return 6;
    if (each.model == "cylinder") return 6;
    return 1;
}

/// Which case of how many runs, and how long the rest will take.
class StudyProgress {
  public:
    explicit StudyProgress(double weight) : left_(weight) {}

    void show(const ErrorCase& each) {
        spent_ += watch_.lap().wall;
        const std::string time = done_ > 0 ? ", " + describe_duration(spent_ / done_ * left_) + " left" : "";
        fmt::print(stderr, "{}{:.0f} %: {} {} {} {} {}{}{}", is_terminal_ ? "\r" : "", 100 * done_ / (done_ + left_),
                   each.model, each.basis, each.load.name, each.damping, each.spin, time,
                   is_terminal_ ? "\x1b[K" : "\n");
        std::fflush(stderr);
        done_ += weight_of(each);
        left_ -= weight_of(each);
    }
    void clear() const {
        if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
    }

  private:
    bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
    Stopwatch watch_;
    double spent_ = 0, done_ = 0, left_;  // [s], parts by weight
};

/// A table on the disk that is whole after each row.
class GrowingTable {
  public:
    GrowingTable(std::string path, std::string head) : path_(std::move(path)), text_(std::move(head)) {}
    void add(const std::string& row) {
        text_ += row;
        write_whole_file(path_, text_);
    }

  private:
    std::string path_, text_;
};

class ErrorStudy {
  public:
    explicit ErrorStudy(const ErrorStudyOptions& options)
        : folder_(options.folder + "/"),
          bench_(options.scenes),
          progress_(weigh(options.is_short)),
          errors_(folder_ + "error.csv", error_head()),
          papers_(folder_ + "error_paper.csv", paper_head()),
          norms_(folder_ + "error_norms.csv", norms_head()),
          sweeps_(folder_ + "error_sweeps.csv", sweep_head()),
          sudden_(folder_ + "error_sudden.csv", error_head()) {}

    /// Section 4 on one model, with its pictures and its row of Table 1.
    void run_paper_cases(const std::string& model, bool has_pictures) {
        std::vector<CaseResult> results;
        std::optional<NormVariants> at_peak;
        for (const ErrorCase& each : list_paper_cases(model)) {
            const std::optional<CaseResult> result = run(each);
            if (!result) continue;
            if (!at_peak) at_peak = compare_norms(each);
            papers_.add(paper_row(*result, *at_peak));
            results.push_back(*result);
        }
        if (!has_pictures) return;
        write_whole_file(folder_ + "error_fig4_states.svg", draw_states(results));
        write_whole_file(folder_ + "error_fig5_outputs.svg", draw_outputs(results));
        write_whole_file(folder_ + "error_sizes.svg", draw_sizes(results));
    }

    void run_sweeps() {
        std::vector<SweptResult> results;
        for (const SweptCase& swept : list_swept_cases())
            if (const std::optional<CaseResult> result = try_case(swept.each)) {
                sweeps_.add(sweep_row(swept, *result));
                results.push_back({swept, *result});
            }
        write_whole_file(folder_ + "error_fig6_load.svg", draw_load_sweep(results));
        write_whole_file(folder_ + "error_fig7_slenderness.svg", draw_slenderness(results));
    }

    void run_further_cases() {
        for (const ErrorCase& each : list_further_cases()) run(each);
    }

    void run_sudden_cases() {
        for (const ErrorCase& each : list_sudden_cases())
            if (const std::optional<CaseResult> result = try_case(each)) sudden_.add(error_row(*result));
    }

    void finish() const { progress_.clear(); }

  private:
    static double weigh(bool is_short) {
        double sum = 0;
        for (const ErrorCase& each : list_paper_cases("arm_plane")) sum += weight_of(each);
        if (is_short) return sum;
        for (const ErrorCase& each : list_paper_cases("arm_solid")) sum += weight_of(each);
        for (const SweptCase& swept : list_swept_cases()) sum += weight_of(swept.each);
        for (const ErrorCase& each : list_sudden_cases()) sum += weight_of(each);
        for (const ErrorCase& each : list_further_cases()) sum += weight_of(each);
        return sum;
    }

    /// None where a method or a run fails: the others go on.
    std::optional<CaseResult> try_case(const ErrorCase& each) {
        progress_.show(each);
        try {
            return bench_.run(each);
        } catch (const NumericalError& error) {
            progress_.clear();
            fmt::print(stderr, "{} {} {} {} {}: {}\n", each.model, each.basis, each.load.name, each.damping, each.spin,
                       error.what());
            return {};
        }
    }

    std::optional<CaseResult> run(const ErrorCase& each) {
        std::optional<CaseResult> result = try_case(each);
        if (!result) return result;
        const std::string row = error_row(*result);
        errors_.add(row);
        progress_.clear();
        fmt::print("{}", row);
        if (result->trial.claim.kind != BoundKind::bound)
            fmt::print(stderr, "  {}: {}\n", result->has_bound() ? "an estimate" : "no bound",
                       result->trial.claim.reason);
        std::fflush(stdout);
        return result;
    }

    /// Table 1 goes to its file; the norms over the first half period, where they are largest, come back.
    NormVariants compare_norms(const ErrorCase& each) {
        const FullBody& full = bench_.find_full(each);
        constexpr Eigen::Index count = 20;
        norms_.add(norms_row(each.model, compute_norm_variants(full, VecX::LinSpaced(count, 1.0 / count, 1))));
        constexpr Eigen::Index places = 8;
        const double half = std::numbers::pi / full.omega()[0];
        return compute_norm_variants(full, VecX::LinSpaced(places, half / places, half));
    }

    std::string folder_;
    ErrorBench bench_;
    StudyProgress progress_;
    GrowingTable errors_, papers_, norms_, sweeps_, sudden_;
};

}  // namespace

void run_error_study(const ErrorStudyOptions& options) {
    std::filesystem::create_directories(options.folder);
    ErrorStudy study(options);
    fmt::print("{}", error_head());
    study.run_paper_cases("arm_plane", true);
    if (!options.is_short) {
        study.run_sweeps();
        study.run_sudden_cases();
        study.run_further_cases();
        study.run_paper_cases("arm_solid", false);
    }
    study.finish();
}

}  // namespace ritz
