#include "integrators/root_watch.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace ritz {

namespace {
constexpr double never = std::numeric_limits<double>::quiet_NaN();  // compares unequal to every time
}  // namespace

RootWatch::RootWatch(RootFunctions functions, Eigen::Index count)
    : functions_(std::move(functions)),
      count_(functions_ ? count : 0),
      largest_(VecX::Zero(count_)),
      t_fired_(never),
      fired_values_(VecX::Constant(count_, -1)),
      muted_below_(VecX::Zero(count_)) {}

bool RootWatch::evaluate(double t, const ConstVecMap& y, VecMap& g) {
    functions_(t, y, g);
    if (!g.allFinite()) return false;
    largest_ = largest_.cwiseMax(g.cwiseAbs());
    for (Eigen::Index i = 0; i < count_; ++i) {
        if (std::abs(g[i]) > muted_below_[i])
            muted_below_[i] = 0;
        else
            g[i] = 0;
    }
    return true;
}

void RootWatch::fired(double t, const VecX& y, const std::vector<Root>& roots) {
    VecX values(count_);
    VecMap g(values.data(), count_);
    muted_below_.setZero();
    if (!evaluate(t, ConstVecMap(y.data(), y.size()), g)) return;
    t_fired_ = t;
    fired_values_.setConstant(-1);
    for (const Root& root : roots) fired_values_[root.index] = std::abs(values[root.index]);
}

void RootWatch::start(double t, const VecX& y) {
    muted_below_.setZero();
    if (count_ == 0 || t != t_fired_) return;
    VecX values(count_);
    VecMap g(values.data(), count_);
    if (!evaluate(t, ConstVecMap(y.data(), y.size()), g)) return;  // the integrator meets it again and reports it
    for (Eigen::Index i = 0; i < count_; ++i) {
        // A crossing is located to about a hundred roundings of t, so its value is some 1e-12 of the largest; ten times
        // the value found there leaves room for the rounding of a projection.
        const double near_zero = 10 * fired_values_[i] + 1e-10 * largest_[i];
        if (fired_values_[i] >= 0 && std::abs(values[i]) <= near_zero) muted_below_[i] = near_zero;
    }
}

}  // namespace ritz
