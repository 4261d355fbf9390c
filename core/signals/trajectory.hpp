#pragma once
// A motion from way point to way point, at rest in each, held before the first and after the last.
#include <array>
#include <string>
#include <vector>

#include "core/signals/signal.hpp"

namespace ritz {

enum class Profile {
    trapezoidal,   // constant acceleration, cruise, constant deceleration: the fastest within two limits
    jerk_limited,  // seven phases of constant jerk: the fastest within three limits
    quintic,       // one polynomial in a given time, starting and ending without acceleration
};

struct TrajectorySpec {
    Profile profile = Profile::trapezoidal;
    std::vector<double> points{};
    double start = 0;                 // [s] when the first point is left
    double max_velocity = 0;          // [1/s] trapezoidal and jerk_limited
    double max_acceleration = 0;      // [1/s²] trapezoidal and jerk_limited
    double max_jerk = 0;              // [1/s³] jerk_limited
    std::vector<double> durations{};  // [s] quintic: of each move, or one for all of them
    std::vector<double> dwell{};      // [s] at each inner point, or one for all of them; empty: none
};

class Trajectory {
  public:
    /// Throws InputError with one message for each wrong member.
    explicit Trajectory(const TrajectorySpec& spec);

    const TrajectorySpec& spec() const { return spec_; }
    Jet at(double t) const;
    double start() const { return pieces_.front().start; }
    double end() const { return pieces_.back().start; }
    bool is_constant() const { return pieces_.size() == 1; }
    /// Where the acceleration jumps.
    std::vector<double> breakpoints() const { return breakpoints_; }
    /// The next of them after t; infinite if there is none.
    double next_breakpoint(double t) const;
    SignalBounds bounds(double t_begin, double t_end) const;

  private:
    /// A polynomial of the time since its start, valid until the next piece starts.
    struct Piece {
        double start = 0;
        std::array<double, 6> coefficients{};
    };
    struct Phase {
        double duration = 0;
        double jerk = 0;
        double acceleration = 0;  // at its start
    };

    void append_hold(double t, double x) { pieces_.push_back({t, {x}}); }
    double append_phases(double t, double x, const std::vector<Phase>& phases);
    double append_trapezoid(double t, double from, double to, const TrajectorySpec& spec);
    double append_jerk_limited(double t, double from, double to, const TrajectorySpec& spec);
    double append_quintic(double t, double from, double to, double duration);

    TrajectorySpec spec_;
    std::vector<Piece> pieces_;  // the first holds for all earlier times, the last for ever
    std::vector<double> breakpoints_;
};

}  // namespace ritz
