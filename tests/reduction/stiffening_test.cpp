// Geometric stiffening of finite element bodies beside the integrals of Euler's beam.
#include <doctest/doctest.h>

#include <cmath>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"
#include "reduction/reduced_body.hpp"
#include "reduction/stiffening.hpp"

using namespace ritz;
using Eigen::Index;

namespace {

constexpr double length = 1.0, width = 0.03, height = 0.02;

/// A solid cantilever, clamped by its frame at x = 0, reduced to its lowest modes.
struct Cantilever {
    Mesh mesh = make_box_mesh({Vec3(length, width, height), {24, 1, 1}, ElementType::hex20});
    FeProperties steel;
    Structure structure;

    Cantilever() {
        steel.material = {2.1e11, 0.0, 7850};  // no Poisson effect: Euler's beam has none
        StructureSpec spec;
        spec.markers.push_back({"root", MarkerKind::rbe2, mesh.nodes.sets.at("x0"), {}, Mat3::Identity(), false});
        spec.markers.push_back({"tip", MarkerKind::rbe3, mesh.nodes.sets.at("x1"), {}, Mat3::Identity(), false});
        structure = make_structure(assemble(mesh, steel), spec);
    }
    ReductionProblem problem() const {
        const SparseMat tip = structure.markers[1].motion.transpose();
        return {structure, make_reference_frame(structure, {ReferenceFrameKind::tangent, "root", ""}), tip,
                tip.transpose()};
    }
};

/// First mode of Euler's cantilever, ∫ φ² dx = 1 on [0, 1], and its slope.
double euler_slope(double x) {
    const double b = 1.8751040687119611, s = (std::cosh(b) + std::cos(b)) / (std::sinh(b) + std::sin(b));
    return b * (std::sinh(b * x) + std::sin(b * x) - s * (std::cosh(b * x) - std::cos(b * x)));
}

/// ∫ N(x) φ'² dx by Simpson's rule.
template <typename Tension>
double stiffening_of(const Tension& tension) {
    constexpr int n = 2000;
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
        const double x = double(i) / n, weight = (i == 0 || i == n) ? 1 : i % 2 ? 4 : 2;
        sum += weight * tension(x) * euler_slope(x) * euler_slope(x);
    }
    return sum / (3 * n);
}

}  // namespace

TEST_CASE("a solid blade stiffens under centrifugal, axial and tip loads like Euler's beam") {
    const Cantilever blade;
    ReductionProblem problem = blade.problem();
    const Basis basis = compute_basis(problem, Modal{}, ByCount{2});
    BodyFile file = make_reduced_body(blade.structure, basis, {"blade", false});
    add_stiffening(problem, {blade.mesh, blade.steel}, basis, file);
    // Mode 1 bends in z (the thin way). Tension of a spinning beam by unit ω²: (1 - x²)/2; of unit acceleration: 1 - x.
    const double mass = file.body.integrals.mass;
    const double centrifugal = stiffening_of([](double x) { return (1 - x * x) / 2; });
    CHECK(centrifugal == doctest::Approx(1.193).epsilon(1e-3));  // Southwell's coefficient of the first flapping mode
    // Shear and the rigid clamp of a bar of slenderness 50 change the first mode by some (h/L)² = 4e-4 to 2e-3.
    CHECK(-file.body.integrals.gamma_moment[0][0](0, 0) == doctest::Approx(centrifugal).epsilon(5e-3));
    CHECK(-file.body.integrals.gamma[0](0, 0) ==
          doctest::Approx(stiffening_of([](double x) { return 1 - x; })).epsilon(5e-3));
    // A unit force at the tip pulls everywhere alike; shapes are normalised by the mass.
    CHECK(-file.body.markers[1].gamma[0](0, 0) ==
          doctest::Approx(stiffening_of([](double) { return 1.0; }) / mass).epsilon(5e-3));
    // Loads across the beam bend it and do not stretch it.
    CHECK(std::abs(file.body.integrals.gamma[1](0, 0)) < 1e-6);
    CHECK(make_numeric_body(file.body).mass_points.size() == 4);
}
