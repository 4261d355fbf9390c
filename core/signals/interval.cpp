#include "core/signals/interval.hpp"

#include <numbers>

namespace ritz {
namespace {

/// 0 · ∞ is 0 here: a factor that is zero for sure wins over one of which nothing is known.
double bound_product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// True if x contains a point of phase + 2π k.
bool meets_every_turn(const Interval& x, double phase) {
    const double turn = 2 * std::numbers::pi;
    return std::floor((x.high - phase) / turn) >= std::ceil((x.low - phase) / turn);
}

/// A sine whose peaks lie at `peak`, its values at the ends being known.
Interval wave(const Interval& x, double at_low, double at_high, double peak) {
    if (!std::isfinite(x.low) || !std::isfinite(x.high)) return {-1, 1};
    Interval y(at_low, at_high);
    if (meets_every_turn(x, peak)) y.high = 1;
    if (meets_every_turn(x, peak + std::numbers::pi)) y.low = -1;
    return y;
}

}  // namespace

Interval operator*(const Interval& a, const Interval& b) {
    const double p = bound_product(a.low, b.low), q = bound_product(a.low, b.high);
    const double r = bound_product(a.high, b.low), s = bound_product(a.high, b.high);
    return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
}

Interval operator/(const Interval& a, const Interval& b) {
    if (b.contains(0)) return a.is_zero() && !b.is_zero() ? Interval(0) : Interval::whole();
    return a * Interval(1 / b.high, 1 / b.low);
}

Interval square(const Interval& x) {
    const double most = x.magnitude();
    const double least = x.contains(0) ? 0 : std::min(std::abs(x.low), std::abs(x.high));
    return {least * least, most * most};
}

Interval sin(const Interval& x) { return wave(x, std::sin(x.low), std::sin(x.high), std::numbers::pi / 2); }
Interval cos(const Interval& x) { return wave(x, std::cos(x.low), std::cos(x.high), 0); }

Interval cosh(const Interval& x) {
    Interval y(std::cosh(x.low), std::cosh(x.high));
    if (x.contains(0)) y.low = 1;
    return y;
}

Interval power(const Interval& x, double exponent) {
    if (exponent == 0) return 1;
    const auto raise = [&](double u) { return std::pow(u, exponent); };
    const bool whole_number = exponent == std::floor(exponent);
    const bool even = whole_number && std::fmod(exponent, 2) == 0;
    if (exponent < 0 && x.contains(0)) {
        if (x.high == 0 || x.low == 0) {  // one-sided pole
            const double far = x.high == 0 ? x.low : x.high;
            if (!whole_number && far < 0) return Interval::whole();
            const double pole = std::numeric_limits<double>::infinity();
            return {raise(far), far < 0 && !even ? -pole : pole};
        }
        return Interval::whole();
    }
    if (!whole_number && x.low < 0) return Interval::whole();
    if (even && x.contains(0)) return {0, raise(x.magnitude())};
    return monotonic(x, raise);
}

}  // namespace ritz
