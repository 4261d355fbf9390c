#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "bodies/beam_integrals.hpp"
#include "core/errors.hpp"
#include "tests/bodies/mass_cloud.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

VecX random_vector(Eigen::Index n, double size, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    return VecX::NullaryExpr(n, [&] { return uniform(generator); });
}

/// A stubby beam with three different section moments, so that no term hides behind another.
BeamSpec make_stubby_spec(BeamEnds ends, RodEnds rods) {
    BeamSpec spec;
    spec.name = "stub";
    spec.length = 1.4;
    spec.law = {.EA = 3e6, .EIy = 4e4, .EIz = 9e4, .GJ = 2e4, .mass = 12, .rho_Iy = 0.15, .rho_Iz = 0.4};
    spec.ends = ends;
    spec.axial_ends = rods;
    spec.torsion_ends = rods;
    spec.bending_y = 2;
    spec.bending_z = 3;
    spec.torsion = 2;
    spec.axial = 2;
    spec.rotary_inertia = true;
    return spec;
}

void check_equal(const CloudSums& a, const CloudSums& b, double tolerance) {
    CHECK((a.mc - b.mc).norm() < tolerance * (1 + b.mc.norm()));
    CHECK((a.S - b.S).norm() < tolerance * (1 + b.S.norm()));
    CHECK((a.Cr - b.Cr).norm() < tolerance * (1 + b.Cr.norm()));
    CHECK((a.J - b.J).norm() < tolerance * (1 + b.J.norm()));
    CHECK((a.Me - b.Me).norm() < tolerance * (1 + b.Me.norm()));
}

// Simpson's rule on 2000 intervals leaves (2β/2000)⁴/180 of the fourth derivative, 2e-11 for β = 11.
constexpr double cloud_tolerance = 1e-9;
constexpr int cloud_intervals = 2000;

/// All of a beam's inertia as polynomials, foreshortening to second order too (make_beam carries that by axis points).
InertiaInvariants polynomial_inertia(const ElasticBody& body, const BeamSpec& spec) {
    return make_invariants(compute_beam_integrals(*body.beam, spec.law, spec.rotary_inertia));
}

}  // namespace

TEST_CASE("the invariants of a beam with rotary inertia are those of its cloud of mass points") {
    for (const bool stiffening : {false, true}) {
        for (const auto& [ends, rods] : {std::pair{BeamEnds::clamped_free, RodEnds::fixed_free},
                                         std::pair{BeamEnds::clamped_clamped, RodEnds::fixed_fixed},
                                         std::pair{BeamEnds::clamped_pinned, RodEnds::fixed_free},
                                         std::pair{BeamEnds::pinned_pinned, RodEnds::fixed_fixed},
                                         std::pair{BeamEnds::free_free, RodEnds::free_free}}) {
            BeamSpec spec = make_stubby_spec(ends, rods);
            spec.stiffening = stiffening;
            const ElasticBody body = make_beam(spec);
            const auto cloud = make_beam_cloud(*body.beam, spec.law, cloud_intervals);
            for (const unsigned seed : {1u, 2u}) {
                const VecX q = random_vector(body.modes(), 0.5, seed);
                check_equal(evaluate(polynomial_inertia(body, spec), q), sum_cloud(cloud, q), cloud_tolerance);
            }
        }
    }
}

TEST_CASE("the kinetic energy of a moving, deformed beam is half the sum of mass times velocity squared") {
    BeamSpec spec = make_stubby_spec(BeamEnds::clamped_free, RodEnds::fixed_free);
    spec.stiffening = false;  // then d is linear in q and the energy is not truncated anywhere
    const ElasticBody body = make_beam(spec);
    const Eigen::Index n = body.modes();
    const VecX q = random_vector(n, 0.4, 3), rate = random_vector(n, 2, 4);
    const Vec3 v(0.3, -1, 2), w(1.5, -0.7, 0.9);
    double summed = 0;
    for (const CloudPoint& p : make_beam_cloud(*body.beam, spec.law, cloud_intervals))
        summed += 0.5 * p.mass * (v + w.cross(p.c + p.first(q)) + p.phi * rate).squaredNorm();
    const CloudSums k = evaluate(body.inertia, q);
    const double energy = 0.5 * body.inertia.mass * v.squaredNorm() + v.dot(w.cross(k.mc)) + v.dot(k.S * rate) +
                          0.5 * w.dot(k.J * w) + w.dot(k.Cr * rate) + 0.5 * rate.dot(k.Me * rate);
    CHECK(energy == doctest::Approx(summed).epsilon(cloud_tolerance));
}

