#pragma once
// The figures 4 to 7 of [Fehr2018] with true errors and our bounds beside the paper's, as SVG.
#include <string>
#include <vector>

#include "tools/studies/error_bench.hpp"

namespace ritz {

/// Figures 4 and 5: over time, for the three bases of the paper.
std::string draw_states(const std::vector<CaseResult>& results);
std::string draw_outputs(const std::vector<CaseResult>& results);
/// Over the size of the symplectic basis ([Fehr2018] section 5).
std::string draw_sizes(const std::vector<CaseResult>& results);

struct SweptResult {
    SweptCase swept;
    CaseResult result;
};
/// Figure 6: over amplitude and frequency of the load, both as multiples of 10 N and 1 Hz.
std::string draw_load_sweep(const std::vector<SweptResult>& results);
/// Figure 7: over length/height of the arm.
std::string draw_slenderness(const std::vector<SweptResult>& results);

}  // namespace ritz
