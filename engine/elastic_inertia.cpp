// With T as in bodies/elastic_body.hpp, Lagrange's equations in the quasi-velocities (v, ω, q') give, for any
// polynomials mc(q), J(q), Cr(q), the inertia forces beyond M (a, α, q'') (theory §1; there h_ω = -bias):
//   bias_v = ω × (ω × mc) + 2 ω × S q' + q'ᵀ S1 q'
//   bias_w = J' ω + ω × (J ω + Crᵀ q') + Cr'ᵀ q'
//   bias_e = Σ_k ω_k (N_kᵀ - N_k) q' - ½ ωᵀ (∂J/∂q) ω
// This is exact for the truncated T, so energy is conserved to the integrator's tolerance, also with foreshortening.
#include "engine/elastic_inertia.hpp"

namespace ritz {
namespace {

Mat3 symmetric(const Vec6& x) {
    Mat3 m;
    m << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
    return m;
}

}  // namespace

void eval_elastic_inertia(const InertiaInvariants& inertia, ConstVecMap q, ConstVecMap q_dot, const Vec3& w,
                          GeneralData& out) {
    auto z = out.scratch.head(q.size());
    // mc(q), S(q)
    out.mc = inertia.mc0;
    out.mc.noalias() += inertia.S * q;
    out.Sq = inertia.S;
    Vec3 curvature = Vec3::Zero();
    for (int a = 0; a < 3; ++a) {
        if (inertia.S1[a].size() == 0) continue;
        z.noalias() = inertia.S1[a] * q;
        out.mc[a] += 0.5 * q.dot(z);
        out.Sq.row(a) += z.transpose();
        z.noalias() = inertia.S1[a] * q_dot;
        curvature[a] = q_dot.dot(z);
    }
    // J(q), J', gradient
    const Vec6 ww(w.x() * w.x(), w.y() * w.y(), w.z() * w.z(), 2 * w.x() * w.y(), 2 * w.x() * w.z(), 2 * w.y() * w.z());
    Vec6 J = Vec6::Zero(), J_dot = Vec6::Zero();
    out.bias_e.setZero();
    if (inertia.J1.size() > 0) {
        J.noalias() += inertia.J1 * q;
        J_dot.noalias() += inertia.J1 * q_dot;
        out.bias_e.noalias() -= 0.5 * (inertia.J1.transpose() * ww);
    }
    for (int k = 0; k < 6; ++k) {
        if (inertia.J2[k].size() == 0) continue;
        z.noalias() = inertia.J2[k] * q;
        J[k] += 0.5 * q.dot(z);
        J_dot[k] += q_dot.dot(z);
        out.bias_e -= (0.5 * ww[k]) * z;
    }
    out.J = inertia.J0 + symmetric(J);
    // Cr(q)
    out.Crt = inertia.Cr0;
    Vec3 Cr_curvature = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        if (inertia.N[k].size() == 0) continue;
        z.noalias() = inertia.N[k].transpose() * q;
        out.Crt.row(k) += z.transpose();
        z.noalias() = inertia.N[k].transpose() * q_dot;
        Cr_curvature[k] = q_dot.dot(z);
        out.bias_e += w[k] * z;
        z.noalias() = inertia.N[k] * q_dot;
        out.bias_e -= w[k] * z;
    }
    const Vec3 rate = out.Sq * q_dot;
    const Vec3 spin = out.J * w + out.Crt * q_dot;
    out.bias_v = w.cross(w.cross(out.mc)) + 2 * w.cross(rate) + curvature;
    out.bias_w = symmetric(J_dot) * w + w.cross(spin) + Cr_curvature;
}

double compute_elastic_kinetic_energy(const InertiaInvariants& inertia, const GeneralData& data, const Vec3& w,
                                      const Vec3& v, ConstVecMap q_dot) {
    const Vec3 Sqd = data.Sq * q_dot, Crqd = data.Crt * q_dot;
    return 0.5 * inertia.mass * v.squaredNorm() + v.dot(w.cross(data.mc) + Sqd) + 0.5 * w.dot(data.J * w) +
           w.dot(Crqd) + 0.5 * q_dot.dot(inertia.Me * q_dot);
}

}  // namespace ritz
