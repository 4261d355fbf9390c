#pragma once
// The changes of branch of one operation (step, <, abs, floor, mod ...) of an expression of t, one after the other,
// none left out, with constant memory.
//
// The operation changes its branch where its argument g(t) passes zero (floor and mod: an integer). An argument linear
// in t is solved for t. Any other is bounded by interval arithmetic on [a, b], together with g' and g'':
//
//   g has one sign there                     no change
//   g' has one sign                          one crossing at most: bisection, down to neighbouring numbers
//   g'' has one sign                         g' crosses zero once at most: two parts as above
//   otherwise                                b is moved half way to a
//
// down to a shortest interval, where the branches at both ends decide. Where that happens again and again the shortest
// interval grows, lest an argument such as sin(t) - sin(t), of which the bounds can prove nothing, stop the run.
#include "core/signals/expression.hpp"

namespace ritz {

/// A few roundings of t, and of the length of a run: the uncertainty of a computed change of branch.
double time_margin(double t, double span);

class SwitchCursor {
  public:
    /// The program must stay where it is. `span` is the length of the run.
    SwitchCursor(const Program& program, const Switch& change, double span);

    /// Goes to t. Returns the time behind which the branch has settled: t itself, or a little later if it changes at t.
    double start(double t);
    /// Searches on until `limit` at most; returns the time until which the branch is known not to change.
    double search(double limit);
    /// True if it changes at t, the time that search returned.
    bool changes_at(double t) const { return changes_ && clear_ == t; }
    /// A time just before the change at t, where the old branch holds for sure.
    double before(double t) const { return t - margin_at(t); }

  private:
    double branch_at(double t) const;
    double next_linear_change(double t) const;
    double margin_at(double t) const;
    void extend(double limit);
    bool crosses(double a, double b);
    bool has_other_branch(double t) const;

    const Program* program_;
    Switch switch_;
    double span_;
    double branch_ = 0;  // since the start
    double clear_ = 0;   // until here it holds
    bool changes_ = false;
    double step_ = 0;  // the last interval that could be decided
    double shortest_ = 0;
};

}  // namespace ritz
