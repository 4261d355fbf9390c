#include "tools/report/log_log_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tools/report/picture_parts.hpp"

namespace ritz {
namespace {

constexpr struct { double left = 80, top = 44, width = 560, height = 380, right = 190, bottom = 56; } sheet;

/// Whole decades of an axis.
struct Decades {
    double low = 1e300, high = 0;

    void include(double value) {
        if (!std::isfinite(value) || value <= 0) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    double first() const { return high > 0 ? std::floor(std::log10(low)) : -1; }
    double last() const { return high > 0 ? std::max(std::ceil(std::log10(high)), first() + 1) : 0; }
    double fraction(double value) const { return (std::log10(value) - first()) / (last() - first()); }
};

struct Axes {
    Decades x, y;
    std::optional<Axis> linear_x{};  // in the place of x
    double at_x(double value) const {
        return sheet.left + sheet.width * (linear_x ? linear_x->fraction(value) : x.fraction(value));
    }
    double at_y(double value) const { return sheet.top + sheet.height * (1 - y.fraction(value)); }
};

std::string draw_grid(const Axes& axes) {
    const double bottom = sheet.top + sheet.height, right = sheet.left + sheet.width;
    std::string svg;
    const auto draw_x = [&](double value, const std::string& label) {
        const double at = axes.at_x(value);
        svg += grid_line(at, sheet.top, at, bottom) + text_at(at, bottom + 17, label, "middle");
    };
    if (axes.linear_x)
        for (const double tick : axes.linear_x->ticks) draw_x(tick, axes.linear_x->label(tick));
    else
        for (double decade = axes.x.first(); decade <= axes.x.last(); ++decade)
            draw_x(std::pow(10, decade), fmt::format("1e{:.0f}", decade));
    for (double decade = axes.y.first(); decade <= axes.y.last(); ++decade) {
        const double at = axes.at_y(std::pow(10, decade));
        svg += grid_line(sheet.left, at, right, at) +
               text_at(sheet.left - 6, at + 4, fmt::format("1e{:.0f}", decade), "end");
    }
    return svg + fmt::format(
                     "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
                     "stroke=\"#666\"/>\n",
                     sheet.left, sheet.top, sheet.width, sheet.height);
}

bool is_drawable(const std::pair<double, double>& p, bool x_is_linear) {
    return std::isfinite(p.first) && std::isfinite(p.second) && (x_is_linear || p.first > 0) && p.second > 0;
}

Axes make_axes(const LogLogPicture& picture) {
    Axes axes;
    double first = 1e300, last = -1e300;
    for (const LogLogCurve& curve : picture.curves)
        for (const auto& point : curve.points)
            if (is_drawable(point, picture.x_is_linear)) {
                axes.x.include(point.first);
                axes.y.include(point.second);
                first = std::min(first, point.first);
                last = std::max(last, point.first);
            }
    if (picture.x_is_linear) axes.linear_x = first <= last ? make_axis(first, last, 6) : Axis{};
    return axes;
}

std::string draw_curve(const LogLogCurve& curve, const Axes& axes, std::size_t style, bool has_dots) {
    std::string line = fmt::format("<polyline fill=\"none\" {} points=\"", stroke(style)), dots;
    for (const auto& point : curve.points) {
        if (!is_drawable(point, axes.linear_x.has_value())) continue;
        const double x = axes.at_x(point.first), y = axes.at_y(point.second);
        line += fmt::format("{:.1f},{:.1f} ", x, y);
        if (has_dots)
            dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", x, y, colour(style));
    }
    const double x = sheet.left + sheet.width + 14, y = sheet.top + 16 + 19 * static_cast<double>(style);
    return line + "\"/>" + dots + "\n" +
           fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>", x, y - 4, x + 28, y - 4,
                       stroke(style)) +
           text_at(x + 34, y, curve.label);
}

}  // namespace

std::string draw_log_log(const LogLogPicture& picture) {
    const Axes axes = make_axes(picture);
    std::string svg = begin_svg(sheet.left + sheet.width + sheet.right, sheet.top + sheet.height + sheet.bottom,
                                sheet.left, picture.title);
    svg += draw_grid(axes);
    if (picture.floor > 0 && axes.y.fraction(picture.floor) > 0 && axes.y.fraction(picture.floor) < 1)
        svg += fmt::format(
            "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"#999\" "
            "stroke-dasharray=\"4 3\"/>\n",
            sheet.left, axes.at_y(picture.floor), sheet.left + sheet.width);
    for (std::size_t i = 0; i < picture.curves.size(); ++i)
        svg += draw_curve(picture.curves[i], axes, i, picture.has_dots);
    svg += text_at(sheet.left + sheet.width / 2, sheet.top + sheet.height + 40, picture.x_label, "middle");
    return svg + text_at(sheet.left, sheet.top - 7, picture.y_label) + "</svg>\n";
}

}  // namespace ritz
