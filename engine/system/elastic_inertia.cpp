// With T as in bodies/elastic_body.hpp, Lagrange's equations in the quasi-velocities (v, ω, q') give, for any
// polynomials mc(q), J(q), Cr(q), the inertia forces beyond M (a, α, q'') (theory §1; there h_ω = -bias):
//   bias_v = ω × (ω × mc) + 2 ω × S q' + q'ᵀ S1 q'
//   bias_w = J' ω + ω × (J ω + Crᵀ q') + Cr'ᵀ q'
//   bias_e = Σ_k ω_k (N_kᵀ - N_k) q' - ½ ωᵀ (∂J/∂q) ω
// This is exact for that T, so energy is conserved to the integrator's tolerance. Foreshortened bodies add their mass
// points, whose kinematics is exact to all orders.
#include "engine/system/elastic_inertia.hpp"

namespace ritz {
namespace {

Mat3 symmetric(const Vec6& x) {
    Mat3 m;
    m << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
    return m;
}

/// What foreshortening e_a = ½ qᵀΓ_a q adds at one mass point: d = d0 + e, ∂d/∂q = Φ + H with the rows h_a = Γ_a q.
void add_mass_point(const MassPoint& point, const ConstVecMap& q, const ConstVecMap& q_dot, const Vec3& w,
                    GeneralData& out) {
    const double m = point.mass;
    Vec3 e = Vec3::Zero(), e_dot = Vec3::Zero(), curvature = Vec3::Zero();
    for (int a = 0; a < 3; ++a) {
        if (point.gamma[a].size() == 0) continue;
        out.H.col(a).noalias() = point.gamma[a] * q;
        out.scratch.noalias() = point.gamma[a] * q_dot;
        e[a] = 0.5 * q.dot(out.H.col(a));
        e_dot[a] = q_dot.dot(out.H.col(a));
        curvature[a] = q_dot.dot(out.scratch);
    }
    const Vec3 d0 = point.place + point.phi * q, d = d0 + e, rate = point.phi * q_dot;
    // d'Alembert: Gᵀ a with and without foreshortening, a = ω × (ω × d) + 2 ω × d' + e_a q'ᵀΓ_a q'.
    const Vec3 a0 = w.cross(w.cross(d0)) + 2 * w.cross(rate);
    const Vec3 acceleration = w.cross(w.cross(d)) + 2 * w.cross(rate + e_dot) + curvature;
    out.mc += m * e;
    // d·d I - d dᵀ less the same of d0, written so that nothing cancels
    out.J += m * (e.dot(d0 + d) * Mat3::Identity() - d * e.transpose() - e * d0.transpose());
    out.bias_v += m * (acceleration - a0);
    out.bias_w += m * (d.cross(acceleration) - d0.cross(a0));
    out.bias_e.noalias() += point.phi.transpose() * (m * (acceleration - a0));
    for (int a = 0; a < 3; ++a) {
        if (point.gamma[a].size() == 0) continue;
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        const auto h = out.H.col(a);
        out.Sq.row(a) += m * h.transpose();
        out.Crt.row(b) += (m * d[c]) * h.transpose() - (m * e[a]) * point.phi.row(c);
        out.Crt.row(c) += (m * e[a]) * point.phi.row(b) - (m * d[b]) * h.transpose();
        for (Eigen::Index j = 0; j < q.size(); ++j)
            out.Me.col(j) += (m * h[j]) * (h + point.phi.row(a).transpose()) + (m * point.phi(a, j)) * h;
        out.bias_e += (m * acceleration[a]) * h;
    }
}

}  // namespace

void size_inertia(Eigen::Index modes, GeneralData& data) {
    data.Crt.setZero(3, modes);
    data.Sq.setZero(3, modes);
    data.bias_e.setZero(modes);
    data.scratch.setZero(modes);
    data.H.setZero(modes, 3);
}

void eval_inertia_polynomials(const InertiaInvariants& inertia, const ConstVecMap& q, const ConstVecMap& q_dot,
                              const Vec3& w, GeneralData& out) {
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

void eval_elastic_inertia(const ElasticBody& body, ConstVecMap q, ConstVecMap q_dot, const Vec3& w, GeneralData& out) {
    eval_inertia_polynomials(body.inertia, q, q_dot, w, out);
    if (body.mass_points.empty()) return;  // Me is constant then
    out.Me = body.inertia.Me;
    for (const MassPoint& point : body.mass_points) add_mass_point(point, q, q_dot, w, out);
}

double compute_elastic_kinetic_energy(const ElasticBody& body, const GeneralData& data, const Vec3& w, const Vec3& v,
                                      ConstVecMap q_dot) {
    const Vec3 Sqd = data.Sq * q_dot, Crqd = data.Crt * q_dot;
    return 0.5 * body.inertia.mass * v.squaredNorm() + v.dot(w.cross(data.mc) + Sqd) + 0.5 * w.dot(data.J * w) +
           w.dot(Crqd) + 0.5 * q_dot.dot(data.Me * q_dot);
}

}  // namespace ritz
