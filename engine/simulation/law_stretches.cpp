#include "engine/simulation/law_stretches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ritz {
namespace {

struct LawPoint {
    double x, force;
};

/// The cubic through four points, by Lagrange.
double interpolate_cubic(const std::array<LawPoint, 4>& points, double x) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        double weight = points[i].force;
        for (std::size_t k = 0; k < 4; ++k)
            if (k != i) weight *= (x - points[k].x) / (points[i].x - points[k].x);
        sum += weight;
    }
    return sum;
}

std::vector<LawPoint> list_points(const Table& table) {
    const int parts = table.options().interpolation == Interpolation::spline ? 4 : 1;
    const std::vector<double>& x = table.x();
    std::vector<LawPoint> points;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        for (int k = 0; k < parts; ++k) {
            const double at = x[i] + (x[i + 1] - x[i]) * k / parts;
            points.push_back({at, table.at(at)});
        }
    points.push_back({x.back(), table.y().back()});
    return points;
}

/// The points from a to b, at least five of them.
bool is_one_stretch(const Table& table, const std::vector<LawPoint>& p, std::size_t a, std::size_t b,
                    double tolerance) {
    const std::size_t third = (b - a) / 3;
    const std::array<LawPoint, 4> support{p[a], p[a + third], p[b - third], p[b]};
    double largest = 0;
    for (std::size_t k = a; k <= b; ++k) largest = std::max(largest, std::abs(p[k].force));
    const double small = tolerance * largest, change = p[b].force - p[a].force;
    const auto fits = [&](double x, double force) {
        const double line = p[a].force + change * (x - p[a].x) / (p[b].x - p[a].x);
        return std::abs(force - interpolate_cubic(support, x)) <= small &&
               std::abs(force - line) <= 0.5 * std::abs(change) + small;
    };
    for (std::size_t k = a; k < b; ++k) {
        const double middle = 0.5 * (p[k].x + p[k + 1].x);
        if (!fits(p[k].x, p[k].force) || !fits(middle, table.at(middle))) return false;
    }
    return true;
}

}  // namespace

Stretches divide_into_stretches(const Table& table, double relative_tolerance) {
    const std::vector<LawPoint> points = list_points(table);
    const std::size_t last = points.size() - 1;
    Stretches stretches{{points.front().x}, table.options().periodic};
    for (std::size_t i = 0; i < last;) {
        std::size_t length = 1;
        for (std::size_t more = 4; i + more <= last; more *= 2) {
            if (!is_one_stretch(table, points, i, i + more, 10 * relative_tolerance)) break;
            length = more;
        }
        stretches.ends.push_back(points[i += length].x);
    }
    return stretches;
}

Travel Stretches::travel(double x, int direction) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const double period = ends.back() - ends.front();
    if (is_periodic) x -= period * std::floor((x - ends.front()) / period);
    const auto count = static_cast<std::ptrdiff_t>(ends.size());
    const auto above = std::upper_bound(ends.begin(), ends.end(), x) - ends.begin();
    const auto end = direction > 0 ? above : above - 1;
    if (end < 0 || end >= count) return {infinite, infinite};
    const auto width = [&](std::ptrdiff_t from) {  // from there on in the direction
        auto low = direction > 0 ? from : from - 1;
        if (is_periodic) low = (low + count - 1) % (count - 1);
        if (low < 0 || low + 1 >= count) return infinite;
        return ends[static_cast<std::size_t>(low + 1)] - ends[static_cast<std::size_t>(low)];
    };
    const double next = width(end), own = width(end - direction);
    const double left = direction * (ends[static_cast<std::size_t>(end)] - x);
    const double near = 0.125 * (std::isfinite(own) ? own : next);
    // A step to the middle of the next stretch sees half of what the law changes there. Were what is left of this one
    // long, the law could rise on it and come down again until there.
    if (left < near) return {left + 0.5 * next, left + 0.75 * next};
    return {left, left + 0.25 * next};
}

}  // namespace ritz
