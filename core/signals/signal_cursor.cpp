#include "core/signals/signal_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace ritz {
namespace {

constexpr double no_time = -std::numeric_limits<double>::infinity();

double finite_size(double x) { return std::isfinite(x) ? std::abs(x) : 0; }

}  // namespace

SignalCursor::SignalCursor(const Signal& signal, double t_begin, double t_end, double negligible)
    : signal_(signal),
      is_constant_(signal.is_constant()),
      t_end_(t_end),
      span_(t_end - t_begin),
      negligible_(negligible),
      step_(t_end - t_begin) {
    if (const Expression* expression = signal_.expression())
        for (const Switch& change : expression->program().switches)
            switches_.emplace_back(expression->program(), change, span_);
    if (!is_constant_) estimate_size(t_begin);
    start(t_begin);
}

/// The largest |s| of the run, from below: the parts with the largest bounds are looked at first.
void SignalCursor::estimate_size(double t_begin) {
    struct Part {
        double bound, a, b;
        bool operator<(const Part& other) const { return bound < other.bound; }
    };
    std::priority_queue<Part> parts;
    const auto add = [&](double a, double b) { parts.push({signal_.bounds(a, b).value.magnitude(), a, b}); };
    add(t_begin, t_end_);
    constexpr int enough = 64;
    for (int i = 0; i < enough && !parts.empty(); ++i) {
        const Part part = parts.top();
        parts.pop();
        const double middle = part.a + (part.b - part.a) / 2;
        for (const double t : {part.a, middle, part.b}) size_ = std::max(size_, finite_size(signal_.value(t)));
        if (!(part.bound > 2 * size_)) return;
        add(part.a, middle);
        add(middle, part.b);
    }
}

double SignalCursor::start(double t) {
    double settled = t;
    for (SwitchCursor& change : switches_) settled = std::max(settled, change.start(t));
    node_ = signal_.next_node(t + 0.5 * time_margin(t, span_));
    t_from_ = no_time;
    shortest_ = 0;
    return settled;
}

/// Until the next breakpoint, or until `limit` if there is none before. Operations inside others come first in the
/// program: the bounds of the outer ones hold only up to just before a change of the inner ones.
double SignalCursor::search_breakpoint(double limit) {
    limit = std::min(limit, node_);
    double inside = limit;
    for (SwitchCursor& change : switches_) {
        const double t = change.search(inside);
        if (t > limit || !change.changes_at(t)) continue;
        limit = t;
        inside = change.before(t);
    }
    return limit;
}

bool SignalCursor::is_resolved(double a, double b) {
    const double h = b - a;
    if (!(h > 0) || std::isinf(negligible_)) return true;
    const SignalBounds bounds = signal_.bounds(a, b);
    const double curvature = bounds.acceleration.magnitude();
    if (curvature == 0) return true;
    const Jet at_a = signal_.at(a), at_b = signal_.at(b);
    size_ = std::max({size_, finite_size(at_a.value), finite_size(at_b.value)});
    const double shown = std::max(finite_size(at_a.acceleration), finite_size(at_b.acceleration));
    const double left_out = negligible_ * size_;
    sharpest_ = std::max(sharpest_, shown);
    return curvature <= 2 * shown + 8 * left_out / (h * h) && curvature * h * h / 8 <= bounds.value.width() + left_out;
}

Reach SignalCursor::reach(double t) {
    if (is_constant_) return {t_end_, false};
    // Asked anew in the second half only, so that no step is cut to a sliver by the end of the last reach.
    if (reach_.is_breakpoint ? t_from_ != no_time : 2 * t < t_from_ + reach_.t) return reach_;
    const double shortest = std::max(shortest_, std::max(1e-12 * span_, 16 * time_margin(t, span_)));
    double h = std::min(4 * step_, t_end_ - t);
    double b = t;
    bool at_breakpoint = false, blind = false;
    for (;; h = 0.5 * (b - t)) {
        blind = h <= shortest;
        const double limit = std::min(t + std::max(h, shortest), t_end_);
        b = search_breakpoint(limit);
        at_breakpoint = b < limit || b == node_;
        for (const SwitchCursor& change : switches_) at_breakpoint |= change.changes_at(b);
        if (blind || is_resolved(t, at_breakpoint ? before(b) : b)) break;
    }
    // Near a pole or a root the blind stretches grow until they are behind it, but not so far that a signal which
    // cannot be bounded at all is passed over.
    shortest_ = blind ? std::min(4 * shortest, std::max(shortest, 1e-3 * span_)) : 0;
    if (blind) longest_blind_ = std::max(longest_blind_, b - t);
    step_ = std::max(b - t, shortest);
    t_from_ = t;
    reach_ = {b, at_breakpoint};
    return reach_;
}

Reach SignalCursor::next_breakpoint() {
    const double b = search_breakpoint(t_end_);
    bool found = b == node_;
    for (const SwitchCursor& change : switches_) found |= change.changes_at(b);
    return {b, found};
}

double SignalCursor::before(double t) const {
    double left = t - time_margin(t, span_);
    for (const SwitchCursor& change : switches_)
        if (change.changes_at(t)) left = std::min(left, change.before(t));
    return left;
}

void for_each_breakpoint(const Signal& signal, double t_begin, double t_end, const std::function<bool(double)>& visit) {
    if (signal.is_constant() || !(t_end > t_begin)) return;
    SignalCursor cursor(signal, t_begin, t_end, 0);
    if (cursor.start(t_begin) > t_begin && !visit(t_begin)) return;
    for (Reach next = cursor.next_breakpoint(); next.is_breakpoint && next.t <= t_end;
         next = cursor.next_breakpoint()) {
        if (!visit(next.t)) return;
        cursor.start(next.t);
    }
}

}  // namespace ritz
