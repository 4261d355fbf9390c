#include "bodies/fe/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "bodies/fe/reference_element.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

/// Counts far beyond what matrices with 32-bit indices can hold are refused before anything is allocated.
void require_counts(std::initializer_list<int> counts, int least, const char* what) {
    constexpr double most_nodes = 3e7;
    double product = 1;
    for (int n : counts) {
        if (n < least) throw InputError(fmt::format("the {} of a mesh must be at least {}, not {}", what, least, n));
        product *= n + 1.0;
    }
    if (product > most_nodes)
        throw InputError(
            fmt::format("the {} of a mesh make {:.3g} nodes, expected at most {:.3g}", what, product, most_nodes));
}

void number_all(Mesh& mesh) {
    mesh.nodes.ids.resize(static_cast<std::size_t>(mesh.nodes.size()));
    std::iota(mesh.nodes.ids.begin(), mesh.nodes.ids.end(), 1);
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) mesh.elements[e].id = static_cast<std::int64_t>(e) + 1;
}

/// Nodes of a grid with `step` places to a cell; places that the element type has no node for are -1.
struct Grid {
    std::array<int, 3> points;  // places in each direction
    int step;
    std::vector<int> node;

    std::size_t at(int i, int j, int k) const {
        return static_cast<std::size_t>(i) +
               static_cast<std::size_t>(points[0]) *
                   (static_cast<std::size_t>(j) + static_cast<std::size_t>(points[1]) * static_cast<std::size_t>(k));
    }
};

bool has_node(ElementType type, int i, int j, int k) {
    return type != ElementType::hex20 || i % 2 + j % 2 + k % 2 <= 1;
}

Grid make_grid(Mesh& mesh, const BoxMeshSpec& spec) {
    Grid grid;
    grid.step = spec.type == ElementType::hex8 ? 1 : 2;
    for (std::size_t d = 0; d < 3; ++d) grid.points[d] = grid.step * spec.divisions[d] + 1;
    grid.node.assign(grid.at(0, 0, grid.points[2]), -1);
    std::vector<std::array<int, 3>> places;
    for (int k = 0; k < grid.points[2]; ++k)
        for (int j = 0; j < grid.points[1]; ++j)
            for (int i = 0; i < grid.points[0]; ++i) {
                if (!has_node(spec.type, i, j, k)) continue;
                grid.node[grid.at(i, j, k)] = static_cast<int>(places.size());
                places.push_back({i, j, k});
            }
    mesh.nodes.positions.resize(3, static_cast<Eigen::Index>(places.size()));
    constexpr const char* names[3][2] = {{"x0", "x1"}, {"y0", "y1"}, {"z0", "z1"}};
    for (std::size_t n = 0; n < places.size(); ++n)
        for (std::size_t d = 0; d < 3; ++d) {
            const int last = grid.points[d] - 1, place = places[n][d];
            const auto row = static_cast<Eigen::Index>(d);
            mesh.nodes.positions(row, static_cast<Eigen::Index>(n)) = spec.lengths[row] * place / last;
            if (place == 0) mesh.nodes.sets[names[d][0]].push_back(static_cast<int>(n));
            if (place == last) mesh.nodes.sets[names[d][1]].push_back(static_cast<int>(n));
        }
    return grid;
}

using Corner = std::array<int, 3>;

Element make_brick(const Grid& grid, ElementType type, const Corner& origin) {
    static const Eigen::Matrix<double, 3, 20> places = make_brick_nodes();
    Element element{type, 0, {}};
    for (int a = 0; a < nodes_of(type); ++a) {
        Corner at;
        for (int d = 0; d < 3; ++d)
            at[static_cast<std::size_t>(d)] = origin[static_cast<std::size_t>(d)] +
                                              static_cast<int>(std::lround(0.5 * grid.step * (1 + places(d, a))));
        element.nodes.push_back(grid.node[grid.at(at[0], at[1], at[2])]);
    }
    return element;
}

/// Six tetrahedra along one diagonal of the cell, one for each order in which the three directions are walked (Kuhn).
void add_tetrahedra(Mesh& mesh, const Grid& grid, const Corner& origin) {
    constexpr int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int o = 0; o < 6; ++o) {
        std::array<Corner, 4> corners;
        corners[0] = origin;
        for (std::size_t s = 0; s < 3; ++s) {
            corners[s + 1] = corners[s];
            corners[s + 1][static_cast<std::size_t>(orders[o][s])] += 2;
        }
        if (o >= 3) std::swap(corners[1], corners[2]);  // odd orders turn the other way
        Element element{ElementType::tet10, 0, {}};
        for (const Corner& c : corners) element.nodes.push_back(grid.node[grid.at(c[0], c[1], c[2])]);
        for (const auto& [a, b] : edges) {
            const Corner &p = corners[static_cast<std::size_t>(a)], &q = corners[static_cast<std::size_t>(b)];
            element.nodes.push_back(grid.node[grid.at((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2)]);
        }
        mesh.elements.push_back(std::move(element));
    }
}

}  // namespace

