#pragma once
// Interval arithmetic: the values that an operation can take while its operands stay within bounds [Moore1966].
// Bounds are not rounded outwards: whoever proves something with them must survive the last digit.
// What is undefined somewhere in its operands has no bounds: the whole line.
#include <algorithm>
#include <cmath>
#include <limits>

namespace ritz {

struct Interval {
    double low = 0, high = 0;

    Interval() = default;
    Interval(double number) : low(number), high(number) {}
    /// Also with exchanged ends; the whole line where an end is not a number.
    Interval(double a, double b) : low(std::min(a, b)), high(std::max(a, b)) {
        if (std::isnan(a) || std::isnan(b)) *this = whole();
    }
    static Interval whole() {
        Interval all;
        all.low = -std::numeric_limits<double>::infinity();
        all.high = -all.low;
        return all;
    }

    bool contains(double x) const { return low <= x && x <= high; }
    bool is_zero() const { return low == 0 && high == 0; }
    double width() const { return high - low; }
    /// The largest absolute value.
    double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

inline Interval operator-(const Interval& a) { return {-a.high, -a.low}; }
inline Interval operator+(const Interval& a, const Interval& b) { return {a.low + b.low, a.high + b.high}; }
inline Interval operator-(const Interval& a, const Interval& b) { return {a.low - b.high, a.high - b.low}; }
Interval operator*(const Interval& a, const Interval& b);
Interval operator/(const Interval& a, const Interval& b);
inline Interval hull(const Interval& a, const Interval& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// f of an interval on which f is monotonic.
template <class Function>
Interval monotonic(const Interval& x, Function f) {
    return {f(x.low), f(x.high)};
}

Interval square(const Interval& x);
Interval sin(const Interval& x);
Interval cos(const Interval& x);
Interval cosh(const Interval& x);
/// x to a power that does not change.
Interval power(const Interval& x, double exponent);

}  // namespace ritz
