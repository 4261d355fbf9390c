#include "bodies/end_shapes.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "bodies/beam_integrals.hpp"
#include "bodies/quadrature.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

using namespace ritz;

namespace {

constexpr BeamEnds kinds[] = {BeamEnds::pinned_pinned, BeamEnds::clamped_free, BeamEnds::clamped_clamped,
                              BeamEnds::clamped_pinned, BeamEnds::free_free};

BeamSpec make_spec(BeamEnds ends, int modes) {
    BeamSpec spec;
    spec.name = "bar";
    spec.length = 1.7;
    spec.law = {.EA = 3e6, .EIy = 4e4, .EIz = 9e4, .GJ = 2e4, .mass = 12, .rho_Iy = 0.15, .rho_Iz = 0.4};
    spec.ends = ends;
    spec.axial_ends = default_axial_ends(ends);
    spec.torsion_ends = default_torsion_ends(ends);
    spec.bending_y = spec.bending_z = spec.torsion = spec.axial = modes;
    spec.end_shapes = true;
    return spec;
}

}  // namespace

TEST_CASE(
    "modes and end shapes are orthonormal in the mass, the modes keep their frequencies, and stiffness is definite") {
    for (const BeamEnds ends : kinds)
        for (const int modes : {1, 3, 12, 20}) {
            CAPTURE(modes);
            BeamSpec spec = make_spec(ends, modes);
            const ElasticBody body = make_beam(spec);
            const Eigen::Index n = body.modes();
            CHECK(n == count_shapes(spec));
            CHECK(body.mode_names.size() == static_cast<std::size_t>(n));
            const MatX Me = make_invariants(compute_beam_integrals(*body.beam, spec.law, false)).Me;
            // A residual of 20 modes is some (β_1/β_21)⁴ of the polynomial, 1e-6: so much more is the rounding,
            // 1e-10 an entry, and more without fused products.
            CHECK((Me - MatX::Identity(n, n)).norm() < 1e-8);
            CHECK(is_positive_definite(body.Ke));
            spec.end_shapes = false;
            const VecX without = compute_frequencies(make_beam(spec)), with = compute_frequencies(body);
            // Each mode is still one of the frequencies; those of end shapes lie above the modes left in.
            for (Eigen::Index i = 0; i < without.size(); ++i)
                CHECK((with.array() - without[i]).abs().minCoeff() < 1e-9 * without[i]);
            CHECK(with[0] == doctest::Approx(without[0]).epsilon(1e-9));
        }
}

TEST_CASE("beside more modes than double precision can tell apart from a static shape there are no end shapes") {
    BeamSpec spec = make_spec(BeamEnds::clamped_free, 1);
    spec.bending_z = 21;
    CHECK_THROWS_WITH_AS(make_beam(spec),
                         "beam \"bar\": end shapes beside 21 bending z modes are lost in rounding; take at most 20",
                         InputError);
}

TEST_CASE("the stiffness of modes and end shapes is that of their curvatures") {
    for (const BeamEnds ends : kinds) {
        const BeamSpec spec = make_spec(ends, 3);
        const ElasticBody body = make_beam(spec);
        const Eigen::Index n = body.modes();
        const QuadratureRule rule = make_wave_rule(60);
        MatX expected = MatX::Zero(n, n);
        Mat3X phi(3, n), psi(3, n);
        for (Eigen::Index i = 0; i < rule.points.size(); ++i) {
            const double weight = spec.length * rule.weights[i];
            body.beam->eval(spec.length * rule.points[i], 1, phi, psi);
            expected += weight * (spec.law.EA * phi.row(0).transpose() * phi.row(0) +
                                  spec.law.GJ * psi.row(0).transpose() * psi.row(0) +
                                  spec.law.EIy * psi.row(1).transpose() * psi.row(1) +
                                  spec.law.EIz * psi.row(2).transpose() * psi.row(2));
        }
        CHECK((body.Ke - expected).norm() < 1e-10 * expected.norm());
    }
}

