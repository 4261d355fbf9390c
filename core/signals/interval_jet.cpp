#include "core/signals/interval_jet.hpp"

#include <algorithm>
#include <numbers>

#include "core/signals/jet_math.hpp"

namespace ritz {
namespace {

using I = Interval;

bool is_steady(const IntervalJet& u) { return u.rate.is_zero() && u.acceleration.is_zero(); }

IntervalJet constant_bounds(double number) { return {number, number, 0, 0}; }

/// The chain rule for y = f(u), given bounds of f, f_u and f_uu.
IntervalJet chain(const IntervalJet& u, double middle, const I& f, const I& f_u, const I& f_uu) {
    if (is_steady(u)) return {middle, f, 0, 0};
    return {middle, f, f_u * u.rate, f_uu * square(u.rate) + f_u * u.acceleration};
}

IntervalJet operator-(const IntervalJet& u) { return {-u.middle, -u.value, -u.rate, -u.acceleration}; }

IntervalJet add(const IntervalJet& u, const IntervalJet& v) {
    return {u.middle + v.middle, u.value + v.value, u.rate + v.rate, u.acceleration + v.acceleration};
}

IntervalJet multiply_jets(const IntervalJet& u, const IntervalJet& v) {
    return {u.middle * v.middle, u.value * v.value, u.rate * v.value + u.value * v.rate,
            u.acceleration * v.value + I(2) * u.rate * v.rate + u.value * v.acceleration};
}

IntervalJet divide(const IntervalJet& u, const IntervalJet& v) {
    const double middle = u.middle / v.middle;
    if (is_steady(v)) return {middle, u.value / v.value, u.rate / v.value, u.acceleration / v.value};
    const I y = u.value / v.value;
    const I y1 = (u.rate - y * v.rate) / v.value;
    return {middle, y, y1, (u.acceleration - I(2) * y1 * v.rate - y * v.acceleration) / v.value};
}

/// Beyond e^170 an exponential goes on as it is there. Otherwise it would overflow, and the bounds of 1/(1 + exp(u)) or
/// 1/cosh(u), which have long vanished, would be the quotient of two infinities. Its fourth power is still a number.
I capped(const I& x) {
    constexpr double most = 170;
    return {std::clamp(x.low, -most, most), std::clamp(x.high, -most, most)};
}

IntervalJet exp_bounds(const IntervalJet& u) {
    const I y = monotonic(capped(u.value), [](double x) { return std::exp(x); });
    return chain(u, std::exp(u.middle), y, y, y);
}

IntervalJet log_bounds(const IntervalJet& u, double factor) {
    const double middle = factor * std::log(u.middle);
    if (!(u.value.low >= 0)) return {middle, I::whole(), I::whole(), I::whole()};
    const I y_u = I(factor) * power(u.value, -1), y_uu = I(-factor) * power(u.value, -2);
    return chain(u, middle, monotonic(u.value, [&](double x) { return factor * std::log(x); }), y_u, y_uu);
}

IntervalJet pow_bounds(const IntervalJet& u, const IntervalJet& v) {
    if (!is_steady(v)) {
        IntervalJet y = exp_bounds(multiply_jets(v, log_bounds(u, 1)));
        y.middle = std::pow(u.middle, v.middle);
        return y;
    }
    const double n = v.middle;
    const auto term = [&](double factor, double exponent) {
        return factor == 0 ? I(0) : I(factor) * power(u.value, exponent);
    };
    return chain(u, std::pow(u.middle, n), power(u.value, n), term(n, n - 1), term(n * (n - 1), n - 2));
}

IntervalJet tan_bounds(const IntervalJet& u) {
    const double middle = std::tan(u.middle), half = std::numbers::pi / 2;
    const bool pole = std::floor((u.value.high + half) / (2 * half)) != std::floor((u.value.low + half) / (2 * half));
    const I y = pole ? I::whole() : monotonic(u.value, [](double x) { return std::tan(x); });
    const I y_u = I(1) + square(y);
    return chain(u, middle, y, y_u, I(2) * y * y_u);
}

/// asin, and acos = π/2 - asin.
IntervalJet asin_bounds(const IntervalJet& u) {
    const double middle = std::asin(u.middle);
    if (u.value.low < -1 || u.value.high > 1) return {middle, I::whole(), I::whole(), I::whole()};
    const I c = power(I(1) - square(u.value), -0.5);
    return chain(u, middle, monotonic(u.value, [](double x) { return std::asin(x); }), c, u.value * c * c * c);
}

IntervalJet tanh_bounds(const IntervalJet& u) {
    const I y = monotonic(u.value, [](double x) { return std::tanh(x); });
    const I y_u = I(1) - square(y);
    return chain(u, std::tanh(u.middle), y, y_u, I(-2) * y * y_u);
}

IntervalJet atan_bounds(const IntervalJet& u) {
    const I c = I(1) / (I(1) + square(u.value));
    return chain(u, std::atan(u.middle), monotonic(u.value, [](double x) { return std::atan(x); }), c,
                 I(-2) * u.value * square(c));
}

IntervalJet sqrt_bounds(const IntervalJet& u) {
    const double middle = std::sqrt(u.middle);
    if (!(u.value.low >= 0)) return {middle, I::whole(), I::whole(), I::whole()};
    return chain(u, middle, power(u.value, 0.5), I(0.5) * power(u.value, -0.5), I(-0.25) * power(u.value, -1.5));
}

/// The ends of the range of f on x, where f turns at the given points only.
template <class Function>
Interval turning_range(const Interval& x, Function f, std::initializer_list<double> turning) {
    Interval y = monotonic(x, f);
    for (const double at : turning)
        if (x.contains(at)) y = hull(y, Interval(f(at)));
    return y;
}

IntervalJet smoothstep_bounds(const IntervalJet& u) {
    const Interval x = {std::clamp(u.value.low, 0.0, 1.0), std::clamp(u.value.high, 0.0, 1.0)};
    const auto f = [](double s) { return smoothstep(Jet{s, 0, 0}).value; };
    const auto f_u = [](double s) { return 30 * s * s * (1 - s) * (1 - s); };
    const auto f_uu = [](double s) { return 60 * s * (1 - s) * (1 - 2 * s); };
    const double r = std::sqrt(1.0 / 12);  // f_uu turns at 1/2 ± r
    return chain(u, f(u.middle), monotonic(x, f), turning_range(x, f_u, {0.5}),
                 turning_range(x, f_uu, {0.5 - r, 0.5 + r}));
}

/// The angle itself is bounded by its rate from the middle, which spares the cases of four quadrants.
IntervalJet atan2_bounds(const IntervalJet& y, const IntervalJet& x, double half_width) {
    const double middle = std::atan2(y.middle, x.middle);
    if (is_steady(x) && is_steady(y)) return constant_bounds(middle);
    const I r2 = square(x.value) + square(y.value);
    const I rate = (x.value * y.rate - y.value * x.rate) / r2;
    const I moment = x.value * y.acceleration - y.value * x.acceleration;
    const I acceleration = (moment - I(2) * rate * (x.value * x.rate + y.value * y.rate)) / r2;
    return {middle, I(middle) + rate * I(-half_width, half_width), rate, acceleration};
}

IntervalJet mod_bounds(const IntervalJet& u, const IntervalJet& v) {
    const double turns = std::floor(u.middle / v.middle);
    return add(u, multiply_jets(constant_bounds(-turns), v));
}

IntervalJet apply_bounds(Op op, const IntervalJet& u) {
    switch (op) {
        case Op::negate:
            return -u;
        case Op::logical_not:
            return constant_bounds(u.middle == 0 ? 1 : 0);
        case Op::sin: {
            const I s = sin(u.value);
            return chain(u, std::sin(u.middle), s, cos(u.value), -s);
        }
        case Op::cos: {
            const I c = cos(u.value);
            return chain(u, std::cos(u.middle), c, -sin(u.value), -c);
        }
        case Op::tan:
            return tan_bounds(u);
        case Op::asin:
            return asin_bounds(u);
        case Op::acos:
            return add(constant_bounds(std::numbers::pi / 2), -asin_bounds(u));
        case Op::atan:
            return atan_bounds(u);
        case Op::sinh: {
            const I x = capped(u.value), s = monotonic(x, [](double at) { return std::sinh(at); });
            return chain(u, std::sinh(u.middle), s, cosh(x), s);
        }
        case Op::cosh: {
            const I x = capped(u.value), c = cosh(x);
            return chain(u, std::cosh(u.middle), c, monotonic(x, [](double at) { return std::sinh(at); }), c);
        }
        case Op::tanh:
            return tanh_bounds(u);
        case Op::exp:
            return exp_bounds(u);
        case Op::log:
            return log_bounds(u, 1);
        case Op::log10:
            return log_bounds(u, 1 / std::numbers::ln10);
        case Op::sqrt:
            return sqrt_bounds(u);
        case Op::abs:
            return std::signbit(u.middle) ? -u : u;
        case Op::sign:
            return constant_bounds((u.middle > 0) - (u.middle < 0));
        case Op::floor:
            return constant_bounds(std::floor(u.middle));
        case Op::step:
            return constant_bounds(u.middle >= 0 ? 1 : 0);
        default:
            return smoothstep_bounds(u);
    }
}

bool compare(Op op, double u, double v) {
    switch (op) {
        case Op::less:
            return u < v;
        case Op::less_equal:
            return u <= v;
        case Op::greater:
            return u > v;
        case Op::greater_equal:
            return u >= v;
        case Op::equal:
            return u == v;
        case Op::not_equal:
            return u != v;
        case Op::logical_and:
            return u != 0 && v != 0;
        default:
            return u != 0 || v != 0;
    }
}

IntervalJet apply_bounds(Op op, const IntervalJet& u, const IntervalJet& v, double half_width) {
    switch (op) {
        case Op::add:
            return add(u, v);
        case Op::subtract:
            return add(u, -v);
        case Op::multiply:
            return multiply_jets(u, v);
        case Op::divide:
            return divide(u, v);
        case Op::power:
            return pow_bounds(u, v);
        case Op::atan2:
            return atan2_bounds(u, v, half_width);
        case Op::min:
            return v.middle < u.middle ? v : u;
        case Op::max:
            return v.middle > u.middle ? v : u;
        case Op::mod:
            return mod_bounds(u, v);
        default:
            return constant_bounds(compare(op, u.middle, v.middle) ? 1 : 0);
    }
}

IntervalJet apply_bounds(Op op, const IntervalJet& u, const IntervalJet& v, const IntervalJet& w) {
    if (op == Op::select) return u.middle != 0 ? v : w;
    return smoothstep_bounds(divide(add(w, -u), add(v, -u)));
}

}  // namespace

IntervalJet run_bounds(std::span<const Instruction> code, double t_begin, double t_end) {
    const double half_width = 0.5 * (t_end - t_begin);
    const IntervalJet time{t_begin + half_width, {t_begin, t_end}, 1, 0};
    IntervalJet stack[expression_stack_size];
    IntervalJet* top = stack;  // one past the last value
    for (const Instruction& instruction : code) {
        switch (arity(instruction.op)) {
            case 0:
                *top++ = instruction.op == Op::constant ? constant_bounds(instruction.number) : time;
                break;
            case 1:
                top[-1] = apply_bounds(instruction.op, top[-1]);
                break;
            case 2:
                top[-2] = apply_bounds(instruction.op, top[-2], top[-1], half_width);
                --top;
                break;
            default:
                top[-3] = apply_bounds(instruction.op, top[-3], top[-2], top[-1]);
                top -= 2;
        }
    }
    return stack[0];
}

}  // namespace ritz
