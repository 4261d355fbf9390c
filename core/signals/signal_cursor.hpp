#pragma once
// A signal along a run: how far a step may go without passing over something that the signal does.
//
// An integrator sees a signal at a few times only, and a system at rest lets its steps grow: a pulse between two of
// those times does not exist for it. So a step from t may reach to b only if what the signal does in between shows at
// the ends. With bounds of s and s'' on [t, b], by interval arithmetic, h = b - t, and S the size of the signal:
//
//   |s''| ≤ 2 max(|s''(t)|, |s''(b)|) + 8 ε S / h²         no curvature that the ends know nothing of
//   max |s''| h²/8 ≤ range of s  + ε S                     less than about half a wave
//
// where max |s''| h²/8 bounds the distance of s from its chord. What stays below ε S is left out: ε is a thousandth of
// the tolerance. Neither the output step nor the state of the system enters. The reach also ends at every breakpoint.
#include <cmath>
#include <functional>

#include "core/signals/switch_cursor.hpp"

namespace ritz {

struct Reach {
    double t = 0;
    bool is_breakpoint = false;
};

class SignalCursor {
  public:
    /// For t_begin ≤ t ≤ t_end, with ε as above.
    SignalCursor(const Signal& signal, double t_begin, double t_end, double negligible);

    /// Goes to t, also behind a breakpoint there; returns the time at which every branch has settled.
    double start(double t);
    /// How far a step from t may go, for t that does not decrease.
    Reach reach(double t);
    /// The next breakpoint, or the end of the range: reach without regard to the curvature. Start goes behind it.
    Reach next_breakpoint();
    /// √(max |s''| / max |s|) so far: ω of a wave sin(ω t) [1/s].
    double fastest_rate() const { return size_ > 0 ? std::sqrt(sharpest_ / size_) : 0; }
    /// The largest |s''| and |s| so far.
    struct Seen {
        double sharpest = 0, size = 0;
    };
    Seen seen() const { return {sharpest_, size_}; }
    void recall(const Seen& seen) { sharpest_ = seen.sharpest, size_ = seen.size; }
    /// The longest stretch that was taken although nothing could be said of the signal there [s].
    double longest_blind() const { return longest_blind_; }
    /// Just before the breakpoint at t.
    double before(double t) const;

  private:
    double search_breakpoint(double limit);
    bool is_resolved(double a, double b);
    void estimate_size(double t_begin);

    Signal signal_;
    std::vector<SwitchCursor> switches_;
    bool is_constant_;
    double t_end_, span_, negligible_;
    double sharpest_ = 0;  // the largest |s''| seen
    double size_ = 0;      // the largest |s| seen
    double longest_blind_ = 0;
    double node_ = 0;    // the next breakpoint of a table or trajectory
    double t_from_ = 0;  // where the last reach was asked for
    Reach reach_;
    double step_ = 0;      // length of the last reach
    double shortest_ = 0;  // grows where nothing can be proved
};

/// Calls visit for every breakpoint in [t_begin, t_end], increasing, until it returns false.
void for_each_breakpoint(const Signal& signal, double t_begin, double t_end, const std::function<bool(double)>& visit);

}  // namespace ritz
