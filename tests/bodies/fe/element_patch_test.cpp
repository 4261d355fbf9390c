// What every element must do: rigid motions without force, constant strain exactly, pure bending.
#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/rotation.hpp"
#include "tests/bodies/fe/fe_support.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr ElementType solids[] = {ElementType::hex8, ElementType::hex20, ElementType::tet10};
const Vec3 lengths(0.6, 0.5, 0.4);

/// Rounding: sums of some hundred products of numbers of full precision.
constexpr double rounding = 1e-12;

/// Straight edges unless curved.
Mesh make_distorted_box(ElementType type, bool curved) {
    Mesh mesh = make_box_mesh({lengths, {3, 3, 3}, type});
    distort(mesh, curved ? 0.01 : 0.03);
    if (!curved) straighten(mesh);
    return mesh;
}

Mesh make_distorted_plate() {
    Mesh mesh = make_plate_mesh(lengths[0], lengths[1], 3, 3);
    distort(mesh, 0.04, 2);
    return mesh;
}

FeProperties make_plate_properties() {
    FeProperties properties = make_steel_properties();
    properties.thickness = 0.02;
    return properties;
}

/// Forces at dofs of nodes in no set, which are the inner ones.
double largest_inner(const FeModel& model, const VecX& f) {
    std::vector<char> outside(static_cast<std::size_t>(model.nodes.size()), 0);
    for (const auto& [name, nodes] : model.nodes.sets)
        for (int node : nodes) outside[static_cast<std::size_t>(node)] = 1;
    double result = 0;
    int count = 0;
    for (Eigen::Index i = 0; i < f.size(); ++i)
        if (!outside[static_cast<std::size_t>(*model.dofs[static_cast<std::size_t>(i)].node)]) {
            result = std::max(result, std::abs(f[i]));
            ++count;
        }
    REQUIRE(count > 0);
    return result;
}

void check_patch(const FeModel& model, double volume, const LameConstants& law, int dimensions) {
    Mat3 A;
    A << 1, 0.3, -0.2, 0.5, -0.7, 0.4, 0.1, 0.6, 0.8;
    if (dimensions == 2) A.row(2).setZero(), A.col(2).setZero();
    const VecX u = sample(model, [&](const Vec3& c) { return Vec3(A * c + Vec3(0.1, 0.2, 0.3)); });
    const VecX f = model.K * u;
    CHECK(largest_inner(model, f) < rounding * largest(f));
    const Mat3 strain = 0.5 * (A + A.transpose());
    const double energy = law.lambda * strain.trace() * strain.trace() + 2 * law.mu * strain.squaredNorm();
    CHECK(u.dot(f) == doctest::Approx(volume * energy).epsilon(rounding));
}

int count_zero_eigenvalues(const MatX& K) {
    const VecX values = compute_symmetric_eigenvalues(K);
    const double zero = 1e-11 * values.maxCoeff();  // the softest deformation of these elements is above 1e-4
    CHECK(values.minCoeff() > -zero);
    return static_cast<int>((values.array() < zero).count());
}

