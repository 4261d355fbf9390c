#include "bodies/beam.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/numeric_body.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

using namespace ritz;

namespace {

using std::numbers::pi;

BeamSpec make_steel_spec() {
    BeamSpec spec;
    spec.name = "rail";
    spec.length = 3;
    spec.law = make_beam_law(compute_section(RectangleSection{0.05, 0.05}), 2.1e11, 0.3, 7850);
    spec.bending_y = spec.bending_z = 3;
    spec.torsion = 2;
    spec.axial = 2;
    spec.markers = {{"middle", 1.5}, {"quarter", 0.75}};
    return spec;
}

std::string message_of(const BeamSpec& spec) {
    try {
        make_beam(spec);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a steel beam has the frequencies of the textbook, and a square section keeps both of a pair") {
    const BeamSpec spec = make_steel_spec();
    const ElasticBody body = make_beam(spec);
    const double bending = std::sqrt(2.1e11 * std::pow(0.05, 4) / 12 / (7850 * 0.0025 * 81));
    const double rod = std::sqrt(2.1e11 / 7850) / 3;
    const double twist = std::sqrt(2.1e11 / 2.6 * 0.140577 * 6 / 7850) / 3;  // J = 0.1406 a⁴, Ip = a⁴/6
    const double beta[] = {1.8751040687, 4.6940911330, 7.8547574382};
    for (int i = 0; i < 3; ++i) {
        // the printed β has eleven digits
        CHECK(std::sqrt(body.Ke(i, i)) == doctest::Approx(beta[i] * beta[i] * bending).epsilon(1e-10));
        CHECK(body.Ke(3 + i, 3 + i) == body.Ke(i, i));
    }
    CHECK(std::sqrt(body.Ke(6, 6)) == doctest::Approx(pi / 2 * twist).epsilon(1e-5));  // six digits of J
    CHECK(std::sqrt(body.Ke(8, 8)) == doctest::Approx(pi / 2 * rod).epsilon(1e-13));
    CHECK(std::sqrt(body.Ke(9, 9)) == doctest::Approx(3 * pi / 2 * rod).epsilon(1e-13));
    VecX expected = body.Ke.diagonal().cwiseSqrt();
    std::sort(expected.begin(), expected.end());
    const VecX found = compute_frequencies(body);
    REQUIRE(found.size() == 10);
    CHECK(((found - expected).array() / expected.array()).abs().maxCoeff() < 1e-12);  // of the eigensolver
    CHECK(body.mode_names == std::vector<std::string>{"bending y 1", "bending y 2", "bending y 3", "bending z 1",
                                                      "bending z 2", "bending z 3", "torsion 1", "torsion 2", "axial 1",
                                                      "axial 2"});
}

TEST_CASE("a beam without rotary inertia has none: its inertia about y and z is that of a line") {
    BeamSpec spec = make_steel_spec();
    const double line = spec.law.mass * 27 / 3;
    const ElasticBody thin = make_beam(spec);
    CHECK(thin.inertia.J0(1, 1) == doctest::Approx(line).epsilon(1e-15));
    CHECK(thin.inertia.J0(2, 2) == doctest::Approx(line).epsilon(1e-15));
    CHECK(thin.inertia.J0(0, 0) == doctest::Approx((spec.law.rho_Iy + spec.law.rho_Iz) * 3).epsilon(1e-15));
    spec.rotary_inertia = true;
    const ElasticBody thick = make_beam(spec);
    CHECK(thick.inertia.J0(1, 1) == doctest::Approx(line + spec.law.rho_Iy * 3).epsilon(1e-15));
    // Rayleigh's correction for a slender beam lowers the frequencies, here by less than one in a thousand.
    CHECK(compute_frequencies(thick)[0] < compute_frequencies(thin)[0]);
    CHECK(compute_frequencies(thick)[0] > 0.999 * compute_frequencies(thin)[0]);
}

TEST_CASE("on pins the Rayleigh beam has its closed-form frequencies") {
    // Sine modes stay uncoupled: ω² = EI κ⁴/(μ + ρI κ²).
    BeamSpec spec = make_steel_spec();
    spec.length = 0.3;
    spec.markers.clear();
    spec.ends = BeamEnds::pinned_pinned;
    spec.rotary_inertia = true;
    spec.bending_y = spec.torsion = spec.axial = 0;
    const VecX found = compute_frequencies(make_beam(spec));
    for (int i = 1; i <= 3; ++i) {
        const double kappa = i * pi / 0.3;
        const double expected =
            std::sqrt(spec.law.EIy * std::pow(kappa, 4) / (spec.law.mass + spec.law.rho_Iy * kappa * kappa));
        CHECK(found[i - 1] == doctest::Approx(expected).epsilon(1e-12));
    }
}

TEST_CASE("the first cantilever mode carries 61.3 percent of the mass") {
    const ElasticBody body = make_beam(make_steel_spec());
    // published effective masses of a cantilever, three digits: 0.613, 0.188, 0.0647
    CHECK(std::pow(body.inertia.S(1, 0), 2) / body.inertia.mass == doctest::Approx(0.6131).epsilon(1e-3));
    CHECK(std::pow(body.inertia.S(2, 4), 2) / body.inertia.mass == doctest::Approx(0.1883).epsilon(1e-3));
    CHECK(std::pow(body.inertia.S(2, 5), 2) / body.inertia.mass == doctest::Approx(0.0647).epsilon(1e-3));
}

TEST_CASE("in the mean-axis frame of a free beam no mode carries momentum") {
    BeamSpec spec = make_steel_spec();
    spec.ends = BeamEnds::free_free;
    spec.axial_ends = spec.torsion_ends = RodEnds::free_free;
    const ElasticBody body = make_beam(spec);
    // rounding of integrals of size sqrt(m) and sqrt(m) L
    CHECK(body.inertia.S.norm() < 1e-12 * std::sqrt(body.inertia.mass));
    CHECK(body.inertia.Cr0.norm() < 1e-12 * 3 * std::sqrt(body.inertia.mass));
}

TEST_CASE("the mass matrix of a beam in any frame is positive definite, also with many modes") {
    for (const BeamEnds ends : {BeamEnds::pinned_pinned, BeamEnds::clamped_free, BeamEnds::clamped_clamped,
                                BeamEnds::clamped_pinned, BeamEnds::free_free}) {
        for (const bool rotary : {false, true}) {
            BeamSpec spec = make_steel_spec();
            spec.ends = ends;
            spec.axial_ends = default_axial_ends(ends);
            spec.torsion_ends = default_torsion_ends(ends);
            spec.bending_y = spec.bending_z = 60;
            spec.torsion = spec.axial = 20;
            spec.rotary_inertia = rotary;
            const ElasticBody body = make_beam(spec);
            const MatX M = compute_mass_matrix_at_rest(body.inertia);
            CHECK((M - M.transpose()).norm() < 1e-12 * M.norm());
            CHECK(is_positive_definite(M));
            CHECK(body.Ke.diagonal().minCoeff() > 0);
        }
    }
}

TEST_CASE("modal damping damps every mode alike and Rayleigh damping by its two numbers") {
    BeamSpec spec = make_steel_spec();
    spec.damping = ModalDamping{0.02};
    const ElasticBody modal = make_beam(spec);
    for (int i = 0; i < 10; ++i)
        CHECK(modal.De(i, i) == doctest::Approx(0.04 * std::sqrt(modal.Ke(i, i))).epsilon(1e-14));
    CHECK(modal.De.isDiagonal(0));
    spec.damping = RayleighDamping{0.3, 1e-4};
    const ElasticBody rayleigh = make_beam(spec);
    CHECK((rayleigh.De - (0.3 * MatX::Identity(10, 10) + 1e-4 * rayleigh.Ke)).norm() < 1e-14 * rayleigh.De.norm());
    // With rotary inertia the modes of the beam are mixtures of the shapes; still each gets its 2 D ω.
    spec.damping = ModalDamping{0.02};
    spec.rotary_inertia = true;
    const ElasticBody mixed = make_beam(spec);
    const SymmetricEigen solver = solve_symmetric_eigen(mixed.Ke, mixed.inertia.Me);
    const MatX damped = solver.vectors.transpose() * mixed.De * solver.vectors;
    const VecX expected = 0.04 * solver.values.cwiseSqrt();
    CHECK((damped - MatX(expected.asDiagonal())).norm() < 1e-10 * expected.norm());
}

TEST_CASE("markers carry the shapes and the foreshortening of their place") {
    const ElasticBody body = make_beam(make_steel_spec());
    REQUIRE(body.markers.size() == 4);
    CHECK(body.markers[0].name == "start");
    CHECK(body.markers[0].phi.norm() < 1e-15);
    CHECK(body.markers[1].name == "end");
    CHECK(body.markers[1].X_RM.p.x() == 3);
    // a cantilever's tip moves by 2/sqrt(m) for a normalised mode
    CHECK(std::abs(body.markers[1].phi(1, 0)) == doctest::Approx(2 / std::sqrt(body.inertia.mass)).epsilon(1e-13));
    const auto middle =
        std::find_if(body.markers.begin(), body.markers.end(), [](const Marker& m) { return m.name == "middle"; });
    REQUIRE(middle != body.markers.end());
    MatX gamma;
    body.beam->eval_gamma(1.5, 0, gamma);
    CHECK((middle->gamma[0] - gamma).norm() == 0);
    CHECK(middle->gamma[1].size() == 0);
    const Mat3 R = rotation_exp({0.1, 0.2, 0.3});
    CHECK((make_beam_marker(*body.beam, "turned", 1, R).X_RM.R - R).norm() == 0);
    CHECK_THROWS_AS(make_beam_marker(*body.beam, "beyond", 3.1), InputError);

    BeamSpec plain = make_steel_spec();
    plain.stiffening = false;
    CHECK(make_beam(plain).markers[1].gamma[0].size() == 0);
    CHECK(make_beam(plain).inertia.S1[0].size() == 0);
}

TEST_CASE("a beam without modes is a rigid rod") {
    BeamSpec spec = make_steel_spec();
    spec.bending_y = spec.bending_z = spec.torsion = spec.axial = 0;
    const ElasticBody body = make_beam(spec);
    CHECK(body.modes() == 0);
    CHECK(body.inertia.mass == doctest::Approx(7850 * 0.0025 * 3).epsilon(1e-14));
    CHECK(compute_frequencies(body).size() == 0);
    CHECK(body.tracks.size() == 1);
}

TEST_CASE("numbers that make no beam are refused with a sentence") {
    const auto refuse = [](auto change, const char* words) {
        BeamSpec spec = make_steel_spec();
        change(spec);
        const std::string message = message_of(spec);
        CHECK_MESSAGE(message.find(words) != std::string::npos, message);
    };
    refuse([](BeamSpec& s) { s.length = 0; }, "length must be positive");
    refuse([](BeamSpec& s) { s.law.mass = -1; }, "mass per length");
    refuse([](BeamSpec& s) { s.law.EIz = 0; }, "bending y modes need a positive stiffness EIz");
    refuse([](BeamSpec& s) { s.law.EIy = 0; }, "EIy");
    refuse([](BeamSpec& s) { s.law.GJ = 0; }, "GJ");
    refuse([](BeamSpec& s) { s.law.EA = std::nan(""); }, "EA");
    refuse([](BeamSpec& s) { s.law.rho_Iy = s.law.rho_Iz = 0; }, "torsion modes need sections with inertia");
    refuse([](BeamSpec& s) { s.law.rho_Iy = -1; }, "mass moment");
    refuse([](BeamSpec& s) { s.bending_y = -1; }, "number of bending y modes");
    refuse([](BeamSpec& s) { s.markers["far"] = 4; }, "outside the beam");
    refuse([](BeamSpec& s) { s.markers["end"] = 1; }, "always there");
    refuse([](BeamSpec& s) { s.damping = ModalDamping{-0.1}; }, "damping ratio");
    refuse([](BeamSpec& s) { s.damping = RayleighDamping{0, -1}; }, "Rayleigh");
    const SectionProperties section = compute_section(CircleSection{0.1});
    CHECK_THROWS_AS(make_beam_law(section, 0, 0.3, 7850), InputError);
    CHECK_THROWS_AS(make_beam_law(section, 2e11, 0.6, 7850), InputError);
    CHECK_THROWS_AS(make_beam_law(section, 2e11, 0.3, 0), InputError);
}