TEST_CASE("without rotary inertia a beam is a massive line in bending, and its sections turn only about the axis") {
    for (const bool stiffening : {false, true}) {
        BeamSpec spec = make_stubby_spec(BeamEnds::clamped_free, RodEnds::fixed_free);
        spec.rotary_inertia = false;
        spec.stiffening = stiffening;
        const ElasticBody body = make_beam(spec);
        BeamLaw line = spec.law;
        line.rho_Iy = line.rho_Iz = 0;
        // The line alone ...
        auto cloud = make_beam_cloud(*body.beam, line, cloud_intervals);
        const VecX q = random_vector(body.modes(), 0.5, 5);
        CloudSums expected = sum_cloud(cloud, q);
        // ... and the sections, whose twist is the only motion their width takes part in: difference of the two clouds
        // with only torsion moving, without the rigid turning of the sections about y and z.
        VecX twist_only = q;
        twist_only.head(5).setZero();
        twist_only.tail(2).setZero();
        BeamShapes shafts = *body.beam;
        for (BeamMode& mode : shafts.modes)
            if (mode.motion != BeamMotion::torsion) mode.scale = 0;
        const CloudSums wide = sum_cloud(make_beam_cloud(shafts, spec.law, cloud_intervals), twist_only);
        const CloudSums thin = sum_cloud(make_beam_cloud(shafts, line, cloud_intervals), twist_only);
        expected.Cr += wide.Cr - thin.Cr;
        expected.Me += wide.Me - thin.Me;
        expected.J += wide.J - thin.J;
        expected.J(1, 1) -= spec.law.rho_Iy * spec.length;
        expected.J(2, 2) -= spec.law.rho_Iz * spec.length;
        check_equal(evaluate(polynomial_inertia(body, spec), q), expected, cloud_tolerance);
        CHECK(body.inertia.Me.isIdentity(0));
    }
}

TEST_CASE("any cloud of mass points has the invariants made of its integrals") {
    // Random points, shapes and second-order fields: every index of P, Q, Γ is occupied.
    const Eigen::Index n = 3;
    std::vector<CloudPoint> cloud;
    MassIntegrals m;
    m.S = Mat3X::Zero(3, n);
    for (std::size_t a = 0; a < 3; ++a) {
        m.gamma[a] = MatX::Zero(n, n);
        for (std::size_t b = 0; b < 3; ++b) {
            m.P[a][b] = VecX::Zero(n);
            m.Q[a][b] = m.gamma_moment[a][b] = MatX::Zero(n, n);
        }
    }
    for (unsigned i = 0; i < 20; ++i) {
        const VecX numbers = random_vector(1 + 3 + 3 * n + 3 * n * n, 1, 100 + i);
        CloudPoint p{1 + 0.5 * numbers[0], numbers.segment(1, 3), numbers.segment(4, 3 * n).reshaped(3, n), {}};
        for (int a = 0; a < 3; ++a) {
            const MatX half = numbers.segment(4 + 3 * n + a * n * n, n * n).reshaped(n, n);
            p.gamma.push_back(half + half.transpose());
        }
        m.mass += p.mass;
        m.first_moment += p.mass * p.c;
        m.J0 += p.mass * inertia_product(p.c, p.c);
        m.S += p.mass * p.phi;
        for (std::size_t a = 0; a < 3; ++a) {
            const auto row = static_cast<Eigen::Index>(a);
            m.gamma[a] += p.mass * p.gamma[a];
            for (std::size_t b = 0; b < 3; ++b) {
                const auto column = static_cast<Eigen::Index>(b);
                m.P[a][b] += p.mass * p.c[row] * p.phi.row(column).transpose();
                m.Q[a][b] += p.mass * p.phi.row(row).transpose() * p.phi.row(column);
                m.gamma_moment[a][b] += p.mass * p.c[row] * p.gamma[b];
            }
        }
        cloud.push_back(std::move(p));
    }
    const VecX q = random_vector(n, 1, 7);
    check_equal(evaluate(make_invariants(m), q), sum_cloud(cloud, q), 1e-13);  // the same sums: rounding only
}

