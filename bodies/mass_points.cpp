// Shapes and Γ are replaced by the fields linear in c that have the same integrals with 1 and c (their M-orthogonal
// projections). What is orthogonal to linear fields meets Γ in no integral that is known, so it can be left out: with
// Γ itself linear, T is an integral of squared velocities, and the mass matrix stays definite at any q. Linear fields
// are integrated exactly by four equal masses at the corners of a tetrahedron that has the body's moments,
//   c_p = c + R sqrt(Λ/m) s_p,   s_p = (1,1,1), (1,-1,-1), (-1,1,-1), (-1,-1,1),   ∫ (c_i - c)(c_j - c) dm = R Λ Rᵀ
//   f_p = F/m + Σ_k s_pk (Rᵀ F_c)_k / sqrt(m λ_k),   F = ∫ f dm,   F_c = ∫ (c - c̄) f dm
#include "bodies/mass_points.hpp"

#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

using Eigen::Index;

bool has_gamma(const MassIntegrals& m) {
    bool any = false;
    for (std::size_t a = 0; a < 3; ++a) {
        any = any || m.gamma[a].size() > 0;
        for (const MatX& moment : m.gamma_moment[a]) any = any || moment.size() > 0;
    }
    return any;
}

/// The four corners: places, and what the integrals of a field with 1, x, y, z weigh in its value there.
struct Corners {
    std::array<Vec3, 4> place;
    std::array<Eigen::Vector4d, 4> weights;
};

Corners make_corners(const MassIntegrals& m) {
    const Vec3 centre = m.first_moment / m.mass;
    const Mat3 about_origin = 0.5 * m.J0.trace() * Mat3::Identity() - m.J0;  // ∫ c cᵀ dm
    const SymmetricEigen axes = solve_symmetric_eigen(about_origin - m.mass * centre * centre.transpose());
    constexpr double signs[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    Corners corners;
    for (std::size_t p = 0; p < 4; ++p) {
        corners.place[p] = centre;
        Vec3 slope = Vec3::Zero();  // of the value with F_c
        for (Index k = 0; k < 3; ++k) {
            if (!(axes.values[k] > 1e-12 * axes.values[2])) continue;  // a plane or a line has no extent there
            const Vec3 axis = axes.vectors.col(k);
            corners.place[p] += std::sqrt(axes.values[k] / m.mass) * signs[p][k] * axis;
            slope += signs[p][k] / std::sqrt(m.mass * axes.values[k]) * axis;
        }
        corners.weights[p] << 1 / m.mass - slope.dot(centre), slope;
    }
    return corners;
}

}  // namespace

std::vector<MassPoint> make_mass_points(const MassIntegrals& m) {
    if (!has_gamma(m)) return {};
    const Index n = m.S.cols();
    const Corners corners = make_corners(m);
    std::vector<MassPoint> points;
    for (std::size_t p = 0; p < 4; ++p) {
        const Eigen::Vector4d& w = corners.weights[p];
        MassPoint point{m.mass / 4, corners.place[p], w[0] * m.S, {}};
        for (std::size_t b = 0; b < 3; ++b) {
            MatX gamma = w[0] * or_zero(m.gamma[b], n);
            for (std::size_t a = 0; a < 3; ++a) {
                const double share = w[static_cast<Index>(a) + 1];
                if (m.P[a][b].size() > 0) point.phi.row(static_cast<Index>(b)) += share * m.P[a][b].transpose();
                if (m.gamma_moment[a][b].size() > 0) gamma += share * m.gamma_moment[a][b];
            }
            if (gamma.cwiseAbs().maxCoeff() > 0) point.gamma[b] = std::move(gamma);
        }
        points.push_back(std::move(point));
    }
    return points;
}

InertiaInvariants truncate_inertia(const ElasticBody& body) {
    InertiaInvariants inertia = body.inertia;
    const Index n = body.modes();
    const auto add = [n](MatX& sum, const MatX& part) { sum = or_zero(sum, n) + part; };
    for (const MassPoint& point : body.mass_points)
        for (std::size_t a = 0; a < 3; ++a) {
            if (point.gamma[a].size() == 0) continue;
            const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
            const MatX gamma = point.mass * point.gamma[a];
            const auto at = [&point](std::size_t k) { return point.place[static_cast<Index>(k)]; };
            add(inertia.S1[a], gamma);
            // c × Γ e_a, and 2 c·Γ I - c Γᵀ - Γ cᵀ with the entries xy xz yz behind the diagonal
            add(inertia.N[b], at(c) * gamma);
            add(inertia.N[c], -at(b) * gamma);
            add(inertia.J2[b], 2 * at(a) * gamma);
            add(inertia.J2[c], 2 * at(a) * gamma);
            add(inertia.J2[2 + a + b], -at(b) * gamma);
            add(inertia.J2[2 + a + c], -at(c) * gamma);
        }
    return inertia;
}

}  // namespace ritz
