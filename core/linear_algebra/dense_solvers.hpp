#pragma once
// Dense decompositions by LAPACK: fast for the few hundred rows of a reduced model, and compiled once, which Eigen's
// templates of the same are not. Each throws NumericalError where LAPACK reports a failure.
#include <optional>

#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// Eigenvalues ascending, eigenvectors in columns.
struct SymmetricEigen {
    VecX values;
    MatX vectors;
};
/// A x = λ x, xᵀx = 1; the lower triangle of A is read.
SymmetricEigen solve_symmetric_eigen(const MatX& A);
/// A x = λ B x, xᵀBx = 1, B positive definite; the lower triangles are read.
SymmetricEigen solve_symmetric_eigen(const MatX& A, const MatX& B);
VecX compute_symmetric_eigenvalues(const MatX& A);
VecX compute_symmetric_eigenvalues(const MatX& A, const MatX& B);

struct GeneralEigen {
    VecXc values;  // conjugate pairs one after the other, the positive imaginary part first
    MatXc vectors;
};
GeneralEigen solve_general_eigen(const MatX& A);

/// A = U diag(σ) Vᴴ with as many columns as the smaller side of A, σ descending.
struct Svd {
    MatX U;
    VecX sigma;
    MatX V;
};
struct ComplexSvd {
    MatXc U;
    VecX sigma;
    MatXc V;
};
Svd compute_svd(const MatX& A);
ComplexSvd compute_svd(const MatXc& A);

/// A⁻¹B by LU with partial pivots.
MatX solve_square(const MatX& A, const MatX& B);
MatXc solve_square(const MatXc& A, const MatXc& B);
/// A⁻¹B of a positive definite A, by Cholesky.
MatX solve_definite(const MatX& A, const MatX& B);
/// L of A = L Lᵀ; nothing where A is not positive definite. The lower triangle is read.
std::optional<MatX> factorise_definite(const MatX& A);
/// Whether Cholesky succeeds; the lower triangle is read.
bool is_positive_definite(const MatX& A);
/// The shortest X that makes A X - B smallest; A of any rank, which is counted above `threshold` times its largest.
MatX solve_least_squares(const MatX& A, const MatX& B, double threshold);
/// An orthonormal basis of { x : A x = 0 }, singular values below `threshold` times the largest taken as zero.
MatX compute_null_space(const MatX& A, double threshold);
/// Columns of A in the order in which QR takes them as pivots: the first ones are far from dependent.
std::vector<int> order_by_pivots(const MatX& A);

}  // namespace ritz
