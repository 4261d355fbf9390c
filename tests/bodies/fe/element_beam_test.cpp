#include <doctest/doctest.h>

#include "core/linear_algebra/dense_solvers.hpp"
#include "core/rotation.hpp"
#include "tests/bodies/fe/fe_support.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr double length = 2;
const RectangleSection rectangle{0.06, 0.1};  // width along y, height along z

FeProperties make_beam_properties(BeamTheory theory) {
    FeProperties properties = make_steel_properties();
    properties.beam = BeamProperties{.section = compute_section(rectangle), .theory = theory};
    return properties;
}

Mesh make_bar(int divisions) {
    Mesh mesh = make_beam_frame_mesh({{0, 0, 0}, {length, 0, 0}}, {{0, 1, divisions, "bar"}});
    mesh.nodes.sets["start"] = {0};
    mesh.nodes.sets["end"] = {1};
    return mesh;
}

FeModel clamp_start(const FeModel& model) { return fix(model, find_set_dofs(model, "start", {0, 1, 2, 3, 4, 5})); }

/// Only these components of every node move.
FeModel keep_components(const FeModel& model, const std::vector<int>& kept) {
    std::vector<int> held;
    for (std::size_t i = 0; i < model.dofs.size(); ++i)
        if (std::find(kept.begin(), kept.end(), model.dofs[i].component) == kept.end())
            held.push_back(static_cast<int>(i));
    return fix(model, held);
}

/// The lowest eigenvalue of the model on these components, with those of the ends held.
double compute_lowest(const FeProperties& properties, int divisions, const std::vector<int>& kept,
                      const std::vector<int>& held_start, const std::vector<int>& held_end) {
    FeModel model = keep_components(assemble(make_bar(divisions), properties), kept);
    model = fix(model, find_set_dofs(model, "start", held_start));
    model = fix(model, find_set_dofs(model, "end", held_end));
    return compute_spectrum(model)[0];
}

void check_order(double coarse, double fine, double exact, double order) {
    const double first = coarse / exact - 1, second = fine / exact - 1;
    CAPTURE(first);
    CAPTURE(second);
    CHECK(second > 0);
    CHECK(std::log2(first / second) == doctest::Approx(order).epsilon(0.03));  // the next term of the error
}

}  // namespace

TEST_CASE("one beam element deflects exactly under forces at its end, in both planes, with and without shear") {
    const SectionProperties s = compute_section(rectangle);
    const Material m = make_steel();
    const double E = m.youngs_modulus, G = compute_lame(m).mu;
    for (BeamTheory theory : {BeamTheory::euler, BeamTheory::timoshenko}) {
        const FeModel model = clamp_start(assemble(make_bar(1), make_beam_properties(theory)));
        const MatX flexibility = solve_definite(MatX(model.K), MatX::Identity(model.size(), model.size()));
        const double shear = theory == BeamTheory::timoshenko ? length / (5.0 / 6 * G * s.area) : 0;
        const double tolerance = 1e-12;  // a 6 by 6 inverse with condition 1e2 after scaling
        CHECK(flexibility(0, 0) == doctest::Approx(length / (E * s.area)).epsilon(tolerance));
        CHECK(flexibility(1, 1) == doctest::Approx(std::pow(length, 3) / (3 * E * s.Iz) + shear).epsilon(tolerance));
        CHECK(flexibility(2, 2) == doctest::Approx(std::pow(length, 3) / (3 * E * s.Iy) + shear).epsilon(tolerance));
        CHECK(flexibility(3, 3) == doctest::Approx(length / (G * s.torsion_constant)).epsilon(tolerance));
        // A force along y turns the end about +z, one along z about -y.
        CHECK(flexibility(1, 5) == doctest::Approx(length * length / (2 * E * s.Iz)).epsilon(tolerance));
        CHECK(flexibility(2, 4) == doctest::Approx(-length * length / (2 * E * s.Iy)).epsilon(tolerance));
    }
}

TEST_CASE("frequencies of beams converge to the closed forms: Euler with order four, rods and shafts with two") {
    const Material m = make_steel();
    const SectionProperties s = compute_section(rectangle);
    FeProperties properties = make_beam_properties(BeamTheory::euler);
    properties.beam->rotary_inertia = false;
    const double beta = 1.8751040687119611;  // cosh β cos β = -1
    for (const auto& [w, rotation, I] : {std::tuple{1, 5, s.Iz}, {2, 4, s.Iy}}) {
        const auto lowest = [&, w = w, r = rotation](int n) {
            return compute_lowest(properties, n, {w, r}, {w, r}, {});
        };
        const double exact = std::pow(beta / length, 4) * m.youngs_modulus * I / (m.density * s.area);
        check_order(lowest(2), lowest(4), exact, 4);
    }
    const double wave = std::pow(pi / (2 * length), 2);
    const auto rod = [&](int n) { return compute_lowest(properties, n, {0}, {0}, {}); };
    check_order(rod(4), rod(8), wave * m.youngs_modulus / m.density, 2);
    const auto shaft = [&](int n) { return compute_lowest(properties, n, {3}, {3}, {}); };
    const double speed = compute_lame(m).mu * s.torsion_constant / (m.density * (s.Iy + s.Iz));
    check_order(shaft(4), shaft(8), wave * speed, 2);
}

