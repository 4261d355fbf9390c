#include "tools/studies/error_pictures.hpp"

#include <algorithm>

#include "tools/report/log_log_picture.hpp"

namespace ritz {
namespace {

const std::vector<std::string> paper_bases = {"cms_gram", "krylov", "pod_gram"};

/// What is far below the largest value is left out: errors begin with zero and pass through it.
LogLogCurve make_history(const std::string& label, const std::vector<double>& times, const std::vector<double>& values,
                         double factor = 1) {
    constexpr double lowest = 1e-3;
    LogLogCurve curve{label, {}};
    const double limit = lowest * largest(values);
    for (std::size_t k = 0; k < std::min(times.size(), values.size()); ++k)
        if (values[k] > limit) curve.points.emplace_back(times[k], factor * values[k]);
    return curve;
}

/// One case on the plane arm at rest for each basis of the paper.
std::vector<const CaseResult*> find_paper_cases(const std::vector<CaseResult>& results) {
    std::vector<const CaseResult*> found;
    for (const std::string& basis : paper_bases)
        for (const CaseResult& result : results)
            if (result.each.basis == basis) found.push_back(&result);
    return found;
}

/// The three curves of one sweep: true error, our bound, the paper's.
void add_sweep(const std::string& label, const std::vector<std::pair<double, const CaseResult*>>& points,
               LogLogPicture& picture) {
    LogLogCurve error{label + "true error", {}}, ours{label + "our bound", {}}, paper{label + "bound (7)", {}};
    for (const auto& [x, result] : points) {
        error.points.emplace_back(x, result->true_state());
        ours.points.emplace_back(x, largest(result->trial.bound_state));
        paper.points.emplace_back(x, result->trial.paper.largest_by_constant());
    }
    for (const LogLogCurve& curve : {error, ours, paper}) picture.curves.push_back(curve);
}

constexpr const char* state_label = "error of the state in m sqrt(kg)";

}  // namespace

std::string draw_states(const std::vector<CaseResult>& results) {
    LogLogPicture picture{"State errors and their bounds", "time in s", state_label, {}, 0, true, false};
    for (const CaseResult* result : find_paper_cases(results)) {
        const ErrorTrial& trial = result->trial;
        if (picture.curves.empty())
            picture.curves.push_back(make_history("the run itself", trial.times, trial.run_state));
        const std::string& basis = result->each.basis;
        picture.curves.push_back(make_history(basis + ": bound (7)", trial.times, trial.paper.by_constant));
        picture.curves.push_back(make_history(basis + ": our bound", trial.times, trial.bound_state));
        picture.curves.push_back(make_history(basis + ": true error", trial.times, trial.true_state));
    }
    return draw_log_log(picture);
}

std::string draw_outputs(const std::vector<CaseResult>& results) {
    LogLogPicture picture{
        "Errors of the tip and their bounds", "time in s", "error of the tip in m", {}, 0, true, false};
    for (const CaseResult* result : find_paper_cases(results)) {
        const ErrorTrial& trial = result->trial;
        const std::string& basis = result->each.basis;
        picture.curves.push_back(
            make_history(basis + ": bound (8)", trial.times, trial.paper.by_time, trial.output_constant));
        picture.curves.push_back(make_history(basis + ": our bound", trial.times, trial.bound_output));
        picture.curves.push_back(make_history(basis + ": true error", trial.times, trial.true_output));
    }
    return draw_log_log(picture);
}

std::string draw_sizes(const std::vector<CaseResult>& results) {
    std::vector<std::pair<double, const CaseResult*>> points;
    for (const CaseResult& result : results)
        if (result.each.basis == "symplectic") points.emplace_back(static_cast<double>(result.n), &result);
    LogLogPicture picture{"Symplectic bases of several sizes", "size of the basis", state_label, {}};
    picture.x_is_linear = true;
    add_sweep("", points, picture);
    return draw_log_log(picture);
}

std::string draw_load_sweep(const std::vector<SweptResult>& results) {
    LogLogPicture picture{"Amplitude and frequency of the load", "times 10 N, times 1 Hz", state_label, {}};
    for (const std::string sweep : {"amplitude", "frequency"}) {
        std::vector<std::pair<double, const CaseResult*>> points;
        for (const SweptResult& each : results)
            if (each.swept.sweep == sweep)
                points.emplace_back(each.swept.value / (sweep == "amplitude" ? 10 : 1), &each.result);
        add_sweep(sweep + ": ", points, picture);
    }
    return draw_log_log(picture);
}

std::string draw_slenderness(const std::vector<SweptResult>& results) {
    LogLogPicture picture{"Slenderness of the arm", "length/height", state_label, {}};
    std::vector<std::pair<double, const CaseResult*>> points;
    for (const SweptResult& each : results)
        if (each.swept.sweep == "slenderness") points.emplace_back(each.swept.value, &each.result);
    add_sweep("", points, picture);
    return draw_log_log(picture);
}

}  // namespace ritz
