// Modes of the Euler beam, f'''' = β⁴ f, and of the rod, f'' = -β² f. With E = e^{-β}, so that nothing overflows:
//   clamped-free      cos β = -1/cosh β = -2E/(1 + E²)          β ≈ (i - 1/2) π
//   clamped-clamped   cos β =  1/cosh β =  2E/(1 + E²)          β ≈ (i + 1/2) π     (free-free: the same β)
//   clamped-pinned    sin β = cos β tanh β                      β ≈ (i + 1/4) π
//   pinned-pinned     sin β = 0
// The classical f = cosh βξ - cos βξ - σ (sinh βξ - sin βξ) becomes
//   a = σ,  b = -1,  c = (1 + σ)/2,  d = (1 - σ) e^β/2
// where 1 - σ is formed before the division, since σ → 1 - 2E... would lose d completely from mode 12 on.
// [Blevins1979], table 8-1.
#include "bodies/shape_function.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"

namespace ritz {
namespace {

constexpr double pi = std::numbers::pi;

template <class Residual, class Slope>
double solve_newton(double x, Residual residual, Slope slope) {
    for (int iteration = 0; iteration < 50; ++iteration) {
        const double step = residual(x) / slope(x);
        x -= step;
        if (std::abs(step) <= 2e-16 * x) break;
    }
    return x;
}

/// cos β = sign / cosh β
double solve_cosine(double guess, double sign) {
    const auto sech = [](double b) { return 2 * std::exp(-b) / (1 + std::exp(-2 * b)); };
    return solve_newton(
        guess, [&](double b) { return std::cos(b) - sign * sech(b); },
        [&](double b) { return -std::sin(b) + sign * sech(b) * std::tanh(b); });
}

double solve_tangent(double guess) {
    return solve_newton(
        guess, [](double b) { return std::sin(b) - std::cos(b) * std::tanh(b); },
        [](double b) {
            const double t = std::tanh(b);
            return std::cos(b) * t * t + std::sin(b) * t;
        });
}

void require_mode_number(int i) {
    if (i < 1) throw InputError(fmt::format("modes are numbered from 1; there is no mode {}", i));
}

}  // namespace

namespace {

/// The k-th derivative by Horner's rule.
double derive(const Polynomial& p, double xi, int k) {
    double sum = 0;
    for (int j = polynomial_terms - 1; j >= k; --j) {
        double factor = 1;
        for (int i = 0; i < k; ++i) factor *= j - i;
        sum = sum * xi + factor * p[static_cast<std::size_t>(j)];
    }
    return sum;
}

}  // namespace

ShapeWaves ShapeFunction::waves(double xi) const {
    if (is_polynomial) return {0, 0, 0, 0, xi};
    ShapeWaves w{std::sin(beta * xi), std::cos(beta * xi), 0, 0, xi};
    if (c != 0) w.decay = std::exp(-beta * xi);
    if (d != 0) w.growth = std::exp(-beta * (1 - xi));
    return w;
}

double ShapeFunction::scaled_derivative(const ShapeWaves& w, int k) const {
    if (is_polynomial) return derive(p, w.xi, k);
    const double decaying = c * w.decay, growing = d * w.growth;
    switch (k % 4) {
        case 0:
            return a * w.sine + b * w.cosine + decaying + growing;
        case 1:
            return a * w.cosine - b * w.sine - decaying + growing;
        case 2:
            return -a * w.sine - b * w.cosine + decaying + growing;
        default:
            return -a * w.cosine + b * w.sine - decaying + growing;
    }
}

double ShapeFunction::derivative(double xi, int k) const {
    double power = 1;
    for (int j = 0; j < k; ++j) power *= beta;
    return power * scaled_derivative(waves(xi), k);
}

ShapeFunction make_bending_shape(BeamEnds ends, int i) {
    require_mode_number(i);
    ShapeFunction f;
    if (ends == BeamEnds::pinned_pinned) {
        f.beta = i * pi;
        f.a = 1;
        return f;
    }
    if (ends == BeamEnds::clamped_pinned) {
        f.beta = solve_tangent((i + 0.25) * pi);
        const double E = std::exp(-f.beta);
        const double sigma = (1 + E * E) / (1 - E * E);  // coth β
        f.a = sigma;
        f.b = -1;
        f.c = 1 / (1 - E * E);
        f.d = -E / (1 - E * E);
        return f;
    }
    const bool one_end_free = ends == BeamEnds::clamped_free;
    f.beta = one_end_free ? solve_cosine((i - 0.5) * pi, -1) : solve_cosine((i + 0.5) * pi, 1);
    const double E = std::exp(-f.beta), s = std::sin(f.beta), c = std::cos(f.beta);
    // σ = (cosh β ± cos β)/(sinh β ± sin β), upper sign for clamped-free.
    const double sign = one_end_free ? 1 : -1;
    const double below = 1 - E * E + sign * 2 * E * s;
    const double sigma = (1 + E * E + sign * 2 * E * c) / below;
    f.c = 0.5 * (1 + sigma);
    f.d = (sign * (s - c) - E) / below;
    f.a = sigma;
    f.b = -1;
    if (ends == BeamEnds::free_free) {  // second derivative of the clamped-clamped shape
        f.a = -sigma;
        f.b = 1;
    }
    return f;
}

ShapeFunction make_rod_shape(RodEnds ends, int i) {
    require_mode_number(i);
    switch (ends) {
        case RodEnds::fixed_free:
            return {(i - 0.5) * pi, 1, 0, 0, 0, false, {}};
        case RodEnds::fixed_fixed:
            return {i * pi, 1, 0, 0, 0, false, {}};
        case RodEnds::free_free:
            return {i * pi, 0, 1, 0, 0, false, {}};
    }
    throw InputError("unknown ends of a rod");
}

ShapeFunction make_polynomial_shape(const Polynomial& p) { return {1, 0, 0, 0, 0, true, p}; }

}  // namespace ritz
