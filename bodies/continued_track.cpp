// A track beyond its ends. With the distance x = s - s_e from an end, σ = ±1 its direction, ℓ the transition and ξ =
// σx/ℓ, each shape f goes on by the quintic that meets its value and two derivatives at the end and is zero, with two
// derivatives, at ξ = 1,
//   f(x) = f_e h0(ξ) + σℓ f_e' h1(ξ) + ℓ² f_e'' h2(ξ)
//   h0 = 1 - 10ξ³ + 15ξ⁴ - 6ξ⁵,   h1 = ξ - 6ξ³ + 8ξ⁴ - 3ξ⁵,   h2 = (ξ² - 3ξ³ + 3ξ⁴ - ξ⁵)/2
// and the curve by a clothoid, whose curvature falls to zero,
//   c'' = k_e (1 - ξ),   c' = t_e + k_e (x - σx²/2ℓ),   c = c_e + t_e x + k_e (x²/2 - σx³/6ℓ)
// Behind ξ = 1 a straight line is fixed to the body's frame. All is C² in s, as a spline is at its
// points: a slide passes without a jump of its velocity, and since the place is still a function of (s, q) alone, the
// track does no work.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bodies/track.hpp"

namespace ritz {
namespace {

/// The weights of f_e, f_e' and f_e'' in f and its two derivatives by s.
struct Fading {
    std::array<std::array<double, 3>, 3> weight;  // [derivative][of f_e, f_e', f_e'']
};

Fading make_fading(double xi, double direction, double transition) {
    const double x2 = xi * xi, x3 = x2 * xi, x4 = x3 * xi, x5 = x4 * xi;
    const double l = direction * transition;  // d/ds = (1/σℓ) d/dξ
    const std::array<double, 3> h0 = {1 - 10 * x3 + 15 * x4 - 6 * x5, -30 * x2 + 60 * x3 - 30 * x4,
                                      -60 * xi + 180 * x2 - 120 * x3};
    const std::array<double, 3> h1 = {xi - 6 * x3 + 8 * x4 - 3 * x5, 1 - 18 * x2 + 32 * x3 - 15 * x4,
                                      -36 * xi + 96 * x2 - 60 * x3};
    const std::array<double, 3> h2 = {(x2 - 3 * x3 + 3 * x4 - x5) / 2, (2 * xi - 9 * x2 + 12 * x3 - 5 * x4) / 2,
                                      (2 - 18 * xi + 36 * x2 - 20 * x3) / 2};
    Fading fading{};
    double by_s = 1;
    for (std::size_t k = 0; k < 3; ++k, by_s /= l)
        fading.weight[k] = {by_s * h0[k], by_s * l * h1[k], by_s * l * l * h2[k]};
    return fading;
}

template <class Matrix>
void fade(const Fading& fading, Matrix& f, Matrix& f_1, Matrix& f_2) {
    const auto& w = fading.weight;
    for (Eigen::Index i = 0; i < f.size(); ++i) {
        const double a = f.data()[i], b = f_1.data()[i], c = f_2.data()[i];
        f.data()[i] = w[0][0] * a + w[0][1] * b + w[0][2] * c;
        f_1.data()[i] = w[1][0] * a + w[1][1] * b + w[1][2] * c;
        f_2.data()[i] = w[2][0] * a + w[2][1] * b + w[2][2] * c;
    }
}

Vec3 up_of(const BeamTrack&) { return Vec3::UnitZ(); }
Vec3 up_of(const SplineTrack& track) { return track.up(); }

}  // namespace

ContinuedTrack make_continued(const Track& track, double transition) {
    if (track_is_closed(track) || !(transition > 0))
        throw std::logic_error("only an open track goes on beyond its ends, over a transition of some length");
    if (const auto* beam = std::get_if<BeamTrack>(&track)) return {*beam, transition};
    if (const auto* spline = std::get_if<SplineTrack>(&track)) return {*spline, transition};
    return {std::get<ContinuedTrack>(track).track, transition};
}

double ContinuedTrack::length() const {
    return std::visit([](const auto& inner) { return inner.length(); }, track);
}

void ContinuedTrack::eval(double s, TrackSample& out) const {
    const double end = std::clamp(s, 0.0, length());
    std::visit([&](const auto& inner) { inner.eval(end, out); }, track);
    if (s == end) return;
    const double x = s - end, direction = x > 0 ? 1 : -1, xi = std::min(1.0, std::abs(x) / transition);
    const Fading fading = xi < 1 ? make_fading(xi, direction, transition) : Fading{};
    fade(fading, out.phi, out.phi_1, out.phi_2);
    fade(fading, out.psi, out.psi_1, out.psi_2);
    if (out.has_gamma)
        for (std::size_t a = 0; a < 3; ++a) fade(fading, out.gamma[a], out.gamma_1[a], out.gamma_2[a]);
    const double bent = direction * transition * xi;  // the part of x on the clothoid
    const Vec3 t = out.t, k = out.k;
    out.c += t * bent + k * (bent * bent * (0.5 - xi / 6));
    out.t = t + k * (bent * (1 - 0.5 * xi));
    out.c += out.t * (x - bent);
    out.k = (1 - xi) * k;
    if (k.isZero(0)) {
        out.w0.setZero();
        out.w0_prime.setZero();
        return;
    }
    const Vec3 jerk = xi < 1 ? Vec3(-direction / transition * k) : Vec3::Zero();
    std::visit([&](const auto& inner) { eval_curve_frame(out.t, out.k, jerk, up_of(inner), out); }, track);
}

}  // namespace ritz
