#include "tools/report/picture_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/printable.hpp"

namespace ritz {

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
