#pragma once
// What every picture needs.
#include <string>
#include <vector>

namespace ritz {

/// Text as SVG takes it.
std::string escaped(const std::string& text);

/// A range with round numbers inside it.
struct Axis {
    double low = 0, high = 1;
    std::vector<double> ticks;
    double step = 1;

    double fraction(double value) const { return (value - low) / (high - low); }
    std::string label(double tick) const;
};

/// About so many ticks.
Axis make_axis(double low, double high, int about);

}  // namespace ritz
