#include "engine/system/inertia_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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
    for (std::size_t row = 0; row < 3; ++row) {
        MatX shapes = MatX::Zero(out.padded, modes);
        for (std::size_t p = 0; p < points.size(); ++p)
            shapes.row(static_cast<Index>(p)) = points[p].phi.row(static_cast<Index>(row));
        out.shapes[row] = ChunkMatrix(shapes);
        out.shapes_transposed[row] = ChunkMatrix(shapes.transpose());
    }
}

bool has_gamma(const std::vector<MassPoint>& points, std::size_t axis) {
    return std::any_of(points.begin(), points.end(), [axis](const MassPoint& p) { return p.gamma[axis].size() > 0; });
}

/// Γ_a of two modes at all points.
VecX list_gamma(const std::vector<MassPoint>& points, std::size_t axis, Index i, Index j, Index padded) {
    VecX values = VecX::Zero(padded);
    for (std::size_t p = 0; p < points.size(); ++p)
        if (const MatX& gamma = points[p].gamma[axis]; gamma.size() > 0) values[static_cast<Index>(p)] = gamma(i, j);
    return values;
}

void arrange_gamma(const std::vector<MassPoint>& points, Index modes, Index padded, PointKernel::Direction& out) {
    std::vector<VecX> entries;
    for (Index i = 0; i < modes; ++i) {
        PointKernel::Direction::Row row{static_cast<int>(i), {}};
        const std::size_t before = entries.size();
        for (Index j = 0; j < i; ++j) {
            VecX values = list_gamma(points, static_cast<std::size_t>(out.axis), i, j, padded);
            if ((values.array() == 0).all()) continue;
            row.before.push_back(static_cast<int>(j));
            entries.push_back(std::move(values));
        }
        VecX own = list_gamma(points, static_cast<std::size_t>(out.axis), i, i, padded);
        if (entries.size() == before && (own.array() == 0).all()) continue;
        entries.push_back(std::move(own));
        out.rows.push_back(std::move(row));
    }
    out.gamma.resize(static_cast<Index>(entries.size()) * padded);
    double* to = out.gamma.data();
    for (Index p = 0; p < padded; p += chunk_size)
        for (const VecX& entry : entries) {
            store_chunk(load_chunk(entry.data() + p), to);
            to += chunk_size;
        }
}

/// The chunks of modes that a direction draws; a mode without a row of its own may stand in that of a later one.
std::vector<Index> list_chunks(const PointKernel::Direction& direction) {
    std::set<Index> chunks;
    for (const auto& row : direction.rows) {
        chunks.insert(row.mode / chunk_size);
        for (const int mode : row.before) chunks.insert(mode / chunk_size);
    }
    return {chunks.begin(), chunks.end()};
}

/// Γ_a, and what of Φ stands in the products that make Me(q).
void arrange_direction(const std::vector<MassPoint>& points, int axis, InertiaKernel& out) {
    PointKernel::Direction direction;
    direction.axis = axis;
    arrange_gamma(points, out.modes, out.points.padded, direction);
    direction.chunks = list_chunks(direction);
    direction.scaled_shapes.setZero(out.chunks * chunk_size, out.points.padded);
    for (std::size_t p = 0; p < points.size(); ++p)
        direction.scaled_shapes.col(static_cast<Index>(p)).head(out.modes) =
            std::sqrt(points[p].mass) * points[p].phi.row(axis).transpose();
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
    kernel.count = static_cast<Index>(points.size());
    kernel.padded = round_to_chunks(kernel.count);
    kernel.mass.setZero(kernel.padded);
    kernel.root_mass.setZero(kernel.padded);
    for (VecX& place : kernel.place) place.setZero(kernel.padded);
    for (Index p = 0; p < kernel.count; ++p) {
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

namespace {

template <typename Dense>
bool same(const Dense& a, const Dense& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

bool same(const PointKernel::Direction& a, const PointKernel::Direction& b) {
    return a.axis == b.axis && a.rows == b.rows && same(a.gamma, b.gamma) && same(a.scaled_shapes, b.scaled_shapes);
}

bool same(const PointKernel& a, const PointKernel& b) {
    bool are_same = a.count == b.count && same(a.mass, b.mass) && a.shapes == b.shapes &&
                    a.directions.size() == b.directions.size();
    for (std::size_t k = 0; are_same && k < 3; ++k) are_same = same(a.place[k], b.place[k]);
    for (std::size_t k = 0; are_same && k < a.directions.size(); ++k) are_same = same(a.directions[k], b.directions[k]);
    return are_same;
}

}  // namespace

bool InertiaKernel::operator==(const InertiaKernel& other) const {
    return modes == other.modes && mass == other.mass && mc0 == other.mc0 && J0 == other.J0 &&
           same(coupling, other.coupling) && same(J1, other.J1) && same(Me, other.Me) && S1 == other.S1 &&
           N_transposed == other.N_transposed && N == other.N && half_J2 == other.half_J2 && Ke == other.Ke &&
           De == other.De && same(points, other.points);
}

IndexedVector<ElasticId, std::shared_ptr<const InertiaKernel>> make_inertia_kernels(
    const IndexedVector<ElasticId, std::shared_ptr<const ElasticBody>>& bodies) {
    IndexedVector<ElasticId, std::shared_ptr<const InertiaKernel>> kernels;
    std::map<const ElasticBody*, std::shared_ptr<const InertiaKernel>> by_body;
    std::multimap<double, std::shared_ptr<const InertiaKernel>> by_stiffness;
    for (const auto& body : bodies) {
        auto& kernel = by_body[body.get()];
        if (!kernel) {
            auto made = std::make_shared<const InertiaKernel>(*body);
            const double key = body->inertia.mass + body->Ke.sum();
            const auto [first, last] = by_stiffness.equal_range(key);
            const auto found = std::find_if(first, last, [&](const auto& entry) { return *entry.second == *made; });
            kernel = found == last ? made : found->second;
            if (found == last) by_stiffness.emplace(key, made);
        }
        kernels.add(kernel);
    }
    return kernels;
}

}  // namespace ritz
