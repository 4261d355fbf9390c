#include <doctest/doctest.h>

#include <numbers>

#include "bodies/import/calculix.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tests/bodies/import/texts.hpp"
#include "tests/support/shared_data.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

FeModel read_job(const std::string& path) {
    return read_calculix({path + ".sti", path + ".mas", path + ".dof", path + ".inp"});
}

constexpr double two_pi = 2 * std::numbers::pi;
constexpr double steel_bar = 7850 * 0.1 * 0.1 * 0.4;  // 31.4 kg

}  // namespace

TEST_CASE("CalculiX' cantilever of C3D8I vibrates at CalculiX' own frequencies") {
    const std::string path = find_shared_data("ccx/cant_fixed.sti");
    if (path.empty()) return;
    const FeModel model = read_job(path.substr(0, path.size() - 4));
    REQUIRE(model.size() == 84);
    // M is singular (incompatible modes), K is not: M x = μ K x, ω² = 1/μ.
    const VecX mu = compute_symmetric_eigenvalues(MatX(model.M), MatX(model.K));
    const double expected[] = {514.11080,  514.11080,  2017.69207, 2722.58745, 2722.58745,
                               3158.44096, 6175.18207, 6175.18207, 6365.09215, 7427.03353};
    for (int i = 0; i < 10; ++i)
        CHECK(std::abs(1 / std::sqrt(mu(83 - i)) / two_pi - expected[i]) <
              6e-6);  // half of the last digit, and rounding
}

TEST_CASE("internal unknowns of C3D8I have no node, all others have place and direction") {
    const std::string path = find_shared_data("ccx/cant_fixed.sti");
    if (path.empty()) return;
    const FeModel model = read_job(path.substr(0, path.size() - 4));
    int internal = 0;
    for (const Dof& dof : model.dofs) internal += dof.node ? 0 : 1;
    CHECK(internal == 36);  // 4 elements of 9
    const DofTable table(model);
    for (int k = 0; k < 3; ++k) CHECK(!table.find(find_node(model.nodes, 1), k));  // fixed
    CHECK(table.find(find_node(model.nodes, 10), 0) == 15);  // 10.1 is node 10, not 10 1/10: after 5..9
    CHECK(model.nodes.sets.at("NFIX") == std::vector<int>{0, 1, 2, 3});
    CHECK(model.nodes.sets.at("NALL").size() == 20);
    CHECK(model.sources.size() == 4);
}

TEST_CASE("the free steel bar of C3D8 has its mass, six rigid motions without strain, and CalculiX' frequencies") {
    const std::string path = find_shared_data("ccx/cant_free_c3d8.sti");
    if (path.empty()) return;
    const FeModel model = read_job(path.substr(0, path.size() - 4));
    REQUIRE(model.size() == 60);
    const MatX R = make_rigid_modes(model);
    const MatX mass = R.transpose() * model.M * R;
    // Entries printed with 14 digits; sums of some hundred of them.
    for (int i = 0; i < 3; ++i) CHECK(mass(i, i) == doctest::Approx(steel_bar).epsilon(1e-12));
    CHECK((model.K * R).cwiseAbs().maxCoeff() < 1e-12 * model.K.coeffs().abs().maxCoeff());
    // First moment: the centre of mass is that of the bar. θ × c: z of a turn about y is -x.
    CHECK(mass(2, 4) == doctest::Approx(-steel_bar * 0.2).epsilon(1e-12));
    const VecX values = compute_symmetric_eigenvalues(MatX(model.K), MatX(model.M));
    CHECK(std::abs(std::sqrt(values(6)) / two_pi - 3668.26856) < 6e-6);  // half of the last digit
    CHECK(std::abs(std::sqrt(values(7)) / two_pi - 3668.26856) < 6e-6);
    CHECK(std::abs(std::sqrt(values(8)) / two_pi - 4113.25720) < 6e-6);
}

TEST_CASE("constant strain of a C3D8I bar has its energy and inertia with internal unknowns at rest") {
    const std::string path = find_shared_data("ccx/cant_fixed.sti");
    if (path.empty()) return;
    const FeModel model = read_job(path.substr(0, path.size() - 4));
    // The four fixed nodes took their rows with them, so compare a field that vanishes there: u = x e_i. Its strain is
    // constant, and internal modes do not couple to it: energy ½ E_c V, E_c = E (1-ν)/((1+ν)(1-2ν)) for u_x, G for the
    // others.
    const double E = 2.1e11, nu = 0.3, volume = 0.1 * 0.1 * 0.4;
    const double moduli[] = {E * (1 - nu) / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu)), E / (2 * (1 + nu))};
    for (int k = 0; k < 3; ++k) {
        VecX u = VecX::Zero(model.size());
        for (Eigen::Index i = 0; i < u.size(); ++i) {
            const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
            if (dof.node && dof.component == k) u(i) = model.nodes.positions(0, *dof.node);
        }
        CHECK(u.dot(model.K * u) == doctest::Approx(moduli[k] * volume).epsilon(1e-12));  // 14 digits printed
        // ∫ ρ x² dV over the bar, exact for linear shapes with full integration.
        CHECK(u.dot(model.M * u) == doctest::Approx(steel_bar * 0.4 * 0.4 / 3).epsilon(1e-12));
    }
}

TEST_CASE("a coupled direction is condensed away by CalculiX, and missing here") {
    const std::string path = find_shared_data("ccx/cant_eq.sti");
    if (path.empty()) return;
    const FeModel model = read_job(path.substr(0, path.size() - 4));
    CHECK(model.size() == 83);
    const DofTable table(model);
    const int node = find_node(model.nodes, 17);
    CHECK(table.find(node, 1));
    CHECK(!table.find(node, 2));
}

TEST_CASE("beams of CalculiX are refused, with the reason") {
    const std::string path = find_shared_data("ccx/beam_b32r.sti");
    if (path.empty()) return;
    CHECK_THROWS_WITH_AS(read_job(path.substr(0, path.size() - 4)),
                         doctest::Contains("mesh the part with solid elements"), InputError);
}

TEST_CASE("nodes may come from a result of CalculiX as well") {
    CalculixTexts texts = cube_calculix();
    const FeModel from_deck = parse_calculix(texts);
    texts.nodes = {"cube.frd",
                   "    2C                             1                                     1\n"
                   " -1         8 0.00000E+00 1.00000E+00 1.00000E+00\n -3\n"};
    const FeModel from_result = parse_calculix(texts);
    CHECK(from_deck.nodes.positions.col(*from_deck.dofs[2].node) ==
          from_result.nodes.positions.col(*from_result.dofs[2].node));
    CHECK(!from_result.dofs[3].node);
    CHECK(!from_deck.dofs[3].node);
    CHECK(from_deck.K.coeff(1, 0) == -0.5);  // mirrored
    CHECK(from_deck.K.coeff(0, 1) == -0.5);
}
