// Stress stiffness of solids, plates and beams.
#include <doctest/doctest.h>

#include "bodies/fe/stress_stiffness.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/rotation.hpp"
#include "tests/bodies/fe/fe_support.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr double column_length = 2, side = 0.1;

FeProperties make_column_properties(double poissons_ratio) {
    FeProperties properties = make_steel_properties();
    properties.material.poissons_ratio = poissons_ratio;
    properties.beam = BeamProperties{.section = compute_section(RectangleSection{side, side})};
    properties.thickness = side;
    return properties;
}

Mesh make_beam_column(int divisions) {
    Mesh mesh = make_beam_frame_mesh({{0, 0, 0}, {column_length, 0, 0}}, {{0, 1, divisions, ""}});
    mesh.nodes.sets["x0"] = {0};
    mesh.nodes.sets["x1"] = {1};
    return mesh;
}

/// The smallest factor λ with K + λ Kσ singular.
double compute_buckling_factor(const SparseMat& K, const SparseMat& Ks) {
    const double lowest = compute_spectrum(MatX(Ks), MatX(K))[0];
    return -1 / lowest;
}

/// Kσ(u) of a rotation is the force K u turned: for each node, θ × f; of a shift it is nothing.
void check_turned_forces(const Mesh& mesh, const FeProperties& properties, int dimensions) {
    const FeModel model = assemble(mesh, properties);
    const VecX u = make_random_vector(model.size(), 3);
    const SparseMat Ks = StressStiffness(mesh, properties, model).compute(u);
    CHECK(Ks.nonZeros() == model.M.nonZeros());
    const MatX R = make_rigid_modes(model);
    const VecX f = model.K * u;
    const DofTable table(model);
    const double scale = largest(f);
    CHECK(largest(Ks * R.leftCols(dimensions)) < 1e-12 * scale);
    for (int axis = dimensions == 2 ? 2 : 0; axis < 3; ++axis) {
        const VecX turned = Ks * R.col(3 + axis);
        for (int node = 0; node < mesh.nodes.size(); ++node) {
            Vec3 force = Vec3::Zero(), found = Vec3::Zero();
            for (int i = 0; i < dimensions; ++i) {
                const int dof = table.find(node, i).value();
                force[i] = f[dof], found[i] = turned[dof];
            }
            CHECK(largest(found - Vec3::Unit(axis).cross(force)) < 1e-12 * scale);
        }
    }
}

}  // namespace

TEST_CASE("under a rigid rotation the stress stiffness turns the elastic forces, in any distorted mesh") {
    const FeProperties properties = make_column_properties(0.3);
    for (ElementType type : {ElementType::hex8, ElementType::hex20, ElementType::tet10}) {
        CAPTURE(std::string(name_of(type)));
        Mesh mesh = make_box_mesh({{0.6, 0.5, 0.4}, {2, 2, 2}, type});
        distort(mesh, 0.03);
        check_turned_forces(mesh, properties, 3);
    }
    Mesh plate = make_plate_mesh(0.6, 0.5, 3, 3);
    distort(plate, 0.04, 2);
    check_turned_forces(plate, properties, 2);
}

