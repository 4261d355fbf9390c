#pragma once
// What the signals of a model ask of the steps of a run: where they stop, how far they may go, and at which times the
// signals are evaluated, so that every step sees one branch of each of them.
#include <functional>

#include "core/signals/signal_cursor.hpp"
#include "engine/simulation/run_memory.hpp"
#include "engine/system/model.hpp"

namespace ritz {

/// Calls visit(signal, name) for every signal, where name says what it belongs to: "load \"hammer\", force 3".
void for_each_signal(const Model& model, const std::function<void(const Signal&, const std::string&)>& visit);

/// Times at which signals may be evaluated. Between two breakpoints they are evaluated strictly inside: at the
/// breakpoints themselves sign(sin(t)) is 0 and abs has a slope of neither side.
struct SignalWindow {
    double begin = -std::numeric_limits<double>::infinity();
    double end = std::numeric_limits<double>::infinity();
    double clamp(double t) const { return t < begin ? begin : t > end ? end : t; }
};

class SignalSchedule {
  public:
    SignalSchedule(const Model& model, double end, double relative_tolerance);

    /// How far a step from t may go.
    Reach reach(double t);
    /// Behind the breakpoint at t, where reach ended: the steps start anew there.
    void pass(double t);
    /// For the steps until the last reach.
    const SignalWindow& window() const { return window_; }
    /// Of the fastest signal of a load (SignalCursor::fastest_rate) [1/s].
    double fastest_rate(const std::string& load) const;
    /// Of the motion that is prescribed to a joint, likewise.
    double fastest_motion(const std::string& joint) const;
    /// A signal of which nothing could be said over a stretch longer than this, or "".
    std::string find_blind(double longer_than) const;
    SignalMemory remember() const;
    void recall(const SignalMemory& memory);
    std::size_t signals() const { return entries_.size(); }
    /// What the signal belongs to that ended the last reach.
    const std::string& limited_by() const { return limited_by_; }
    /// A sentence for breakpoints of that signal that come ever closer.
    std::string describe_accumulation(double t) const;

  private:
    struct Entry {
        SignalCursor cursor;
        std::string name;
    };
    double fastest_of(const std::string& beginning) const;

    double end_;
    std::vector<Entry> entries_;
    SignalWindow window_;
    std::string limited_by_;
};

/// The first signal that is not finite at t, or "": for the message of a run that failed.
std::string find_signal_not_finite(const Model& model, double t);

}  // namespace ritz
