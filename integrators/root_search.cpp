#include "integrators/root_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {

RootSearch::RootSearch(RootWatch& watch, Eigen::Index size)
    : watch_(watch),
      begin_(watch.count()),
      low_(watch.count()),
      high_(watch.count()),
      middle_(watch.count()),
      y_(size) {}

void RootSearch::start(double t, const VecX& y) {
    if (watch_.count() == 0) return;
    evaluate_at(t, y, begin_);
}

void RootSearch::evaluate_at(double t, const VecX& y, VecX& g) {
    VecMap out(g.data(), g.size());
    if (!watch_.evaluate(t, ConstVecMap(y.data(), y.size()), out))
        throw NumericalError(fmt::format("a root function is not finite at t = {:.12g} s", t));
}

void RootSearch::evaluate(double t, const DenseOutput& dense, VecX& g) {
    dense(t, y_);
    evaluate_at(t, y_, g);
}

bool RootSearch::any_crosses(const VecX& a, const VecX& b) const {
    for (Eigen::Index i = 0; i < a.size(); ++i)
        if (crosses(a[i], b[i])) return true;
    return false;
}

std::optional<double> RootSearch::find(double t_begin, double t_end, const DenseOutput& dense) {
    if (watch_.count() == 0) return std::nullopt;
    double a = t_begin;
    double b = t_end;
    if ((begin_.array() == 0).any()) {
        // A function at zero is armed by where it goes: look a tenth of the stretch ahead, as SUNDIALS does.
        evaluate(t_begin + 0.1 * (t_end - t_begin), dense, middle_);
        begin_ = (begin_.array() == 0).select(middle_, begin_);
    }
    low_ = begin_;
    evaluate(t_end, dense, high_);
    roots_.clear();
    if (any_crosses(low_, high_)) {
        narrow(a, b, dense);
        for (Eigen::Index i = 0; i < high_.size(); ++i)
            if (crosses(begin_[i], high_[i])) roots_.push_back({static_cast<int>(i), begin_[i] < 0 ? 1 : -1});
    }
    begin_ = high_;
    if (roots_.empty()) return std::nullopt;
    return b;
}

void RootSearch::narrow(double& a, double& b, const DenseOutput& dense) {
    const double tolerance = 100 * std::numeric_limits<double>::epsilon() * (std::abs(b) + (b - a));
    double weight_a = 1;  // of the Illinois rule: halves the value at the end that stays put
    double weight_b = 1;
    for (int k = 1; b - a > tolerance; ++k) {
        double m = b;  // the earliest estimate of all functions that cross
        for (Eigen::Index i = 0; i < low_.size(); ++i) {
            const double ga = weight_a * low_[i];
            const double gb = weight_b * high_[i];
            if (crosses(low_[i], high_[i])) m = std::min(m, a + (b - a) * ga / (ga - gb));
        }
        if (k % 4 == 0) m = 0.5 * (a + b);  // never slower than bisection by more than four
        m = std::clamp(m, a + 0.5 * tolerance, b - 0.5 * tolerance);
        evaluate(m, dense, middle_);
        if (any_crosses(low_, middle_)) {
            b = m;
            high_ = middle_;
            weight_b = 1;
            weight_a *= 0.5;
        } else {
            a = m;
            low_ = middle_;
            weight_a = 1;
            weight_b *= 0.5;
        }
    }
}

}  // namespace ritz
