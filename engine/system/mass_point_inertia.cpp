// What foreshortening e_a = ½ qᵀΓ_a q adds at mass points (theory §1.2): with d = d0 + e, h_a = Γ_a q, ∂d/∂q = Φ + H,
//   mc += m e        J += m (d·d I - d dᵀ - d0·d0 I + d0 d0ᵀ)        S += m H        Crᵀ += m (d × H + e × Φ)
//   Me += m (h_a h_aᵀ + h_a φ_aᵀ + φ_a h_aᵀ) = m ((h_a + φ_a) (h_a + φ_a)ᵀ - φ_a φ_aᵀ)
// and, by d'Alembert with a0 = ω × (ω × d0) + 2 ω × Φq' and δ = ω × (ω × e) + 2 ω × e' + e_a q'ᵀΓ_a q',
//   bias_v += m δ        bias_w += m (d × δ + e × a0)        bias_e += m (Φᵀ δ + Hᵀ (a0 + δ))
// Points are evaluated eight at a time; what is summed over them for each mode, eight modes at a time.
#include <algorithm>

#include "engine/system/elastic_inertia.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using Chunk3 = std::array<Chunk, 3>;

/// Columns of GeneralData::over_points, each three for x, y, z.
struct Column {
    static constexpr Index at_rest = 0, rate = 3, shortening = 6, shortening_rate = 9, curvature = 12;
    static constexpr Index mass_shortening = 15, mass_delta = 18, mass_acceleration = 21, mass_place = 24;
};

Chunk3 load3(const MatX& m, Index row, Index column) {
    const double* const from = m.data() + row + column * m.rows();
    return {load_chunk(from), load_chunk(from + m.rows()), load_chunk(from + 2 * m.rows())};
}

void store3(const Chunk3& x, Index row, Index column, MatX& m) {
    double* const to = m.data() + row + column * m.rows();
    for (std::size_t a = 0; a < 3; ++a) store_chunk(x[a], to + static_cast<Index>(a) * m.rows());
}

