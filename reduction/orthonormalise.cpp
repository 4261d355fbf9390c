// Block Gram-Schmidt: a block of columns is freed of everything before it by products (BLAS 3) until hardly anything
// more goes, then made orthonormal at once by Cholesky's factor of its Gram matrix, twice. Where the columns are too
// close to dependence for that the block is halved: at the worst this is Gram-Schmidt, column by column.
#include "reduction/orthonormalise.hpp"

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/gram_factor.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {

using Eigen::Index;

namespace {

/// The growing basis, with M Q beside it for as many columns as something was freed of.
struct Growing {
    Index capacity = 0;
    MatX Q{}, MQ{};
    Index size = 0, M_size = 0;

    void append(MatX W) {
        const Index count = W.cols();
        if (count == capacity)
            Q = std::move(W);  // all at once
        else {
            if (Q.cols() == 0) Q.resize(W.rows(), capacity);
            Q.middleCols(size, count) = W;
        }
        size += count;
    }
    void bring_products_up(const SparseMat& M) {
        if (MQ.cols() == 0) MQ.resize(Q.rows(), capacity);
        MQ.middleCols(M_size, size - M_size) = multiply_symmetric(M, Q.middleCols(M_size, size - M_size));
        M_size = size;
    }
};

/// Columns on their way into the basis, M times them, and how long they were in the beginning.
struct Block {
    MatX W, MW;
    VecX whole;
};

VecX compute_lengths(const Block& block) {
    return (block.W.array() * block.MW.array()).colwise().sum().max(0.0).sqrt().transpose();
}

/// Leaves out the columns of which a negligible part is left.
void drop_negligible(double negligible, VecX& lengths, Block& block) {
    Index kept = 0;
    for (Index j = 0; j < lengths.size(); ++j) {
        if (!(lengths[j] > negligible * block.whole[j])) continue;
        if (kept < j) {
            block.W.col(kept) = block.W.col(j);
            block.MW.col(kept) = block.MW.col(j);
            block.whole[kept] = block.whole[j];
            lengths[kept] = lengths[j];
        }
        ++kept;
    }
    if (kept == lengths.size()) return;
    block.W.conservativeResize(Eigen::NoChange, kept);
    block.MW.conservativeResize(Eigen::NoChange, kept);
    block.whole.conservativeResize(kept);
    lengths.conservativeResize(kept);
}

/// How the columns shall be treated.
struct Treatment {
    double negligible;  // part of a column, below which it is dropped
    int rounds;         // at most, of Cholesky's factor; two make the columns orthonormal to rounding
};

Block take_columns(const Block& block, Index first, Index count) {
    return {block.W.middleCols(first, count), block.MW.middleCols(first, count), block.whole.segment(first, count)};
}

/// Takes what the basis has out of the block: once more wherever nine tenths of a column went, because what is left
/// carries the rounding of all that was there.
void free_of_basis(const SparseMat& M, const Treatment& treatment, Growing& basis, Block& block) {
    basis.bring_products_up(M);
    const auto Q = basis.Q.leftCols(basis.size), MQ = basis.MQ.leftCols(basis.size);
    VecX lengths = compute_lengths(block);
    do {
        const VecX before = lengths;
        subtract_product(block.W, Q, multiply_transposed(MQ, block.W));
        block.MW = multiply_symmetric(M, block.W);
        lengths = compute_lengths(block);
        const bool all_remain = (lengths.array() > 0.1 * before.array()).all();
        drop_negligible(treatment.negligible, lengths, block);
        if (all_remain) return;
    } while (lengths.size() > 0);
}

void append_block(const SparseMat& M, const Treatment& treatment, Block block, Growing& basis) {
    if (basis.size > 0) free_of_basis(M, treatment, basis, block);
    if (block.W.cols() == 0) return;
    if (orthonormalise_by_gram(M, treatment.rounds, block.W, block.MW)) return basis.append(std::move(block.W));
    const Index half = block.W.cols() / 2;
    append_block(M, treatment, take_columns(block, 0, half), basis);
    append_block(M, treatment, take_columns(block, half, block.W.cols() - half), basis);
}

MatX append_columns(const SparseMat& M, const MatX& Q, MatX V, const Treatment& treatment) {
    const Index rows = V.rows(), columns = V.cols();
    Growing basis{Q.cols() + columns};
    if (Q.cols()) basis.append(Q);
    Block block{std::move(V), {}, VecX::Zero(columns)};
    block.MW = multiply_symmetric(M, block.W);
    VecX lengths = compute_lengths(block);
    drop_negligible(0, lengths, block);
    block.whole = lengths;
    append_block(M, treatment, std::move(block), basis);
    const Index fresh = basis.size - Q.cols();
    if (fresh == 0) return MatX(rows, 0);
    if (fresh < basis.Q.cols()) return basis.Q.middleCols(Q.cols(), fresh);
    return std::move(basis.Q);
}

}  // namespace

MatX orthonormalise_against(const SparseMat& M, const MatX& Q, MatX V, double negligible) {
    return append_columns(M, Q, std::move(V), {negligible, 3});
}

MatX orthonormalise(const SparseMat& M, MatX V, double negligible) {
    const MatX none(V.rows(), 0);
    return orthonormalise_against(M, none, std::move(V), negligible);
}

MatX make_independent(const SparseMat& M, MatX V, double negligible) {
    const MatX none(V.rows(), 0);
    return append_columns(M, none, std::move(V), {negligible, 1});
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
