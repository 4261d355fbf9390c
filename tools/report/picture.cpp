#include "tools/report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/report/picture_parts.hpp"

namespace ritz {
namespace {

// All measures in the SVG's own units, about a pixel each.
constexpr struct {
    double left = 90, right = 20, top = 40, panel_width = 690, panel_height = 120, gap = 34, bottom = 46;
} page;

/// The points to draw: of those within the width of one pixel, first, lowest, highest and last look the same.
std::vector<std::size_t> thin_out(const std::vector<double>& times, const std::vector<double>& values,
                                  const Axis& time) {
    std::vector<std::size_t> kept;
    const auto column = [&](std::size_t i) { return std::floor(time.fraction(times[i]) * page.panel_width); };
    for (std::size_t begin = 0; begin < times.size();) {
        std::size_t end = begin, lowest = begin, highest = begin;
        for (; end < times.size() && column(end) == column(begin); ++end) {
            if (values[end] < values[lowest]) lowest = end;
            if (values[end] > values[highest]) highest = end;
        }
        for (const std::size_t i : {begin, std::min(lowest, highest), std::max(lowest, highest), end - 1})
            if (kept.empty() || kept.back() < i) kept.push_back(i);
        begin = end;
    }
    return kept;
}

std::string draw_frame(const Axis& time, const Axis& value, double y, bool with_times) {
    std::string svg;
    for (const double tick : value.ticks) {
        const double at = y + page.panel_height * (1 - value.fraction(tick));
        svg += fmt::format("<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", page.left,
                           page.left + page.panel_width, at, at);
        svg += fmt::format("<text class=\"tick\" text-anchor=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                           page.left - 6, at + 4, value.label(tick));
    }
    for (const double tick : time.ticks) {
        const double at = page.left + page.panel_width * time.fraction(tick);
        svg += fmt::format("<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", at, at, y,
                           y + page.panel_height);
        if (with_times)
            svg += fmt::format("<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", at,
                               y + page.panel_height + 16, time.label(tick));
    }
    return svg + fmt::format("<rect class=\"frame\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                             page.left, y, page.panel_width, page.panel_height);
}

std::string draw_curve(const std::vector<double>& times, const std::vector<double>& values, const Axis& time,
                       const Axis& axis, double y) {
    std::string svg = "<polyline class=\"curve\" points=\"";
    for (const std::size_t i : thin_out(times, values, time)) {
        if (!std::isfinite(values[i])) continue;
        svg += fmt::format("{:.1f},{:.1f} ", page.left + page.panel_width * time.fraction(times[i]),
                           y + page.panel_height * (1 - axis.fraction(values[i])));
    }
    return svg + "\"/>\n";
}

/// What lies beyond the panel is cut off at its edge.
std::string draw_band(const CurveBand& band, const Axis& time, const Axis& axis, double y) {
    std::string points;
    const auto add = [&](double t, double value) {
        if (std::isnan(value)) return;
        points += fmt::format("{:.1f},{:.1f} ", page.left + page.panel_width * time.fraction(t),
                              y + page.panel_height * (1 - std::clamp(axis.fraction(value), 0.0, 1.0)));
    };
    for (const std::size_t i : thin_out(band.low_times, band.low, time)) add(band.low_times[i], band.low[i]);
    std::vector<std::size_t> upper = thin_out(band.high_times, band.high, time);
    std::reverse(upper.begin(), upper.end());
    for (const std::size_t i : upper) add(band.high_times[i], band.high[i]);
    return points.empty() ? "" : "<polygon class=\"band\" points=\"" + points + "\"/>\n";
}

std::string draw_panel(const History& curve, const Axis& time, double y, bool is_last) {
    double low = 0, high = 0;
    bool any = false;
    for (const double value : curve.values) {
        if (!std::isfinite(value)) continue;
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
    // A band is shown as far as it leaves its curve readable.
    const double size = high - low;
    const double lowest = low - 0.5 * size, highest = high + 0.5 * size;
    for (const auto* edge : {&curve.band.low, &curve.band.high})
        for (const double value : *edge) {
            if (!std::isfinite(value)) continue;
            low = std::min(low, std::max(value, lowest));
            high = std::max(high, std::min(value, highest));
        }
    const double margin = 0.05 * size;
    const Axis axis = make_axis(low - margin, high + margin, 4);
    return fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", page.left, y - 7,
                       escaped(curve.label)) +
           draw_band(curve.band, time, axis, y) + draw_frame(time, axis, y, is_last) +
           draw_curve(curve.times, curve.values, time, axis, y);
}

}  // namespace

std::string draw_time_histories(const std::string& title, const std::vector<History>& curves) {
    const auto count = static_cast<double>(std::max<std::size_t>(curves.size(), 1));
    const double width = page.left + page.panel_width + page.right,
                 height = page.top + count * (page.panel_height + page.gap) + page.bottom;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"sans-serif\">\n"
        "<style>.grid{{stroke:#e3e3e3}}.frame{{fill:none;stroke:#666}}.curve{{fill:none;stroke:#1f5fa8;stroke-width:1."
        "3;"
        "stroke-linejoin:round}}.band{{fill:#1f5fa8;fill-opacity:0.18;stroke:none}}.tick{{font-size:11px;fill:#444}}."
        "label{{font-size:13px;fill:#111}}"
        ".title{{font-size:15px;font-weight:bold;fill:#111}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<text class=\"title\" x=\"{2:.0f}\" y=\"22\">{3}</text>\n",
        width, height, page.left, escaped(title));
    if (curves.empty() || curves[0].times.empty()) return svg + "</svg>\n";
    const Axis time = make_axis(curves[0].times.front(), curves[0].times.back(), 10);
    double y = page.top + page.gap - 14;
    for (std::size_t i = 0; i < curves.size(); ++i, y += page.panel_height + page.gap)
        svg += draw_panel(curves[i], time, y, i + 1 == curves.size());
    svg += fmt::format("<text class=\"label\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">time in s</text>\n",
                       page.left + page.panel_width / 2, y - page.gap + 36);
    return svg + "</svg>\n";
}

}  // namespace ritz
