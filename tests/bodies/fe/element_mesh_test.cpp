// Generators, surfaces, supports.
#include <doctest/doctest.h>

#include <set>

#include "bodies/fe/surface.hpp"
#include "core/errors.hpp"
#include "tests/bodies/fe/fe_support.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// ∮ c·n dA/3 over the faces: the volume they enclose if all point outward.
double compute_enclosed_volume(const Mesh& mesh, const std::vector<Face>& surface) {
    double volume = 0;
    for (const Face& face : surface)
        for (std::size_t i = 1; i + 1 < face.nodes.size(); ++i) {
            const auto at = [&](std::size_t k) -> Vec3 { return mesh.nodes.positions.col(face.nodes[k]); };
            volume += at(0).dot(at(i).cross(at(i + 1))) / 6;
        }
    return volume;
}

}  // namespace

TEST_CASE("the surface of a box of any solid has its faces, encloses its volume and lies outside") {
    const Vec3 lengths(0.6, 0.5, 0.4);
    for (ElementType type : {ElementType::hex8, ElementType::hex20, ElementType::tet10}) {
        CAPTURE(std::string(name_of(type)));
        const Mesh mesh = make_box_mesh({lengths, {3, 2, 4}, type});
        const std::vector<Face> surface = make_surface(mesh);
        const std::size_t cells = 2 * (3 * 2 + 2 * 4 + 3 * 4);
        CHECK(surface.size() == (type == ElementType::tet10 ? 2 * cells : cells));
        CHECK(compute_enclosed_volume(mesh, surface) == doctest::Approx(lengths.prod()).epsilon(1e-13));
    }
}

TEST_CASE("the hollow cylinder counts its nodes around, outward, along, and encloses its prism") {
    const Mesh mesh = make_hollow_cylinder_mesh({0.085, 0.005, 0.18, 12, 2, 3});
    CHECK(mesh.nodes.size() == 12 * 3 * 4);
    const int node = 3 + 12 * (2 + 3 * 1);  // a quarter around, outside, one third along
    CHECK((mesh.nodes.positions.col(node) - Vec3(0, 0.09, 0.06)).norm() < 1e-15);
    CHECK(mesh.nodes.ids[static_cast<std::size_t>(node)] == node + 1);
    const double sides = 12 * std::sin(pi / 12) * std::cos(pi / 12);  // area of the regular polygon of radius 1
    CHECK(compute_enclosed_volume(mesh, make_surface(mesh)) ==
          doctest::Approx(sides * (0.09 * 0.09 - 0.085 * 0.085) * 0.18).epsilon(1e-12));
    CHECK(mesh.nodes.sets.at("inner").size() == 48);
    CHECK(mesh.nodes.sets.at("z1").size() == 36);
    const std::vector<int>& ring = mesh.nodes.sets.at("inner_z1");
    REQUIRE(ring.size() == 12);
    for (int i = 0; i < 12; ++i) CHECK(ring[static_cast<std::size_t>(i)] == i + 12 * 3 * 3);
    const FeModel model = assemble(mesh, make_steel_properties());
    CHECK(model.surface.size() == 2 * 12 * 3 + 2 * 12 * 2);
}

TEST_CASE("the sets of a box are its faces") {
    const Mesh mesh = make_box_mesh({{2, 3, 4}, {2, 1, 3}, ElementType::hex20});
    CHECK(mesh.nodes.sets.at("x0").size() == 18);  // 1 by 3 cells with 8 corners and 10 edges
    for (const auto& [name, d, value] : {std::tuple{"x1", 0, 2.0}, {"y1", 1, 3.0}, {"z1", 2, 4.0}, {"y0", 1, 0.0}})
        for (int node : mesh.nodes.sets.at(name)) CHECK(mesh.nodes.positions(d, node) == value);
}

