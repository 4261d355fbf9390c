#include "core/signals/switch_cursor.hpp"

#include <cmath>
#include <limits>

#include "core/signals/interval_jet.hpp"

namespace ritz {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

double sign_of(double x) { return (x > 0) - (x < 0); }

std::span<const Instruction> first_operand(const Program& program, const Switch& change) {
    return std::span(program.code).subspan(change.begin, change.middle - change.begin);
}
std::span<const Instruction> second_operand(const Program& program, const Switch& change) {
    return std::span(program.code).subspan(change.middle, change.end - change.middle);
}

bool has_second_argument(Op op) { return arity(op) == 2 && op != Op::atan2; }  // atan2 jumps where y passes zero

/// Bounds of g, g' and g''.
IntervalJet bound_argument(const Program& program, const Switch& change, double a, double b) {
    const IntervalJet u = run_bounds(first_operand(program, change), a, b);
    if (!has_second_argument(change.op)) return u;
    const IntervalJet v = run_bounds(second_operand(program, change), a, b);
    if (change.op != Op::mod)
        return {u.middle - v.middle, u.value - v.value, u.rate - v.rate, u.acceleration - v.acceleration};
    const Interval y = u.value / v.value, y1 = (u.rate - y * v.rate) / v.value;
    return {u.middle / v.middle, y, y1, (u.acceleration - Interval(2) * y1 * v.rate - y * v.acceleration) / v.value};
}

double argument_rate(const Program& program, const Switch& change, double t) {
    const Jet time{t, 1, 0};
    const Jet u = run_program(first_operand(program, change), {&time, 1});
    if (!has_second_argument(change.op)) return u.rate;
    const Jet v = run_program(second_operand(program, change), {&time, 1});
    return change.op == Op::mod ? (u.rate - u.value / v.value * v.rate) / v.value : u.rate - v.rate;
}

/// The first number in (low, high] for which the predicate holds, if it holds for `high` and changes once.
template <class Predicate>
double bisect(double low, double high, Predicate holds) {
    for (double half = low + (high - low) / 2; low < half && half < high; half = low + (high - low) / 2)
        (holds(half) ? high : low) = half;
    return high;
}

}  // namespace

double time_margin(double t, double span) {
    constexpr double eps = std::numeric_limits<double>::epsilon();
    return std::max(8 * eps * std::abs(t), 1e-15 * span);
}

SwitchCursor::SwitchCursor(const Program& program, const Switch& change, double span)
    : program_(&program), switch_(change), span_(span), clear_(-never), step_(span) {}

/// A number that tells the branches apart; not a number where the argument is none.
double SwitchCursor::branch_at(double t) const {
    const Jet time{t, 1, 0};
    const Jet u = run_program(first_operand(*program_, switch_), {&time, 1});
    if (std::isnan(u.value)) return u.value;
    if (switch_.op == Op::abs || switch_.op == Op::atan2) return std::signbit(u.value);
    if (!has_second_argument(switch_.op)) return apply_operation(switch_.op, u).value;
    const Jet v = run_program(second_operand(*program_, switch_), {&time, 1});
    if (std::isnan(v.value)) return v.value;
    if (switch_.op == Op::mod) return std::floor(u.value / v.value);
    if (switch_.op == Op::min) return v.value < u.value;
    return switch_.op == Op::max ? v.value > u.value : apply_operation(switch_.op, u, v).value;
}

bool SwitchCursor::has_other_branch(double t) const {
    const double branch = branch_at(t);
    return branch != branch_ && !std::isnan(branch);
}

double SwitchCursor::start(double t) {
    const double least = time_margin(t, span_);
    if (clear_ > t + least) return t;  // another signal's breakpoint
    // A branch that holds for one number only, as sign(t) = 0 at t = 0, is none.
    const double m = changes_ ? margin_at(t) : least;
    const double settled = branch_at(t) == branch_at(t + m) ? t : t + m;
    branch_ = branch_at(settled);
    clear_ = settled;
    changes_ = false;
    shortest_ = 0;
    return settled;
}

/// At least the rounding of t, and as far as the branch flickers by the rounding of the argument.
double SwitchCursor::margin_at(double t) const {
    const double least = time_margin(t, span_);
    double m = least;
    while (m < 1e5 * least && (branch_at(t + m) != branch_at(t + 2 * m) || branch_at(t - m) != branch_at(t - 2 * m)))
        m *= 4;
    return m < 1e5 * least ? m : least;
}

double SwitchCursor::next_linear_change(double t) const {
    const auto [at_zero, slope] = *switch_.argument;
    if (slope == 0) return never;
    const double just_behind = t + 0.5 * time_margin(t, span_);  // the change at t itself is over
    if (!changes_again_and_again(switch_.op)) {
        const double root = -at_zero / slope;
        return root > just_behind ? root : never;
    }
    const double x = at_zero + slope * just_behind;
    double k = slope > 0 ? std::floor(x) + 1 : std::ceil(x) - 1;
    double root = (k - at_zero) / slope;
    for (int i = 0; i < 2 && !(root > just_behind); ++i) {
        k += slope > 0 ? 1 : -1;
        root = (k - at_zero) / slope;
    }
    return root > just_behind ? root : never;
}

double SwitchCursor::search(double limit) {
    if (changes_) return clear_;
    if (switch_.argument) {
        const double next = next_linear_change(clear_);
        if (std::isfinite(next)) {
            clear_ = next;
            changes_ = true;
        } else {
            clear_ = never;
        }
        return clear_;
    }
    while (clear_ < limit && !changes_) extend(limit);
    return clear_;
}

/// One interval more.
void SwitchCursor::extend(double limit) {
    const double a = clear_, shortest = std::max(shortest_, 4 * time_margin(a, span_));
    for (double h = std::min(limit - a, 4 * step_);; h *= 0.5) {
        const bool blind = h <= shortest;
        const double b = std::min(a + std::max(h, shortest), limit);
        const IntervalJet g = bound_argument(*program_, switch_, a, b);
        const bool decided = changes_again_and_again(switch_.op) ? std::floor(g.value.low) == std::floor(g.value.high)
                                                                 : !g.value.contains(0) || g.value.is_zero();
        if (blind || decided || !g.rate.contains(0)) {
            clear_ = b;
            if (has_other_branch(b)) crosses(a, b);
        } else if (!g.acceleration.contains(0)) {
            // One turning point: monotonic before it and behind it.
            const double rising = sign_of(argument_rate(*program_, switch_, b));
            const double turn =
                bisect(a, b, [&](double t) { return sign_of(argument_rate(*program_, switch_, t)) == rising; });
            if (!crosses(a, turn)) crosses(turn, b);
            if (!changes_) clear_ = b;
        } else {
            continue;
        }
        step_ = std::max(b - a, shortest);
        shortest_ = blind ? 4 * shortest : 0;
        return;
    }
}

/// Finds the change in (a, b], where there is one at most.
bool SwitchCursor::crosses(double a, double b) {
    if (!has_other_branch(b)) return false;
    clear_ = bisect(a, b, [&](double t) { return has_other_branch(t); });
    changes_ = true;
    return true;
}

}  // namespace ritz
