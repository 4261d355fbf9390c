#pragma once
// Functions of jets: a value with its first two time derivatives, carried forward through a formula.
//
//   y = f(u):     y' = f_u u',   y'' = f_uu u'² + f_u u''
//   y = u v:      y' = u'v + uv',   y'' = u''v + 2u'v' + uv''
#include "core/signals/signal.hpp"

namespace ritz {

/// The chain rule for y = f(u), given f, f_u and f_uu at u.
inline Jet chain(const Jet& u, double f, double f_u, double f_uu) {
    // A constant stays a constant even where f_u is infinite, as for sqrt at zero.
    if (u.rate == 0 && u.acceleration == 0) return {f, 0, 0};
    return {f, f_u * u.rate, f_uu * u.rate * u.rate + f_u * u.acceleration};
}

inline bool is_steady(const Jet& u) { return u.rate == 0 && u.acceleration == 0; }

inline Jet operator-(const Jet& u) { return {-u.value, -u.rate, -u.acceleration}; }
inline Jet operator+(const Jet& u, const Jet& v) {
    return {u.value + v.value, u.rate + v.rate, u.acceleration + v.acceleration};
}
inline Jet operator-(const Jet& u, const Jet& v) {
    return {u.value - v.value, u.rate - v.rate, u.acceleration - v.acceleration};
}
inline Jet operator*(const Jet& u, const Jet& v) {
    return {u.value * v.value, u.rate * v.value + u.value * v.rate,
            u.acceleration * v.value + 2 * u.rate * v.rate + u.value * v.acceleration};
}
inline Jet operator/(const Jet& u, const Jet& v) {
    const double y = u.value / v.value;
    const double y1 = (u.rate - y * v.rate) / v.value;
    return {y, y1, (u.acceleration - 2 * y1 * v.rate - y * v.acceleration) / v.value};
}

Jet sin(const Jet& u);
Jet cos(const Jet& u);
Jet tan(const Jet& u);
Jet asin(const Jet& u);
Jet acos(const Jet& u);
Jet atan(const Jet& u);
Jet sinh(const Jet& u);
Jet cosh(const Jet& u);
Jet tanh(const Jet& u);
Jet exp(const Jet& u);
Jet log(const Jet& u);
Jet log10(const Jet& u);
Jet sqrt(const Jet& u);
Jet abs(const Jet& u);
Jet atan2(const Jet& y, const Jet& x);
Jet pow(const Jet& u, const Jet& v);
/// The remainder with the sign of the divisor: u - v floor(u/v).
Jet mod(const Jet& u, const Jet& v);
/// 0 for u ≤ 0, 1 for u ≥ 1, in between the quintic 10u³ - 15u⁴ + 6u⁵, which joins them with continuous acceleration.
Jet smoothstep(const Jet& u);

}  // namespace ritz
