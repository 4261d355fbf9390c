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

/// W L⁻ᵀ with WᵀMW = L Lᵀ, for W of unit columns and M W. False, and nothing done, where less than a thousandth of a
/// column is new: then what two rounds leave would no longer be rounding alone.
bool divide_by_gram_factor(MatX& W, MatX& MW) {
    const std::optional<MatX> L = factorise_definite(multiply_transposed(W, MW));
    if (!L || !(L->diagonal().minCoeff() > 1e-3)) return false;
    const MatX R_inverse = solve_square(*L, MatX::Identity(L->rows(), L->rows())).transpose();
    W = multiply(W, R_inverse);
    MW = multiply(MW, R_inverse);
    return true;
}

bool append_at_once(MatX& W, MatX& MW, Growing& basis) {
    if (!divide_by_gram_factor(W, MW)) return false;
    divide_by_gram_factor(W, MW);  // near the identity now
    basis.Q.middleCols(basis.size, W.cols()) = W;
    basis.MQ.middleCols(basis.size, W.cols()) = MW;
    basis.size += W.cols();
    return true;
}

/// Unit columns, free of the basis, one after the other; whole: how long each was before.
void append_one_by_one(const SparseMat& M, const MatX& W, const MatX& MW, const VecX& whole, double negligible,
                       Growing& basis) {
    const Index first = basis.size;
    for (Index j = 0; j < W.cols(); ++j) {
        VecX w = W.col(j), Mw = MW.col(j);
        const Index own = basis.size - first;
        double length = std::sqrt(std::max(0.0, w.dot(Mw))), before = 0;
        do {  // once more wherever half of it went: twice is enough
            before = length;
            const VecX part = basis.MQ.middleCols(first, own).transpose() * w;
            w -= basis.Q.middleCols(first, own) * part;
            Mw -= basis.MQ.middleCols(first, own) * part;
            length = std::sqrt(std::max(0.0, w.dot(Mw)));
        } while (own > 0 && length < 0.5 * before && length > negligible * whole[j]);
        if (!(length > negligible * whole[j])) continue;
        if (length < 1e-3) {  // much has cancelled: what is left carries rounding of all that was there
            w -= basis.columns() * (basis.M_columns().transpose() * w);
            Mw = M * w;
            length = std::sqrt(std::max(0.0, w.dot(Mw)));
        }
        basis.Q.col(basis.size) = w / length;
        basis.MQ.col(basis.size) = Mw / length;
        ++basis.size;
    }
}

/// One block: its part in the basis taken out by products, what is left made of unit length and cleaned once more,
/// because it carries the rounding of all that was there.
void append_block(const SparseMat& M, MatX W, double negligible, Growing& basis) {
    VecX removed = VecX::Zero(W.cols());  // squared length of what the basis had already
    for (int round = 0; round < 2; ++round) {
        const MatX part = multiply_transposed(basis.M_columns(), W);
        removed += part.colwise().squaredNorm().transpose();
        W -= multiply(basis.columns(), part);
    }
    MatX MW = multiply_symmetric(M, W);
    VecX whole(W.cols());
    Index kept = 0;
    bool has_cancelled = false;
    for (Index j = 0; j < W.cols(); ++j) {
        const double square = std::max(0.0, W.col(j).dot(MW.col(j))), length = std::sqrt(square);
        const double before = std::sqrt(square + removed[j]);
        if (!(length > negligible * before)) continue;
        has_cancelled = has_cancelled || length < 1e-3 * before;
        W.col(kept) = W.col(j) / length;
        MW.col(kept) = MW.col(j) / length;
        whole[kept++] = before / length;
    }
    W.conservativeResize(Eigen::NoChange, kept);
    MW.conservativeResize(Eigen::NoChange, kept);
    if (kept == 0) return;
    if (has_cancelled) {
        W -= multiply(basis.columns(), multiply_transposed(basis.M_columns(), W));
        MW = multiply_symmetric(M, W);
    }
    if (!append_at_once(W, MW, basis)) append_one_by_one(M, W, MW, whole, negligible, basis);
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
