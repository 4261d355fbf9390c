#include <cstdlib>

#include <doctest/doctest.h>

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/library_threads.hpp"

// Products of tall matrices, which are cut into pieces, beside Eigen's own products.

namespace ritz::testing {
namespace {

using Eigen::Index;

MatX make_random(Index rows, Index columns, unsigned seed) {
    std::srand(seed);
    return MatX::Random(rows, columns);
}

/// Entries of sums of `terms` products of numbers up to one differ by the order of their terms: by some sqrt(terms)
/// roundings.
double rounding(Index terms) { return 1e-15 * (20 + static_cast<double>(terms)); }

double max_difference(const MatX& a, const MatX& b) {
    REQUIRE(a.rows() == b.rows());
    REQUIRE(a.cols() == b.cols());
    return a.size() == 0 ? 0.0 : (a - b).cwiseAbs().maxCoeff();
}

// One piece, several of unequal height, and more than there may be.
constexpr Index heights[] = {1, 700, 4095, 10001, 40003};

}  // namespace

TEST_CASE("products of tall matrices are those of plain matrices, cut into pieces or not") {
    for (const Index rows : heights) {
        CAPTURE(rows);
        const MatX A = make_random(rows, 31, 1), B = make_random(rows, 130, 2), S = make_random(31, 130, 3);
        CHECK(max_difference(multiply_transposed(A, B), A.transpose() * B) < rounding(rows));
        CHECK(max_difference(multiply(A, S), A * S) < rounding(31));
        MatX C = B;
        subtract_product(C, A, S);
        CHECK(max_difference(C, B - A * S) < rounding(31));
    }
}

TEST_CASE("products of parts of a matrix leave the rest of it alone") {
    const Index rows = 10001;
    MatX C = make_random(rows + 2, 60, 4);
    const MatX before = C, A = make_random(rows + 3, 40, 5), S = make_random(40, 58, 6);
    subtract_product(C.block(1, 1, rows, 58), A.middleRows(2, rows), S);
    MatX expected = before;
    expected.block(1, 1, rows, 58) -= A.middleRows(2, rows) * S;
    CHECK(max_difference(C, expected) < rounding(40));
    CHECK(C.row(0) == before.row(0));
    CHECK(C.col(59) == before.col(59));
}

TEST_CASE("a symmetric product is exactly symmetric") {
    for (const Index rows : heights) {
        CAPTURE(rows);
        const MatX A = make_random(rows, 113, 7), B = A * 0.5;
        const MatX C = multiply_to_symmetric(A, B);
        CHECK(max_difference(C, A.transpose() * B) < rounding(rows));
        CHECK(C == C.transpose());
    }
}

TEST_CASE("dividing by a transposed triangle undoes multiplying by it") {
    const MatX L = MatX(make_random(90, 90, 8).triangularView<Eigen::StrictlyLower>()) / 90 + MatX::Identity(90, 90);
    for (const Index rows : heights) {
        CAPTURE(rows);
        const MatX W = make_random(rows, 90, 9);
        MatX divided = W * L.transpose();
        divide_by_transposed(divided, L);
        CHECK(max_difference(divided, W) < rounding(10 * 90));  // the triangle's condition is below 10
    }
}

TEST_CASE("a product is bit for bit the same on one thread and on many") {
    const MatX A = make_random(40003, 20, 10), B = make_random(40003, 200, 11);
    const MatX many = multiply_transposed(A, B);
    const OneBlasThread alone;
    CHECK(multiply_transposed(A, B) == many);
}

TEST_CASE("products of matrices without rows or columns are zero") {
    CHECK(multiply_transposed(MatX(0, 3), MatX(0, 4)) == MatX::Zero(3, 4));
    CHECK(multiply(MatX(5, 0), MatX(0, 4)) == MatX::Zero(5, 4));
    CHECK(multiply_to_symmetric(MatX(0, 3), MatX(0, 3)) == MatX::Zero(3, 3));
    CHECK(multiply_transposed(MatX(5, 0), MatX(5, 4)).size() == 0);
}

}  // namespace ritz::testing
