#pragma once
// Dense output of a one-step method: the Hermite cubic through both ends of the step and, on demand, a quintic.
//
//   p(s) = H(s) + s² (1 − s)² (A + B (2s − 1)),   s = (t − t0) / h,
//   H(s) = y0 + s² (3 − 2s) (y1 − y0) + h s (1 − s) ((1 − s) f0 − s f1)
//
// A and B make p' equal to f at s = ⅕ and s = ⅘. There f is evaluated at the cubic, whose error h⁴ enters p as h⁵, and
// once more at the quintic so found, which leaves h⁶. In stiff problems f amplifies the error of the cubic, and the
// second quintic differs from the first by more than the first from the cubic: such components keep the cubic.
#include <functional>

#include "core/types.hpp"

namespace ritz {

class DenseStep {
  public:
    /// Evaluates f(t, y); false if it is not finite.
    using Evaluate = std::function<bool(double, const VecX&, VecX&)>;

    double t0 = 0, t1 = 0;
    VecX y0, f0, y1, f1;

    void resize(Eigen::Index size);
    void start(double t, const VecX& y);
    /// The next step, from the end of this one to (t, y); its rate there is not known yet.
    void advance(double t, const ConstVecMap& y);
    void set_end_rate(const ConstVecMap& f);
    /// Evaluates the rates at the ends that are not known; false if one is not finite.
    bool complete(const Evaluate& evaluate);
    /// Whether f1 is the rate of this state.
    bool knows_rate_at(double t, const ConstVecMap& y) const { return knows_f1_ && t == t1 && y == y1; }
    /// Makes the quintic unless it is there already; keeps the cubic where f is not finite or, if it may be, stiff.
    void refine(const Evaluate& evaluate, bool may_be_stiff);
    /// With known rates.
    void evaluate(double t, int derivative, VecX& out) const;
    long evaluations() const { return evaluations_; }

  private:
    bool evaluate_counted(const Evaluate& evaluate, double t, const VecX& y, VecX& f);
    void drop_stiff_components(const VecX& a_first, const VecX& b_first);
    void fit(const VecX& f_early, const VecX& f_late);

    bool knows_f0_ = false;
    bool knows_f1_ = false;
    bool is_quintic_ = false;
    bool has_tried_ = false;
    long evaluations_ = 0;  // of f, over all steps
    VecX a_, b_;            // A, B
};

}  // namespace ritz
