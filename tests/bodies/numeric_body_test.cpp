#include "bodies/numeric_body.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "bodies/beam_integrals.hpp"
#include "bodies/mass_points.hpp"
#include "core/errors.hpp"

using namespace ritz;

namespace {

BeamSpec make_rod_spec() {
    BeamSpec spec;
    spec.name = "rod";
    spec.length = 1.4;
    spec.law = {.EA = 3e6, .EIy = 4e4, .EIz = 9e4, .GJ = 2e4, .mass = 12, .rho_Iy = 0.15, .rho_Iz = 0.4};
    spec.bending_y = spec.bending_z = 2;
    spec.torsion = spec.axial = 1;
    spec.rotary_inertia = true;
    spec.damping = ModalDamping{0.01};
    return spec;
}

/// The numbers of a beam, as if they came from elsewhere.
NumericBodySpec make_numbers() {
    const BeamSpec rod = make_rod_spec();
    const ElasticBody beam = make_beam(rod);
    NumericBodySpec spec;
    spec.name = "numbers";
    spec.integrals = compute_beam_integrals(*beam.beam, rod.law, true);
    spec.Ke = beam.Ke;
    spec.damping = rod.damping;
    spec.markers = beam.markers;
    Mat3X points = Mat3X::Zero(3, 8);
    std::vector<Mat3X> phi(8), psi(8);
    for (int i = 0; i < 8; ++i) {
        points(0, i) = 0.2 * i;
        beam.beam->eval(points(0, i), 0, phi[static_cast<std::size_t>(i)], psi[static_cast<std::size_t>(i)]);
    }
    spec.tracks = {{"line", points, phi, psi, false, Vec3::UnitZ()}};
    return spec;
}

}  // namespace

TEST_CASE("a body given by the numbers of a beam is that beam") {
    const ElasticBody beam = make_beam(make_rod_spec()), body = make_numeric_body(make_numbers());
    const MatX M = compute_mass_matrix_at_rest(beam.inertia);
    CHECK((compute_mass_matrix_at_rest(body.inertia) - M).norm() < 1e-14 * M.norm());
    // One carries its second order by points of the axis and polynomials, the other by four masses: equal sums.
    const InertiaInvariants a = truncate_inertia(body), b = truncate_inertia(beam);
    for (std::size_t k = 0; k < 3; ++k) CHECK((a.N[k] - b.N[k]).norm() < 1e-12 * b.N[k].norm());
    for (std::size_t k = 0; k < 3; ++k) CHECK((a.J2[k] - b.J2[k]).norm() < 1e-12 * b.J2[k].norm());
    CHECK((body.De - beam.De).norm() < 1e-13 * beam.De.norm());
    CHECK((compute_frequencies(body) - compute_frequencies(beam)).norm() < 1e-12 * compute_frequencies(beam).norm());
    CHECK(body.markers.size() == 2);
    CHECK(body.tracks.size() == 1);
    CHECK(body.mode_names.front() == "mode 1");
}

TEST_CASE("where P and Q are not known, Cr0 and Me stand in and the inertia does not change with q") {
    NumericBodySpec spec = make_numbers();
    const ElasticBody full = make_numeric_body(spec);
    spec.Cr0 = full.inertia.Cr0;
    spec.Me = full.inertia.Me;
    spec.integrals.P = {};
    spec.integrals.Q = {};
    spec.integrals.gamma = {};
    spec.integrals.gamma_moment = {};
    const ElasticBody body = make_numeric_body(spec);
    CHECK((compute_mass_matrix_at_rest(body.inertia) - compute_mass_matrix_at_rest(full.inertia)).norm() < 1e-14);
    CHECK(body.inertia.J1.norm() == 0);
    for (const MatX& N : body.inertia.N) CHECK(N.size() == 0);
    for (const MatX& J2 : body.inertia.J2) CHECK(J2.size() == 0);
}

TEST_CASE("a rigid body may be given by numbers and carry a track") {
    NumericBodySpec spec;
    spec.name = "bed";
    spec.integrals.mass = 2;
    spec.integrals.J0 = Mat3::Identity();
    spec.integrals.S.resize(3, 0);
    spec.Ke.resize(0, 0);
    Mat3X points(3, 2);
    points << 0, 1, 0, 0, 0, 0;
    spec.tracks = {{"rail", points, {}, {}, false, Vec3::UnitZ()}};
    const ElasticBody body = make_numeric_body(spec);
    CHECK(body.modes() == 0);
    CHECK(body.tracks.size() == 1);
}

