#include "tools/report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "tools/report/picture.hpp"
#include "tools/report/picture_parts.hpp"
#include "tools/report/run_results.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

// In the SVG's own units, about a pixel each.
constexpr struct { double left = 90, right = 20, top = 40, width = 560, height = 420, bottom = 60; } sheet;

struct Results {
    explicit Results(const fs::path& folder)
        : place(folder), summary(read_summary(folder)), outputs(read_outputs(folder)) {}

    const std::vector<double>& column(const std::string& name) const {
        const auto found = std::find(outputs.names.begin(), outputs.names.end(), name);
        if (found == outputs.names.end())
            throw InputError(fmt::format("{}: no output \"{}\"{}", place.string(), name, suggest(name, outputs.names)));
        return outputs.columns[static_cast<std::size_t>(found - outputs.names.begin())];
    }
    std::string label(const std::string& name) const {
        const std::string unit = summary.contains("units") ? summary["units"].value(name, "") : "";
        return name + (unit.empty() ? "" : " in " + unit);
    }
    /// Null if there is none.
    const std::vector<double>* bound_of(const std::string& name) const {
        if (!summary.contains("bands")) return nullptr;
        for (const Json& band : summary["bands"])
            if (band.value("output", "") == name) return &column(band.value("bound", ""));
        return nullptr;
    }

    fs::path place;
    Json summary;
    CsvColumns outputs;
};

History make_history(const Results& results, const std::string& name) {
    const std::vector<double>& times = results.column("time");
    History history{results.label(name), times, results.column(name)};
    if (const std::vector<double>* bound = results.bound_of(name)) {
        history.label += ", and its error bound";
        history.band.low_times = history.band.high_times = times;
        for (std::size_t i = 0; i < times.size(); ++i) {
            history.band.low.push_back(history.values[i] - (*bound)[i]);
            history.band.high.push_back(history.values[i] + (*bound)[i]);
        }
    }
    return history;
}

Axis fit_axis(const std::vector<double>& values) {
    double low = INFINITY, high = -INFINITY;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (!(low <= high)) return make_axis(0, 1, 6);
    const double margin = 0.04 * (high - low);
    return make_axis(low - margin, high + margin, 6);
}

double place_across(const Axis& axis, double value) { return sheet.left + sheet.width * axis.fraction(value); }
double place_up(const Axis& axis, double value) { return sheet.top + sheet.height * (1 - axis.fraction(value)); }

std::string draw_grid(const Axis& x, const Axis& y) {
    std::string svg;
    for (const double tick : x.ticks)
        svg += grid_line(place_across(x, tick), sheet.top, place_across(x, tick), sheet.top + sheet.height) +
               text_at(place_across(x, tick), sheet.top + sheet.height + 18, x.label(tick), "middle");
    for (const double tick : y.ticks)
        svg += grid_line(sheet.left, place_up(y, tick), sheet.left + sheet.width, place_up(y, tick)) +
               text_at(sheet.left - 6, place_up(y, tick) + 4, y.label(tick), "end");
    return svg;
}

}  // namespace

std::string plot_over_time(const fs::path& folder, const std::vector<std::string>& names) {
    const Results results(folder);
    std::vector<History> curves;
    for (const std::string& name : names) curves.push_back(make_history(results, name));
    return draw_time_histories(results.summary.value("scene", ""), curves);
}

std::string plot_over_each_other(const fs::path& folder, const std::string& across, const std::string& up) {
    const Results results(folder);
    const std::vector<double>&xs = results.column(across), &ys = results.column(up);
    const Axis x = fit_axis(xs), y = fit_axis(ys);
    std::string svg = begin_svg(sheet.left + sheet.width + sheet.right, sheet.top + sheet.height + sheet.bottom,
                                sheet.left, results.summary.value("scene", "")) +
                      draw_grid(x, y) + "<polyline fill=\"none\" " + stroke(0) + " points=\"";
    for (std::size_t i = 0; i < xs.size(); ++i)
        if (std::isfinite(xs[i]) && std::isfinite(ys[i]))
            svg += fmt::format("{:.1f},{:.1f} ", place_across(x, xs[i]), place_up(y, ys[i]));
    const double middle = sheet.top + sheet.height / 2;
    svg += "\"/>\n" +
           text_at(sheet.left + sheet.width / 2, sheet.top + sheet.height + 42, results.label(across), "middle");
    svg += fmt::format("<g transform=\"rotate(-90 16 {0})\">{1}</g>\n", middle,
                       text_at(16, middle, results.label(up), "middle"));
    return svg + "</svg>\n";
}

}  // namespace ritz
