// The particle (x, y, z) of a beam with axis motion (u, v, w), twist θ and slopes v', w' is displaced by
//   Φ q = [u - rot (y v' + z w'),  v - z θ,  w + y θ]              rot = 1 with rotary inertia, else 0
// and, with foreshortening, at second order by
//   ½ [qᵀ Γ_x q,  0,  0] + ½ Θ × (Θ × r),     Θ = (θ, -rot w', rot v'),  r = (0, y, z)
// The second part says that a turned section keeps its size, exp(Θ~) r = r + Θ × r + ½ Θ × (Θ × r) + ...; written out,
//   ½ [rot θ (z v' - y w'),  -y (θ² + rot v'²) - z rot v'w',  -z (θ² + rot w'²) - y rot v'w']
// so a shaft spinning about its own axis keeps its torsional frequency, and its tilted sections move no mass outwards:
// with them the Rayleigh shaft whirls as it should. Integrals over a doubly symmetric section:
// ∫ dm = μ, ∫ y² dm = ρIz, ∫ z² dm = ρIy per length, all mixed ones zero (theory §1).
#include "bodies/beam_integrals.hpp"

#include <algorithm>

#include "bodies/quadrature.hpp"

namespace ritz {
namespace {

/// The modes' fields at the quadrature points: n x points each, with exact zeros where a mode has no such motion.
struct Fields {
    VecX x, weight;  // weights include the length
    MatX u, v, w, theta, v_1, w_1;

