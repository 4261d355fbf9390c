#pragma once
// Bodies to write and read, and a place for their files.
#include <filesystem>
#include <fstream>
#include <string>

#include "bodies/beam.hpp"
#include "bodies/beam_integrals.hpp"
#include "bodies/exchange/body_file.hpp"
#include "tests/support/folder.hpp"

namespace ritz::testing {

inline BeamSpec make_rod_spec(bool stiffening) {
    BeamSpec spec;
    spec.name = "rod";
    spec.length = 1.4;
    spec.law = {.EA = 3e6, .EIy = 4e4, .EIz = 9e4, .GJ = 2e4, .mass = 12, .rho_Iy = 0.15, .rho_Iz = 0.4};
    spec.ends = BeamEnds::clamped_free;
    spec.axial_ends = spec.torsion_ends = RodEnds::fixed_free;
    spec.bending_y = spec.bending_z = 2;
    spec.torsion = spec.axial = 1;
    spec.rotary_inertia = true;
    spec.stiffening = stiffening;
    spec.damping = ModalDamping{0.01};
    return spec;
}

/// The numbers of a beam, as if they came from elsewhere, with all a body can have.
inline NumericBodySpec make_rod_numbers(bool stiffening) {
    const BeamSpec rod = make_rod_spec(stiffening);
    const ElasticBody beam = make_beam(rod);
    NumericBodySpec spec;
    spec.name = "rod";
    spec.integrals = compute_beam_integrals(*beam.beam, rod.law, true);
    spec.Ke = beam.Ke;
    spec.De = beam.De;
    spec.markers = beam.markers;
    spec.markers[1].X_RM.R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    Mat3X points = Mat3X::Zero(3, 8);
    const Eigen::Index n = beam.modes();
    std::vector<Mat3X> phi(8, Mat3X(3, n)), psi(8, Mat3X(3, n));
    for (int i = 0; i < 8; ++i) {
        points(0, i) = 0.2 * i;
        beam.beam->eval(points(0, i), 0, phi[static_cast<std::size_t>(i)], psi[static_cast<std::size_t>(i)]);
    }
    spec.tracks = {{"line", points, phi, psi, false, Vec3::UnitZ()}};
    spec.mode_names = beam.mode_names;
    spec.full_dofs = 1234;
    return spec;
}

inline BodyFile make_full_file() {
    BodyFile file;
    file.body = make_rod_numbers(true);
    const Eigen::Index n = file.body.Ke.rows();
    file.frequencies = VecX::LinSpaced(n, 0.1, 1.0 / 3);
    file.stress_stiffness = StressMatrices{{{"a_x", MatX::Random(n, n)}, {"c_x a_y", MatX::Random(n, n)}}};
    file.surface = SurfaceShapes{Mat3X::Random(3, 5), {{0, 1, 2}, {1, 2, 3, 4}}, hdf5::RowMajorFloat::Random(15, n)};
    file.estimator = EstimatorData{
        VecX::LinSpaced(4, 1, 9), {{"gramian", MatX::Random(2, 7)}, {"empty", MatX(0, 3)}}, {"marker tip fx", "T xy"}};
    file.provenance = {"ritz 0.1.0",
                       "2024-01-01T00:00:00Z",
                       "craig_bampton",
                       "{\"modes\": 6, \"Ω\": 1}",
                       {{"mesh.inp", std::string(64, 'a')}, {"other mesh.inp", std::string(64, 'b')}}};
    return file;
}

}  // namespace ritz::testing