TEST_CASE("a frame shares its points and divides its members") {
    const Mesh mesh = make_beam_frame_mesh({{0, 0, 0}, {3, 0, 0}, {3, 4, 0}}, {{0, 1, 3, "a"}, {1, 2, 2, "b"}});
    CHECK(mesh.nodes.size() == 6);
    CHECK(mesh.elements[2].nodes == std::vector<int>{4, 1});
    CHECK(mesh.elements[3].nodes == std::vector<int>{1, 5});
    CHECK((mesh.nodes.positions.col(5) - Vec3(3, 2, 0)).norm() == 0);
    CHECK(mesh.element_sets.at("b") == std::vector<int>{3, 4});
    CHECK_THROWS_AS(make_beam_frame_mesh({{0, 0, 0}}, {{0, 1, 1, ""}}), InputError);
}

TEST_CASE("meshes of impossible measures are refused before anything is made") {
    CHECK_THROWS_AS(make_box_mesh({{1, -1, 1}, {1, 1, 1}, ElementType::hex8}), InputError);
    CHECK_THROWS_AS(make_box_mesh({{1, 1, 1}, {1, 0, 1}, ElementType::hex8}), InputError);
    CHECK_THROWS_AS(make_box_mesh({{1, 1, 1}, {100000, 100000, 1}, ElementType::hex8}), InputError);
    CHECK_THROWS_AS(make_box_mesh({{1, 1, 1}, {1, 1, 1}, ElementType::beam2}), InputError);
    CHECK_THROWS_AS(make_hollow_cylinder_mesh({0.1, 0, 1, 12, 1, 1}), InputError);
    CHECK_THROWS_AS(make_hollow_cylinder_mesh({0.1, 0.1, 1, 2, 1, 1}), InputError);
    CHECK_THROWS_AS(make_plate_mesh(0, 1, 1, 1), InputError);
}

TEST_CASE("supports remove their rows and columns and leave the others in order") {
    const FeModel model = assemble(make_box_mesh({{1, 1, 1}, {2, 1, 1}, ElementType::hex8}), make_steel_properties());
    const std::vector<int> held = find_set_dofs(model, "x0", {0, 2});
    CHECK(held.size() == 8);
    const FeModel fixed = fix(model, held);
    REQUIRE(fixed.size() == model.size() - 8);
    std::vector<int> kept;
    for (int i = 0; i < model.size(); ++i)
        if (!std::count(held.begin(), held.end(), i)) kept.push_back(i);
    CHECK(MatX(fixed.K) == MatX(MatX(model.K)(kept, kept)));
    CHECK(MatX(fixed.M) == MatX(MatX(model.M)(kept, kept)));
    for (std::size_t i = 0; i < kept.size(); ++i) {
        CHECK(fixed.dofs[i].node == model.dofs[static_cast<std::size_t>(kept[i])].node);
        CHECK(fixed.dofs[i].component == model.dofs[static_cast<std::size_t>(kept[i])].component);
    }
    CHECK_THROWS_WITH_AS(find_set_dofs(model, "x2", {0}), doctest::Contains("no node set \"x2\""), InputError);
    CHECK_THROWS_AS(fix(model, {999}), InputError);
    CHECK_THROWS_AS(find_dofs(model, {0}, {6}), InputError);
}

TEST_CASE("a beam on a solid shares its translations, and their nodes keep their own components") {
    Mesh mesh = make_box_mesh({{1, 1, 1}, {1, 1, 1}, ElementType::hex8});
    mesh.nodes.positions.conservativeResize(3, 9);
    mesh.nodes.positions.col(8) = Vec3(2, 1, 1);
    mesh.nodes.ids.push_back(9);
    mesh.elements.push_back({ElementType::beam2, 2, {7, 8}});
    FeProperties properties = make_steel_properties();
    properties.beam = BeamProperties{.section = compute_section(CircleSection{0.1})};
    const FeModel model = assemble(mesh, properties);
    CHECK(model.size() == 7 * 3 + 2 * 6);
    CHECK(find_faults(model).empty());
    const MatX R = make_rigid_modes(model);
    CHECK(largest(model.K * R) < 1e-12 * model.K.coeffs().abs().maxCoeff());
    const double m = 7850 * (1 + pi / 4 * 0.01);
    CHECK(R.col(1).dot(model.M * R.col(1)) == doctest::Approx(m).epsilon(1e-12));
}
