#pragma once
// What an elastic body carries of the full model it was reduced from, so that the error of the reduction can be bounded
// along a run (theory §6; made by reduction/estimator_data.hpp, used by engine/estimation).
#include <string>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace ritz {

/// Small matrices by name; which there are, reduction/estimator_data.hpp lists.
struct EstimatorData {
    VecX frequencies;                                    // exact ones of the held body, ascending [rad/s]
    std::vector<std::pair<std::string, MatX>> matrices;  // name -> matrix
    /// Whose coefficient each column of the residual takes: "marker tip fx", "T_xy", ... Empty in files of version 1.
    std::vector<std::string> columns{};
};

}  // namespace ritz
