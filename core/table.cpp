// In [x_i, x_i+1] with h = x_i+1 - x_i, a = (x_i+1 - x)/h, b = 1 - a and the curvatures m of the points:
//   y = a y_i + b y_i+1 + h²/6 ((a³ - a) m_i + (b³ - b) m_i+1)
// The slope is continuous at the inner points if
//   h_i-1 m_i-1 + 2 (h_i-1 + h_i) m_i + h_i m_i+1 = 6 (d_i - d_i-1),   d_i = (y_i+1 - y_i)/h_i.
#include "core/table.hpp"

#include <fmt/format.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/types.hpp"

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
    if (!options.periodic) return;
    const auto [low, high] = std::minmax_element(y.begin(), y.end());
    if (std::abs(y.back() - y.front()) > 1e-9 * (*high - *low))
        throw InputError(
            fmt::format("a periodic table ends with {}, expected its first value {}", y.back(), y.front()));
}

/// The equations for the curvatures, of which only the first and the last depend on the kind of ends.
class SplineEquations {
  public:
    SplineEquations(const std::vector<double>& x, const std::vector<double>& y)
        : n_(static_cast<int>(x.size())), h_(n_ - 1), d_(n_ - 1), right_side_(VecX::Zero(n_)) {
        for (int i = 0; i + 1 < n_; ++i) {
            h_[i] = x[i + 1] - x[i];
            d_[i] = (y[i + 1] - y[i]) / h_[i];
        }
        for (int i = 1; i + 1 < n_; ++i) {
            row(i, {{i - 1, h_[i - 1]}, {i, 2 * (h_[i - 1] + h_[i])}, {i + 1, h_[i]}});
            right_side_[i] = 6 * (d_[i] - d_[i - 1]);
        }
    }

    void not_a_knot() {
        const int l = n_ - 1;
        if (n_ == 3) {  // one parabola: all curvatures equal
            row(0, {{0, 1}, {1, -1}});
            row(l, {{l, 1}, {l - 1, -1}});
            return;
        }
        row(0, {{0, h_[1]}, {1, -h_[0] - h_[1]}, {2, h_[0]}});
        row(l, {{l, h_[l - 2]}, {l - 1, -h_[l - 1] - h_[l - 2]}, {l - 2, h_[l - 1]}});
    }

    void rest() {
        const int l = n_ - 1;
        row(0, {{0, 2 * h_[0]}, {1, h_[0]}});
        row(l, {{l, 2 * h_[l - 1]}, {l - 1, h_[l - 1]}});
        right_side_[0] = 6 * d_[0];
        right_side_[l] = -6 * d_[l - 1];
    }

    void periodic() {
        const int l = n_ - 1;
        row(0, {{0, 1}, {l, -1}});
        row(l, {{l - 1, h_[l - 1]}, {l, 2 * (h_[l - 1] + h_[0])}, {1, h_[0]}});
        right_side_[l] = 6 * (d_[0] - d_[l - 1]);
    }

    std::vector<double> solve() const {
        Eigen::SparseMatrix<double> matrix(n_, n_);
        matrix.setFromTriplets(entries_.begin(), entries_.end());
        const Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(matrix);
        const VecX m = factors.solve(right_side_);
        if (factors.info() != Eigen::Success || !m.allFinite())
            throw InputError("no spline passes through the points of a table; are some abscissae almost equal?");
        return {m.begin(), m.end()};
    }

  private:
    void row(int i, std::initializer_list<std::pair<int, double>> terms) {
        for (const auto& [j, factor] : terms) entries_.emplace_back(i, j, factor);
    }

    int n_;
    VecX h_, d_, right_side_;
    std::vector<Eigen::Triplet<double>> entries_;
};

std::vector<double> compute_curvatures(const std::vector<double>& x, const std::vector<double>& y,
                                       const TableOptions& options) {
    const bool straight = options.interpolation == Interpolation::linear;
    const bool needs_no_more_points = options.ends == SplineEnds::rest && !options.periodic;
    if (straight || (x.size() == 2 && !needs_no_more_points)) return std::vector<double>(x.size(), 0.0);
    SplineEquations equations(x, y);
    if (options.periodic)
        equations.periodic();
    else if (options.ends == SplineEnds::rest)
        equations.rest();
    else
        equations.not_a_knot();
    return equations.solve();
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
    const auto right = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
    const std::size_t i = right - x_.begin() - 1;
    const double h = x_[i + 1] - x_[i], b = (x - x_[i]) / h, a = 1 - b;
    const double m0 = curvature_[i], m1 = curvature_[i + 1];
    return {a * y_[i] + b * y_[i + 1] + h * h / 6 * ((a * a * a - a) * m0 + (b * b * b - b) * m1),
            (y_[i + 1] - y_[i]) / h + h / 6 * ((1 - 3 * a * a) * m0 + (3 * b * b - 1) * m1), a * m0 + b * m1};
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
