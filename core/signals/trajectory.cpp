// Times of a move over the distance D within |x'| ≤ v, |x''| ≤ a, |x'''| ≤ j. The acceleration lasts t_a, the cruise
// t_v, and by symmetry D = v (t_a + t_v):
//   trapezoid     t_a = v/a,               if v is reached (D ≥ v²/a), else t_a = √(D/a), t_v = 0
//   jerk limited  t_j = a/j, t_a = t_j + v/a, if a is reached below v (v j ≥ a²), else t_j = √(v/j), t_a = 2t_j;
//                 if then D < v t_a, v is not reached and t_v = 0:
//                   D ≥ 2a³/j²:  t_a = t_j/2 + √(t_j²/4 + D/a), t_j = a/j      from D = a (t_a - t_j) t_a
//                   else         t_j = ∛(D/2j), t_a = 2t_j                      from D = j t_j² · 2t_j
#include "core/signals/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"

namespace ritz {
namespace {

void check_all(const std::vector<double>& values, const std::string& name, bool may_be_zero,
               std::vector<std::string>& wrong) {
    for (const double value : values)
        if (!std::isfinite(value) || value < 0 || (value == 0 && !may_be_zero))
            wrong.push_back(
                fmt::format("{} is {}, expected a {} number", name, value, may_be_zero ? "non-negative" : "positive"));
}

void check_count(const std::vector<double>& values, std::size_t count, const std::string& name,
                 std::vector<std::string>& wrong) {
    if (values.size() != count && values.size() != 1)
        wrong.push_back(fmt::format("{} has {} values, expected {} or one for all", name, values.size(), count));
}

void check(const TrajectorySpec& spec) {
    std::vector<std::string> wrong;
    if (spec.points.size() < 2)
        wrong.push_back(fmt::format("a trajectory has {} points, expected at least 2", spec.points.size()));
    for (const double x : spec.points)
        if (!std::isfinite(x)) wrong.push_back(fmt::format("a way point is {}, expected a finite number", x));
    if (!std::isfinite(spec.start)) wrong.push_back(fmt::format("start is {}, expected a finite number", spec.start));
    if (spec.profile == Profile::quintic) {
        if (spec.points.size() >= 2) check_count(spec.durations, spec.points.size() - 1, "durations", wrong);
        check_all(spec.durations, "a duration", false, wrong);
    } else {
        check_all({spec.max_velocity}, "max_velocity", false, wrong);
        check_all({spec.max_acceleration}, "max_acceleration", false, wrong);
    }
    if (spec.profile == Profile::jerk_limited) check_all({spec.max_jerk}, "max_jerk", false, wrong);
    if (!spec.dwell.empty() && spec.points.size() >= 2) check_count(spec.dwell, spec.points.size() - 2, "dwell", wrong);
    check_all(spec.dwell, "a dwell time", true, wrong);
    if (!wrong.empty()) throw InputError(wrong);
}

/// The i-th of a list of which one entry may stand for all.
double entry(const std::vector<double>& values, std::size_t i) {
    if (values.empty()) return 0;
    return values.size() == 1 ? values[0] : values[i];
}

}  // namespace

Trajectory::Trajectory(const TrajectorySpec& spec) : spec_(spec) {
    check(spec);
    double t = spec.start;
    append_hold(t, spec.points[0]);
    for (std::size_t i = 1; i < spec.points.size(); ++i) {
        const double from = spec.points[i - 1], to = spec.points[i];
        if (i > 1) t += entry(spec.dwell, i - 2);
        if (spec.profile == Profile::quintic)
            t = append_quintic(t, from, to, entry(spec.durations, i - 1));
        else if (from != to)
            t = spec.profile == Profile::trapezoidal ? append_trapezoid(t, from, to, spec)
                                                     : append_jerk_limited(t, from, to, spec);
        // Holding the way point itself, not the end of the polynomial, lets it arrive exactly.
        if (from != to) append_hold(t, to);
        if (!std::isfinite(t) || !std::isfinite(to - from))
            throw InputError("a trajectory takes longer or goes farther than a number can hold");
    }
}

double Trajectory::append_phases(double t, double x, const std::vector<Phase>& phases) {
    double v = 0;
    for (const auto& [duration, jerk, a] : phases) {
        if (!(duration > 0)) continue;
        pieces_.push_back({t, {x, v, a / 2, jerk / 6}});
        x += duration * (v + duration * (a / 2 + duration * jerk / 6));
        v += duration * (a + duration * jerk / 2);
        t += duration;
    }
    return t;
}

double Trajectory::append_trapezoid(double t, double from, double to, const TrajectorySpec& spec) {
    const double D = std::abs(to - from), v = spec.max_velocity, a = std::copysign(spec.max_acceleration, to - from);
    double t_a = v / spec.max_acceleration, t_v = D / v - t_a;
    if (t_v < 0) {
        t_a = std::sqrt(D / spec.max_acceleration);
        t_v = 0;
    }
    const double end = append_phases(t, from, {{t_a, 0, a}, {t_v, 0, 0}, {t_a, 0, -a}});
    breakpoints_.insert(breakpoints_.end(), {t, t + t_a, t + t_a + t_v, end});
    return end;
}

double Trajectory::append_jerk_limited(double t, double from, double to, const TrajectorySpec& spec) {
    const double D = std::abs(to - from), v = spec.max_velocity, a = spec.max_acceleration, j = spec.max_jerk;
    const bool reaches_a = v * j >= a * a;
    double t_j = reaches_a ? a / j : std::sqrt(v / j);
    double t_a = reaches_a ? t_j + v / a : 2 * t_j;
    double t_v = D / v - t_a;
    if (t_v < 0) {
        t_v = 0;
        if (D >= 2 * a * a * a / (j * j)) {
            t_j = a / j;
            t_a = t_j / 2 + std::sqrt(t_j * t_j / 4 + D / a);
        } else {
            t_j = std::cbrt(D / (2 * j));
            t_a = 2 * t_j;
        }
    }
    const double J = std::copysign(j, to - from), peak = J * t_j, plateau = t_a - 2 * t_j;
    return append_phases(t, from,
                         {{t_j, J, 0},
                          {plateau, 0, peak},
                          {t_j, -J, peak},
                          {t_v, 0, 0},
                          {t_j, -J, 0},
                          {plateau, 0, -peak},
                          {t_j, J, -peak}});
}

double Trajectory::append_quintic(double t, double from, double to, double duration) {
    const double D = to - from, T = duration;
    const double T3 = T * T * T;
    if (D != 0) pieces_.push_back({t, {from, 0, 0, 10 * D / T3, -15 * D / (T3 * T), 6 * D / (T3 * T * T)}});
    return t + T;
}

Jet Trajectory::at(double t) const {
    const auto next = std::upper_bound(pieces_.begin() + 1, pieces_.end(), t,
                                       [](double time, const Piece& piece) { return time < piece.start; });
    const Piece& piece = *(next - 1);
    const auto& c = piece.coefficients;
    const double s = std::max(t - piece.start, 0.0);  // the first piece holds for earlier times too
    return {c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5])))),
            c[1] + s * (2 * c[2] + s * (3 * c[3] + s * (4 * c[4] + s * 5 * c[5]))),
            2 * c[2] + s * (6 * c[3] + s * (12 * c[4] + s * 20 * c[5]))};
}

double Trajectory::next_breakpoint(double t) const {
    const auto next = std::upper_bound(breakpoints_.begin(), breakpoints_.end(), t);
    return next != breakpoints_.end() ? *next : std::numeric_limits<double>::infinity();
}

SignalBounds Trajectory::bounds(double t_begin, double t_end) const {
    const Jet a = at(t_begin), b = at(t_end);
    SignalBounds y{{a.value, b.value}, {a.acceleration, b.acceleration}};
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const double begin = std::max(pieces_[i].start, t_begin);
        const double end = std::min(i + 1 < pieces_.size() ? pieces_[i + 1].start : t_end, t_end);
        if (!(begin < end)) continue;
        const auto& c = pieces_[i].coefficients;
        const Interval s(begin - pieces_[i].start, end - pieces_[i].start);
        const auto horner = [&](std::array<double, 4> k) {
            return k[0] + s * (k[1] + s * (k[2] + s * Interval(k[3])));
        };
        y.acceleration = hull(y.acceleration, horner({2 * c[2], 6 * c[3], 12 * c[4], 20 * c[5]}));
        y.value = hull(y.value, Interval(at(begin).value));
    }
    return y;
}

}  // namespace ritz