TEST_CASE("the foreshortening of modes and end shapes is the integral of their slopes") {
    for (const BeamEnds ends : kinds) {
        BeamSpec spec = make_spec(ends, 3);
        spec.axial_ends = RodEnds::fixed_free;
        const ElasticBody body = make_beam(spec);
        const BeamShapes& beam = *body.beam;
        const Eigen::Index n = body.modes();
        for (const double x : {0.0, 0.31, 1.1, 1.7}) {
            MatX expected = MatX::Zero(n, n), gamma(n, n);
            Mat3X phi(3, n), psi(3, n);
            const QuadratureRule rule = make_wave_rule(60);
            for (Eigen::Index i = 0; i < rule.points.size(); ++i) {
                beam.eval(x * rule.points[i], 0, phi, psi);
                expected -=
                    x * rule.weights[i] * (psi.row(1).transpose() * psi.row(1) + psi.row(2).transpose() * psi.row(2));
            }
            // What is left of the cancellation of slopes in a residual, twice: 1e-16 over its size, 1e-4, squared.
            beam.eval_gamma(x, 0, gamma);
            CHECK((gamma - expected).norm() <= 1e-8 * (1 + expected.norm()));
            // and its derivatives are the products themselves
            beam.eval_gamma(x, 1, gamma);
            beam.eval(x, 0, phi, psi);
            const MatX slopes = psi.row(1).transpose() * psi.row(1) + psi.row(2).transpose() * psi.row(2);
            CHECK((gamma + slopes).norm() <= 1e-8 * (1 + slopes.norm()));
        }
        // All derivatives at once are those one by one.
        std::array<Mat3X, 3> phi, psi;
        beam.eval_all(0.9, {&phi[0], &phi[1], &phi[2]}, {&psi[0], &psi[1], &psi[2]});
        for (std::size_t k = 0; k < 3; ++k) {
            Mat3X one(3, n), turn(3, n);
            beam.eval(0.9, static_cast<int>(k), one, turn);
            CHECK((one - phi[k]).norm() <= 1e-12 * (1 + one.norm()));
            CHECK((turn - psi[k]).norm() <= 1e-12 * (1 + turn.norm()));
        }
    }
}

TEST_CASE("static loads at the free ends bend a beam exactly, with one mode beside the end shapes") {
    // q = Ke⁻¹ Φᵀ F at the end: FL³/3EI, FL²/2EI, ML/EI; on pins ML/3EI and ML/6EI; clamped-pinned ML/4EI
    const auto respond = [](const ElasticBody& body, const Vec3& force, const Vec3& moment) {
        const Marker& end = body.markers[1];
        const VecX load = end.phi.transpose() * force + end.psi.transpose() * moment;
        return VecX(body.Ke.ldlt().solve(load));
    };
    const double length = 1.7, EI = 4e4, EA = 3e6, GJ = 2e4;
    const ElasticBody arm = make_beam(make_spec(BeamEnds::clamped_free, 1));
    const Marker& tip = arm.markers[1];
    const VecX pushed = respond(arm, Vec3(0, 0, 1), Vec3::Zero());
    CHECK(tip.phi.row(2).dot(pushed) == doctest::Approx(std::pow(length, 3) / (3 * EI)).epsilon(1e-11));
    CHECK(tip.psi.row(1).dot(pushed) == doctest::Approx(-length * length / (2 * EI)).epsilon(1e-11));
    const VecX turned = respond(arm, Vec3(2, 0, 0), Vec3(3, 1, 0));
    CHECK(tip.psi.row(1).dot(turned) == doctest::Approx(length / EI).epsilon(1e-11));
    CHECK(tip.psi.row(0).dot(turned) == doctest::Approx(3 * length / GJ).epsilon(1e-11));
    CHECK(tip.phi.row(0).dot(turned) == doctest::Approx(2 * length / EA).epsilon(1e-11));
    const ElasticBody rod = make_beam(make_spec(BeamEnds::pinned_pinned, 1));
    const VecX bent = respond(rod, Vec3::Zero(), Vec3(0, 1, 0));
    CHECK(rod.markers[1].psi.row(1).dot(bent) == doctest::Approx(length / (3 * EI)).epsilon(1e-11));
    CHECK(rod.markers[0].psi.row(1).dot(bent) == doctest::Approx(-length / (6 * EI)).epsilon(1e-11));
    const ElasticBody propped = make_beam(make_spec(BeamEnds::clamped_pinned, 1));
    CHECK(propped.markers[1].psi.row(1).dot(respond(propped, Vec3::Zero(), Vec3(0, 1, 0))) ==
          doctest::Approx(length / (4 * EI)).epsilon(1e-11));
}
