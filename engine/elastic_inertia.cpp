// With T as in bodies/elastic_body.hpp, Lagrange's equations in the quasi-velocities (v, ω, q') give, for any
// polynomials mc(q), J(q), Cr(q), the inertia forces beyond M (a, α, q'') (theory §1; there h_ω = -bias):
//   bias_v = ω × (ω × mc) + 2 ω × S q' + q'ᵀ S1 q'
//   bias_w = J' ω + ω × (J ω + Crᵀ q') + Cr'ᵀ q'
//   bias_e = Σ_k ω_k (N_kᵀ - N_k) q' - ½ ωᵀ (∂J/∂q) ω
// This is exact for that T, so energy is conserved to the integrator's tolerance. Foreshortened beams add their axis
// points, whose kinematics is exact to all orders.
#include "engine/elastic_inertia.hpp"

namespace ritz {
namespace {

Mat3 symmetric(const Vec6& x) {
    Mat3 m;
    m << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
    return m;
}

/// The polynomial part.
void eval_invariants(const InertiaInvariants& inertia, const ConstVecMap& q, const ConstVecMap& q_dot, const Vec3& w,
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

/// What foreshortening e = ½ qᵀΓq along x adds at one mass point: d = d0 + e e_x, ∂d/∂q = Φ + e_x hᵀ, h = Γ q.
void add_axis_point(const AxisPoint& point, const ConstVecMap& q, const ConstVecMap& q_dot, const Vec3& w,
                    GeneralData& out) {
    auto h = out.scratch.head(q.size());
    auto h_dot = out.scratch_2.head(q.size());
    h.noalias() = point.gamma * q;
    h_dot.noalias() = point.gamma * q_dot;
    const double m = point.mass, e = 0.5 * q.dot(h), e_dot = h.dot(q_dot), curvature = h_dot.dot(q_dot);
    Vec3 d0 = point.phi * q, rate = point.phi * q_dot;
    d0.x() += point.x;
    const Vec3 d(d0.x() + e, d0.y(), d0.z());
    out.mc.x() += m * e;
    out.Sq.row(0) += m * h.transpose();
    const double square = m * e * (2 * d0.x() + e), xy = m * e * d.y(), xz = m * e * d.z();
    out.J(1, 1) += square;
    out.J(2, 2) += square;
    out.J(0, 1) -= xy, out.J(1, 0) -= xy;
    out.J(0, 2) -= xz, out.J(2, 0) -= xz;
    out.Crt.row(1) += (m * d.z()) * h.transpose() - (m * e) * point.phi.row(2);
    out.Crt.row(2) += (m * e) * point.phi.row(1) - (m * d.y()) * h.transpose();
    for (Eigen::Index j = 0; j < q.size(); ++j)
        out.Me.col(j) += (m * h[j]) * (h + point.phi.row(0).transpose()) + (m * point.phi(0, j)) * h;
    // d'Alembert: Gᵀ a with and without foreshortening, a = ω × (ω × d) + 2 ω × d' + e_x q'ᵀΓq'.
    const Vec3 a0 = w.cross(w.cross(d0)) + 2 * w.cross(rate);
    rate.x() += e_dot;
    Vec3 a = w.cross(w.cross(d)) + 2 * w.cross(rate);
    a.x() += curvature;
    out.bias_v += m * (a - a0);
    out.bias_w += m * (d.cross(a) - d0.cross(a0));
    out.bias_e.noalias() += point.phi.transpose() * (m * (a - a0));
    out.bias_e += (m * a.x()) * h;
}

}  // namespace

void eval_elastic_inertia(const ElasticBody& body, ConstVecMap q, ConstVecMap q_dot, const Vec3& w, GeneralData& out) {
    eval_invariants(body.inertia, q, q_dot, w, out);
    if (body.axis_points.empty()) return;  // Me is constant then
    out.Me = body.inertia.Me;
    for (const AxisPoint& point : body.axis_points) add_axis_point(point, q, q_dot, w, out);
}

double compute_elastic_kinetic_energy(const ElasticBody& body, const GeneralData& data, const Vec3& w, const Vec3& v,
                                      ConstVecMap q_dot) {
    const Vec3 Sqd = data.Sq * q_dot, Crqd = data.Crt * q_dot;
    return 0.5 * body.inertia.mass * v.squaredNorm() + v.dot(w.cross(data.mc) + Sqd) + 0.5 * w.dot(data.J * w) +
           w.dot(Crqd) + 0.5 * q_dot.dot(data.Me * q_dot);
}

}  // namespace ritz
