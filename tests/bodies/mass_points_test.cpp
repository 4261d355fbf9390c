// Four mass points in place of a body of which only integrals are known.
#include "bodies/mass_points.hpp"

#include <doctest/doctest.h>

using namespace ritz;

namespace {

MatX random_symmetric(int n) {
    const MatX A = MatX::Random(n, n);
    return A + A.transpose();
}

MassIntegrals make_integrals(int n, const Vec3& extent) {
    MassIntegrals m;
    m.mass = 2.5;
    m.first_moment = m.mass * Vec3(0.3, -0.2, 0.1);
    const Mat3 turn = rotation_exp(Vec3(0.4, 0.2, -0.7));
    const Vec3 centre = m.first_moment / m.mass;
    const Mat3 C0 = turn * extent.cwiseAbs2().asDiagonal() * turn.transpose() + m.mass * centre * centre.transpose();
    m.J0 = C0.trace() * Mat3::Identity() - C0;
    m.S = Mat3X::Random(3, n);
    for (std::size_t a = 0; a < 3; ++a) {
        m.gamma[a] = random_symmetric(n);
        for (std::size_t b = 0; b < 3; ++b) {
            m.P[a][b] = VecX::Random(n);
            m.gamma_moment[a][b] = random_symmetric(n);
        }
    }
    return m;
}

}  // namespace

TEST_CASE("four mass points have the mass, the moments and the integrals of shapes and second-order displacements") {
    constexpr int n = 3;
    const MassIntegrals m = make_integrals(n, {0.9, 0.3, 0.05});
    const std::vector<MassPoint> points = make_mass_points(m);
    REQUIRE(points.size() == 4);
    const auto sum = [&](auto field) {
        auto total = (points[0].mass * field(points[0])).eval();
        for (std::size_t p = 1; p < 4; ++p) total += points[p].mass * field(points[p]);
        return total;
    };
    const double rounding = 1e-13;  // sums of four terms, divided by extents of 0.05
    CHECK((sum([](const MassPoint& p) { return p.place; }) - m.first_moment).norm() < rounding);
    const Mat3 J = sum([](const MassPoint& p) -> Mat3 {
        return p.place.squaredNorm() * Mat3::Identity() - p.place * p.place.transpose();
    });
    CHECK((J - m.J0).norm() < rounding);
    CHECK((sum([](const MassPoint& p) { return p.phi; }) - m.S).norm() < rounding);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
            const VecX P = sum([&](const MassPoint& p) -> VecX { return p.place[a] * p.phi.row(b).transpose(); });
            const MatX moment = sum([&](const MassPoint& p) -> MatX { return p.place[a] * p.gamma[j]; });
            CHECK((P - m.P[i][j]).norm() < 10 * rounding);
            CHECK((moment - m.gamma_moment[i][j]).norm() < 10 * rounding);
            CHECK((sum([&](const MassPoint& p) { return p.gamma[j]; }) - m.gamma[j]).norm() < 10 * rounding);
        }
}

TEST_CASE("a body with mass points has, to second order, the invariants of its integrals") {
    constexpr int n = 3;
    MassIntegrals m = make_integrals(n, {0.9, 0.3, 0.05});
    const InertiaInvariants expected = make_invariants(m);
    ElasticBody body;
    body.Ke = MatX::Identity(n, n);
    body.mass_points = make_mass_points(m);
    m.gamma = {};
    m.gamma_moment = {};
    CHECK(make_mass_points(m).empty());
    body.inertia = make_invariants(m);
    const InertiaInvariants found = truncate_inertia(body);
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK((found.S1[k] - expected.S1[k]).norm() < 1e-12);
        CHECK((found.N[k] - or_zero(expected.N[k], n)).norm() < 1e-12);
    }
    for (std::size_t e = 0; e < 6; ++e) CHECK((found.J2[e] - expected.J2[e]).norm() < 1e-12);
}

TEST_CASE("a plane body has its four mass points in its plane") {
    const std::vector<MassPoint> points = make_mass_points(make_integrals(2, {0.9, 0.3, 0}));
    const Vec3 normal = rotation_exp(Vec3(0.4, 0.2, -0.7)).col(2);
    for (const MassPoint& point : points) {
        CHECK(std::abs(normal.dot(point.place - points[0].place)) < 1e-6);  // the root of rounding
        CHECK(point.phi.allFinite());
    }
}
