#include <doctest/doctest.h>

#include "bodies/import/matrix_market.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tests/bodies/import/texts.hpp"
#include "tests/support/shared_data.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

SparseMat parse(const std::string& content) { return parse_matrix_market({"a.mtx", content}); }

VecX eigenvalues(const FeModel& model) { return compute_symmetric_eigenvalues(MatX(model.K), MatX(model.M)); }

}  // namespace

TEST_CASE("a symmetric matrix of one triangle is the whole matrix") {
    MatX expected(2, 2);
    expected << 5, -3, -3, 3;
    CHECK(MatX(parse(spring_stiffness)) == expected);
    // The same in the other triangle, with capitals, comments and CR LF.
    CHECK(
        MatX(parse(
            "%%MatrixMarket MATRIX Coordinate REAL Symmetric\r\n%\r\n\r\n2 2 3\r\n1 1 5\r\n% x\r\n1 2 -3\r\n2 2 3")) ==
        expected);
}

TEST_CASE("an array runs down the columns, a symmetric one from the diagonal") {
    MatX general(2, 3), symmetric(3, 3), skew(3, 3);
    general << 1, 3, 5, 2, 4, 6;
    symmetric << 1, 2, 3, 2, 4, 5, 3, 5, 6;
    skew << 0, -1, -2, 1, 0, -3, 2, 3, 0;
    CHECK(MatX(parse("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n")) == general);
    CHECK(MatX(parse("%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n")) == symmetric);
    CHECK(MatX(parse("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n")) == skew);
    CHECK(MatX(parse("%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 3\n2 1 1\n3 1 2\n3 2 3\n")) == skew);
}

TEST_CASE("numbers are read as C and Fortran write them") {
    const MatX A = parse("%%MatrixMarket matrix array real general\n6 1\n+1.5\n-1.5d+02\n2.5-101\n1e-999\n.5\n3.\n");
    VecX expected(6);
    expected << 1.5, -150, 2.5e-101, 0, 0.5, 3;
    CHECK(A == expected);
}

TEST_CASE("two springs exported by Ansys have the frequencies of two springs") {
    const FeModel model = parse_matrix_market_model(spring_ansys());
    // 35 λ² - 50 λ + 6 = 0 for k = 2, 3 and m = 5, 7.
    const double root = std::sqrt(50.0 * 50.0 - 4 * 35 * 6);
    const VecX values = eigenvalues(model);
    CHECK(values(0) == doctest::Approx((50 - root) / 70).epsilon(1e-14));
    CHECK(values(1) == doctest::Approx((50 + root) / 70).epsilon(1e-14));
    REQUIRE(model.dofs.size() == 2);
    CHECK((model.dofs[0].node == 0 && model.dofs[0].component == 0));
    CHECK((model.dofs[1].node == 1 && model.dofs[1].component == 5));
    CHECK(model.nodes.ids == std::vector<std::int64_t>{1, 12});
    CHECK(model.nodes.positions.col(1) == Vec3(2, 0, 0.5));
    CHECK(model.sources == std::vector<std::string>{"k.mtx", "m.mtx", "nodes.lis", "job.mapping"});
}

TEST_CASE("matrices without nodes are a model of internal unknowns") {
    const FeModel model = parse_matrix_market_model({{"k.mtx", spring_stiffness}, {}, {}, {}, {}});
    CHECK(model.nodes.size() == 0);
    REQUIRE(model.dofs.size() == 2);
    CHECK(!model.dofs[0].node);
    CHECK(MatX(model.M) == MatX::Identity(2, 2));
}

TEST_CASE("the beam LF10 of Oberwolfach has its frequencies, damping and static gain") {
    const std::string folder = find_shared_data("mor");
    if (folder.empty()) return;
    const FeModel model =
        read_matrix_market_model({folder + "/LF10_K.mtx", folder + "/LF10_M.mtx", folder + "/LF10_D.mtx"});
    REQUIRE(model.size() == 18);
    const VecX values = eigenvalues(model);
    // The reference has 12 and 9 digits; the spectrum spans 1e5 in ω, so the lowest keeps 16 - 2 log10(1e5) digits.
    CHECK(std::sqrt(values(0)) == doctest::Approx(1233.70658951).epsilon(1e-6));
    CHECK(std::sqrt(values(17)) == doctest::Approx(502964.622).epsilon(2e-9));
    REQUIRE(model.D.has_value());
    const SparseMat rest = *model.D - SparseMat(100 * model.M + 0.01 * model.K);
    CHECK(rest.coeffs().abs().maxCoeff() < 1e-14 * model.D->coeffs().abs().maxCoeff());  // rounding of one sum
    const MatX B = read_matrix_market(folder + "/LF10_B.mtx"), C = read_matrix_market(folder + "/LF10_C.mtx");
    const double gain = (C * solve_square(MatX(model.K), MatX(B)))(0);
    CHECK(gain == doctest::Approx(0.00206988).epsilon(3e-6));  // six digits printed
}

TEST_CASE("the building of SLICOT has the transfer function of its reference, and is no symmetric model") {
    const std::string folder = find_shared_data("mor");
    if (folder.empty()) return;
    const std::string path = folder + "/building_so_";
    const MatX K = read_matrix_market(path + "K.mtx"), D = read_matrix_market(path + "D.mtx");
    const MatX B = read_matrix_market(path + "B.mtx"), C = read_matrix_market(path + "Cv.mtx");
    CHECK(read_matrix_market(path + "Cp.mtx").nonZeros() == 0);
    REQUIRE((K.rows() == 24 && K.cols() == 24));
    const Text table = read_text(folder + "/building_w_mag.txt");
    LineReader lines(table);
    int compared = 0;
    while (lines.next()) {
        std::string_view fields = lines.line();
        const auto frequency = parse_number(take_field(fields)), magnitude = parse_number(take_field(fields));
        if (!frequency || !magnitude) continue;
        const Complex s(0, *frequency);
        const MatXc A = s * s * MatXc::Identity(24, 24) + s * D.cast<Complex>() + K.cast<Complex>();
        const Complex h = (s * C.cast<Complex>() * solve_square(A, B.cast<Complex>()))(0);
        CHECK(std::abs(h) == doctest::Approx(*magnitude).epsilon(1e-9));
        ++compared;
    }
    CHECK(compared > 10);
    // Its velocities were chosen so that M = I, not so that K is symmetric: a model for tests of matrices, not of
    // bodies.
    CHECK_THROWS_WITH_AS(read_matrix_market_model({path + "K.mtx", "identity", path + "D.mtx"}),
                         doctest::Contains("K is not symmetric"), InputError);
}