TEST_CASE("under a rigid rotation the tension of a beam turns with it") {
    const Mesh mesh = make_beam_frame_mesh({{0, 0, 0}, {1, 1, 0.5}}, {{0, 1, 3, ""}});
    const FeProperties properties = make_column_properties(0.3);
    const FeModel model = assemble(mesh, properties);
    const Vec3 axis = Vec3(1, 1, 0.5).normalized();
    VecX u = VecX::Zero(model.size());
    for (Eigen::Index i = 0; i < u.size(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        if (dof.component < 3) u[i] = 1e-3 * axis.dot(mesh.nodes.positions.col(*dof.node)) * axis[dof.component];
    }
    const MatX turned = StressStiffness(mesh, properties, model).compute(u) * make_rigid_modes(model);
    const double tension = 2.1e11 * side * side * 1e-3;
    CHECK(largest(turned.leftCols(3)) < 1e-12 * tension);
    // Node 0 is pulled back by the tension, node 1 forward, and no node is twisted.
    const Mat3 expected = -tension * skew(axis);
    CHECK(largest(turned.block(0, 3, 3, 3) + expected) < 1e-12 * tension);
    CHECK(largest(turned.block(6, 3, 3, 3) - expected) < 1e-12 * tension);
    CHECK(largest(turned.bottomRows(model.size() - 12)) < 1e-12 * tension);
    CHECK(largest(turned.block(3, 0, 3, 6)) < 1e-12 * tension);
}

TEST_CASE("a pinned column of beams buckles at Euler's load, with order four") {
    const FeProperties properties = make_column_properties(0.3);
    const double euler = pi * pi / (column_length * column_length) * 2.1e11 * std::pow(side, 4) / 12;
    const auto buckle = [&](int divisions) {
        const Mesh mesh = make_beam_column(divisions);
        FeModel model = assemble(mesh, properties);
        std::vector<int> held = find_dofs(model, {0, 1}, {1, 2});
        for (int dof : find_dofs(model, {0}, {0, 3})) held.push_back(dof);
        model = fix(model, held);
        VecX f = VecX::Zero(model.size());
        f[find_set_dofs(model, "x1", {0})[0]] = -1;
        const VecX u = solve_definite(MatX(model.K), f);
        return compute_buckling_factor(model.K, StressStiffness(mesh, properties, model).compute(u)) / euler - 1;
    };
    const double coarse = buckle(2), fine = buckle(4);
    CHECK(fine > 0);
    CHECK(fine < 1e-3);
    CHECK(std::log2(coarse / fine) == doctest::Approx(4).epsilon(0.03));  // the next term of the error
}

TEST_CASE("a clamped column of solids buckles at Euler's load less its shear") {
    const FeProperties properties = make_column_properties(0.0);
    const double E = 2.1e11, G = 0.5 * E, area = side * side, I = std::pow(side, 4) / 12;
    const double euler = pi * pi * E * I / (4 * column_length * column_length);
    // Shear lowers it by Engesser's euler/(κGA); how it enters (Engesser or Haringx) and the mesh, with elements ten
    // times (hex8: five times) longer than their error allows to see, leave 0.2 %.
    const double expected = euler / (1 + euler / (5.0 / 6 * G * area));
    struct Case {
        ElementType type;
        int divisions;
    };
    for (const Case& c : {Case{ElementType::hex8, 20}, Case{ElementType::hex20, 8}, Case{ElementType::tet10, 8}}) {
        CAPTURE(std::string(name_of(c.type)));
        const Mesh mesh = make_box_mesh({{column_length, side, side}, {c.divisions, 1, 1}, c.type});
        FeModel model = assemble(mesh, properties);
        const VecX pull = sample(model, [](const Vec3& x) { return Vec3(-x.x() / (2.1e11 * side * side), 0, 0); });
        // ν = 0: uniform compression by 1 N is this displacement exactly, so its force needs no distribution.
        const VecX force = model.K * pull;
        std::vector<int> held = find_set_dofs(model, "x0", {0, 1, 2});
        const FeModel clamped = fix(model, held);
        VecX f(clamped.size());
        const DofTable table(model);
        for (Eigen::Index i = 0; i < f.size(); ++i) {
            const Dof& dof = clamped.dofs[static_cast<std::size_t>(i)];
            f[i] = force[table.find(*dof.node, dof.component).value()];
        }
        const VecX u = Eigen::SimplicialLLT<SparseMat>(clamped.K).solve(f);
        const SparseMat Ks = StressStiffness(mesh, properties, clamped).compute(u);
        const double factor = compute_buckling_factor(clamped.K, Ks);
        MESSAGE(std::string(name_of(c.type)) << ": " << factor / expected - 1);
        CHECK(factor == doctest::Approx(expected).epsilon(2e-3));
    }
}

TEST_CASE("a cantilever pulled by its own weight along the axis stiffens as its mode shape says") {
    // First order in the acceleration a: Δω² = ∫ N w'² dx / ∫ μ w² dx with N = μ a (L - x) and the clamped-free mode w.
    const double beta = 1.8751040687119611, ratio = 0.73409551375;  // (cosh β + cos β)/(sinh β + sin β)
    const auto w = [&](double s) {
        return std::cosh(beta * s) - std::cos(beta * s) - ratio * (std::sinh(beta * s) - std::sin(beta * s));
    };
    const auto slope = [&](double s) {
        return beta * (std::sinh(beta * s) + std::sin(beta * s) - ratio * (std::cosh(beta * s) - std::cos(beta * s)));
    };
    double above = 0, below = 0;
    constexpr int steps = 2000;  // midpoints: error of 1e-7
    for (int i = 0; i < steps; ++i) {
        const double s = (i + 0.5) / steps;
        above += (1 - s) * slope(s) * slope(s) / column_length / steps;
        below += w(s) * w(s) / steps;
    }
    const double expected = above / below, acceleration = 1;
    const FeProperties properties = make_column_properties(0.0);
    const auto stiffen = [&](const Mesh& mesh) {
        const FeModel free = assemble(mesh, properties);
        const FeModel model = fix(free, find_set_dofs(free, "x0", {0, 1, 2, 3, 4, 5}));
        const VecX f = acceleration * compute_acceleration_loads(mesh, properties, model).col(0);
        const VecX u = Eigen::SimplicialLLT<SparseMat>(model.K).solve(f);
        const SparseMat Ks = StressStiffness(mesh, properties, model).compute(u);
        // The change of the lowest eigenvalue by Rayleigh's quotient of its own vector: exact to first order.
        const SymmetricEigen modes = solve_symmetric_eigen(MatX(model.K), MatX(model.M));
        const VecX mode = modes.vectors.col(0);
        MatX V(model.size(), 1);
        V.col(0) = mode;
        CHECK(StressStiffness(mesh, properties, model).compute_reduced(u, V)(0, 0) ==
              doctest::Approx(mode.dot(Ks * mode)).epsilon(1e-12));
        return mode.dot(Ks * mode);
    };
    // Beams: N is constant in each of 16 elements, (1/16)² of it. Solids besides: shear and rotary inertia,
    // (side/column_length)² times a few.
    CHECK(stiffen(make_beam_column(16)) == doctest::Approx(expected).epsilon(4e-3));
    CHECK(stiffen(make_box_mesh({{column_length, side, side}, {20, 1, 1}, ElementType::hex8})) ==
          doctest::Approx(expected).epsilon(1e-2));
    CHECK(stiffen(make_box_mesh({{column_length, side, side}, {8, 1, 1}, ElementType::hex20})) ==
          doctest::Approx(expected).epsilon(1e-2));
}

TEST_CASE("loads by fields of acceleration are M times the field, supports or not") {
    const FeProperties properties = make_column_properties(0.3);
    Mesh mesh = make_box_mesh({{0.6, 0.5, 0.4}, {2, 2, 2}, ElementType::hex8});
    distort(mesh, 0.05);
    const FeModel model = assemble(mesh, properties);
    const MatX loads = compute_acceleration_loads(mesh, properties, model);
    for (int b = 0; b < 3; ++b) {
        const VecX unit = sample(model, [&](const Vec3&) { return Vec3(Vec3::Unit(b)); });
        CHECK(largest(loads.col(b) - model.M * unit) < 1e-13 * largest(loads));
        for (int a = 0; a < 3; ++a) {
            const VecX field = sample(model, [&](const Vec3& c) { return Vec3(c[a] * Vec3::Unit(b)); });
            CHECK(largest(loads.col(3 + 3 * a + b) - model.M * field) < 1e-13 * largest(loads));
        }
    }
    const std::vector<int> held = find_set_dofs(model, "x0", {0, 1, 2});
    const FeModel fixed = fix(model, held);
    const MatX of_fixed = compute_acceleration_loads(mesh, properties, fixed);
    const DofTable table(model);
    for (Eigen::Index i = 0; i < fixed.size(); ++i) {
        const Dof& dof = fixed.dofs[static_cast<std::size_t>(i)];
        CHECK(of_fixed.row(i) == loads.row(table.find(*dof.node, dof.component).value()));
    }
}

TEST_CASE("angular accelerations load a frame of beams as its rigid rotations do") {
    // ω × c is made of pairs of the fields c_a e_b; its load must be M times the rigid mode, section inertia and all.
    const Mesh mesh = make_beam_frame_mesh({{0, 0, 0}, {1, 0.2, 0}, {1, 0.8, 0.5}}, {{0, 1, 2, ""}, {1, 2, 2, ""}});
    const FeProperties properties = make_column_properties(0.3);
    const FeModel model = assemble(mesh, properties);
    const MatX loads = compute_acceleration_loads(mesh, properties, model);
    const MatX expected = model.M * make_rigid_modes(model);
    const auto field = [&](int a, int b) { return loads.col(3 + 3 * a + b); };
    CHECK(largest(loads.leftCols(3) - expected.leftCols(3)) < 1e-13 * largest(expected));
    for (int k = 0; k < 3; ++k) {
        // e_k × c = c_i e_j - c_j e_i for k, i, j in cyclic order
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        CHECK(largest(field(i, j) - field(j, i) - expected.col(3 + k)) < 1e-13 * largest(expected));
    }
}

TEST_CASE("a model of another mesh is refused") {
    const FeProperties properties = make_column_properties(0.3);
    const Mesh mesh = make_box_mesh({{1, 1, 1}, {1, 1, 1}, ElementType::hex8});
    const Mesh other = make_box_mesh({{1, 1, 1}, {2, 1, 1}, ElementType::hex8});
    const FeModel model = assemble(other, properties);
    CHECK_THROWS_AS(StressStiffness(mesh, properties, model), InputError);
    CHECK_THROWS_AS(compute_acceleration_loads(mesh, properties, model), InputError);
    CHECK_THROWS_AS(StressStiffness(other, properties, model).compute(VecX::Zero(3)), InputError);
}
