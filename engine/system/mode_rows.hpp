#pragma once
// Six rows over the modes of a body, such as the Jacobian of a frame, stored by columns over the modes: each of the six
// is contiguous and ends in zeros up to a full vector, so that the kernels need no remainders.
#include "core/linear_algebra/chunk.hpp"

namespace ritz {

/// Transposed, the modes in full chunks: entry (j, a) is row a of mode j.
using ModeRows = Eigen::Matrix<double, Eigen::Dynamic, 6>;

inline void size_mode_rows(Eigen::Index modes, ModeRows& rows) { rows.setZero(round_to_chunks(modes), 6); }

/// Row by row times x: Xᵀ x of the n modes.
inline Vec6 multiply(const ModeRows& X, const double* x, Eigen::Index n) {
    const Eigen::Index stride = X.rows(), whole = n / chunk_size * chunk_size;
    Vec6 sum = Vec6::Zero();
    if (whole > 0) {
        Chunk sums[6];
        for (Chunk& row : sums) row.setZero();
        for (Eigen::Index j = 0; j < whole; j += chunk_size)
            for (int a = 0; a < 6; ++a) sums[a] += load_chunk(X.data() + j + a * stride) * load_chunk(x + j);
        for (int a = 0; a < 6; ++a) sum[a] = sums[a].sum();
    }
    for (Eigen::Index j = whole; j < n; ++j)
        for (int a = 0; a < 6; ++a) sum[a] += X(j, a) * x[j];
    return sum;
}

/// y += X f of the n modes.
template <typename Vector>
void add_multiple(const ModeRows& X, const Vec6& f, Eigen::Index n, Vector&& y) {
    for (int a = 0; a < 6; ++a) y += f[a] * X.col(a).head(n);
}

/// Y = X K
void multiply(const ModeRows& X, const Mat6& K, ModeRows& Y);

/// D += X Yᵀ on and below the diagonal of the n x n block at `block` with this stride, where the sum is symmetric.
/// Above the diagonal, and up to seven rows below the block, numbers that do not count may change.
void add_symmetric_product(const ModeRows& X, const ModeRows& Y, Eigen::Index n, double* block, Eigen::Index stride);

}  // namespace ritz
