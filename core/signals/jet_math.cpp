#include "core/signals/jet_math.hpp"

#include <cmath>

namespace ritz {

Jet sin(const Jet& u) {
    const double s = std::sin(u.value);
    return chain(u, s, std::cos(u.value), -s);
}

Jet cos(const Jet& u) {
    const double c = std::cos(u.value);
    return chain(u, c, -std::sin(u.value), -c);
}

Jet tan(const Jet& u) {
    const double y = std::tan(u.value);
    const double y_u = 1 + y * y;
    return chain(u, y, y_u, 2 * y * y_u);
}

Jet asin(const Jet& u) {
    const double c = 1 / std::sqrt(1 - u.value * u.value);
    return chain(u, std::asin(u.value), c, u.value * c * c * c);
}

Jet acos(const Jet& u) {
    const double c = 1 / std::sqrt(1 - u.value * u.value);
    return chain(u, std::acos(u.value), -c, -u.value * c * c * c);
}

Jet atan(const Jet& u) {
    const double c = 1 / (1 + u.value * u.value);
    return chain(u, std::atan(u.value), c, -2 * u.value * c * c);
}

Jet sinh(const Jet& u) {
    const double s = std::sinh(u.value);
    return chain(u, s, std::cosh(u.value), s);
}

Jet cosh(const Jet& u) {
    const double c = std::cosh(u.value);
    return chain(u, c, std::sinh(u.value), c);
}

Jet tanh(const Jet& u) {
    const double y = std::tanh(u.value);
    const double y_u = 1 - y * y;
    return chain(u, y, y_u, -2 * y * y_u);
}

Jet exp(const Jet& u) {
    const double y = std::exp(u.value);
    return chain(u, y, y, y);
}

Jet log(const Jet& u) {
    const double y_u = 1 / u.value;
    return chain(u, std::log(u.value), y_u, -y_u * y_u);
}

Jet log10(const Jet& u) {
    const double y_u = 1 / (u.value * std::log(10.0));
    return chain(u, std::log10(u.value), y_u, -y_u / u.value);
}

Jet sqrt(const Jet& u) {
    const double y = std::sqrt(u.value);
    return chain(u, y, 0.5 / y, -0.25 / (y * u.value));
}

Jet abs(const Jet& u) { return std::signbit(u.value) ? -u : u; }

Jet atan2(const Jet& y, const Jet& x) {
    // φ' r² = x y' - y x';   φ'' r² = x y'' - y x'' - 2 φ' (x x' + y y')
    const double phi = std::atan2(y.value, x.value);
    if (is_steady(x) && is_steady(y)) return {phi, 0, 0};
    const double r2 = x.value * x.value + y.value * y.value;
    const double rate = (x.value * y.rate - y.value * x.rate) / r2;
    const double moment = x.value * y.acceleration - y.value * x.acceleration;
    return {phi, rate, (moment - 2 * rate * (x.value * x.rate + y.value * y.rate)) / r2};
}

Jet pow(const Jet& u, const Jet& v) {
    if (is_steady(v)) {
        // A vanishing factor wins over an infinite power: the second derivative of u¹ at u = 0 is 0, not 0 · 0⁻¹.
        const auto term = [&](double factor, double exponent) {
            return factor == 0 ? 0.0 : factor * std::pow(u.value, exponent);
        };
        const double n = v.value;
        return chain(u, std::pow(u.value, n), term(n, n - 1), term(n * (n - 1), n - 2));
    }
    if (is_steady(u) && u.value == 0 && v.value > 0) return {0, 0, 0};
    Jet y = exp(v * log(u));
    y.value = std::pow(u.value, v.value);
    return y;
}

Jet mod(const Jet& u, const Jet& v) {
    const double turns = std::floor(u.value / v.value);
    return {u.value - v.value * turns, u.rate - v.rate * turns, u.acceleration - v.acceleration * turns};
}

Jet smoothstep(const Jet& u) {
    const double x = u.value;
    if (x <= 0) return {0, 0, 0};
    if (x >= 1) return {1, 0, 0};
    const double r = 1 - x;
    return chain(u, x * x * x * (10 + x * (6 * x - 15)), 30 * x * x * r * r, 60 * x * r * (1 - 2 * x));
}

}  // namespace ritz
