#include "core/signals/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"

namespace ritz {
namespace {

void check(const std::vector<double>& x, const std::vector<double>& y, const TableOptions& options) {
    if (x.size() != y.size())
        throw InputError(fmt::format("a table has {} abscissae but {} values", x.size(), y.size()));
    if (x.size() < 2) throw InputError(fmt::format("a table has {} points, expected at least 2", x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
            throw InputError(fmt::format("point {} of a table, ({}, {}), is not finite", i, x[i], y[i]));
        if (i > 0 && !(x[i] > x[i - 1]))
            throw InputError(
                fmt::format("the abscissae of a table must increase, but number {} is {} after {}", i, x[i], x[i - 1]));
    }
    if (!options.periodic) {
        if (options.ends == SplineEnds::periodic)
            throw InputError("the spline of a table closes, but the table is not periodic");
        return;
    }
    const auto [low, high] = std::minmax_element(y.begin(), y.end());
    if (std::abs(y.back() - y.front()) > 1e-9 * (*high - *low))
        throw InputError(
            fmt::format("a periodic table ends with {}, expected its first value {}", y.back(), y.front()));
}

VecX compute_curvatures(const std::vector<double>& x, const std::vector<double>& y, const TableOptions& options) {
    const auto n = static_cast<Eigen::Index>(x.size());
    const SplineEnds ends = options.periodic ? SplineEnds::periodic : options.ends;
    const bool straight = options.interpolation == Interpolation::linear;
    if (straight || (n == 2 && ends != SplineEnds::rest)) return VecX::Zero(n);
    const VecX knots = Eigen::Map<const VecX>(x.data(), n);
    const MatX values = Eigen::Map<const Eigen::RowVectorXd>(y.data(), n);
    const VecX curvatures = compute_spline_curvatures(knots, values, ends).row(0);
    if (!curvatures.allFinite())
        throw InputError("no spline passes through the points of a table; are some abscissae almost equal?");
    return curvatures;
}

}  // namespace

Table::Table(std::vector<double> x, std::vector<double> y, const TableOptions& options)
    : x_(std::move(x)), y_(std::move(y)), options_(options) {
    check(x_, y_, options_);
    if (options_.periodic) y_.back() = y_.front();
    curvature_ = compute_curvatures(x_, y_, options_);
    const bool level = std::all_of(y_.begin(), y_.end(), [&](double value) { return value == y_[0]; });
    is_constant_ = level && std::all_of(curvature_.begin(), curvature_.end(), [](double m) { return m == 0; });
}

Jet Table::inside(double x) const {
    // At a point the segment to its right counts, except at the last one.
    const SplineWeights weights =
        compute_spline_weights(Eigen::Map<const VecX>(x_.data(), static_cast<Eigen::Index>(x_.size())), x);
    const auto i = static_cast<std::size_t>(weights.span);
    const double y0 = y_[i], y1 = y_[i + 1], m0 = curvature_[weights.span], m1 = curvature_[weights.span + 1];
    const auto sum = [&](const SplineWeights::Row& w) {
        return w.value_0 * y0 + w.value_1 * y1 + w.curvature_0 * m0 + w.curvature_1 * m1;
    };
    return {sum(weights.order[0]),
            (y1 - y0) / (x_[i + 1] - x_[i]) + weights.order[1].curvature_0 * m0 + weights.order[1].curvature_1 * m1,
            sum(weights.order[2])};
}

Jet Table::jet(double x) const {
    if (options_.periodic) {
        const double period = last() - first();
        const double turns = std::floor((x - first()) / period);
        return inside(std::clamp(x - turns * period, first(), last()));
    }
    if (x >= first() && x <= last()) return inside(x);
    const double end = x < first() ? first() : last();
    if (options_.outside == Outside::hold) return {x < first() ? y_.front() : y_.back(), 0, 0};
    const Jet at_end = inside(end);
    return {at_end.value + at_end.rate * (x - end), at_end.rate, 0};
}

double Table::at(double x, double* slope) const {
    const Jet y = jet(x);
    if (slope) *slope = y.rate;
    return y.value;
}

double Table::integral(double a, double b) const {
    if (b < a) return -integral(b, a);
    // Between two points the interpolant is a cubic, for which Simpson's rule is exact; outside it is at most linear.
    double sum = 0, left = a;
    const auto piece = [&](double right) {
        sum += (right - left) / 6 * (at(left) + 4 * at(0.5 * (left + right)) + at(right));
        left = right;
    };
    for (const double x : x_)
        if (x > a && x < b) piece(x);
    piece(b);
    return sum;
}

std::vector<double> Table::breakpoints() const {
    if (is_constant_) return {};
    if (options_.interpolation == Interpolation::linear) return x_;
    if (options_.periodic) return {};
    return {first(), last()};
}

double Table::next_breakpoint(double x) const {
    constexpr double nowhere = std::numeric_limits<double>::infinity();
    const bool straight = options_.interpolation == Interpolation::linear;
    if (is_constant_ || (options_.periodic && !straight)) return nowhere;
    double turns = options_.periodic ? std::floor((x - first()) / (last() - first())) : 0;
    for (int period = 0; period < 3; ++period, ++turns) {  // rounding may put x into a neighbouring period
        const double shift = turns * (last() - first());
        auto next = std::upper_bound(x_.begin(), x_.end(), x - shift);
        if (next != x_.end() && !(*next + shift > x)) ++next;
        if (next != x_.end()) return (straight || next == x_.begin() ? *next : last()) + shift;
        if (!options_.periodic) return nowhere;
    }
    return nowhere;
}

SignalBounds Table::bounds(double x_begin, double x_end) const {
    const Jet a = jet(x_begin), b = jet(x_end);
    SignalBounds y{{a.value, b.value}, {a.acceleration, b.acceleration}};
    const auto add_points = [&](double from, double to) {
        const auto end = std::upper_bound(x_.begin(), x_.end(), to);
        for (auto x = std::lower_bound(x_.begin(), x_.end(), from); x < end; ++x) {
            y.value = hull(y.value, y_[x - x_.begin()]);
            y.acceleration = hull(y.acceleration, curvature_[x - x_.begin()]);
        }
    };
    if (!options_.periodic) {
        add_points(x_begin, x_end);
        return y;
    }
    const double period = last() - first(), begin = x_begin - std::floor((x_begin - first()) / period) * period;
    const double end = begin + std::min(x_end - x_begin, period);
    add_points(begin, end);
    if (end > last()) add_points(first(), end - period);
    return y;
}

}  // namespace ritz
