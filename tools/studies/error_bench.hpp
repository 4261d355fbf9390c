#pragma once
// Runs one case of the study of errors: the scene with the reduced body, the bound along it, and the full body behind.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/studies/error_cases.hpp"
#include "tools/studies/fine_beam.hpp"
#include "tools/trials/error_trial.hpp"

namespace ritz {

struct CaseResult {
    ErrorCase each;
    Eigen::Index n = 0;
    double accuracy = 0;  // of the true error, as a state [m √kg]: what the full body is known to
    ErrorTrial trial;

    double true_state() const;  // the largest
    double true_output() const;
    BoundRatio state_ratio() const;
    BoundRatio output_ratio() const;
    bool has_bound() const { return trial.claim.kind != BoundKind::none; }
    bool has_paper_bound() const { return !trial.paper.by_constant.empty(); }
};
double largest(const std::vector<double>& values);

/// Keeps what costs time from case to case: neighbours should have model and damping in common.
class ErrorBench {
  public:
    explicit ErrorBench(std::string scenes) : scenes_(std::move(scenes)) {}

    /// Throws NumericalError where a method or a run fails.
    CaseResult run(const ErrorCase& each);
    const FullBody& find_full(const ErrorCase& each);

  private:
    void prepare_full(const ErrorCase& each);
    const ReducedCase& find_reduced(const ErrorCase& each);
    std::string find_model(const ErrorCase& each) const;
    std::vector<std::string> list_overrides(const ErrorCase& each) const;

    std::string scenes_;
    std::string full_key_, reduced_key_;
    std::optional<ReductionJob> job_;  // of the full body, or
    std::optional<FineBeam> beam_;
    std::unique_ptr<FullBody> full_;              // refers to one of these
    std::map<std::string, ReducedCase> reduced_;  // of one model, by basis and size
};

}  // namespace ritz
