// Shape functions (Zienkiewicz & Taylor, The Finite Element Method, vol. 1):
//   hex8, quad4   N_a = Π (1 + ξ_i ξ_ia)/2
//   hex20         corner  N_a = Π (1 + ξ_i ξ_ia)/8 (Σ ξ_i ξ_ia - 2);   edge (ξ_ka = 0)  N_a = (1 - ξ_k²) Π_{i≠k}(1 +
//   ξ_i ξ_ia)/4 tet10         corner  N_a = L_a(2 L_a - 1);   edge  N_ab = 4 L_a L_b
// The 15-point rule of the tetrahedron (degree 5) is T3:5-1 of Stroud, Approximate Calculation of Multiple Integrals.
#include "bodies/fe/reference_element.hpp"

#include <array>
#include <cmath>

#include "bodies/quadrature.hpp"

namespace ritz {
namespace {

template <int Dim>
using Place = Eigen::Matrix<double, Dim, 1>;

template <int Dim>
struct WeightedPlace {
    Place<Dim> place;
    double weight;
};

/// n Gauss points in every direction, the first direction fastest.
template <int Dim>
std::vector<WeightedPlace<Dim>> make_product_rule(int n) {
    const QuadratureRule line = make_gauss_rule(n);
    std::vector<WeightedPlace<Dim>> rule{{Place<Dim>::Zero(), 1.0}};
    for (int d = Dim - 1; d >= 0; --d) {
        std::vector<WeightedPlace<Dim>> next;
        for (const auto& point : rule)
            for (int i = 0; i < n; ++i) {
                next.push_back(point);
                next.back().place[d] = line.points[i];
                next.back().weight *= line.weights[i];
            }
        rule = std::move(next);
    }
    return rule;
}

template <int Dim>
ReferencePoint<Dim> make_point(const WeightedPlace<Dim>& p, int nodes) {
    ReferencePoint<Dim> point{p.place, {}, {}, p.weight};
    point.values.resize(nodes);
    point.gradients.resize(Dim, nodes);
    return point;
}

template <int Dim>
ReferencePoint<Dim> make_linear_point(const NodeColumns<Dim>& corners, const WeightedPlace<Dim>& p) {
    ReferencePoint<Dim> result = make_point(p, static_cast<int>(corners.cols()));
    for (Eigen::Index a = 0; a < corners.cols(); ++a) {
        Place<Dim> factors;
        for (int i = 0; i < Dim; ++i) factors[i] = 0.5 * (1 + p.place[i] * corners(i, a));
        result.values[a] = factors.prod();
        for (int i = 0; i < Dim; ++i) {
            Place<Dim> rest = factors;
            rest[i] = 0.5 * corners(i, a);
            result.gradients(i, a) = rest.prod();
        }
    }
    return result;
}

ReferencePoint<3> make_hex20_point(const Eigen::Matrix<double, 3, 20>& nodes, const WeightedPlace<3>& p) {
    ReferencePoint<3> result = make_point(p, 20);
    for (int a = 0; a < 20; ++a) {
        // Each shape function is a product of one factor for each direction, and at corners of a sum besides.
        Vec3 factor, slope;
        for (int i = 0; i < 3; ++i) {
            const double xi = p.place[i], at = nodes(i, a);
            factor[i] = at == 0 ? 1 - xi * xi : 0.5 * (1 + xi * at);
            slope[i] = at == 0 ? -2 * xi : 0.5 * at;
        }
        const double sum = a < 8 ? p.place.dot(nodes.col(a)) - 2 : 1;
        result.values[a] = factor.prod() * sum;
        for (int i = 0; i < 3; ++i) {
            Vec3 rest = factor;
            rest[i] = slope[i];
            result.gradients(i, a) = rest.prod() * sum + (a < 8 ? factor.prod() * nodes(i, a) : 0);
        }
    }
    return result;
}

ReferencePoint<3> make_tet10_point(const WeightedPlace<3>& p) {
    constexpr std::array<std::array<int, 2>, 6> edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
    ReferencePoint<3> result = make_point(p, 10);
    const Eigen::Vector4d L(1 - p.place.sum(), p.place[0], p.place[1], p.place[2]);
    Eigen::Matrix<double, 3, 4> dL;
    dL << -1, 1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 1;
    for (int a = 0; a < 4; ++a) {
        result.values[a] = L[a] * (2 * L[a] - 1);
        result.gradients.col(a) = (4 * L[a] - 1) * dL.col(a);
    }
    for (std::size_t e = 0; e < 6; ++e) {
        const auto [a, b] = edges[e];
        const auto k = static_cast<Eigen::Index>(e + 4);
        result.values[k] = 4 * L[a] * L[b];
        result.gradients.col(k) = 4 * (L[a] * dL.col(b) + L[b] * dL.col(a));
    }
    return result;
}

constexpr double tetrahedron_volume = 1.0 / 6;

/// The four points with barycentric coordinates (a, a, a, 1 - 3a).
void add_vertex_orbit(std::vector<WeightedPlace<3>>& rule, double a, double share) {
    rule.push_back({{a, a, a}, share * tetrahedron_volume});
    for (int i = 0; i < 3; ++i) {
        Vec3 place = Vec3::Constant(a);
        place[i] = 1 - 3 * a;
        rule.push_back({place, share * tetrahedron_volume});
    }
}

std::vector<WeightedPlace<3>> make_tet_rule_4() {
    std::vector<WeightedPlace<3>> rule;
    add_vertex_orbit(rule, (5 - std::sqrt(5.0)) / 20, 0.25);
    return rule;
}

std::vector<WeightedPlace<3>> make_tet_rule_15() {
    const double root = std::sqrt(15.0);
    std::vector<WeightedPlace<3>> rule{{Vec3::Constant(0.25), 16.0 / 135 * tetrahedron_volume}};
    add_vertex_orbit(rule, (7 - root) / 34, (2665 + 14 * root) / 37800);
    add_vertex_orbit(rule, (7 + root) / 34, (2665 - 14 * root) / 37800);
    // Six points on the lines between opposite edges: two coordinates b, two ½ - b.
    const double b = (10 - 2 * root) / 40, c = 0.5 - b;
    for (int i = 0; i < 3; ++i)
        for (const auto& [one, two] : {std::pair{b, c}, std::pair{c, b}}) {
            Vec3 place = Vec3::Constant(one);
            place[i] = two;
            rule.push_back({place, 10.0 / 189 * tetrahedron_volume});
        }
    return rule;
}

template <int Dim>
std::vector<ReferencePoint<Dim>> make_linear_points(const NodeColumns<Dim>& corners, int n) {
    std::vector<ReferencePoint<Dim>> points;
    for (const auto& p : make_product_rule<Dim>(n)) points.push_back(make_linear_point(corners, p));
    return points;
}

template <int Dim>
ReferenceElement<Dim> make_linear_element(const NodeColumns<Dim>& corners) {
    const WeightedPlace<Dim> centre{Place<Dim>::Zero(), 0};
    return {static_cast<int>(corners.cols()), Dim, make_linear_points(corners, 2), make_linear_points(corners, 3),
            make_linear_point(corners, centre).gradients};
}

ReferenceElement<3> make_hex20() {
    const auto nodes = make_brick_nodes();
    ReferenceElement<3> element{20, 0, {}, {}, {}};
    for (const auto& p : make_product_rule<3>(3)) element.stiffness_points.push_back(make_hex20_point(nodes, p));
    element.mass_points = element.stiffness_points;
    return element;
}

ReferenceElement<3> make_tet10() {
    ReferenceElement<3> element{10, 0, {}, {}, {}};
    for (const auto& p : make_tet_rule_4()) element.stiffness_points.push_back(make_tet10_point(p));
    for (const auto& p : make_tet_rule_15()) element.mass_points.push_back(make_tet10_point(p));
    return element;
}

}  // namespace

Eigen::Matrix<double, 3, 20> make_brick_nodes() {
    Eigen::Matrix<double, 3, 20> nodes;
    nodes.leftCols<8>() << -1, 1, 1, -1, -1, 1, 1, -1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1;
    for (int a = 0; a < 4; ++a) {
        const int next = (a + 1) % 4;
        nodes.col(8 + a) = 0.5 * (nodes.col(a) + nodes.col(next));
        nodes.col(12 + a) = 0.5 * (nodes.col(4 + a) + nodes.col(4 + next));
        nodes.col(16 + a) = 0.5 * (nodes.col(a) + nodes.col(4 + a));
    }
    return nodes;
}

const ReferenceElement<3>& get_hex8() {
    static const ReferenceElement<3> element = make_linear_element<3>(make_brick_nodes().leftCols<8>());
    return element;
}

const ReferenceElement<3>& get_hex20() {
    static const ReferenceElement<3> element = make_hex20();
    return element;
}

const ReferenceElement<3>& get_tet10() {
    static const ReferenceElement<3> element = make_tet10();
    return element;
}

const ReferenceElement<2>& get_quad4() {
    static const ReferenceElement<2> element = make_linear_element<2>(make_brick_nodes().topLeftCorner<2, 4>());
    return element;
}

}  // namespace ritz
