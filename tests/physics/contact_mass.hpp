#pragma once
// A mass on a rail with gravity, a spring and two stops, exactly: from one change of its law to the next the motion is
// that of a linear oscillator.
//
//   m x'' = -ks x - m g + push(lower - x, -x') - push(x - upper, x'),   push(d, d') = max(0, k d + c d') where d > 0
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace ritz::testing {

struct ContactMass {
    double mass = 1, spring = 0, gravity = 0;
    double stiffness = 1, damping = 0, lower = 0, upper = 1e3;
    double x = 0, v = 0;  // at the start

    /// x and v at time t.
    std::array<double, 2> at(double t) const;

  private:
    enum class Law { free, low, high, released };  // released: still inside, but pulled by nothing
    struct Piece {
        double k, rest, decay;  // x'' = -k (x - rest) - 2 decay x', or x'' = rest without k
        std::array<double, 2> move(double from, double speed, double t) const;
    };
    Piece piece(Law law) const;
    /// What is positive until the law changes, and the law behind.
    double guard(Law law, bool is_low, int which, double px, double pv) const;
    static Law behind(Law law, bool is_low, int which);
};

inline std::array<double, 2> ContactMass::Piece::move(double from, double speed, double t) const {
    if (k == 0) return {from + speed * t + 0.5 * rest * t * t, speed + rest * t};
    const double y = from - rest, w2 = k - decay * decay, e = std::exp(-decay * t);
    const double w = std::sqrt(std::abs(w2)), b = speed + decay * y;
    const double c = w2 > 0 ? std::cos(w * t) : std::cosh(w * t), s = w2 > 0 ? std::sin(w * t) : std::sinh(w * t);
    const double turned = w2 > 0 ? -w * s : w * s;
    return {rest + e * (y * c + b / w * s), e * (-decay * (y * c + b / w * s) + y * turned + b * c)};
}

inline ContactMass::Piece ContactMass::piece(Law law) const {
    const bool touches = law == Law::low || law == Law::high;
    const double k = (spring + (touches ? stiffness : 0)) / mass;
    const double force = touches ? stiffness * (law == Law::low ? lower : upper) / mass - gravity : -gravity;
    return {k, k > 0 ? force / k : force, touches ? damping / (2 * mass) : 0};
}

inline double ContactMass::guard(Law law, bool is_low, int which, double px, double pv) const {
    const double depth = is_low ? lower - px : px - upper, into = is_low ? -pv : pv;
    const double push = stiffness * depth + damping * into;
    switch (law) {
        case Law::free:
            return which == 0 ? px - lower : upper - px;
        case Law::released:
            return which == 0 ? depth : -push;
        default:
            return damping > 0 ? push : depth;
    }
}

inline ContactMass::Law ContactMass::behind(Law law, bool is_low, int which) {
    if (law == Law::free) return which == 0 ? Law::low : Law::high;
    if (law == Law::released) return which == 0 ? Law::free : is_low ? Law::low : Law::high;
    return Law::released;  // without damping it leaves at once
}

inline std::array<double, 2> ContactMass::at(double end) const {
    std::array<double, 2> y{x, v};
    Law law = x < lower ? Law::low : x > upper ? Law::high : Law::free;
    bool is_low = law != Law::high;
    for (double t = 0; t < end;) {
        const Piece p = piece(law);
        const double rate = std::max(std::sqrt(p.k), p.decay);
        if (law == Law::low && p.k > 0) {  // where it can no longer leave, it is a vibration to the end
            const double around = std::abs(y[0] - p.rest) + std::abs(y[1] + p.decay * (y[0] - p.rest)) / std::sqrt(p.k);
            if (around * (2 + 4 * p.decay / std::sqrt(p.k)) < lower - p.rest) return p.move(y[0], y[1], end - t);
        }
        const double fine = std::min(end / 50, rate > 0 ? 0.3 / rate : end);  // no law changes twice within it
        const auto inside = [&](int which, double dt) {
            const auto z = p.move(y[0], y[1], dt);
            return guard(law, is_low, which, z[0], z[1]) >= 0;
        };
        const auto bisect = [](double low, double high, const std::function<bool(double)>& is_before) {
            for (int i = 0; i < 100; ++i) (is_before(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
            return high;
        };
        double before = 0, next = end - t;
        int found = -1;
        while (found < 0 && before < end - t) {
            const double behind_step = std::min(before + fine, end - t);
            // A turn of the motion inside: it may graze a stop there.
            const double v0 = p.move(y[0], y[1], before)[1], v1 = p.move(y[0], y[1], behind_step)[1];
            double look = behind_step;
            if (v0 * v1 < 0) look = bisect(before, look, [&](double s) { return p.move(y[0], y[1], s)[1] * v0 > 0; });
            for (const double stop : {look, behind_step})
                for (int which = 0; which < 2 && found < 0; ++which)
                    if (!inside(which, stop)) {
                        next = bisect(before, stop, [&](double s) { return inside(which, s); });
                        found = which;
                    }
            before = behind_step;
        }
        y = p.move(y[0], y[1], next);
        t += next;
        if (found < 0) break;
        law = behind(law, is_low, found);
        if (law == Law::low || law == Law::high) is_low = law == Law::low;
        if (law == Law::released && damping == 0) law = Law::free;
    }
    return y;
}

}  // namespace ritz::testing