std::string message_of(const Mesh& mesh, const FeProperties& properties) {
    try {
        assemble(mesh, properties);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a distorted patch of any element carries a constant strain with the exact energy and no inner force") {
    for (ElementType type : solids) {
        CAPTURE(std::string(name_of(type)));
        check_patch(assemble(make_distorted_box(type, false), make_steel_properties()), lengths.prod(),
                    compute_lame(make_steel()), 3);
    }
    // Curved edges too where the rule integrates them: the products of three derivatives have degree five in each ξ.
    check_patch(assemble(make_distorted_box(ElementType::hex20, true), make_steel_properties()), lengths.prod(),
                compute_lame(make_steel()), 3);
    check_patch(assemble(make_distorted_plate(), make_plate_properties()), lengths[0] * lengths[1] * 0.02,
                compute_plane_stress_lame(make_steel()), 2);
}

TEST_CASE("rigid motions of distorted solids need no force and have the mass and inertia of the box") {
    const double m = 7850 * lengths.prod();
    const Vec3 centre = 0.5 * lengths;
    const Mat3 second = m * (centre * centre.transpose() + Mat3((lengths.cwiseAbs2() / 12).asDiagonal()));
    const Mat3 inertia = second.trace() * Mat3::Identity() - second;
    for (ElementType type : solids) {
        CAPTURE(std::string(name_of(type)));
        const FeModel model = assemble(make_distorted_box(type, false), make_steel_properties());
        CHECK(find_faults(model).empty());
        const MatX R = make_rigid_modes(model);
        CHECK(largest(model.K * R) < rounding * model.K.coeffs().abs().maxCoeff());
        const Mat6 rigid = R.transpose() * model.M * R;
        CHECK(largest(rigid.topLeftCorner<3, 3>() - m * Mat3::Identity()) < rounding * m);
        CHECK(largest(rigid.bottomLeftCorner<3, 3>() - m * skew(centre)) < rounding * m);
        CHECK(largest(rigid.bottomRightCorner<3, 3>() - inertia) < rounding * m);
    }
}

TEST_CASE("rigid motions of a plate need no force and have its mass and polar inertia") {
    const FeModel model = assemble(make_distorted_plate(), make_plate_properties());
    const double m = 7850 * 0.02 * lengths[0] * lengths[1];
    const MatX R = make_rigid_modes(model);
    CHECK(largest(model.K * R) < rounding * model.K.coeffs().abs().maxCoeff());
    CHECK(R.col(0).dot(model.M * R.col(0)) == doctest::Approx(m).epsilon(rounding));
    const double polar = m * (lengths[0] * lengths[0] + lengths[1] * lengths[1]) / 3;
    CHECK(R.col(5).dot(model.M * R.col(5)) == doctest::Approx(polar).epsilon(rounding));
}

TEST_CASE("one distorted element has exactly its rigid motions without energy, and a positive mass") {
    for (ElementType type : solids) {
        CAPTURE(std::string(name_of(type)));
        Mesh mesh = make_box_mesh({lengths, {1, 1, 1}, type});
        mesh.elements.resize(1);  // of the tetrahedra one is enough
        mesh.nodes.sets.clear();
        distort(mesh, 0.02);
        const FeModel model = assemble(mesh, make_steel_properties());
        CHECK(model.size() == 3 * nodes_of(type));
        CHECK(count_zero_eigenvalues(MatX(model.K)) == 6);
        CHECK(is_positive_definite(MatX(model.M)));
    }
    Mesh plate = make_plate_mesh(lengths[0], lengths[1], 1, 1);
    plate.nodes.sets.clear();
    distort(plate, 0.05, 2);
    CHECK(count_zero_eigenvalues(MatX(assemble(plate, make_plate_properties()).K)) == 3);
}

TEST_CASE("pure bending with its anticlastic curvature is exact in rectangular elements") {
    const Material steel = make_steel();
    const double nu = steel.poissons_ratio, curvature = 0.01, h = lengths[1], middle = 0.5 * h;
    const auto bend = [&](const Vec3& c) {
        const double y = c.y() - middle, z = c.z() - 0.5 * lengths[2];
        return Vec3(curvature * c.x() * y, -0.5 * curvature * (c.x() * c.x() + nu * (y * y - z * z)),
                    -nu * curvature * y * z);
    };
    const double area_moment = lengths[2] * h * h * h / 12;
    const double twice_energy = steel.youngs_modulus * area_moment * curvature * curvature * lengths[0];
    for (ElementType type : solids) {
        CAPTURE(std::string(name_of(type)));
        const FeModel model = assemble(make_box_mesh({lengths, {2, 1, 1}, type}), make_steel_properties());
        const VecX u = sample(model, bend);
        CHECK(u.dot(model.K * u) == doctest::Approx(twice_energy).epsilon(rounding));
    }
    const FeModel plate = assemble(make_plate_mesh(lengths[0], h, 2, 1), make_plate_properties());
    const VecX u = sample(plate, [&](const Vec3& c) { return bend({c.x(), c.y(), 0.5 * lengths[2]}); });
    CHECK(u.dot(plate.K * u) == doctest::Approx(twice_energy * 0.02 / lengths[2]).epsilon(rounding));
}

TEST_CASE("elements that are turned inside out, flat, askew or without properties are named") {
    Mesh mesh = make_box_mesh({lengths, {2, 1, 1}, ElementType::hex8});
    const auto contains = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    for (auto& element : mesh.elements) element.id += 700;
    Mesh turned = mesh;
    std::swap(turned.elements[1].nodes[0], turned.elements[1].nodes[4]);
    CHECK(contains(message_of(turned, make_steel_properties()), "element 702 (hex8) has a Jacobian determinant of -"));
    Mesh flat = mesh;
    flat.nodes.positions.row(1).setZero();
    CHECK(contains(message_of(flat, make_steel_properties()), "element 701 (hex8) has a Jacobian determinant of 0"));
    Mesh short_one = mesh;
    short_one.elements[0].nodes.pop_back();
    CHECK(contains(message_of(short_one, make_steel_properties()), "element 701 (hex8) has 7 nodes, expected 8"));
    Mesh lost = mesh;
    lost.elements[0].nodes[3] = 99;
    CHECK(contains(message_of(lost, make_steel_properties()), "element 701 (hex8) has a node that is not there"));
    CHECK(contains(message_of(mesh, {}), "element 701 (hex8) has no material"));
    FeProperties wrong = make_steel_properties();
    wrong.material.poissons_ratio = 0.5;
    CHECK(contains(message_of(mesh, wrong), "Poisson's ratio must lie between -1 and 0.5"));
    wrong = make_steel_properties();
    wrong.materials["sole"] = make_steel();
    mesh.element_sets["sola"] = {0};
    CHECK(contains(message_of(mesh, wrong), "no element set \"sole\""));
    CHECK(contains(message_of(mesh, wrong), "did you mean \"sola\"?"));
    CHECK(contains(message_of({}, make_steel_properties()), "the mesh has no elements"));

    Mesh plate = make_plate_mesh(1, 1, 1, 1);
    CHECK(contains(message_of(plate, make_steel_properties()), "a thickness of 0 m"));
    plate.nodes.positions(2, 3) = 0.1;
    CHECK(contains(message_of(plate, make_plate_properties()), "lies askew"));
    Mesh rod = make_beam_frame_mesh({{0, 0, 0}, {0, 0, 1}, {0, 0, 0}}, {{0, 1, 1, ""}});
    CHECK(contains(message_of(rod, make_steel_properties()), "has no beam section"));
    FeProperties beam = make_steel_properties();
    beam.beam = BeamProperties{.section = compute_section(CircleSection{0.1}), .z_direction = Vec3(0, 0, 2)};
    CHECK(contains(message_of(rod, beam), "lies along the z direction of its section"));
    rod.elements[0].nodes[1] = 2;
    CHECK(contains(message_of(rod, beam), "has no length"));
}

TEST_CASE("half a box of another material weighs and stretches as the two do in line") {
    Mesh mesh = make_box_mesh({{2, 0.1, 0.1}, {4, 1, 1}, ElementType::hex8});
    mesh.element_sets["far"] = {2, 3};
    FeProperties properties;
    properties.material = {2e11, 0, 8000};
    properties.materials["far"] = {1e11, 0, 2000};
    const FeModel free = assemble(mesh, properties);
    const VecX shift = make_rigid_modes(free).col(0);
    CHECK(shift.dot(free.M * shift) == doctest::Approx(0.01 * (8000 + 2000)).epsilon(rounding));
    const FeModel model = fix(free, find_set_dofs(free, "x0", {0, 1, 2}));
    VecX f = VecX::Zero(model.size());
    for (int dof : find_set_dofs(model, "x1", {0})) f[dof] = 0.25;  // 1 N in all
    const VecX u = Eigen::SimplicialLDLT<SparseMat>(model.K).solve(f);
    const double expected = 1 / (2e11 * 0.01) + 1 / (1e11 * 0.01);
    // ν = 0 makes this an exact bar; the rounding grows with the condition of K.
    for (int dof : find_set_dofs(model, "x1", {0})) CHECK(u[dof] == doctest::Approx(expected).epsilon(1e-10));
}
