#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "bodies/import/units.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tests/bodies/import/texts.hpp"
#include "tests/support/shared_data.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The eigenvalues without the directions of the first node, which the run's frequency step clamps.
VecX clamped_eigenvalues(const FeModel& model) {
    const int root = find_node(model.nodes, 1);
    std::vector<int> free;
    for (std::size_t i = 0; i < model.dofs.size(); ++i)
        if (model.dofs[i].node != root) free.push_back(static_cast<int>(i));
    const MatX K = MatX(model.K)(free, free), M = MatX(model.M)(free, free);
    return compute_symmetric_eigenvalues(K, M);
}

/// The matrices as the form COORDINATE writes them: the same entries by equation.
std::string as_coordinates(const std::string& labelled) {
    std::string result;
    const Text text{"labelled", labelled};
    LineReader lines(text);
    const auto equation = [&](std::string_view& fields) {
        const std::int64_t node = lines.take_integer(fields, ""), direction = lines.take_integer(fields, "");
        return 3 * (node - 1) + (direction == 6 ? 3 : direction);
    };
    while (lines.next()) {
        std::string_view fields = lines.line();
        const std::int64_t row = equation(fields), column = equation(fields);
        result += fmt::format("{:8} {:8} {:24.15e}\n", row, column, lines.take_number(fields, ""));
    }
    return result;
}

void check_beam(const FeModel& model) {
    REQUIRE(model.size() == 303);
    const double expected[] = {27.598, 1072.5, 8270.8, 31022};
    const VecX values = clamped_eigenvalues(model);
    for (int i = 0; i < 4; ++i) CHECK(values(i) == doctest::Approx(expected[i]).epsilon(5e-5));  // five digits printed
}

}  // namespace

TEST_CASE("Abaqus' plane beam, clamped at its first node, has the eigenvalues of Abaqus' own run") {
    const std::string folder = find_shared_data("abaqus");
    if (folder.empty()) return;
    const std::string job = folder + "/BenuliBeam";
    const FeModel model = read_abaqus({job + "-1_STIF1.mtx", job + "-1_MASS1.mtx", job + ".inp"});
    check_beam(model);
    // The matrices know no boundary conditions: the three plane rigid motions make no force.
    const MatX R = make_rigid_modes(model);
    CHECK((model.K * R).cwiseAbs().maxCoeff() < 1e-9 * model.K.coeffs().abs().maxCoeff());  // coordinates up to 1200
    // Tonnes: ρ A L = 9.2e-10 * 2500 * 1500.
    CHECK((R.transpose() * model.M * R)(0, 0) == doctest::Approx(9.2e-10 * 2500 * 1500).epsilon(1e-12));
    CHECK(model.nodes.sets.at("Part-1-1.Set-1").size() == 101);  // of the part
    CHECK(model.nodes.sets.at("Set-1") == std::vector<int>{0});  // of the assembly
}

TEST_CASE("a beam in millimetres and tonnes is the same beam in SI") {
    const std::string folder = find_shared_data("abaqus");
    if (folder.empty()) return;
    const std::string job = folder + "/BenuliBeam";
    const FeModel model =
        convert_to_si(read_abaqus({job + "-1_STIF1.mtx", job + "-1_MASS1.mtx", job + ".inp"}), millimetre_tonne_second);
    check_beam(model);  // seconds stay seconds
    const MatX R = make_rigid_modes(model);
    CHECK((model.K * R).cwiseAbs().maxCoeff() < 1e-9 * model.K.coeffs().abs().maxCoeff());
    // ρ A L, and ρ A ∫ x² dx from -1.2 to 0.3 m: the masses are lumped at 101 nodes, so add h² L / 6 of the trapezoidal
    // rule, and the ρ I L of their turning, with the rotary inertia Abaqus gave them: 7.1875e-3 t mm² each 15 mm.
    const double mu = 920 * 0.05 * 0.05, h = 0.015;
    const double inertia = mu * ((1.2 * 1.2 * 1.2 + 0.3 * 0.3 * 0.3) / 3 + h * h * 1.5 / 6) + 100 * 7.1875e-3 * 1e-3;
    const MatX mass = R.transpose() * model.M * R;
    CHECK(mass(1, 1) == doctest::Approx(mu * 1.5).epsilon(1e-12));
    CHECK(mass(5, 5) == doctest::Approx(inertia).epsilon(1e-12));
    // A tip force makes the deflection F L³ / 3 E I.
    std::vector<int> free;
    VecX force = VecX::Zero(300);
    for (std::size_t i = 0; i < model.dofs.size(); ++i)
        if (model.dofs[i].node != 0) {
            if (model.dofs[i].node == 100 && model.dofs[i].component == 1) force(static_cast<int>(free.size())) = 1;
            free.push_back(static_cast<int>(i));
        }
    const double compliance = force.dot(solve_definite(MatX(model.K)(free, free), force).col(0));
    const double EI = 50e6 * std::pow(0.05, 4) / 12;
    CHECK(compliance == doctest::Approx(1.5 * 1.5 * 1.5 / (3 * EI)).epsilon(2e-3));  // shear adds about (h/L)² = 1e-3
}

