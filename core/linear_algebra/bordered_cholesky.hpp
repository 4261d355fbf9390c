#pragma once
// Cholesky's factorisation of a small dense matrix with a border, which is eliminated on the way:
//
//   [ D  Uᵀ ]     [ L  0 ] [ Lᵀ Yᵀ ]                       D = L Lᵀ
//   [ U  B  ]  =  [ Y  1 ] [ 0  S  ],    Y = U L⁻ᵀ,        S = B - Y Yᵀ = B - U D⁻¹ Uᵀ
//
// One pass over columns makes L, Y and S. A column holds what stands below its diagonal without a gap, so every inner
// loop runs along a column. Extended vectors (x, b) hold an entry for each row:
//   forward    x ← L⁻¹ x,  b ← b - Y x            backward   x ← -L⁻ᵀ (Lᵀ-part of the rows below: Yᵀ b)
#include "core/types.hpp"

namespace ritz {

struct BorderedMatrix {
    BorderedMatrix() = default;
    /// `size` columns to eliminate and `border` rows below them. `closed` of the border's rows have a column, too:
    /// their Schur complement S is wanted.
    BorderedMatrix(Eigen::Index size, Eigen::Index border, Eigen::Index closed);

    Eigen::Index size = 0, border = 0, closed = 0;
    /// (size + border and more) x (size + closed). On and below the diagonal the matrix or its factors, above it
    /// nothing that counts; the rows behind the border are zero.
    MatX entries;
    VecX inverse_pivots;  // 1 / L_jj

    Eigen::Index stride() const { return entries.rows(); }
    double* column(Eigen::Index j) { return entries.data() + j * stride(); }
    const double* column(Eigen::Index j) const { return entries.data() + j * stride(); }
};

/// Replaces [D; U B] by [L; Y S]. False if D is not positive definite; the entries are zero then.
bool eliminate(BorderedMatrix& matrix);

/// x ← (L⁻¹ x, b - Y L⁻¹ x) of an extended vector with stride() entries.
void solve_forward(const BorderedMatrix& matrix, double* extended);

/// x ← -L⁻ᵀ Yᵀ b of an extended vector with stride() entries, zero behind the border: so that D x + Uᵀ b = 0.
void solve_backward(const BorderedMatrix& matrix, double* extended);

}  // namespace ritz
