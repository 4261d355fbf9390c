#pragma once
// Measured points over two logarithmic axes, such as the error of methods over their cost, or over time.
#include <string>
#include <utility>
#include <vector>

namespace ritz {

struct LogLogCurve {
    std::string label;
    std::vector<std::pair<double, double>> points;  // positive; others are left out
};

struct LogLogPicture {
    std::string title, x_label, y_label;
    std::vector<LogLogCurve> curves;
    double floor = 0;  // a dashed line below which no y can be trusted; 0: none
    bool x_is_linear = false;
    bool has_dots = true;  // at the points
};

/// SVG text.
std::string draw_log_log(const LogLogPicture& picture);

}  // namespace ritz