    MatX product(const MatX& a, const MatX& b) const { return a * weight.asDiagonal() * b.transpose(); }
    VecX mean(const MatX& a) const { return a * weight; }
    VecX moment(const MatX& a) const { return a * weight.cwiseProduct(x); }
};

Fields sample_fields(const BeamShapes& shapes) {
    double beta = 0;
    for (const BeamMode& mode : shapes.modes) beta = std::max(beta, mode.shape.beta);
    const QuadratureRule rule = make_wave_rule(2 * beta);
    const Eigen::Index n = shapes.size(), points = rule.points.size();
    Fields f{rule.points * shapes.length, rule.weights * shapes.length, {}, {}, {}, {}, {}, {}};
    for (MatX* field : {&f.u, &f.v, &f.w, &f.theta, &f.v_1, &f.w_1}) field->setZero(n, points);
    Mat3X phi(3, n), psi(3, n);
    for (Eigen::Index i = 0; i < points; ++i) {
        shapes.eval(f.x[i], 0, phi, psi);
        f.u.col(i) = phi.row(0).transpose();
        f.v.col(i) = phi.row(1).transpose();
        f.w.col(i) = phi.row(2).transpose();
        f.theta.col(i) = psi.row(0).transpose();
        f.v_1.col(i) = psi.row(2).transpose();
        f.w_1.col(i) = -psi.row(1).transpose();
    }
    return f;
}

void add_first_order(const Fields& f, const BeamLaw& law, double rot, MassIntegrals& out) {
    const Eigen::Index n = f.u.rows();
    out.S.resize(3, n);
    out.S.row(0) = law.mass * f.mean(f.u).transpose();
    out.S.row(1) = law.mass * f.mean(f.v).transpose();
    out.S.row(2) = law.mass * f.mean(f.w).transpose();

    const VecX twist = f.mean(f.theta);
    out.P[0] = {law.mass * f.moment(f.u), law.mass * f.moment(f.v), law.mass * f.moment(f.w)};
    out.P[1] = {-rot * law.rho_Iz * f.mean(f.v_1), VecX::Zero(n), law.rho_Iz * twist};
    out.P[2] = {-rot * law.rho_Iy * f.mean(f.w_1), -law.rho_Iy * twist, VecX::Zero(n)};
}

void add_second_order(const Fields& f, const BeamLaw& law, double rot, MassIntegrals& out) {
    const MatX twist = f.product(f.theta, f.theta);
    out.Q[0][0] = law.mass * f.product(f.u, f.u) +
                  rot * (law.rho_Iz * f.product(f.v_1, f.v_1) + law.rho_Iy * f.product(f.w_1, f.w_1));
    out.Q[1][1] = law.mass * f.product(f.v, f.v) + law.rho_Iy * twist;
    out.Q[2][2] = law.mass * f.product(f.w, f.w) + law.rho_Iz * twist;
    out.Q[0][1] = law.mass * f.product(f.u, f.v) + rot * law.rho_Iy * f.product(f.w_1, f.theta);
    out.Q[0][2] = law.mass * f.product(f.u, f.w) - rot * law.rho_Iz * f.product(f.v_1, f.theta);
    out.Q[1][2] = law.mass * f.product(f.v, f.w);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < a; ++b) out.Q[a][b] = out.Q[b][a].transpose();
}

/// ∫ Γ_x μ dx and ∫ x Γ_x μ dx. Swapping the order of integration, ∫₀ᴸ G dx = ∫ (L - x) v'v'ᵀ dx and
/// ∫₀ᴸ x G dx = ∫ ½ (L² - x²) v'v'ᵀ dx: G itself is never sampled.
void add_foreshortening(const Fields& f, const BeamShapes& shapes, const BeamLaw& law, MassIntegrals& out) {
    const double L = shapes.length;
    const auto weighted = [&](const VecX& weight) -> MatX {
        return f.v_1 * weight.asDiagonal() * f.v_1.transpose() + f.w_1 * weight.asDiagonal() * f.w_1.transpose();
    };
    MatX sum = weighted(f.weight.array() * (L - f.x.array()));
    MatX moment = weighted(0.5 * f.weight.array() * (L * L - f.x.array().square()));
    switch (shapes.foreshortening) {
        case RodEnds::fixed_free:
            break;
        case RodEnds::fixed_fixed:
            sum -= 0.5 * L * shapes.support_shortening;
            moment -= L * L / 3 * shapes.support_shortening;
            break;
        case RodEnds::free_free:
            moment -= 0.5 * L * sum;
            sum.resize(0, 0);  // zero mean, by the choice of Γ
            break;
    }
    if (sum.size() > 0) out.gamma[0] = -law.mass * sum;
    out.gamma_moment[0][0] = -law.mass * moment;
}

/// ∫ c_a Γ_b dm of ½ Θ × (Θ × r), for c = r. Zero blocks stay zero and are left out of the invariants.
void add_turned_sections(const Fields& f, const BeamLaw& law, double rot, MassIntegrals& out) {
    const MatX twist = f.product(f.theta, f.theta);
    const auto symmetric = [&](const MatX& a, const MatX& b) -> MatX {
        const MatX ab = f.product(a, b);
        return 0.5 * (ab + ab.transpose());
    };
    out.gamma_moment[1][1] = -law.rho_Iz * (twist + rot * f.product(f.v_1, f.v_1));
    out.gamma_moment[2][2] = -law.rho_Iy * (twist + rot * f.product(f.w_1, f.w_1));
    if (rot == 0) return;
    out.gamma_moment[1][2] = -law.rho_Iz * symmetric(f.v_1, f.w_1);
    out.gamma_moment[2][1] = -law.rho_Iy * symmetric(f.v_1, f.w_1);
    out.gamma_moment[1][0] = -law.rho_Iz * symmetric(f.theta, f.w_1);
    out.gamma_moment[2][0] = law.rho_Iy * symmetric(f.theta, f.v_1);
}

}  // namespace

MassIntegrals compute_beam_integrals(const BeamShapes& shapes, const BeamLaw& law, bool rotary_inertia) {
    const double L = shapes.length;
    const double rot = rotary_inertia ? 1 : 0;
    MassIntegrals out;
    out.mass = law.mass * L;
    out.first_moment = Vec3(0.5 * out.mass * L, 0, 0);
    const double across = out.mass * L * L / 3;
    out.J0.diagonal() << (law.rho_Iy + law.rho_Iz) * L, across + rot * law.rho_Iy * L, across + rot * law.rho_Iz * L;

    const Fields fields = sample_fields(shapes);
    add_first_order(fields, law, rot, out);
    add_second_order(fields, law, rot, out);
    if (shapes.has_gamma()) add_foreshortening(fields, shapes, law, out);
    if (shapes.stiffening) add_turned_sections(fields, law, rot, out);
    return out;
}

}  // namespace ritz
