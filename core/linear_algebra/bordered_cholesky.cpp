// Left-looking, by blocks of four columns and chunks of eight rows: a chunk of the block stays in registers while all
// columns before it are subtracted, so that each number loaded serves four products.
#include "core/linear_algebra/bordered_cholesky.hpp"

#include <cmath>

#include "core/linear_algebra/chunk.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// The block of a few columns: a chunk of it, less the columns before.
template <int Columns>
inline void subtract_columns_before(const double* entries, Index stride, Index row, Index first,
                                    Chunk (&block)[Columns]) {
    const double* x = entries + row;
    const double* factors = entries + first;
    for (Index l = 0; l < first; ++l, x += stride, factors += stride) {
        const Chunk chunk = load_chunk(x);
        for (int t = 0; t < Columns; ++t) block[t] -= chunk * factors[t];
    }
}

/// L of the block on the diagonal, rows scaled by the pivots: L_ts; and 1 / L_tt.
template <int Columns>
inline bool factorize_diagonal(const Chunk (&block)[Columns], double (&L)[Columns][Columns], double* inverse_pivots) {
    for (int s = 0; s < Columns; ++s)
        for (int t = s; t < Columns; ++t) {
            double sum = block[s][t];
            for (int r = 0; r < s; ++r) sum -= L[t][r] * L[s][r];
            if (t > s) {
                L[t][s] = sum * inverse_pivots[s];
                continue;
            }
            if (!(sum > 0)) return false;
            inverse_pivots[s] = 1 / std::sqrt(sum);
        }
    return true;
}

template <int Columns>
bool eliminate_block(BorderedMatrix& m, Index rows, Index first) {
    const Index stride = m.stride();
    double* const entries = m.entries.data();
    double* const inverse_pivots = m.inverse_pivots.data() + first;
    double L[Columns][Columns];
    for (Index row = first; row < rows; row += chunk_size) {
        Chunk block[Columns];
        for (int t = 0; t < Columns; ++t) block[t] = load_chunk(entries + row + (first + t) * stride);
        subtract_columns_before(entries, stride, row, first, block);
        if (row == first && !factorize_diagonal(block, L, inverse_pivots)) return false;
        for (int t = 0; t < Columns; ++t) {
            for (int s = 0; s < t; ++s) block[t] -= block[s] * L[t][s];
            block[t] *= inverse_pivots[t];
            store_chunk(block[t], entries + row + (first + t) * stride);
        }
    }
    return true;
}

/// Columns of the border: they are not eliminated themselves.
template <int Columns>
void close_block(BorderedMatrix& m, Index rows, Index offset) {
    const Index stride = m.stride(), first = m.size + offset;
    double* const entries = m.entries.data();
    for (Index row = m.size; row < rows; row += chunk_size) {
        Chunk block[Columns];
        for (int t = 0; t < Columns; ++t) block[t] = load_chunk(entries + row + (first + t) * stride);
        const double* x = entries + row;
        const double* factors = entries + first;
        for (Index l = 0; l < m.size; ++l, x += stride, factors += stride) {
            const Chunk chunk = load_chunk(x);
            for (int t = 0; t < Columns; ++t) block[t] -= chunk * factors[t];
        }
        for (int t = 0; t < Columns; ++t) store_chunk(block[t], entries + row + (first + t) * stride);
    }
}

bool eliminate_columns(BorderedMatrix& m) {
    const Index rows = m.size + m.border;
    Index j = 0;
    for (; j + 4 <= m.size; j += 4)
        if (!eliminate_block<4>(m, rows, j)) return false;
    switch (m.size - j) {
        case 1:
            return eliminate_block<1>(m, rows, j);
        case 2:
            return eliminate_block<2>(m, rows, j);
        case 3:
            return eliminate_block<3>(m, rows, j);
        default:
            return true;
    }
}

}  // namespace

BorderedMatrix::BorderedMatrix(Index columns, Index border_rows, Index closed_rows)
    : size(columns), border(border_rows), closed(closed_rows) {
    // A chunk may begin at any row, and ends behind the last one.
    entries.setZero(round_to_chunks(size + border) + chunk_size, size + closed);
    inverse_pivots.setZero(size);
}

bool eliminate(BorderedMatrix& m) {
    if (!eliminate_columns(m)) {
        m.entries.setZero();  // what is not a number must not stay behind the border
        return false;
    }
    Index k = 0;
    const Index rows = m.size + m.border;
    for (; k + 3 <= m.closed; k += 3) close_block<3>(m, rows, k);
    for (; k < m.closed; ++k) close_block<1>(m, rows, k);
    return true;
}

void solve_forward(const BorderedMatrix& m, double* x) {
    const Index rows = m.size + m.border;
    for (Index j = 0; j < m.size; ++j) {
        const double* const column = m.column(j);
        const double value = x[j] *= m.inverse_pivots[j];
        for (Index i = j + 1; i < rows; ++i) x[i] -= column[i] * value;
    }
}

void solve_backward(const BorderedMatrix& m, double* x) {
    const Index rows = m.size + m.border;
    for (Index j = m.size; j-- > 0;) {
        const double* const column = m.column(j);
        Chunk sum = Chunk::Zero();
        for (Index i = j + 1; i < rows; i += chunk_size) sum += load_chunk(column + i) * load_chunk(x + i);
        x[j] = -sum.sum() * m.inverse_pivots[j];
    }
}

}  // namespace ritz
