#pragma once
// Pictures of comparisons: curves over a logarithmic axis, and matrices as chessboards.
#include "core/types.hpp"
#include "tools/report/picture.hpp"

namespace ritz {

struct LogPanel {
    std::string label;
    std::vector<Curve> curves;  // positive values; others are left out
};

/// SVG text: panels under each other over a common linear axis, decades upwards.
std::string draw_log_panels(const std::string& title, const std::string& x_label, const std::vector<double>& x,
                            const std::vector<LogPanel>& panels);

/// Values from 0 (white) to 1 (dark), rows downwards.
std::string draw_chessboard(const std::string& title, const std::string& row_label, const std::string& column_label,
                            const MatX& values);

}  // namespace ritz
