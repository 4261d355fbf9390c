#pragma once
// The root functions as an integrator sees them: guarded against the root that has just fired.
//
// An integrator stops an instant behind a crossing. After an event that turns the motion round (a bounce), the same
// function would cross zero again at once, back through that sliver, and the event would repeat for ever. So a function
// that fired at time t counts as exactly zero after a start at the same t until it has clearly left zero; and a
// function that is exactly zero at the start fires only after it has left zero.
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
    VecX muted_below_;   // below this |g| counts as zero; 0: not muted
};

}  // namespace ritz
