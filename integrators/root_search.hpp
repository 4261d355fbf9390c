#pragma once
// The first crossing of zero inside a step, on the dense output: sign change, then bracketing.
#include <functional>
#include <optional>
#include <vector>

#include "integrators/root_watch.hpp"

namespace ritz {

/// Fills the state at a time inside the step.
using DenseOutput = std::function<void(double, VecX&)>;

class RootSearch {
  public:
    RootSearch(RootWatch& watch, Eigen::Index size);

    /// After the start of the watch.
    void start(double t, const VecX& y);
    /// Searches (t_begin, t_end], where the last search or the start ended at t_begin. The time is an instant behind
    /// the crossing, so that the signs are already the new ones; nothing if no function crosses.
    std::optional<double> find(double t_begin, double t_end, const DenseOutput& dense);
    const std::vector<Root>& roots() const { return roots_; }

  private:
    void evaluate(double t, const DenseOutput& dense, VecX& g);
    void evaluate_at(double t, const VecX& y, VecX& g);
    /// Whether function i crosses between values a and b; zero at a means that it has not left zero yet.
    static bool crosses(double a, double b) { return (a < 0 && b >= 0) || (a > 0 && b <= 0); }
    bool any_crosses(const VecX& a, const VecX& b) const;
    void narrow(double& a, double& b, const DenseOutput& dense);

    RootWatch& watch_;
    VecX begin_;  // g at the beginning of the stretch
    VecX low_, high_, middle_;
    VecX y_;
    std::vector<Root> roots_;
};

}  // namespace ritz
