#include "engine/system/inertia_kernel.hpp"

#include <algorithm>
#include <cmath>

namespace ritz {
namespace {

using Eigen::Index;

bool is_skew(const MatX& m) { return (m + m.transpose()).cwiseAbs().maxCoeff() <= 1e-15 * m.cwiseAbs().maxCoeff(); }

/// Without what rounding has left in integrals of products that are orthogonal: none is larger than the mean of both
/// modal masses.
ChunkMatrix make_chunks(MatX m, const MatX& Me) {
    if (m.size() == 0) return {};
    if (Me.size() > 0)
        for (Index i = 0; i < m.rows(); ++i)
            for (Index j = 0; j < m.cols(); ++j)
                if (std::abs(m(i, j)) < 1e-15 * std::sqrt(std::abs(Me(i, i) * Me(j, j)))) m(i, j) = 0;
    return ChunkMatrix(m);
}

void arrange_shapes(const std::vector<MassPoint>& points, Index modes, PointKernel& out) {
    const Index count = out.points;
    for (int row = 0; row < 3; ++row) {
        MatX over_points = MatX::Zero(count, round_to_chunks(modes));
        for (std::size_t p = 0; p < points.size(); ++p)
            over_points.row(static_cast<Index>(p)).head(modes) = points[p].phi.row(row);
        for (Index j = 0; j < modes; ++j)
            if ((over_points.col(j).array() != 0).any())
                out.shapes.push_back({row, static_cast<int>(j), over_points.col(j)});
        for (Index c = 0; c < over_points.cols() / chunk_size; ++c)
            if ((over_points.middleCols<chunk_size>(c * chunk_size).array() != 0).any())
                out.shape_chunks.push_back({row, c, over_points.middleCols<chunk_size>(c * chunk_size).transpose()});
    }
}

bool has_gamma(const std::vector<MassPoint>& points, std::size_t axis) {
    return std::any_of(points.begin(), points.end(), [axis](const MassPoint& p) { return p.gamma[axis].size() > 0; });
}

/// Γ_a, and what of it and of Φ stands in the products that make Me(q).
void arrange_direction(const std::vector<MassPoint>& points, int axis, InertiaKernel& out) {
    PointKernel::Direction direction{axis, {}, MatX::Zero(round_to_chunks(out.modes), out.points.points)};
    for (std::size_t p = 0; p < points.size(); ++p) {
        const MatX& gamma = points[p].gamma[static_cast<std::size_t>(axis)];
        direction.gamma.emplace_back(gamma.size() > 0 ? gamma : MatX::Zero(out.modes, out.modes));
        direction.scaled_shapes.col(static_cast<Index>(p)).head(out.modes) =
            std::sqrt(points[p].mass) * points[p].phi.row(axis).transpose();
    }
    const MatX moved = direction.scaled_shapes.topRows(out.modes);
    out.Me.topLeftCorner(out.modes, out.modes) -= moved * moved.transpose();
    out.points.directions.push_back(std::move(direction));
}

bool moves_chunk(const std::vector<MassPoint>& points, Index row, Index count) {
    return std::any_of(points.begin(), points.end(), [&](const MassPoint& p) {
        for (std::size_t a = 0; a < 3; ++a)
            if (has_gamma(points, a) &&
                ((p.phi.row(static_cast<Index>(a)).segment(row, count).array() != 0).any() ||
                 (p.gamma[a].size() > 0 && (p.gamma[a].middleRows(row, count).array() != 0).any())))
                return true;
        return false;
    });
}

void arrange_points(const std::vector<MassPoint>& points, InertiaKernel& out) {
    PointKernel& kernel = out.points;
    const auto count = static_cast<Index>(points.size());
    kernel.points = round_to_chunks(count);
    kernel.mass.setZero(kernel.points);
    kernel.root_mass.setZero(kernel.points);
    for (VecX& place : kernel.place) place.setZero(kernel.points);
    for (Index p = 0; p < count; ++p) {
        const MassPoint& point = points[static_cast<std::size_t>(p)];
        kernel.mass[p] = point.mass;
        kernel.root_mass[p] = std::sqrt(point.mass);
        for (Index a = 0; a < 3; ++a) kernel.place[static_cast<std::size_t>(a)][p] = point.place[a];
    }
    arrange_shapes(points, out.modes, kernel);
    for (int axis = 0; axis < 3; ++axis)
        if (has_gamma(points, static_cast<std::size_t>(axis))) arrange_direction(points, axis, out);
    for (Index c = 0; c < out.chunks; ++c)
        if (moves_chunk(points, c * chunk_size, std::min(chunk_size, out.modes - c * chunk_size)))
            kernel.mass_chunks.push_back(c);
}

}  // namespace

InertiaKernel::InertiaKernel(const InertiaInvariants& inertia)
    : modes(inertia.S.cols()),
      chunks(round_to_chunks(inertia.S.cols()) / chunk_size),
      mass(inertia.mass),
      mc0(inertia.mc0),
      J0(inertia.J0) {
    size_mode_rows(modes, coupling);
    size_mode_rows(modes, J1);
    coupling.topRows(modes) << inertia.Cr0.transpose(), inertia.S.transpose();
    if (inertia.J1.size() > 0) J1.topRows(modes) = 0.5 * inertia.J1.transpose();
    for (std::size_t k = 0; k < 3; ++k) {
        S1[k] = make_chunks(inertia.S1[k], inertia.Me);
        N_transposed[k] = make_chunks(inertia.N[k].transpose(), inertia.Me);
        if (inertia.N[k].size() > 0 && !is_skew(inertia.N[k])) N[k] = make_chunks(inertia.N[k], inertia.Me);
    }
    for (std::size_t k = 0; k < 6; ++k) half_J2[k] = make_chunks(0.5 * inertia.J2[k], inertia.Me);
    Me.setZero(chunks * chunk_size, chunks * chunk_size);
    if (inertia.Me.size() > 0) Me.topLeftCorner(modes, modes) = inertia.Me;
}

InertiaKernel::InertiaKernel(const ElasticBody& body) : InertiaKernel(body.inertia) {
    Ke = ChunkMatrix(body.Ke);
    De = ChunkMatrix(body.De);
    if (!body.mass_points.empty()) arrange_points(body.mass_points, *this);
}

}  // namespace ritz
