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

/// d0 and Φ q' of all points.
void eval_places(const PointKernel& points, GeneralData& g) {
    for (std::size_t a = 0; a < 3; ++a) g.over_points.col(Column::at_rest + static_cast<Index>(a)) = points.place[a];
    g.over_points.middleCols<12>(Column::rate).setZero();
    for (const PointKernel::Shape& shape : points.shapes) {
        double* const place = g.over_points.col(Column::at_rest + shape.row).data();
        double* const speed = g.over_points.col(Column::rate + shape.row).data();
        const double q = g.q[shape.mode], q_dot = g.q_dot[shape.mode];
        for (Index p = 0; p < points.points; p += chunk_size) {
            const Chunk phi = load_chunk(shape.values.data() + p);
            store_chunk(load_chunk(place + p) + phi * q, place + p);
            store_chunk(load_chunk(speed + p) + phi * q_dot, speed + p);
        }
    }
}

/// h = Γ q of all points, and e, e', q'ᵀΓq'.
void eval_slopes(const InertiaKernel& kernel, const PointKernel::Direction& direction, GeneralData& g, MatX& H) {
    for (std::size_t p = 0; p < direction.gamma.size(); ++p) {
        const auto column = static_cast<Index>(p);
        Chunk e = Chunk::Zero(), e_dot = e, bend = e, h, h_dot;
        for (Index c = 0; c < kernel.chunks; ++c) {
            const Chunk y = load_chunk(g.q_dot.data() + c * chunk_size);
            direction.gamma[p].multiply(c, g.q.data(), g.q_dot.data(), h, h_dot);
            store_chunk(h, H.data() + c * chunk_size + column * H.rows());
            e += h * load_chunk(g.q.data() + c * chunk_size);
            e_dot += h * y;
            bend += h_dot * y;
        }
        g.over_points(column, Column::shortening + direction.axis) = 0.5 * e.sum();
        g.over_points(column, Column::shortening_rate + direction.axis) = e_dot.sum();
        g.over_points(column, Column::curvature + direction.axis) = bend.sum();
    }
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
    for (Index row = 0; row < kernel.modes; row += chunk_size) {
        Chunk S = Chunk::Zero(), Cr_b = S, Cr_c = S, bias = S;
        for (std::size_t k = 0; k < direction.gamma.size(); ++k) {
            const auto p = static_cast<Index>(k);
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
    for (const PointKernel::ShapeChunk& shape : kernel.points.shape_chunks) {
        // e_b × φ_a: row c of the product takes e_b for (b, a, c) cyclic, row b takes -e_c
        const Index a = shape.row, b = (a + 2) % 3, c = (a + 1) % 3;
        const double* const e_b = g.over_points.col(Column::mass_shortening + b).data();
        const double* const e_c = g.over_points.col(Column::mass_shortening + c).data();
        const double* const push = g.over_points.col(Column::mass_delta + a).data();
        Chunk Cr_b = Chunk::Zero(), Cr_c = Cr_b, bias = Cr_b;
        for (Index p = 0; p < kernel.points.points; ++p) {
            const Chunk phi = load_chunk(shape.values.data() + p * chunk_size);
            Cr_c += e_b[p] * phi;
            Cr_b -= e_c[p] * phi;
            bias += push[p] * phi;
        }
        const Index row = shape.chunk * chunk_size;
        double* const coupling = g.coupling.data() + row;
        store_chunk(load_chunk(coupling + b * stride) + Cr_b, coupling + b * stride);
        store_chunk(load_chunk(coupling + c * stride) + Cr_c, coupling + c * stride);
        add_head(bias, kernel.modes - row, g.bias_e.data() + row);
    }
}

/// Me of the modes in chunk r by those in chunk c: the constant part and Σ G Gᵀ over the directions.
void eval_mass_block(const InertiaKernel& kernel, Index r, Index c, GeneralData& g) {
    constexpr Index width = Eigen::internal::packet_traits<double>::size >= 8 ? 8 : 4;
    const std::size_t points = kernel.points.directions.front().gamma.size();
    const Index row = r * chunk_size, stride = kernel.Me.rows();
    for (Index first = c * chunk_size; first < (c + 1) * chunk_size; first += width) {
        Chunk block[width];
        for (Index t = 0; t < width; ++t) block[t] = load_chunk(kernel.Me.data() + row + (first + t) * stride);
        for (std::size_t k = 0; k < kernel.points.directions.size(); ++k) {
            const double* G = g.slopes[k].data();
            for (std::size_t p = 0; p < points; ++p, G += stride) {
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
    eval_places(points, g);
    for (std::size_t k = 0; k < points.directions.size(); ++k)
        eval_slopes(kernel, points.directions[k], g, g.slopes[k]);
    PointSums sums;
    for (Index p = 0; p < points.points; p += chunk_size) eval_points(points, w, p, sums, g.over_points);
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