Chunk3 operator+(const Chunk3& a, const Chunk3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Chunk3 operator*(const Chunk& s, const Chunk3& b) { return {s * b[0], s * b[1], s * b[2]}; }
template <typename A, typename B>
Chunk3 cross(const A& a, const B& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// d0 and Φ q' of eight points.
void eval_places(const PointKernel& points, Index p, GeneralData& g) {
    for (std::size_t a = 0; a < 3; ++a) {
        const auto [move, speed] = points.shapes[a].multiply<2>(p / chunk_size, {g.q.data(), g.q_dot.data()});
        const auto axis = static_cast<Index>(a);
        store_chunk(load_chunk(points.place[a].data() + p) + move, &g.over_points(p, Column::at_rest + axis));
        store_chunk(speed, &g.over_points(p, Column::rate + axis));
    }
}

/// h = Γ q of the points in chunk c, and e, e', q'ᵀΓq'. Γ is symmetric: what stands before the diagonal counts twice.
void eval_slopes(const PointKernel::Direction& direction, Index c, GeneralData& g, MatX& H) {
    for (const Index modes : direction.chunks) g.slopes_here.middleCols<chunk_size>(modes * chunk_size).setZero();
    double* const slopes = g.slopes_here.data();
    const double *const q = g.q.data(), *const q_dot = g.q_dot.data();
    const double* gamma = direction.gamma.data() + c * (direction.gamma.size() / (H.cols() / chunk_size));
    Chunk bend = Chunk::Zero(), e = bend, e_dot = bend;
    for (const PointKernel::Direction::Row& row : direction.rows) {
        const double own_q = q[row.mode], own_rate = q_dot[row.mode];
        Chunk slope = Chunk::Zero(), rate = slope;
        for (const int j : row.before) {
            const Chunk entry = load_chunk(gamma);
            double* const other = slopes + j * chunk_size;
            slope += entry * q[j];
            rate += entry * q_dot[j];
            store_chunk(load_chunk(other) + entry * own_q, other);
            gamma += chunk_size;
        }
        const Chunk own = load_chunk(gamma);
        gamma += chunk_size;
        bend += own_rate * (2 * rate + own * own_rate);
        double* const at = slopes + row.mode * chunk_size;
        store_chunk(load_chunk(at) + slope + own * own_q, at);
    }
    for (const Index modes : direction.chunks)
        for (Index j = modes * chunk_size; j < (modes + 1) * chunk_size; ++j) {
            const Chunk slope = load_chunk(slopes + j * chunk_size);
            e += slope * (0.5 * q[j]);
            e_dot += slope * q_dot[j];
        }
    const Index p = c * chunk_size;
    store_chunk(e, &g.over_points(p, Column::shortening + direction.axis));
    store_chunk(e_dot, &g.over_points(p, Column::shortening_rate + direction.axis));
    store_chunk(bend, &g.over_points(p, Column::curvature + direction.axis));
    for (const Index modes : direction.chunks)
        H.block<chunk_size, chunk_size>(modes * chunk_size, p) =
            g.slopes_here.middleCols<chunk_size>(modes * chunk_size).transpose();
}

struct PointSums {
    Chunk3 mc, force, moment;
    Chunk J[6];

    PointSums() {
        for (Chunk3* three : {&mc, &force, &moment})
            for (Chunk& sum : *three) sum.setZero();
        for (Chunk& sum : J) sum.setZero();
    }
};

void accumulate(const Chunk3& x, Chunk3& sum) {
    for (std::size_t a = 0; a < 3; ++a) sum[a] += x[a];
}

/// Eight points: their part of mc, J and the biases, and what their modes are summed with.
void eval_points(const PointKernel& points, const Vec3& w, Index p, PointSums& sums, MatX& table) {
    const Chunk m = load_chunk(points.mass.data() + p);
    const Chunk3 d0 = load3(table, p, Column::at_rest), speed = load3(table, p, Column::rate),
                 e = load3(table, p, Column::shortening);
    const Chunk3 e_dot = load3(table, p, Column::shortening_rate), bend = load3(table, p, Column::curvature);
    const Chunk two = Chunk::Constant(2);
    const Chunk3 d = d0 + e, a0 = cross(w, cross(w, d0)) + two * cross(w, speed);
    const Chunk3 delta = cross(w, cross(w, e)) + two * cross(w, e_dot) + bend;
    const Chunk3 me = m * e, push = m * delta, md = m * d;
    accumulate(me, sums.mc);
    accumulate(push, sums.force);
    accumulate(cross(d, push) + cross(me, a0), sums.moment);
    const Chunk trace = me[0] * (d0[0] + d[0]) + me[1] * (d0[1] + d[1]) + me[2] * (d0[2] + d[2]);
    for (std::size_t a = 0; a < 3; ++a) sums.J[a] += trace - me[a] * (d0[a] + d[a]);
    constexpr std::size_t pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [a, b] = pairs[k];
        sums.J[3 + k] -= d[a] * me[b] + me[a] * d0[b];
    }
    store3(me, p, Column::mass_shortening, table);
    store3(push, p, Column::mass_delta, table);
    store3(m * a0 + push, p, Column::mass_acceleration, table);
    store3(md, p, Column::mass_place, table);
}

Vec3 total(const Chunk3& sums) { return {sums[0].sum(), sums[1].sum(), sums[2].sum()}; }

/// m H in S, d × H in Crᵀ, Hᵀ (a0 + δ) in bias_e, and h + φ in place of h: with the root of the mass.
void add_slopes(const InertiaKernel& kernel, const PointKernel::Direction& direction, GeneralData& g, MatX& H) {
    const PointKernel& points = kernel.points;
    const Index stride = g.coupling.rows(), a = direction.axis, b = (a + 1) % 3, c = (a + 2) % 3;
    const double* const across = g.over_points.col(Column::mass_place + c).data();
    const double* const back = g.over_points.col(Column::mass_place + b).data();
    const double* const push = g.over_points.col(Column::mass_acceleration + a).data();
    for (const Index modes : direction.chunks) {
        const Index row = modes * chunk_size;
        Chunk S = Chunk::Zero(), Cr_b = S, Cr_c = S, bias = S;
        for (Index p = 0; p < points.count; ++p) {
            double* const at = H.data() + row + p * H.rows();
            const Chunk h = load_chunk(at);
            S += points.mass[p] * h;
            Cr_b += across[p] * h;
            Cr_c -= back[p] * h;
            bias += push[p] * h;
            store_chunk(points.root_mass[p] * h +
                            load_chunk(direction.scaled_shapes.data() + row + p * direction.scaled_shapes.rows()),
                        at);
        }
        double* const coupling = g.coupling.data() + row;
        store_chunk(load_chunk(coupling + (3 + a) * stride) + S, coupling + (3 + a) * stride);
        store_chunk(load_chunk(coupling + b * stride) + Cr_b, coupling + b * stride);
        store_chunk(load_chunk(coupling + c * stride) + Cr_c, coupling + c * stride);
        add_head(bias, kernel.modes - row, g.bias_e.data() + row);
    }
}

/// e × Φ in Crᵀ and Φᵀ δ in bias_e.
void add_shapes(const InertiaKernel& kernel, GeneralData& g) {
    const Index stride = g.coupling.rows();
    for (Index a = 0; a < 3; ++a) {
        const ChunkMatrix& shapes = kernel.points.shapes_transposed[static_cast<std::size_t>(a)];
        if (shapes.is_zero()) continue;
        // e × φ_a: row c of the product takes e_b for (b, a, c) cyclic, row b takes -e_c
        const Index b = (a + 2) % 3, c = (a + 1) % 3;
        const std::array<const double*, 3> over_points = {g.over_points.col(Column::mass_shortening + b).data(),
                                                          g.over_points.col(Column::mass_shortening + c).data(),
                                                          g.over_points.col(Column::mass_delta + a).data()};
        for (Index row = 0; row < kernel.modes; row += chunk_size) {
            if (shapes.is_zero(row / chunk_size)) continue;
            const auto [Cr_c, Cr_b, bias] = shapes.multiply<3>(row / chunk_size, over_points);
            double* const coupling = g.coupling.data() + row;
            store_chunk(load_chunk(coupling + b * stride) - Cr_b, coupling + b * stride);
            store_chunk(load_chunk(coupling + c * stride) + Cr_c, coupling + c * stride);
            add_head(bias, kernel.modes - row, g.bias_e.data() + row);
        }
    }
}

/// Me of the modes in chunk r by those in chunk c: the constant part and Σ G Gᵀ over the directions.
void eval_mass_block(const InertiaKernel& kernel, Index r, Index c, GeneralData& g) {
    constexpr Index width = Eigen::internal::packet_traits<double>::size >= 8 ? 8 : 4;
    const Index row = r * chunk_size, stride = kernel.Me.rows();
    for (Index first = c * chunk_size; first < (c + 1) * chunk_size; first += width) {
        Chunk block[width];
        for (Index t = 0; t < width; ++t) block[t] = load_chunk(kernel.Me.data() + row + (first + t) * stride);
        for (std::size_t k = 0; k < kernel.points.directions.size(); ++k) {
            const double* G = g.slopes[k].data();
            for (Index p = 0; p < kernel.points.count; ++p, G += stride) {
                const Chunk x = load_chunk(G + row);
                for (Index t = 0; t < width; ++t) block[t] += x * G[first + t];
            }
        }
        for (Index t = 0; t < width; ++t) store_chunk(block[t], g.Me.data() + row + (first + t) * stride);
    }
}

}  // namespace

void add_mass_points(const InertiaKernel& kernel, const Vec3& w, GeneralData& g) {
    const PointKernel& points = kernel.points;
    PointSums sums;
    for (Index p = 0; p < points.padded; p += chunk_size) {
        eval_places(points, p, g);
        for (std::size_t k = 0; k < points.directions.size(); ++k)
            eval_slopes(points.directions[k], p / chunk_size, g, g.slopes[k]);
        eval_points(points, w, p, sums, g.over_points);
    }
    g.mc += total(sums.mc);
    g.bias_v += total(sums.force);
    g.bias_w += total(sums.moment);
    Vec6 J;
    for (int k = 0; k < 6; ++k) J[k] = sums.J[k].sum();
    g.J += (Mat3() << J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]).finished();
    add_shapes(kernel, g);
    for (std::size_t k = 0; k < points.directions.size(); ++k) add_slopes(kernel, points.directions[k], g, g.slopes[k]);
    for (const Index r : points.mass_chunks)
        for (const Index c : points.mass_chunks)
            if (c <= r) eval_mass_block(kernel, r, c, g);
}

}  // namespace ritz
