#pragma once
// The tables of the study of errors.
#include <string>

#include "tools/studies/error_bench.hpp"

namespace ritz {

/// error.csv: one row a case. Cells stay empty where there is no number: without a bound, or where the frame turns,
/// which the bound of [Fehr2018] does not know.
std::string error_head();
std::string error_row(const CaseResult& result);

/// error_paper.csv: the bounds of [Fehr2018] (6)-(9) beside the true error and beside ours, as ratios of the maxima.
/// (7) stands there four times: with the norm (12) and with its substitutes (10), (11), (14).
std::string paper_head();
std::string paper_row(const CaseResult& result, const NormVariants& at_peak);

/// error_norms.csv: by how much per cent the substitutes are larger than the norm, in the mean over a second.
std::string norms_head();
std::string norms_row(const std::string& model, const NormVariants& norms);

/// error_sweeps.csv: [Fehr2018] figures 6 and 7.
std::string sweep_head();
std::string sweep_row(const SweptCase& swept, const CaseResult& result);

}  // namespace ritz
