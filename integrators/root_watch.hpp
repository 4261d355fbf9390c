#pragma once
// The root functions as an integrator sees them: guarded against the root that has just fired.
//
// An integrator stops an instant behind a crossing. After an event that turns the motion round (a bounce), the same
// function would cross zero again at once, back through that sliver, and the event would repeat for ever. So a function
// that fired at time t counts as exactly zero in a start at the same t, unless the event moved it clearly away from
// zero; and a function that is exactly zero at the start fires only after it has left zero.
#include <vector>

#include "integrators/integrator.hpp"

namespace ritz {

class RootWatch {
  public:
    RootWatch(RootFunctions functions, Eigen::Index count);

    Eigen::Index count() const { return count_; }
    /// Fills g; false if a value is not finite.
    bool evaluate(double t, const ConstVecMap& y, VecMap& g);
    /// These roots fired at (t, y).
    void fired(double t, const VecX& y, const std::vector<Root>& roots);
    /// The integration starts at (t, y).
    void start(double t, const VecX& y);

  private:
    RootFunctions functions_;
    Eigen::Index count_;
    VecX largest_;       // |g| seen so far: says what is clearly away from zero
    double t_fired_;     // NaN: none yet
    VecX fired_values_;  // |g| of the functions that fired at t_fired_, -1 for the others
    double t_muted_;
    std::vector<bool> muted_;  // zero by decree at t_muted_
};

}  // namespace ritz
