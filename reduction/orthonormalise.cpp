// Block Gram-Schmidt: a block of columns is freed of everything before it by two products (BLAS 3), then made
// orthonormal at once by Cholesky's factor of its Gram matrix, twice; column by column only where one of them nearly
// depends on the others, which shows how much of each column is new.
#include "reduction/orthonormalise.hpp"

#include "core/dense_products.hpp"
#include "core/dense_solvers.hpp"
#include "core/sparse_products.hpp"

namespace ritz {

using Eigen::Index;

namespace {

/// The growing basis with M Q beside it, so that inner products cost no sparse product.
struct Growing {
    MatX Q, MQ;
    Index size = 0;

    auto columns() const { return Q.leftCols(size); }
    auto M_columns() const { return MQ.leftCols(size); }
};

/// W L⁻ᵀ with WᵀMW = L Lᵀ, for W and M W. False, and nothing done, where less than a thousandth of a column is new:
/// then what two rounds leave would no longer be rounding alone.
bool divide_by_gram_factor(const VecX& removed, MatX& W, MatX& MW) {
    const MatX G = multiply_transposed(W, MW);
    const std::optional<MatX> L = factorise_definite(G);
    if (!L) return false;
    for (Index j = 0; j < G.cols(); ++j)
        if (!((*L)(j, j) > 1e-3 * std::sqrt(G(j, j) + removed[j]))) return false;
    const MatX R_inverse = solve_square(*L, MatX::Identity(G.rows(), G.rows())).transpose();
    W = multiply(W, R_inverse);
    MW = multiply(MW, R_inverse);
    return true;
}

bool append_at_once(const VecX& removed, MatX& W, MatX& MW, Growing& basis) {
    if (!divide_by_gram_factor(removed, W, MW)) return false;
    divide_by_gram_factor(VecX::Zero(removed.size()), W, MW);  // near the identity now
    basis.Q.middleCols(basis.size, W.cols()) = W;
    basis.MQ.middleCols(basis.size, W.cols()) = MW;
    basis.size += W.cols();
    return true;
}

/// One block, its part in the basis taken out by products; then at once, or column by column with M w carried along.
void append_block(const SparseMat& M, MatX W, double negligible, Growing& basis) {
    VecX removed = VecX::Zero(W.cols());  // squared length of what the basis had already
    for (int round = 0; round < 2; ++round) {
        const MatX part = multiply_transposed(basis.M_columns(), W);
        removed += part.colwise().squaredNorm().transpose();
        W -= multiply(basis.columns(), part);
    }
    MatX MW = multiply_symmetric(M, W);
    if (append_at_once(removed, W, MW, basis)) return;
    const Index first = basis.size;
    for (Index j = 0; j < W.cols(); ++j) {
        VecX w = W.col(j), Mw = MW.col(j);
        const double whole = std::sqrt(std::max(0.0, w.dot(Mw)) + removed[j]);
        if (!(whole > 0)) continue;
        const Index own = basis.size - first;
        double length = std::sqrt(std::max(0.0, w.dot(Mw))), before = 0;
        do {  // once more wherever half of it went: twice is enough
            before = length;
            const VecX part = basis.MQ.middleCols(first, own).transpose() * w;
            w -= basis.Q.middleCols(first, own) * part;
            Mw -= basis.MQ.middleCols(first, own) * part;
            length = std::sqrt(std::max(0.0, w.dot(Mw)));
        } while (own > 0 && length < 0.5 * before && length > negligible * whole);
        if (!(length > negligible * whole)) continue;
        if (length < 1e-3 * whole) {  // much has cancelled: what is left carries rounding of all that was there
            w -= basis.columns() * (basis.M_columns().transpose() * w);
            Mw = M * w;
            length = std::sqrt(std::max(0.0, w.dot(Mw)));
        }
        basis.Q.col(basis.size) = w / length;
        basis.MQ.col(basis.size) = Mw / length;
        ++basis.size;
    }
}

}  // namespace

MatX orthonormalise_against(const SparseMat& M, const MatX& Q, const MatX& V, double negligible) {
    constexpr Index block = 32;  // wide enough for BLAS, narrow enough for the columns to stay in the cache
    Growing basis{MatX(V.rows(), Q.cols() + V.cols()), MatX(V.rows(), Q.cols() + V.cols()), Q.cols()};
    if (Q.cols()) {
        basis.Q.leftCols(Q.cols()) = Q;
        basis.MQ.leftCols(Q.cols()) = multiply_symmetric(M, Q);
    }
    for (Index first = 0; first < V.cols(); first += block)
        append_block(M, V.middleCols(first, std::min(block, V.cols() - first)), negligible, basis);
    return basis.Q.middleCols(Q.cols(), basis.size - Q.cols());
}

MatX orthonormalise(const SparseMat& M, const MatX& V, double negligible) {
    return orthonormalise_against(M, MatX(V.rows(), 0), V, negligible);
}

MatX split_complex(const MatXc& V) {
    MatX parts(V.rows(), 2 * V.cols());
    for (Index j = 0; j < V.cols(); ++j) {
        parts.col(2 * j) = V.col(j).real();
        parts.col(2 * j + 1) = V.col(j).imag();
    }
    return parts;
}

}  // namespace ritz
