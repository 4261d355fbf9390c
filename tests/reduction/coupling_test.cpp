// Bodies clamped together against one body with rigid sections in the same places: the same matrices in another order.
#include "reduction/coupling.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

enum class Space { plane, solid };

/// A bar of so many parts, each of four elements along x, with rigid sections at the places of x between them and at
/// its end, its root held or free with a rigid section.
Structure make_bar(Space space, int parts, bool held) {
    FeProperties properties = make_steel_properties();
    properties.thickness = 0.01;
    const double length = 0.4 * parts;
    const Mesh mesh = space == Space::plane
                          ? make_plate_mesh(length, 0.05, 4 * parts, 2)
                          : make_box_mesh({.lengths = {length, 0.05, 0.03}, .divisions = {4 * parts, 2, 1}});
    FeModel model = assemble(mesh, properties);
    StructureSpec spec;
    if (held) spec.fixed_dofs = find_set_dofs(model, "x0", {0, 1, 2});
    for (int part = held ? 1 : 0; part <= parts; ++part) {
        std::vector<int> section;
        for (int node = 0; node < mesh.nodes.size(); ++node)
            if (std::abs(mesh.nodes.positions(0, node) - 0.4 * part) < 1e-9) section.push_back(node);
        spec.markers.push_back(make_marker("section" + std::to_string(part), MarkerKind::rbe2, section));
    }
    return make_structure(std::move(model), spec);
}

}  // namespace

TEST_CASE("Three bars clamped in a row are one bar, in space and in the plane, in any order of clamps and sides") {
    for (const Space space : {Space::plane, Space::solid}) {
        const Structure root = make_bar(space, 1, true), link = make_bar(space, 1, false),
                        whole = make_bar(space, 3, true);
        const std::vector<const Structure*> bodies{&root, &link, &link};
        const Clamp near{0, 1, "section1", "section0"}, far{1, 2, "section1", "section0"},
            near_turned{1, 0, "section0", "section1"}, far_turned{2, 1, "section0", "section1"};
        const VecX expected = compute_symmetric_eigenvalues(MatX(whole.K), MatX(whole.M));
        for (const auto& clamps : {std::vector{near, far}, std::vector{far, near}, std::vector{near_turned, far},
                                   std::vector{far_turned, near_turned}, std::vector{far_turned, near}}) {
            const CoupledStructure coupled = couple(bodies, clamps);
            REQUIRE(coupled.structure.size() == whole.size());
            const VecX found = compute_symmetric_eigenvalues(MatX(coupled.structure.K), MatX(coupled.structure.M));
            // Rounding of a dense solver, of the largest eigenvalue.
            CHECK(largest(found - expected) < 1e-12 * expected.maxCoeff());
            // Every body reads its unknowns from the assembly: energies add up for any field.
            const VecX u = make_random_matrix(whole.size(), 1, 5);
            double energy = 0;
            for (std::size_t b = 0; b < bodies.size(); ++b) {
                const VecX own = coupled.map[b] * u;
                energy += own.dot(bodies[b]->K * own);
            }
            CHECK(u.dot(coupled.structure.K * u) == doctest::Approx(energy).epsilon(1e-12));
        }
    }
}

TEST_CASE("Three bodies can share one section: both of the others hang on the first") {
    const Structure root = make_bar(Space::solid, 1, true), link = make_bar(Space::solid, 1, false);
    const std::vector<const Structure*> bodies{&root, &link, &link};
    const Clamp first{0, 1, "section1", "section0"}, second{0, 2, "section1", "section0"},
        by_the_other{1, 2, "section0", "section0"};
    const CoupledStructure star = couple(bodies, {first, second}), chain = couple(bodies, {by_the_other, first});
    CHECK(star.structure.size() == root.size() + 2 * link.size() - 12);
    REQUIRE(chain.structure.size() == star.structure.size());
    CHECK(largest(MatX(star.structure.K) - MatX(chain.structure.K)) < 1e-12 * largest(MatX(star.structure.K)));
}

TEST_CASE("A plane body is not clamped to one in space") {
    const Structure root = make_bar(Space::solid, 1, true), sheet = make_bar(Space::plane, 1, false);
    CHECK_THROWS_WITH_AS(couple({&root, &sheet}, {{0, 1, "section1", "section0"}}),
                         doctest::Contains("one is of a plane model"), InputError);
}
