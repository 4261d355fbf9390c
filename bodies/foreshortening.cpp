// Foreshortening of a bent beam: an axis that keeps its length draws the section at x back by
//   u_x = ½ qᵀ Γ_x q,   Γ_x(x) = -G(x),   G(x) = ∫₀ˣ (v'v'ᵀ + w'w'ᵀ) dx        [Kane1987]
// Both ends held: the support takes back what is missing, Γ_x = -(G(x) - (x/L) G(L)).
// Both ends free: the mean stays where it is,             Γ_x = -(G(x) - (1/L) ∫₀ᴸ G dx).
//
// With u = f_i', w = f_j' and u'''' = β_i⁴ u, w'''' = β_j⁴ w, Green's identity gives the integral without quadrature:
//   (β_i⁴ - β_j⁴) ∫ u w dξ = [u'''w - u''w' + u'w'' - u w''']
// and for β_i = β_j the products of the four functions have elementary antiderivatives. With a polynomial p, parts:
//   ∫ f'p' dξ = [f p' - F₁p'' + F₂p''' - F₃p'''' + F₄p⁽⁵⁾],   F_k the k-th antiderivative of f, f^(4-k)/β⁴
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bodies/beam_shapes.hpp"
#include "bodies/quadrature.hpp"

namespace ritz {
namespace {

/// A shape at one ξ: the four functions and f^(k)/β^k, k = 0..3 (for waves k = 4 repeats k = 0), 0..5 of polynomials.
struct ModeAt {
    ShapeWaves waves;
    double f[polynomial_terms];
};

ModeAt evaluate(const ShapeFunction& shape, double xi) {
    ModeAt at{shape.waves(xi), {}};
    const int orders = shape.is_polynomial ? polynomial_terms : 4;
    for (int k = 0; k < orders; ++k) at.f[k] = shape.scaled_derivative(at.waves, k);
    return at;
}

/// The antiderivative of f_i' f_j' for different β.
double unequal_antiderivative(double bi, const ModeAt& i, double bj, const ModeAt& j) {
    const double bi2 = bi * bi, bj2 = bj * bj;
    // The common factor β_i β_j of every term stands in front.
    const double bracket = bi2 * bi * i.f[0] * j.f[1] - bi2 * bj * i.f[3] * j.f[2] + bi * bj2 * i.f[2] * j.f[3] -
                           bj2 * bj * i.f[1] * j.f[0];
    return bi * bj * bracket / ((bi2 - bj2) * (bi2 + bj2));
}

/// The antiderivative of f_i' f_j' for equal β; f' = β (-b sin + a cos - c decay + d growth).
double equal_antiderivative(const ShapeFunction& i, const ShapeFunction& j, const ShapeWaves& at, double xi,
                            double both_exponentials) {
    const double s = at.sine, c = at.cosine, p = at.decay, r = at.growth;
    const double angle = i.beta * xi;
    // Twice β times the antiderivatives of the products.
    const double ss = angle - s * c, cc = angle + s * c, sc = s * s, pp = -p * p, rr = r * r;
    const double pr = 2 * angle * both_exponentials;
    const double sp = -(s + c) * p, cp = (s - c) * p, sr = (s - c) * r, cr = (s + c) * r;
    const double si = -i.b, ci = i.a, pi = -i.c, ri = i.d;
    const double sj = -j.b, cj = j.a, pj = -j.c, rj = j.d;
    return 0.5 * i.beta *
           (si * sj * ss + ci * cj * cc + pi * pj * pp + ri * rj * rr + (si * cj + ci * sj) * sc +
            (pi * rj + ri * pj) * pr + (si * pj + pi * sj) * sp + (ci * pj + pi * cj) * cp + (si * rj + ri * sj) * sr +
            (ci * rj + ri * cj) * cr);
}

/// The antiderivative of f'p' for a wave f and a polynomial p.
double mixed_antiderivative(double beta, const ModeAt& f, const ModeAt& p) {
    const double r = 1 / beta;
    return f.f[0] * p.f[1] -
           r * (f.f[3] * p.f[2] - r * (f.f[2] * p.f[3] - r * (f.f[1] * p.f[4] - r * f.f[0] * p.f[5])));
}

/// ∫₀^ξ p'r' dξ for polynomials.
double polynomial_product(const Polynomial& p, const Polynomial& r, double xi) {
    double sum = 0;
    for (int m = 2 * polynomial_terms - 3; m >= 1; --m) {  // the power of ξ in the integral
        double coefficient = 0;
        for (int j = std::max(1, m + 2 - polynomial_terms); j <= std::min(m, polynomial_terms - 1); ++j)
            coefficient += j * p[static_cast<std::size_t>(j)] * (m + 1 - j) * r[static_cast<std::size_t>(m + 1 - j)];
        sum = (sum + coefficient / m) * xi;
    }
    return sum;
}

/// ∫₀^ξ f_i' f_j' dξ
double slope_product(const ShapeFunction& i, const ModeAt& i_x, const ModeAt& i_0, const ShapeFunction& j,
                     const ModeAt& j_x, const ModeAt& j_0, double xi) {
    if (i.is_polynomial && j.is_polynomial) return polynomial_product(i.p, j.p, xi);
    if (j.is_polynomial) return mixed_antiderivative(i.beta, i_x, j_x) - mixed_antiderivative(i.beta, i_0, j_0);
    if (i.is_polynomial) return mixed_antiderivative(j.beta, j_x, i_x) - mixed_antiderivative(j.beta, j_0, i_0);
    if (i.beta != j.beta)
        return unequal_antiderivative(i.beta, i_x, j.beta, j_x) - unequal_antiderivative(i.beta, i_0, j.beta, j_0);
    // decay at 0 is one, so growth at 0 is e^{-β}; zero where a shape has no growing part, and not needed then.
    const double both = i_0.waves.growth != 0 ? i_0.waves.growth : j_0.waves.growth;
    const ShapeWaves start{0, 1, 1, both, 0};
    const ShapeWaves here{i_x.waves.sine, i_x.waves.cosine, i.c != 0 ? i_x.waves.decay : j_x.waves.decay,
                          i.d != 0 ? i_x.waves.growth : j_x.waves.growth, xi};
    return equal_antiderivative(i, j, here, xi, both) - equal_antiderivative(i, j, start, 0, both);
}

constexpr Eigen::Index tile = 16;

struct Tile {
    ModeAt here[tile], start[tile];
};

void fill_tile(const BeamShapes& beam, Eigen::Index first, double xi, bool with_start, Tile& out) {
    const Eigen::Index last = std::min(first + tile, beam.size());
    for (Eigen::Index j = first; j < last; ++j) {
        const BeamMode& mode = beam.modes[static_cast<std::size_t>(j)];
        if (!is_bending(mode.motion)) continue;
        out.here[j - first] = evaluate(mode.shape, xi);
        if (with_start) out.start[j - first] = evaluate(mode.shape, 0);
    }
}

/// G^(k)(x) for one pair of modes.
double pair_value(const BeamShapes& beam, int k, double xi, const BeamMode& i, const ModeAt& i_x, const ModeAt& i_0,
                  const BeamMode& j, const ModeAt& j_x, const ModeAt& j_0) {
    const double scale = i.scale * j.scale, L = beam.length;
    if (k == 0) return scale / L * slope_product(i.shape, i_x, i_0, j.shape, j_x, j_0, xi);
    const double bi = i.shape.beta / L, bj = j.shape.beta / L;
    if (k == 1) return scale * bi * bj * i_x.f[1] * j_x.f[1];
    return scale * bi * bj * (bi * i_x.f[2] * j_x.f[1] + bj * i_x.f[1] * j_x.f[2]);
}

/// mixᵀ Γ mix in place, columns and then rows from the last to the first.
void mix_both_sides(const MatX& mix, MatX& gamma) {
    for (Eigen::Index j = mix.cols(); j-- > 0;) {
        gamma.col(j) *= mix(j, j);
        for (Eigen::Index i = 0; i < j; ++i)
            if (mix(i, j) != 0) gamma.col(j) += mix(i, j) * gamma.col(i);
    }
    for (Eigen::Index j = mix.cols(); j-- > 0;) {
        gamma.row(j) *= mix(j, j);
        for (Eigen::Index i = 0; i < j; ++i)
            if (mix(i, j) != 0) gamma.row(j) += mix(i, j) * gamma.row(i);
    }
}

}  // namespace

bool BeamShapes::has_gamma() const {
    if (!stiffening) return false;
    for (const BeamMode& mode : modes)
        if (is_bending(mode.motion)) return true;
    return false;
}

void BeamShapes::eval_gamma(double x, int k, MatX& gamma) const {
    if (k < 0 || k > 2) throw std::invalid_argument("eval_gamma: only the derivatives 0, 1, 2 are known");
    const bool supported = foreshortening != RodEnds::fixed_free;
    if (supported && support_shortening.rows() != size())
        throw std::logic_error("eval_gamma: call enable_stiffening on the shapes first");
    const double xi = x / length;
    gamma.setZero(size(), size());
    // Tiles of modes on the stack: every mode is evaluated once for each tile, and nothing is allocated.
    Tile rows, columns;
    for (Eigen::Index i0 = 0; i0 < size(); i0 += tile) {
        fill_tile(*this, i0, xi, k == 0, rows);
        for (Eigen::Index j0 = i0; j0 < size(); j0 += tile) {
            if (j0 != i0) fill_tile(*this, j0, xi, k == 0, columns);
            const Tile& other = j0 == i0 ? rows : columns;
            for (Eigen::Index i = i0; i < std::min(i0 + tile, size()); ++i) {
                const BeamMode& mode_i = modes[static_cast<std::size_t>(i)];
                if (!is_bending(mode_i.motion)) continue;
                for (Eigen::Index j = std::max(i, j0); j < std::min(j0 + tile, size()); ++j) {
                    const BeamMode& mode_j = modes[static_cast<std::size_t>(j)];
                    if (mode_j.motion != mode_i.motion) continue;
                    const double g = pair_value(*this, k, xi, mode_i, rows.here[i - i0], rows.start[i - i0], mode_j,
                                                other.here[j - j0], other.start[j - j0]);
                    gamma(i, j) = gamma(j, i) = -g;
                }
            }
        }
    }
    mix_both_sides(mix, gamma);
    if (foreshortening == RodEnds::fixed_fixed && k == 0) gamma += xi * support_shortening;
    if (foreshortening == RodEnds::fixed_fixed && k == 1) gamma += support_shortening / length;
    if (foreshortening == RodEnds::free_free && k == 0) gamma += support_shortening;
}

void enable_stiffening(BeamShapes& shapes, RodEnds axial_ends) {
    BeamShapes from_start = shapes;
    from_start.foreshortening = RodEnds::fixed_free;
    MatX G = MatX::Zero(shapes.size(), shapes.size());
    if (axial_ends == RodEnds::fixed_fixed) {
        from_start.eval_gamma(shapes.length, 0, G);
        G = -G;
    } else if (axial_ends == RodEnds::free_free) {
        // (1/L) ∫₀ᴸ G dx
        double beta = 0;
        for (const BeamMode& mode : shapes.modes) beta = std::max(beta, mode.shape.beta);
        const QuadratureRule rule = make_wave_rule(2 * beta);
        MatX gamma(shapes.size(), shapes.size());
        for (Eigen::Index i = 0; i < rule.points.size(); ++i) {
            from_start.eval_gamma(rule.points[i] * shapes.length, 0, gamma);
            G -= rule.weights[i] * gamma;
        }
    }
    shapes.stiffening = true;
    shapes.foreshortening = axial_ends;
    shapes.support_shortening = G;
}

}  // namespace ritz
