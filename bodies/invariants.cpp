// From the mass integrals to the polynomials of the kinetic energy (theory §1, [FlexibleBodies] (9)),
// with d = c + Φq + ½ e_a (qᵀΓ_a q):
//   ∂/∂q' of ∫ ω·(d × d')   row 1 of Crᵀ = ∫ (d₂ φ₃ - d₃ φ₂) + (c₂ qᵀΓ₃ - c₃ qᵀΓ₂) dm, cyclic
//     Cr0₁ = P₂₃ - P₃₂,   N₁ = Q₂₃ - Q₃₂ + Γ₂₃ - Γ₃₂            with Γ_ab = ∫ c_a Γ_b dm, and row k gains qᵀ N_k
//   J = ∫ (d·d I - d dᵀ) dm, from the moments D_ab = ∫ d_a d_b dm:  J_xx = D_yy + D_zz,  J_xy = -D_xy
//     D_ab = C_ab + (P_ab + P_ba) q + ½ qᵀ (Q_ab + Q_ba + Γ_ab + Γ_ba) q
#include <fmt/format.h>

#include "bodies/elastic_body.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

void require_size(Index rows, Index columns, Index wanted_rows, Index wanted_columns, const std::string& name) {
    const bool empty = rows == 0 || columns == 0;
    if (!empty && (rows != wanted_rows || columns != wanted_columns))
        throw InputError(fmt::format("the mass integral {} is {} x {}, but {} x {} is expected", name, rows, columns,
                                     wanted_rows, wanted_columns));
}

void check_sizes(const MassIntegrals& m, Index n) {
    for (std::size_t a = 0; a < 3; ++a) {
        require_size(m.gamma[a].rows(), m.gamma[a].cols(), n, n, fmt::format("gamma_{}", a + 1));
        for (std::size_t b = 0; b < 3; ++b) {
            const std::string index = fmt::format("{}{}", a + 1, b + 1);
            require_size(m.P[a][b].size(), 1, n, 1, "P_" + index);
            require_size(m.Q[a][b].rows(), m.Q[a][b].cols(), n, n, "Q_" + index);
            require_size(m.gamma_moment[a][b].rows(), m.gamma_moment[a][b].cols(), n, n, "gamma_moment_" + index);
        }
    }
}

VecX vector_or_zero(const VecX& v, Index n) { return v.size() > 0 ? v : VecX::Zero(n); }

MatX empty_if_zero(const MatX& m) { return (m.array() == 0).all() ? MatX() : m; }

}  // namespace

InertiaInvariants make_invariants(const MassIntegrals& m) {
    const Index n = m.S.cols();
    check_sizes(m, n);
    const auto P = [&](std::size_t a, std::size_t b) { return vector_or_zero(m.P[a][b], n); };
    const auto Q = [&](std::size_t a, std::size_t b) { return or_zero(m.Q[a][b], n); };
    const auto G = [&](std::size_t a, std::size_t b) { return or_zero(m.gamma_moment[a][b], n); };

    InertiaInvariants out;
    out.mass = m.mass;
    out.mc0 = m.first_moment;
    out.J0 = m.J0;
    out.S = m.S;
    out.Me = Q(0, 0) + Q(1, 1) + Q(2, 2);
    out.Cr0.resize(3, n);
    out.J1.resize(6, n);

    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
        const auto row = static_cast<Index>(k);
        out.S1[k] = empty_if_zero(or_zero(m.gamma[k], n));
        out.Cr0.row(row) = (P(a, b) - P(b, a)).transpose();
        out.N[k] = empty_if_zero(Q(a, b) - Q(b, a) + G(a, b) - G(b, a));
        // diagonal entries xx, yy, zz
        out.J1.row(row) = 2 * (P(a, a) + P(b, b)).transpose();
        out.J2[k] = empty_if_zero(2 * (Q(a, a) + Q(b, b) + G(a, a) + G(b, b)));
    }
    // entries xy, xz, yz
    constexpr std::size_t pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [a, b] = pairs[k];
        out.J1.row(static_cast<Index>(3 + k)) = -(P(a, b) + P(b, a)).transpose();
        out.J2[3 + k] = empty_if_zero(-(Q(a, b) + Q(b, a) + G(a, b) + G(b, a)));
    }
    return out;
}

}  // namespace ritz
