#pragma once
// What every picture needs.
#include <cstddef>
#include <string>
#include <vector>

namespace ritz {

/// Text as SVG takes it.
std::string escaped(const std::string& text);

/// The beginning of a white picture with its title at the top.
std::string begin_svg(double width, double height, double title_x, const std::string& title);
std::string text_at(double x, double y, const std::string& text, const std::string& anchor = "start");
std::string grid_line(double x1, double y1, double x2, double y2);
/// Colour, width and dashes of the i-th of many curves, as attributes.
std::string stroke(std::size_t i);
std::string colour(std::size_t i);

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
