// Left-looking, by blocks of four columns and chunks of eight rows: a chunk of the block stays in registers while all
// columns before it are subtracted, so that each number loaded serves four products.
#include "core/linear_algebra/bordered_cholesky.hpp"

#include <cmath>

#include "core/linear_algebra/chunk.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// A block of a few columns and chunks of rows.
template <int Columns, int Chunks>
struct ColumnBlock {
    Chunk at[Chunks][Columns];

    void load(const double* from, Index stride) {
        for (int t = 0; t < Columns; ++t)
            for (int c = 0; c < Chunks; ++c) at[c][t] = load_chunk(from + c * chunk_size + t * stride);
    }
    void store(double* to, Index stride) const {
        for (int t = 0; t < Columns; ++t)
            for (int c = 0; c < Chunks; ++c) store_chunk(at[c][t], to + c * chunk_size + t * stride);
    }
    /// Less the product of what stands in the columns before, in the rows of the block and in those of its columns.
    void subtract_columns_before(const double* rows, const double* factors, Index columns, Index stride) {
        for (Index l = 0; l < columns; ++l, rows += stride, factors += stride)
            for (int c = 0; c < Chunks; ++c) {
                const Chunk x = load_chunk(rows + c * chunk_size);
                for (int t = 0; t < Columns; ++t) at[c][t] -= x * factors[t];
            }
    }
    /// Times the inverse of the transposed factor on the diagonal.
    void solve(const double (&L)[Columns][Columns], const double* inverse_pivots) {
        for (int c = 0; c < Chunks; ++c)
            for (int t = 0; t < Columns; ++t) {
                for (int s = 0; s < t; ++s) at[c][t] -= at[c][s] * L[t][s];
                at[c][t] *= inverse_pivots[t];
            }
    }
};

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
    double* const left = m.entries.data();
    double* const columns = m.column(first);
    double* const inverse_pivots = m.inverse_pivots.data() + first;
    double L[Columns][Columns];
    ColumnBlock<Columns, 1> top;
    top.load(columns + first, stride);
    top.subtract_columns_before(left + first, left + first, first, stride);
    if (!factorize_diagonal(top.at[0], L, inverse_pivots)) return false;
    top.solve(L, inverse_pivots);
    top.store(columns + first, stride);
    const auto eliminate_rows = [&](auto block, Index row) {
        block.load(columns + row, stride);
        block.subtract_columns_before(left + row, left + first, first, stride);
        block.solve(L, inverse_pivots);
        block.store(columns + row, stride);
    };
    Index row = first + chunk_size;
    for (; row + chunk_size < rows; row += 2 * chunk_size) eliminate_rows(ColumnBlock<Columns, 2>(), row);
    if (row < rows) eliminate_rows(ColumnBlock<Columns, 1>(), row);
    return true;
}

/// Columns of the border: they are not eliminated themselves.
template <int Columns>
void close_block(BorderedMatrix& m, Index rows, Index offset) {
    const Index first = m.size + offset;
    for (Index row = m.size; row < rows; row += chunk_size) {
        ColumnBlock<Columns, 1> block;
        block.load(m.column(first) + row, m.stride());
        block.subtract_columns_before(m.entries.data() + row, m.entries.data() + first, m.size, m.stride());
        block.store(m.column(first) + row, m.stride());
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
    const Index rows = m.size + m.border, stride = m.stride();
    Index j = 0;
    for (; j + 4 <= m.size; j += 4) {  // four columns by each other, then from the rows below them
        const double* const columns = m.column(j);
        double value[4];
        for (int t = 0; t < 4; ++t) {
            value[t] = x[j + t];
            for (int s = 0; s < t; ++s) value[t] -= columns[j + t + s * stride] * value[s];
            x[j + t] = value[t] *= m.inverse_pivots[j + t];
        }
        for (Index i = j + 4; i < rows; ++i)
            x[i] -= columns[i] * value[0] + columns[i + stride] * value[1] + columns[i + 2 * stride] * value[2] +
                    columns[i + 3 * stride] * value[3];
    }
    for (; j < m.size; ++j) {
        const double* const column = m.column(j);
        const double value = x[j] *= m.inverse_pivots[j];
        for (Index i = j + 1; i < rows; ++i) x[i] -= column[i] * value;
    }
}

void solve_backward(const BorderedMatrix& m, double* x) {
    const Index rows = m.size + m.border;
    Index j = m.size;
    for (; j % 4 != 0; --j) {
        const double* const column = m.column(j - 1);
        Chunk sum = Chunk::Zero();
        for (Index i = j; i < rows; i += chunk_size) sum += load_chunk(column + i) * load_chunk(x + i);
        x[j - 1] = -sum.sum() * m.inverse_pivots[j - 1];
    }
    for (; j > 0; j -= 4) {  // four columns by the rows below them, then by each other
        const Index first = j - 4, stride = m.stride();
        const double* const columns = m.column(first);
        Chunk sums[4];
        for (Chunk& sum : sums) sum.setZero();
        for (Index i = j; i < rows; i += chunk_size) {
            const Chunk below = load_chunk(x + i);
            for (int t = 0; t < 4; ++t) sums[t] += load_chunk(columns + i + t * stride) * below;
        }
        double sum[4];
        for (int t = 0; t < 4; ++t) sum[t] = sums[t].sum();
        for (int t = 3; t >= 0; --t) {
            for (int s = t + 1; s < 4; ++s) sum[t] += columns[first + s + t * stride] * x[first + s];
            x[first + t] = -sum[t] * m.inverse_pivots[first + t];
        }
    }
}

}  // namespace ritz
