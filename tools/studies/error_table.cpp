#include "tools/studies/error_table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ritz {
namespace {

/// With its comma; empty where there is no number.
std::string next_cell(bool is_there, double value) {
    return is_there && std::isfinite(value) ? fmt::format(",{:.6g}", value) : ",";
}

}  // namespace

std::string error_head() {
    return "model,basis,n,load,damping,spin,true_state,bound_state,ratio_state,min_ratio_state,true_output,"
           "bound_output,ratio_output,min_ratio_output,corrected_output,ratio_paper_state,ratio_paper_output,"
           "overhead\n";
}

std::string error_row(const CaseResult& result) {
    const ErrorCase& each = result.each;
    const ErrorTrial& trial = result.trial;
    const bool is_bound = result.has_bound(), is_paper = result.has_paper_bound();
    const double true_state = result.true_state(), true_output = result.true_output();
    const BoundRatio state = result.state_ratio(), output = result.output_ratio();
    const double paper = trial.paper.largest_by_constant();
    std::string row = fmt::format("{},{},{},{},{},{},{:.6g}", each.model, each.basis, result.n, each.load.name,
                                  each.damping, each.spin, true_state);
    const auto add = [&](bool is_there, double value) { row += next_cell(is_there, value); };
    add(is_bound, largest(trial.bound_state));
    add(is_bound, state.of_maxima);
    add(is_bound, state.smallest);
    add(true, true_output);
    add(is_bound, largest(trial.bound_output));
    add(is_bound, output.of_maxima);
    add(is_bound, output.smallest);
    add(is_bound, largest(trial.corrected_output));
    add(is_paper, paper / true_state);
    add(is_paper, trial.output_constant * paper / true_output);
    add(is_bound, trial.overhead);
    return row + "\n";
}

std::string paper_head() {
    return "model,basis,n,true_state,ratio_state,ratio_6,ratio_7_by_12,ratio_7_by_10,ratio_7_by_11,ratio_7_by_14,"
           "true_output,ratio_output,ratio_8,ratio_9\n";
}

std::string paper_row(const CaseResult& result, const NormVariants& at_peak) {
    const ErrorTrial& trial = result.trial;
    const double by_time = trial.paper.largest_by_time(), by_constant = trial.paper.largest_by_constant();
    const double state = result.true_state(), output = result.true_output(), exact = at_peak.exact.maxCoeff();
    std::string row = fmt::format("{},{},{},{:.6g},{:.6g}", result.each.model, result.each.basis, result.n, state,
                                  result.state_ratio().of_maxima);
    const auto add = [&](double value) { row += next_cell(true, value); };
    add(by_time / state);
    add(by_constant / state);
    for (const VecX* norm : {&at_peak.frobenius, &at_peak.one_and_infinity, &at_peak.condition})
        add(norm->maxCoeff() / exact * by_constant / state);
    add(output);
    add(result.output_ratio().of_maxima);
    add(trial.output_constant * by_time / output);
    add(trial.output_constant * by_constant / output);
    return row + "\n";
}

std::string norms_head() {
    return "model,overestimation_10_percent,overestimation_11_percent,overestimation_12_percent,"
           "overestimation_14_percent\n";
}

std::string norms_row(const std::string& model, const NormVariants& norms) {
    const auto excess = [&](const VecX& of) { return 100 * (of.sum() / norms.exact.sum() - 1); };
    return fmt::format("{},{:.3g},{:.3g},0,{:.3g}\n", model, excess(norms.frobenius), excess(norms.one_and_infinity),
                       excess(norms.condition));
}

std::string sweep_head() {
    return "sweep,value,n,true_state,bound_state,paper_state,true_output,bound_output,paper_output\n";
}

std::string sweep_row(const SweptCase& swept, const CaseResult& result) {
    const double paper = result.trial.paper.largest_by_constant();
    return fmt::format("{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", swept.sweep, swept.value, result.n,
                       result.true_state(), largest(result.trial.bound_state), paper, result.true_output(),
                       largest(result.trial.bound_output), result.trial.output_constant * paper);
}

}  // namespace ritz
