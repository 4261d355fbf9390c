#pragma once
// A body as a cloud of mass points, to sum what the invariants give in closed form.
#include <vector>

#include "bodies/beam.hpp"

namespace ritz::testing {

/// A particle with d = c + Φ q + ½ e_a (qᵀ Γ_a q); Γ may be absent.
struct CloudPoint {
    double mass;
    Vec3 c;
    Mat3X phi;
    std::vector<MatX> gamma;  // three or none

    Vec3 first(const VecX& q) const { return phi * q; }
    Vec3 second(const VecX& q) const {
        Vec3 d = Vec3::Zero();
        for (std::size_t a = 0; a < gamma.size(); ++a) d[static_cast<int>(a)] = 0.5 * q.dot(gamma[a] * q);
        return d;
    }
    /// The first-order part of ∂d/∂q.
    Mat3X first_jacobian(const VecX& q) const {
        Mat3X d = Mat3X::Zero(3, phi.cols());
        for (std::size_t a = 0; a < gamma.size(); ++a) d.row(static_cast<int>(a)) = (gamma[a] * q).transpose();
        return d;
    }
};

/// Simpson points along the axis, four points a section at its radii of gyration: second moments are exact, and
/// rigid turning Φ = φ + ψ × (0, y, z) is applied as such. An independent way to the integrals of the product code.
inline std::vector<CloudPoint> make_beam_cloud(const BeamShapes& beam, const BeamLaw& law, int intervals) {
    std::vector<CloudPoint> cloud;
    const Eigen::Index n = beam.size();
    const double y0 = std::sqrt(law.rho_Iz / law.mass), z0 = std::sqrt(law.rho_Iy / law.mass);
    Mat3X phi(3, n), psi(3, n);
    MatX gamma(n, n);
    for (int i = 0; i <= intervals; ++i) {
        const double x = beam.length * i / intervals;
        const double weight = (i == 0 || i == intervals ? 1 : (i % 2 ? 4 : 2)) * beam.length / (3.0 * intervals);
        beam.eval(x, 0, phi, psi);
        if (beam.stiffening) beam.eval_gamma(x, 0, gamma);
        for (int corner = 0; corner < 4; ++corner) {
            const Vec3 r(0, corner & 1 ? y0 : -y0, corner & 2 ? z0 : -z0);
            CloudPoint point{0.25 * weight * law.mass, Vec3(x, 0, 0) + r, phi - skew(r) * psi, {}};
            if (beam.stiffening) {
                // ½ qᵀΓ_a q = e_a·½ θ × (θ × r), θ = Ψ q: Γ_a = sym(Ψᵀ e_a rᵀ Ψ) - r_a ΨᵀΨ
                for (int a = 0; a < 3; ++a) {
                    const MatX half = psi.row(a).transpose() * (r.transpose() * psi);
                    point.gamma.push_back(0.5 * (half + half.transpose()) - r[a] * (psi.transpose() * psi));
                }
                point.gamma[0] += gamma;
            }
            cloud.push_back(std::move(point));
        }
    }
    return cloud;
}

inline Mat3 inertia_product(const Vec3& a, const Vec3& b) {
    return a.dot(b) * Mat3::Identity() - 0.5 * (a * b.transpose() + b * a.transpose());
}

/// The polynomials of the kinetic energy, each truncated where elastic_body.hpp says.
struct CloudSums {
    Vec3 mc = Vec3::Zero();
    Mat3X S, Cr;
    Mat3 J = Mat3::Zero();
    MatX Me;
};

inline CloudSums sum_cloud(const std::vector<CloudPoint>& cloud, const VecX& q) {
    CloudSums sum;
    const Eigen::Index n = q.size();
    sum.S = sum.Cr = Mat3X::Zero(3, n);
    sum.Me = MatX::Zero(n, n);
    for (const CloudPoint& p : cloud) {
        const Vec3 d1 = p.first(q), d2 = p.second(q);
        const Mat3X v1 = p.first_jacobian(q);
        sum.mc += p.mass * (p.c + d1 + d2);
        sum.S += p.mass * (p.phi + v1);
        sum.Cr += p.mass * (skew(p.c + d1) * p.phi + skew(p.c) * v1);
        sum.J += p.mass * (inertia_product(p.c, p.c) + 2 * inertia_product(p.c, d1) + inertia_product(d1, d1) +
                           2 * inertia_product(p.c, d2));
        sum.Me += p.mass * (p.phi.transpose() * p.phi);
    }
    return sum;
}

/// The same from the invariants, by the formulas at the top of elastic_body.hpp.
inline CloudSums evaluate(const InertiaInvariants& inertia, const VecX& q) {
    CloudSums sum;
    sum.mc = inertia.mc0 + inertia.S * q;
    sum.S = inertia.S;
    sum.Cr = inertia.Cr0;
    for (int a = 0; a < 3; ++a) {
        const MatX& S1 = inertia.S1[static_cast<std::size_t>(a)];
        const MatX& N = inertia.N[static_cast<std::size_t>(a)];
        if (S1.size() > 0) sum.mc[a] += 0.5 * q.dot(S1 * q);
        if (S1.size() > 0) sum.S.row(a) += (S1 * q).transpose();
        if (N.size() > 0) sum.Cr.row(a) += q.transpose() * N;
    }
    Vec6 j = inertia.J1 * q;
    for (int a = 0; a < 6; ++a) {
        const MatX& J2 = inertia.J2[static_cast<std::size_t>(a)];
        if (J2.size() > 0) j[a] += 0.5 * q.dot(J2 * q);
    }
    Mat3 J;
    J << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
    sum.J = inertia.J0 + J;
    sum.Me = inertia.Me;
    return sum;
}

}  // namespace ritz::testing
