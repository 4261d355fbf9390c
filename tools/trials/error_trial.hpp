#pragma once
// One run with the bound of a body's error beside its true error, by the full body along the record of the same run,
// and beside the bounds of [Fehr2018] (6)-(9).
#include "engine/estimation/bound_observer.hpp"
#include "tools/trials/full_body.hpp"
#include "tools/trials/paper_bound.hpp"
#include "tools/trials/reduced_case.hpp"

namespace ritz {

struct ErrorTrial {
    BoundClaim claim;
    // at the output times at which the bound has a node
    std::vector<double> times;
    std::vector<double> true_state, bound_state;            // [m √kg]
    std::vector<double> true_output, bound_output;          // of one motion of a marker [m or rad]
    std::vector<double> corrected_output, corrected_bound;  // what is left of it after the correction
    std::vector<double> run_state;                          // |u|_M
    PaperBound paper;                                       // at the same times
    double output_constant = 0;                             // C2 of [Fehr2018] (8)(9)
    double largest_defect = 0;                              // of Vᵀρ = 0
    double state_size = 0;                                  // largest |u|_M
    double overhead = 0;                                    // of the bound, as a part of the run's time
    double polynomial_rest = 0;                             // of the full body's integration
    long steps = 0;
};

struct ErrorTrialSpec {
    std::string body;
    std::string marker;
    int component = 0;
    BoundOptions bound{};
    RecordOptions record{};
};

/// The scene holds the reduced body already (put_body); V is its basis by the unknowns of the full one.
ErrorTrial run_error_trial(const Scene& scene, const MatX& V, const FullBody& full, const ErrorTrialSpec& spec);

/// How exactly the full body is known, beside the largest |u|_M: by what corrected outputs leave of errors.
constexpr double accuracy_of_full_body = 3e-10;

/// Largest bound over largest error, and the smallest (bound + accuracy)/error at the times at which the error is above
/// the accuracy with which it is known.
struct BoundRatio {
    double of_maxima = 0, smallest = 0;
};
BoundRatio compare_bound(const std::vector<double>& error, const std::vector<double>& bound, double accuracy);

}  // namespace ritz