TEST_CASE("a short pinned beam with shear and rotary inertia has Timoshenko's frequency") {
    // With waves sin kx: ρI ρA/(κGA) Ω² - (ρA + k² (ρI + EI ρA/(κGA))) Ω + EI k⁴ = 0,  Ω = ω²
    // The shear force is constant in each element, so the share of the shear in the energy has an error of (kh)²/12,
    // and only the rest Hermite's (kh)⁴/720.
    const Material m = make_steel();
    FeProperties properties = make_beam_properties(BeamTheory::timoshenko);
    properties.beam->section = compute_section(RectangleSection{0.4, 0.3});
    const SectionProperties s = properties.beam->section;
    const double k = 2 * pi / length;  // half waves two and a half times as long as the beam is thick
    const double shear = 5.0 / 6 * compute_lame(m).mu * s.area, EI = m.youngs_modulus * s.Iz;
    const double rA = m.density * s.area, rI = m.density * s.Iz;
    const double a = rI * rA / shear, b = rA + k * k * (rI + EI * rA / shear), c = EI * std::pow(k, 4);
    const double exact = 2 * c / (b + std::sqrt(b * b - 4 * a * c));
    const auto second = [&](int n) {
        FeModel model = keep_components(assemble(make_bar(n), properties), {1, 5});
        model = fix(model, find_dofs(model, {0, 1}, {1}));
        return compute_spectrum(model)[1];
    };
    check_order(second(16), second(32), exact, 2);
    CHECK(second(32) < 1.002 * exact);  // (kh)²/12 is 0.3 %, the share of the shear less than half
    CHECK(c / rA > 1.3 * exact);        // Euler's beam would be far off
}

TEST_CASE("a beam frame anywhere in space has the frequencies it has at home, and six motions without force") {
    const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 0.8, 0}, {1, 0.8, 0.7}};
    const std::vector<FrameMember> members{{0, 1, 2, "a"}, {1, 2, 2, "b"}, {2, 3, 3, "c"}};
    const std::vector<Vec3> directions{Vec3(0, 1, 2), Vec3(1, 0, 1), Vec3(2, 1, 0)};
    const auto make_frame = [&](const Pose& X) {
        std::vector<Vec3> moved;
        for (const Vec3& p : points) moved.push_back(X * p);
        FeProperties properties = make_beam_properties(BeamTheory::timoshenko);
        for (std::size_t i = 0; i < 3; ++i) {
            BeamProperties beam = *properties.beam;
            beam.z_direction = X.R * directions[i];
            properties.beams[members[i].set] = beam;
        }
        return assemble(make_beam_frame_mesh(moved, members), properties);
    };
    const FeModel home = make_frame({});
    const FeModel away = make_frame({rotation_exp({0.3, -1.1, 0.7}), {1, 2, 3}});
    CHECK(find_faults(home).empty());
    const VecX values = compute_spectrum(home), moved = compute_spectrum(away);
    // Rounding of K, which reaches up to the highest frequency.
    CHECK(largest(values - moved) < 1e-11 * values.maxCoeff());
    CHECK(largest(values.head(6)) < 1e-11 * values.maxCoeff());
    CHECK(values[6] > 1e-8 * values.maxCoeff());
    for (const FeModel* model : {&home, &away}) {
        const MatX R = make_rigid_modes(*model);
        CHECK(largest(model->K * R) < 1e-12 * model->K.coeffs().abs().maxCoeff() * largest(R));
    }
}

TEST_CASE("a beam as a rigid body has the mass and inertia of the bar") {
    const FeModel model = assemble(make_bar(3), make_beam_properties(BeamTheory::euler));
    const MatX R = make_rigid_modes(model);
    const Mat6 rigid = R.transpose() * model.M * R;
    const SectionProperties s = compute_section(rectangle);
    const double m = 7850 * s.area * length;
    Vec6 expected;
    const double line = m * length * length / 3;
    expected << m, m, m, m / s.area * (s.Iy + s.Iz), line + m / s.area * s.Iy, line + m / s.area * s.Iz;
    CHECK(largest(rigid.diagonal() - expected) < 1e-12 * line);
    CHECK(rigid(5, 1) == doctest::Approx(m * length / 2).epsilon(1e-12));
}

TEST_CASE("members without a given direction stand with their height up, and vertical ones along y") {
    const SectionProperties s = compute_section(rectangle);
    for (const Vec3& axis : {Vec3(1, 2, 0), Vec3(0, 0, 1)}) {
        Mesh mesh = make_beam_frame_mesh({{0, 0, 0}, length * axis.normalized()}, {{0, 1, 1, ""}});
        mesh.nodes.sets["start"] = {0};
        const FeModel model = clamp_start(assemble(mesh, make_beam_properties(BeamTheory::euler)));
        const MatX flexibility = solve_definite(MatX(model.K), MatX::Identity(model.size(), model.size()));
        const int height = axis.z() == 0 ? 2 : 1;
        CHECK(flexibility(height, height) ==
              doctest::Approx(std::pow(length, 3) / (3 * make_steel().youngs_modulus * s.Iy)).epsilon(1e-12));
    }
}