Mesh make_box_mesh(const BoxMeshSpec& spec) {
    require_positive(spec.lengths.minCoeff(), "lengths of a mesh", "m");
    require_positive(spec.lengths.maxCoeff(), "lengths of a mesh", "m");
    const bool solid =
        spec.type == ElementType::hex8 || spec.type == ElementType::hex20 || spec.type == ElementType::tet10;
    if (!solid)
        throw InputError(fmt::format("a box cannot be made of {}, expected hex8, hex20 or tet10", name_of(spec.type)));
    require_counts({spec.divisions[0], spec.divisions[1], spec.divisions[2]}, 1, "divisions");
    Mesh mesh;
    const Grid grid = make_grid(mesh, spec);
    for (int k = 0; k < spec.divisions[2]; ++k)
        for (int j = 0; j < spec.divisions[1]; ++j)
            for (int i = 0; i < spec.divisions[0]; ++i) {
                const Corner origin{grid.step * i, grid.step * j, grid.step * k};
                if (spec.type == ElementType::tet10)
                    add_tetrahedra(mesh, grid, origin);
                else
                    mesh.elements.push_back(make_brick(grid, spec.type, origin));
            }
    number_all(mesh);
    return mesh;
}

Mesh make_plate_mesh(double length, double height, int along, int across) {
    require_positive(length, "length of a mesh", "m");
    require_positive(height, "height of a mesh", "m");
    require_counts({along, across}, 1, "divisions");
    Mesh mesh;
    mesh.nodes.positions.resize(3, static_cast<Eigen::Index>(along + 1) * (across + 1));
    for (int j = 0, node = 0; j <= across; ++j)
        for (int i = 0; i <= along; ++i, ++node) {
            mesh.nodes.positions.col(node) << length * i / along, height * j / across, 0;
            if (i == 0) mesh.nodes.sets["x0"].push_back(node);
            if (i == along) mesh.nodes.sets["x1"].push_back(node);
            if (j == 0) mesh.nodes.sets["y0"].push_back(node);
            if (j == across) mesh.nodes.sets["y1"].push_back(node);
        }
    for (int j = 0; j < across; ++j)
        for (int i = 0; i < along; ++i) {
            const int n = i + (along + 1) * j;
            mesh.elements.push_back({ElementType::quad4, 0, {n, n + 1, n + along + 2, n + along + 1}});
        }
    number_all(mesh);
    return mesh;
}

Mesh make_hollow_cylinder_mesh(const HollowCylinderMeshSpec& spec) {
    require_positive(spec.inner_radius, "inner radius of a mesh", "m");
    require_positive(spec.wall, "wall of a mesh", "m");
    require_positive(spec.length, "length of a mesh", "m");
    require_counts({spec.around}, 3, "divisions around");
    require_counts({spec.around, spec.through, spec.along}, 1, "divisions");
    const auto node_at = [&](int i, int l, int k) {
        return i % spec.around + spec.around * (l + (spec.through + 1) * k);
    };
    Mesh mesh;
    mesh.nodes.positions.resize(3, node_at(0, 0, spec.along + 1));
    for (int k = 0; k <= spec.along; ++k)
        for (int l = 0; l <= spec.through; ++l)
            for (int i = 0; i < spec.around; ++i) {
                const double angle = 2 * std::numbers::pi * i / spec.around;
                const double radius = spec.inner_radius + spec.wall * l / spec.through;
                const int node = node_at(i, l, k);
                mesh.nodes.positions.col(node) << radius * std::cos(angle), radius * std::sin(angle),
                    spec.length * k / spec.along;
                const char* side = l == 0 ? "inner" : l == spec.through ? "outer" : nullptr;
                const char* end = k == 0 ? "z0" : k == spec.along ? "z1" : nullptr;
                if (side) mesh.nodes.sets[side].push_back(node);
                if (end) mesh.nodes.sets[end].push_back(node);
                if (side && end) mesh.nodes.sets[fmt::format("{}_{}", side, end)].push_back(node);
            }
    for (int k = 0; k < spec.along; ++k)
        for (int l = 0; l < spec.through; ++l)
            for (int i = 0; i < spec.around; ++i) {
                Element element{ElementType::hex8, 0, {}};
                for (int up : {k, k + 1})
                    for (const auto& [out, on] : {std::pair{l, i}, {l + 1, i}, {l + 1, i + 1}, {l, i + 1}})
                        element.nodes.push_back(node_at(on, out, up));
                mesh.elements.push_back(std::move(element));
            }
    number_all(mesh);
    return mesh;
}

Mesh make_beam_frame_mesh(const std::vector<Vec3>& points, const std::vector<FrameMember>& members) {
    const auto count = static_cast<int>(points.size());
    std::vector<Vec3> places = points;
    Mesh mesh;
    for (std::size_t m = 0; m < members.size(); ++m) {
        const FrameMember& member = members[m];
        if (std::min(member.start, member.end) < 0 || std::max(member.start, member.end) >= count)
            throw InputError(fmt::format("member {} goes from point {} to point {}, expected points 0 to {}", m,
                                         member.start, member.end, count - 1));
        require_counts({member.divisions}, 1, "divisions");
        const Vec3& start = points[static_cast<std::size_t>(member.start)];
        const Vec3& end = points[static_cast<std::size_t>(member.end)];
        int last = member.start;
        for (int i = 1; i <= member.divisions; ++i) {
            const int next = i == member.divisions ? member.end : static_cast<int>(places.size());
            if (i < member.divisions)
                places.push_back(start + (end - start) * (static_cast<double>(i) / member.divisions));
            if (!member.set.empty()) mesh.element_sets[member.set].push_back(static_cast<int>(mesh.elements.size()));
            mesh.elements.push_back({ElementType::beam2, 0, {last, next}});
            last = next;
        }
    }
    mesh.nodes.positions.resize(3, static_cast<Eigen::Index>(places.size()));
    for (std::size_t n = 0; n < places.size(); ++n) mesh.nodes.positions.col(static_cast<Eigen::Index>(n)) = places[n];
    number_all(mesh);
    return mesh;
}

}  // namespace ritz
