// With T as in bodies/elastic_body.hpp, Lagrange's equations in the quasi-velocities (v, ω, q') give, for any
// polynomials mc(q), J(q), Cr(q), the inertia forces beyond M (a, α, q'') (theory §1; there h_ω = -bias):
//   bias_v = ω × (ω × mc) + 2 ω × S q' + q'ᵀ S1 q'
//   bias_w = J' ω + ω × (J ω + Crᵀ q') + Cr'ᵀ q'
//   bias_e = Σ_k ω_k (N_kᵀ - N_k) q' - ½ ωᵀ (∂J/∂q) ω
// This is exact for that T, so energy is conserved to the integrator's tolerance. Foreshortened bodies add their mass
// points, whose kinematics is exact to all orders.
#include "engine/system/elastic_inertia.hpp"

#include <algorithm>

namespace ritz {
namespace {

using Eigen::Index;

Mat3 symmetric(const Vec6& x) {
    Mat3 m;
    m << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
    return m;
}

/// Sums over the modes, by chunks.
struct Sums {
    Chunk J[6], J_dot[6], mc[3], rate[3], spin[3], curvature[3], Cr_curvature[3];

    Sums() {
        for (Chunk& sum : J) sum.setZero();
        for (Chunk& sum : J_dot) sum.setZero();
        for (auto* three : {&mc, &rate, &spin, &curvature, &Cr_curvature})
            for (Chunk& sum : *three) sum.setZero();
    }
};

inline Vec3 total(const Chunk (&sums)[3]) { return {sums[0].sum(), sums[1].sum(), sums[2].sum()}; }
inline Vec6 total(const Chunk (&sums)[6]) {
    Vec6 all;
    for (int k = 0; k < 6; ++k) all[k] = sums[k].sum();
    return all;
}

/// The modes of one chunk, x of q and y of q'.
struct ModeChunk {
    Index row;
    Chunk x, y;
};

/// J(q), J', and their part of bias_e.
inline Chunk add_rotary_inertia(const InertiaKernel& kernel, const Vec6& ww, const GeneralData& g, const ModeChunk& at,
                                Sums& sums) {
    Chunk bias = Chunk::Zero();
    for (std::size_t k = 0; k < 6; ++k) {
        const auto column = static_cast<Index>(k);
        Chunk half = load_chunk(kernel.J1.data() + at.row + column * kernel.J1.rows()), second = half;
        if (!kernel.half_J2[k].is_zero()) {
            const Chunk z = kernel.half_J2[k].multiply(at.row / chunk_size, g.q.data());
            half += z;
            second += 0.5 * z;
        }
        sums.J[k] += at.x * second;
        sums.J_dot[k] += at.y * half;
        bias -= ww[column] * half;
    }
    return bias;
}

/// Crᵀ(q), S(q), and their part of bias_e.
inline Chunk add_coupling(const InertiaKernel& kernel, const Vec3& w, const ModeChunk& at, Sums& sums, GeneralData& g) {
    Chunk bias = Chunk::Zero();
    const Index stride = kernel.coupling.rows(), chunk = at.row / chunk_size;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto column = static_cast<Index>(k);
        Chunk Cr = load_chunk(kernel.coupling.data() + at.row + column * stride);
        if (!kernel.N_transposed[k].is_zero()) {
            const auto [product, rate] = kernel.N_transposed[k].multiply<2>(chunk, {g.q.data(), g.q_dot.data()});
            Cr += product;
            const bool is_skew = kernel.N[k].is_zero();
            bias += w[column] * (is_skew ? Chunk(2 * rate) : Chunk(rate - kernel.N[k].multiply(chunk, g.q_dot.data())));
            if (!is_skew) sums.Cr_curvature[k] += at.y * rate;
        }
        sums.spin[k] += at.y * Cr;
        store_chunk(Cr, g.coupling.data() + at.row + column * stride);
    }
    for (std::size_t a = 0; a < 3; ++a) {
        const auto column = static_cast<Index>(3 + a);
        const Chunk S = load_chunk(kernel.coupling.data() + at.row + column * stride);
        Chunk slope = S;
        sums.mc[a] += at.x * S;
        if (!kernel.S1[a].is_zero()) {
            const auto [product, rate] = kernel.S1[a].multiply<2>(chunk, {g.q.data(), g.q_dot.data()});
            sums.mc[a] += 0.5 * at.x * product;
            sums.curvature[a] += at.y * rate;
            slope += product;
        }
        sums.rate[a] += at.y * slope;
        store_chunk(slope, g.coupling.data() + at.row + column * stride);
    }
    return bias;
}

}  // namespace

void size_inertia(const InertiaKernel& kernel, GeneralData& data) {
    data.modes = static_cast<int>(kernel.modes);
    size_mode_rows(kernel.modes, data.coupling);
    data.q.setZero(data.coupling.rows());
    data.q_dot = data.q;
    data.bias_e.setZero(kernel.modes);
    data.Me = kernel.Me;
    data.over_points.setZero(kernel.points.padded, kernel.points.directions.empty() ? 0 : point_columns);
    data.slopes_here.setZero(chunk_size, data.q.size());
    for (std::size_t k = 0; k < kernel.points.directions.size(); ++k)
        data.slopes[k] = kernel.points.directions[k].scaled_shapes;
}

void eval_elastic_inertia(const InertiaKernel& kernel, ConstVecMap q, ConstVecMap q_dot, const Vec3& w,
                          GeneralData& out) {
    out.q.head(kernel.modes) = q;
    out.q_dot.head(kernel.modes) = q_dot;
    const Vec6 ww(w.x() * w.x(), w.y() * w.y(), w.z() * w.z(), 2 * w.x() * w.y(), 2 * w.x() * w.z(), 2 * w.y() * w.z());
    Sums sums;
    for (Index row = 0; row < kernel.modes; row += chunk_size) {
        const ModeChunk at{row, load_chunk(out.q.data() + row), load_chunk(out.q_dot.data() + row)};
        const Chunk bias = add_rotary_inertia(kernel, ww, out, at, sums) + add_coupling(kernel, w, at, sums, out);
        store_head(bias, kernel.modes - row, out.bias_e.data() + row);
    }
    out.mc = kernel.mc0 + total(sums.mc);
    out.J = kernel.J0 + symmetric(2 * total(sums.J));
    const Vec3 spin = out.J * w + total(sums.spin);
    out.bias_v = w.cross(w.cross(out.mc)) + 2 * w.cross(total(sums.rate)) + total(sums.curvature);
    out.bias_w = symmetric(2 * total(sums.J_dot)) * w + w.cross(spin) + total(sums.Cr_curvature);
    if (!kernel.points.directions.empty()) add_mass_points(kernel, w, out);
}

double compute_elastic_kinetic_energy(double mass, const GeneralData& data, const Vec3& w, const Vec3& v,
                                      ConstVecMap q_dot) {
    const Vec6 rates = multiply(data.coupling, q_dot.data(), q_dot.size());
    const VecX momentum = data.mass_matrix() * q_dot;
    return 0.5 * mass * v.squaredNorm() + v.dot(w.cross(data.mc) + rates.tail<3>()) + 0.5 * w.dot(data.J * w) +
           w.dot(rates.head<3>()) + 0.5 * q_dot.dot(momentum);
}

}  // namespace ritz