TEST_CASE("numbers that belong to no body are refused, each by the name of its matrix") {
    const auto refuse = [](auto change, const char* words) {
        NumericBodySpec spec = make_numbers();
        change(spec);
        std::string message;
        try {
            make_numeric_body(spec);
        } catch (const InputError& error) {
            message = error.what();
        }
        CHECK_MESSAGE(message.find(words) != std::string::npos, message << " should contain: " << words);
    };
    refuse([](NumericBodySpec& s) { s.Ke.resize(6, 5); }, "Ke is 6 x 5");
    refuse([](NumericBodySpec& s) { s.Ke(0, 1) = 1e6; }, "Ke is not symmetric");
    refuse([](NumericBodySpec& s) { s.Ke(2, 2) = 0; }, "Ke is not positive definite");
    refuse([](NumericBodySpec& s) { s.Ke(2, 2) = std::nan(""); }, "Ke contains");
    refuse([](NumericBodySpec& s) { s.De = MatX::Zero(2, 2); }, "De is 2 x 2");
    refuse([](NumericBodySpec& s) { s.damping = ModalDamping{-1}; }, "damping ratio");
    refuse([](NumericBodySpec& s) { s.integrals.mass = 0; }, "mass must be positive");
    refuse([](NumericBodySpec& s) { s.integrals.mass = 1; }, "do not belong to one body");
    refuse([](NumericBodySpec& s) { s.integrals.J0(0, 1) = 3; }, "J0 is not symmetric");
    refuse([](NumericBodySpec& s) { s.integrals.S.resize(3, 2); }, "S is 3 x 2");
    refuse([](NumericBodySpec& s) { s.integrals.first_moment.x() = INFINITY; }, "first moment");
    refuse([](NumericBodySpec& s) { s.integrals.P[1][2].resize(4); }, "P_23 is 4 x 1");
    refuse([](NumericBodySpec& s) { s.integrals.Q[0][1](0, 1) += 1; }, "Q_21 is not the transpose of Q_12");
    refuse([](NumericBodySpec& s) { s.integrals.Q[0][0](0, 1) += 1; }, "Q_11 is not symmetric");
    refuse([](NumericBodySpec& s) { s.integrals.gamma[0](0, 1) += 1; }, "gamma_1 is not symmetric");
    refuse([](NumericBodySpec& s) { s.integrals.gamma_moment[0][0](0, 1) += 1; }, "gamma_moment_11 is not symmetric");
    refuse([](NumericBodySpec& s) { s.integrals.gamma_moment[0][2] = MatX::Zero(1, 1); }, "gamma_moment_13 is 1 x 1");
    refuse([](NumericBodySpec& s) { s.integrals.Q = {}; }, "either Q or Me");
    refuse([](NumericBodySpec& s) { s.integrals.P = {}; }, "either P or Cr0");
    refuse([](NumericBodySpec& s) { s.Me = MatX::Identity(6, 6); }, "both given");
    refuse([](NumericBodySpec& s) { s.Cr0 = Mat3X::Zero(3, 6); }, "both given");
    refuse(
        [](NumericBodySpec& s) {
            s.integrals.Q = {};
            s.Me = -MatX::Identity(6, 6);
        },
        "Me is not positive definite");
    refuse([](NumericBodySpec& s) { s.markers[0].phi.resize(3, 1); }, "phi of marker \"start\"");
    refuse([](NumericBodySpec& s) { s.markers[0].X_RM.R *= 2; }, "pose of marker \"start\"");
    refuse([](NumericBodySpec& s) { s.markers[1].name = "start"; }, "two markers");
    refuse([](NumericBodySpec& s) { s.tracks[0].up = Vec3::UnitX(); }, "track \"line\": the track runs along");
    refuse([](NumericBodySpec& s) { s.tracks.push_back(s.tracks[0]); }, "two tracks");
    refuse(
        [](NumericBodySpec& s) {
            s.tracks[0].phi.clear();
            s.tracks[0].psi.clear();
        },
        "has 0 modes");
    refuse([](NumericBodySpec& s) { s.mode_names = {"one"}; }, "1 mode names for 6 modes");
}
