#include "tools/report/picture_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/printable.hpp"

namespace ritz {
namespace {

constexpr const char* colours[] = {"#222222", "#1f5fa8", "#c8472c", "#2d8a4e", "#8a4ea8", "#b8860b", "#0f8b8d"};

/// When the colours are used up they come again, dashed.
constexpr const char* dashes[] = {"", "7 3", "2 3", "9 3 2 3", "4 2", "12 4"};

}  // namespace

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : printable(text)) {
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += c;
    }
    return result;
}

std::string begin_svg(double width, double height, double title_x, const std::string& title) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<text x=\"{2:.0f}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{3}</text>\n",
        width, height, title_x, escaped(title));
}

std::string text_at(double x, double y, const std::string& text, const std::string& anchor) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escaped(text));
}

std::string grid_line(double x1, double y1, double x2, double y2) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#e3e3e3\"/>\n", x1, y1,
                       x2, y2);
}

std::string colour(std::size_t i) { return colours[i % std::size(colours)]; }

std::string stroke(std::size_t i) {
    const std::string dash = dashes[i / std::size(colours) % std::size(dashes)];
    return fmt::format("stroke=\"{}\" stroke-width=\"1.5\"{}", colour(i),
                       dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
}

std::string Axis::label(double tick) const {
    if (std::abs(tick) < 1e-9 * step) return "0";
    // As many digits as tell two ticks apart.
    const double size = std::max(std::abs(low), std::abs(high));
    const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(size / step))) + 1, 2, 12);
    return fmt::format("{:.{}g}", tick, std::max(digits, 5));  // 5: no exponent where plain digits do
}

Axis make_axis(double low, double high, int about) {
    Axis axis;
    // A constant shall be a line in the middle; what rounding leaves of it shall not fill the panel.
    const double least = std::max(1e-12 * std::max(std::abs(low), std::abs(high)), 1e-300);
    if (!(high - low > least)) {
        const double half = low == 0 ? 1 : std::max(0.1 * std::abs(low), least);
        low -= half;
        high += half;
    }
    axis.low = low;
    axis.high = high;
    const double raw = (high - low) / about, power = std::pow(10, std::floor(std::log10(raw)));
    axis.step = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
    for (double k = std::ceil(low / axis.step);
         k * axis.step <= high * (1 + 1e-12) + 1e-12 * axis.step && axis.ticks.size() < 50; ++k)
        axis.ticks.push_back(k * axis.step);
    return axis;
}

}  // namespace ritz
