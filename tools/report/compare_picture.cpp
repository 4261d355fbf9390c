#include "tools/report/compare_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/report/picture_parts.hpp"

namespace ritz {
namespace {

// All measures in the SVG's own units, about a pixel each.
constexpr struct { double left = 80, right = 170, top = 40, width = 640, height = 260, gap = 40, bottom = 50; } chart;

/// The legend beside a panel: as many columns as its curves need.
struct Legend {
    static constexpr double line = 18, swatch = 28, letter = 7.2;
    std::size_t rows = static_cast<std::size_t>(chart.height / line);
    std::size_t columns = 1;
    double column_width = 0;

    explicit Legend(const std::vector<LogPanel>& panels) {
        std::size_t longest = 0;
        for (const LogPanel& panel : panels) {
            columns = std::max(columns, (panel.curves.size() + rows - 1) / rows);
            for (const Curve& curve : panel.curves) longest = std::max(longest, curve.label.size());
        }
        column_width = swatch + 20 + letter * static_cast<double>(longest);
    }
    double width() const { return std::max(chart.right, 12 + column_width * static_cast<double>(columns)); }
    std::string draw_entry(std::size_t i, double y0, const std::string& label, std::size_t style) const;
};

std::string Legend::draw_entry(std::size_t i, double y0, const std::string& label, std::size_t style) const {
    const std::size_t column = i / rows;
    const double x = chart.left + chart.width + 12 + column_width * static_cast<double>(column);
    const double y = y0 + 14 + line * static_cast<double>(i % rows);
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x, y - 4, x + swatch,
                       y - 4, stroke(style)) +
           text_at(x + swatch + 6, y, label);
}

bool is_drawable(double value) { return std::isfinite(value) && value > 0; }

/// Whole decades around all values of a panel.
std::pair<double, double> find_decades(const LogPanel& panel) {
    double low = 1e300, high = 0;
    for (const Curve& curve : panel.curves)
        for (const double value : curve.values)
            if (is_drawable(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    if (high == 0) return {-1, 0};
    const double first = std::floor(std::log10(low)), last = std::ceil(std::log10(high));
    return {first, std::max(last, first + 1)};
}

std::string draw_panel(const LogPanel& panel, const std::vector<double>& x, const Axis& axis, double y0,
                       const Legend& legend, std::size_t first_style) {
    const auto [first, last] = find_decades(panel);
    const auto at_x = [&](double value) { return chart.left + chart.width * axis.fraction(value); };
    const auto at_y = [&, lo = first, hi = last](double value) {
        return y0 + chart.height * (hi - std::log10(value)) / (hi - lo);
    };
    std::string svg = text_at(chart.left, y0 - 8, panel.label);
    const double every = std::max(1.0, std::ceil((last - first) / 10));
    for (double decade = first; decade <= last; decade += every) {
        svg += grid_line(chart.left, at_y(std::pow(10, decade)), chart.left + chart.width, at_y(std::pow(10, decade)));
        svg += text_at(chart.left - 6, at_y(std::pow(10, decade)) + 4, fmt::format("1e{:.0f}", decade), "end");
    }
    for (const double tick : axis.ticks) {
        svg += grid_line(at_x(tick), y0, at_x(tick), y0 + chart.height);
        svg += text_at(at_x(tick), y0 + chart.height + 16, axis.label(tick), "middle");
    }
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
        const Curve& curve = panel.curves[c];
        svg += fmt::format("<polyline fill=\"none\" {} points=\"", stroke(c + first_style));
        for (std::size_t i = 0; i < x.size(); ++i)
            if (is_drawable(curve.values[i])) svg += fmt::format("{:.1f},{:.1f} ", at_x(x[i]), at_y(curve.values[i]));
        svg += "\"/>\n" + legend.draw_entry(c, y0, curve.label, c + first_style);
    }
    return svg + fmt::format(
                     "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
                     "stroke=\"#666\"/>\n",
                     chart.left, y0, chart.width, chart.height);
}

}  // namespace

std::string draw_log_panels(const std::string& title, const std::string& x_label, const std::vector<double>& x,
                            const std::vector<LogPanel>& panels) {
    const auto count = static_cast<double>(panels.size());
    const Legend legend(panels);
    std::string svg = begin_svg(chart.left + chart.width + legend.width(),
                                chart.top + count * (chart.height + chart.gap) + chart.bottom, chart.left, title);
    const Axis axis = make_axis(x.empty() ? 0 : x.front(), x.empty() ? 1 : x.back(), 10);
    double y = chart.top + 20;
    // The first curve of the first panel is the full model; a body has one style in all panels.
    const std::size_t most = panels.empty() ? 0 : panels[0].curves.size();
    for (const LogPanel& panel : panels) {
        svg += draw_panel(panel, x, axis, y, legend, most - std::min(most, panel.curves.size()));
        y += chart.height + chart.gap;
    }
    return svg + text_at(chart.left + chart.width / 2, y - chart.gap + 36, x_label, "middle") + "</svg>\n";
}

std::string draw_chessboard(const std::string& title, const std::string& row_label, const std::string& column_label,
                            const MatX& values) {
    const auto most = static_cast<double>(std::max<Eigen::Index>({values.rows(), values.cols(), 1}));
    const double cell = std::clamp(600 / most, 4.0, 28.0);
    const double w = cell * static_cast<double>(values.cols()), h = cell * static_cast<double>(values.rows());
    std::string svg = begin_svg(std::max(chart.left + w + 40, 420.0), chart.top + h + 90, chart.left, title);
    const double y0 = chart.top + 30;
    for (Eigen::Index i = 0; i < values.rows(); ++i)
        for (Eigen::Index j = 0; j < values.cols(); ++j) {
            const int shade = static_cast<int>(std::lround(255 * (1 - std::clamp(values(i, j), 0.0, 1.0))));
            svg += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"rgb({},{},{})\" "
                "stroke=\"#ddd\" stroke-width=\"0.5\"/>\n",
                chart.left + cell * static_cast<double>(j), y0 + cell * static_cast<double>(i), cell, cell, shade,
                shade, std::max(shade, 60));
        }
    const Eigen::Index every = std::max<Eigen::Index>(1, static_cast<Eigen::Index>(std::ceil(20 / cell)));
    for (Eigen::Index i = 0; i < values.rows(); i += every)
        svg += text_at(chart.left - 6, y0 + cell * (static_cast<double>(i) + 0.5) + 4, fmt::format("{}", i + 1), "end");
    for (Eigen::Index j = 0; j < values.cols(); j += every)
        svg += text_at(chart.left + cell * (static_cast<double>(j) + 0.5), y0 + h + 16, fmt::format("{}", j + 1),
                       "middle");
    svg += text_at(chart.left, y0 - 8, row_label + " downwards");
    return svg + text_at(chart.left, y0 + h + 36, column_label + " to the right") + "</svg>\n";
}

}  // namespace ritz
