#pragma once
// Time histories as a picture.
#include <string>
#include <vector>

namespace ritz {

struct Curve {
    std::string label;
    std::vector<double> values;  // one for each place of a common axis
};
/// Between two curves.
struct CurveBand {
    std::vector<double> low_times, low, high_times, high;
};
struct History {
    std::string label;
    std::vector<double> times, values;
    CurveBand band{};  // around it; empty for most
};

/// SVG text: one panel for each curve, under each other, over a common time axis.
std::string draw_time_histories(const std::string& title, const std::vector<History>& curves);

}  // namespace ritz
