#pragma once
// Textbook solutions that the tests compare with; nothing here uses the program.
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace ritz::testing {

constexpr double pi = std::numbers::pi;

struct JacobiFunctions {
    double sn, cn, dn;
};
/// Jacobi's elliptic functions of modulus k by the arithmetic-geometric mean (Abramowitz & Stegun 16.4).
inline JacobiFunctions jacobi(double u, double k) {
    std::vector<double> a{1}, c{k};
    double b = std::sqrt(1 - k * k);
    while (std::abs(c.back()) > 1e-16 && a.size() < 40) {
        const double a_next = (a.back() + b) / 2;
        c.push_back((a.back() - b) / 2);
        b = std::sqrt(a.back() * b);
        a.push_back(a_next);
    }
    double phi = std::ldexp(a.back() * u, static_cast<int>(a.size()) - 1);
    for (std::size_t n = a.size() - 1; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
    const double sn = std::sin(phi);
    return {sn, std::cos(phi), std::sqrt(1 - k * k * sn * sn)};
}

/// The root of f in [a, b] by bisection.
inline double bisect(const std::function<double(double)>& f, double a, double b) {
    const bool rises = f(b) > f(a);
    for (int k = 0; k < 200; ++k) {
        const double m = (a + b) / 2;
        ((f(m) > 0) == rises ? b : a) = m;
    }
    return (a + b) / 2;
}

/// βL of the i-th mode, i from 1: clamped-free from cos β + 1/cosh β = 0, pinned-free from tan β = tanh β.
inline double clamped_free_beta(int i) {
    return bisect([](double b) { return std::cos(b) + 1 / std::cosh(b); }, (i - 1) * pi + (i == 1 ? 1 : 0), i * pi);
}
inline double pinned_free_beta(int i) {
    return bisect([](double b) { return std::sin(b) - std::tanh(b) * std::cos(b); }, i * pi, i * pi + pi / 2);
}

/// Clamped-free shapes, ∫₀¹ f² dξ = 1, f(1) = ±2; good for the first ten.
struct ClampedFree {
    double beta, sigma;
    explicit ClampedFree(int i) : beta(clamped_free_beta(i)) {
        sigma = (std::cosh(beta) + std::cos(beta)) / (std::sinh(beta) + std::sin(beta));
    }
    double f(double xi) const {
        const double b = beta * xi;
        return std::cosh(b) - std::cos(b) - sigma * (std::sinh(b) - std::sin(b));
    }
    double slope(double xi) const {
        const double b = beta * xi;
        return beta * (std::sinh(b) + std::sin(b) - sigma * (std::cosh(b) - std::cos(b)));
    }
};

/// ∫ f over [a, b] by Gauss-Legendre with five points on each of n panels.
inline double integrate(const std::function<double(double)>& f, double a, double b, int n = 40) {
    constexpr std::array<double, 5> x{-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                      0.9061798459386640};
    constexpr std::array<double, 5> w{0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                      0.2369268850561891};
    const double h = (b - a) / n;
    double sum = 0;
    for (int k = 0; k < n; ++k)
        for (std::size_t j = 0; j < 5; ++j) sum += w[j] * h / 2 * f(a + h * (k + (1 + x[j]) / 2));
    return sum;
}

}  // namespace ritz::testing