TEST_CASE("equations of the form COORDINATE find their nodes by the elements of the deck, or by a mapping") {
    const std::string folder = find_shared_data("abaqus");
    if (folder.empty()) return;
    const std::string job = folder + "/BenuliBeam";
    AbaqusTexts texts{
        read_text(job + "-1_STIF1.mtx"), read_text(job + "-1_MASS1.mtx"), read_text(job + ".inp"), {}, {}};
    const FeModel labelled = parse_abaqus(texts);
    texts.stiffness.content = as_coordinates(texts.stiffness.content);
    texts.mass.content = as_coordinates(texts.mass.content);
    const FeModel by_deck = parse_abaqus(texts);
    check_beam(by_deck);
    CHECK(by_deck.dofs[2].component == 5);  // B21 has directions 1, 2, 6
    CHECK(MatX(by_deck.K) == MatX(labelled.K));
    std::string mapping = "equation, node, direction\n";
    for (int i = 0; i < 303; ++i) mapping += fmt::format("{}, {}, {}\n", i + 1, i / 3 + 1, i % 3 == 2 ? 6 : i % 3 + 1);
    texts.mapping = Text{"mapping.txt", mapping};
    const FeModel by_mapping = parse_abaqus(texts);
    for (std::size_t i = 0; i < 303; ++i) {
        CHECK(by_mapping.dofs[i].node == by_deck.dofs[i].node);
        CHECK(by_mapping.dofs[i].component == by_deck.dofs[i].component);
    }
}

TEST_CASE("one triangle, the other, or both are the same matrix") {
    const FeModel lower = parse_abaqus(bar_abaqus());
    AbaqusTexts texts = bar_abaqus();
    texts.stiffness.content = "1,1, 1,1, 4.0\n1,1, 2,1, -4.0\n2,1, 2,1, 4.0\n2,6, 2,6, 9.0\n-1,1, -1,1, 3\n";
    CHECK(MatX(parse_abaqus(texts).K) == MatX(lower.K));
    texts.stiffness.content += "2,1, 1,1, -4.0\n";
    CHECK(MatX(parse_abaqus(texts).K) == MatX(lower.K));
    MatX expected(4, 4);
    expected << 3, 0, 0, 0, 0, 4, -4, 0, 0, -4, 4, 0, 0, 0, 0, 9;
    CHECK(MatX(lower.K) == expected);
}

TEST_CASE("internal nodes of Abaqus have no place") {
    const FeModel model = parse_abaqus(bar_abaqus());
    REQUIRE(model.dofs.size() == 4);
    CHECK(!model.dofs[0].node);
    CHECK((model.dofs[3].node == 1 && model.dofs[3].component == 5));
    CHECK(model.nodes.positions(0, 1) == 1.5);
}

TEST_CASE("directions that Abaqus holds by 1e36 are not in the model") {
    AbaqusTexts texts = bar_abaqus();
    texts.stiffness.content = "1,1, 1,1, 1.0e+36\n2,1, 2,1, 4.0\n2,6, 2,6, 9.0\n";
    texts.damping = Text{"bar_DMPV1.mtx", "2,1, 2,1, 0.5\n"};
    const FeModel model = parse_abaqus(texts);
    REQUIRE(model.size() == 2);
    CHECK(model.dofs[0].node == 1);
    CHECK(MatX(model.K) == MatX(Eigen::Vector2d(4, 9).asDiagonal()));
    CHECK(MatX(model.M) == MatX(Eigen::Vector2d(1, 0.1).asDiagonal()));
    CHECK(MatX(*model.D) == MatX(Eigen::Vector2d(0.5, 0).asDiagonal()));
}

TEST_CASE("without a deck the form COORDINATE has three or six equations at each node") {
    AbaqusTexts texts{{"k.mtx", ""}, {"m.mtx", ""}, {"n.csv", "7, 0, 0, 0\n3, 1, 0, 0\n"}, {}, {}};
    for (int i = 1; i <= 12; ++i) texts.stiffness.content += fmt::format("{} {} {}\n", i, i, i);
    texts.mass.content = "1 1 1.0\n";
    const FeModel model = parse_abaqus(texts);
    CHECK(model.dofs[0].node == 1);  // node 3 comes before node 7
    CHECK(model.dofs[5].component == 5);
    CHECK(model.dofs[6].node == 0);
}