TEST_CASE("integrals that are not given count as zero, and zero invariants stay empty") {
    MassIntegrals m;
    m.mass = 1;
    m.S = Mat3X::Zero(3, 2);
    const InertiaInvariants inertia = make_invariants(m);
    for (std::size_t a = 0; a < 3; ++a) {
        CHECK(inertia.S1[a].size() == 0);
        CHECK(inertia.N[a].size() == 0);
    }
    for (const MatX& J2 : inertia.J2) CHECK(J2.size() == 0);
    CHECK(inertia.Cr0.cols() == 2);
    CHECK(inertia.J1.cols() == 2);
    CHECK(inertia.Me.rows() == 2);
    m.P[0][1] = VecX::Zero(3);
    CHECK_THROWS_AS(make_invariants(m), InputError);
    m.P[0][1] = {};
    m.Q[2][1] = MatX::Zero(2, 3);
    CHECK_THROWS_AS(make_invariants(m), InputError);
}

TEST_CASE("a plane beam leaves out-of-plane invariants empty") {
    BeamSpec spec = make_stubby_spec(BeamEnds::clamped_free, RodEnds::fixed_free);
    spec.bending_y = spec.torsion = spec.axial = 0;
    spec.rotary_inertia = false;
    const ElasticBody body = make_beam(spec);
    CHECK(body.inertia.N[0].size() == 0);
    CHECK(body.inertia.N[1].size() == 0);
    CHECK(body.inertia.N[2].size() == 0);
    CHECK(polynomial_inertia(body, spec).S1[0].size() > 0);
    CHECK(polynomial_inertia(body, spec).S1[1].size() == 0);
    CHECK(body.inertia.S1[0].size() == 0);
    CHECK(!body.mass_points.empty());
    CHECK(body.inertia.J2[3].size() == 0);
}

TEST_CASE("on a beam spinning across its axis the foreshortening gives the centrifugal stiffness ∫ N w'w'") {
    BeamSpec spec = make_stubby_spec(BeamEnds::clamped_free, RodEnds::fixed_free);
    spec.bending_y = 3;
    spec.torsion = spec.axial = 0;
    spec.rotary_inertia = false;
    const ElasticBody body = make_beam(spec);
    // T = ½ Ω² J_zz(q) acts as a stiffness -½ J2_zz for Ω = 1; N(x) = ½ μ (L² - x²).
    const MatX stiffness = -0.5 * polynomial_inertia(body, spec).J2[2];
    MatX expected = MatX::Zero(6, 6);
    Mat3X phi(3, 6), psi(3, 6);
    const double L = spec.length;
    for (int i = 0; i <= cloud_intervals; ++i) {
        const double x = L * i / cloud_intervals;
        const double weight = (i == 0 || i == cloud_intervals ? 1 : (i % 2 ? 4 : 2)) * L / (3.0 * cloud_intervals);
        body.beam->eval(x, 1, phi, psi);
        expected += weight * 0.5 * spec.law.mass * (L * L - x * x) *
                    (phi.row(1).transpose() * phi.row(1) + phi.row(2).transpose() * phi.row(2));
    }
    expected.topLeftCorner(3, 3) -= MatX::Identity(3, 3);  // in the plane of spin the mass also moves outwards
    CHECK((stiffness - expected).norm() < cloud_tolerance * expected.norm());
    // Southwell's coefficients of a cantilever without hub, as printed to four digits in helicopter textbooks
    CHECK(stiffness(3, 3) == doctest::Approx(1.193).epsilon(5e-4));
    CHECK(stiffness(4, 4) == doctest::Approx(6.478).epsilon(5e-4));
}

TEST_CASE("a shaft spinning about its own axis keeps its torsional stiffness") {
    BeamSpec spec = make_stubby_spec(BeamEnds::clamped_free, RodEnds::fixed_free);
    spec.bending_y = spec.bending_z = spec.axial = 0;
    const ElasticBody body = make_beam(spec);
    // Sections turned by θ keep their size, so J_xx does not change at all.
    CHECK((body.inertia.J2[0].size() == 0 || body.inertia.J2[0].norm() < 1e-14));
    // Spinning about y, the wide side is drawn into the plane of spin: J2_yy = 2 (ρIz - ρIy) ∫ θθᵀ ("propeller
    // moment").
    const double share = (spec.law.rho_Iz - spec.law.rho_Iy) / (spec.law.rho_Iz + spec.law.rho_Iy);
    CHECK((body.inertia.J2[1] - 2 * share * MatX::Identity(2, 2)).norm() < 1e-14);
}
