#pragma once
// Bases made orthonormal in the inner product of M, twice: noise left in V destroys the error estimator ([Fehr2018]
// section 4).
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// M-orthonormal columns that span those of V in their order: the first k of the result span the first of V. Columns
/// that depend on earlier ones (up to `negligible` of their own length) are dropped. A column's length is that of M.
MatX orthonormalise(const SparseMat& M, MatX V, double negligible = 1e-9);

/// Additional columns: V orthonormalised against Q (M-orthonormal already); returns only the new columns.
MatX orthonormalise_against(const SparseMat& M, const MatX& Q, MatX V, double negligible = 1e-9);

/// The same for a Rayleigh-Ritz step, which does the last round in its own small matrices: far from dependent, but
/// orthonormal to some 1e-6 only.
MatX make_independent(const SparseMat& M, MatX V, double negligible = 1e-9);

/// Real and imaginary parts side by side: the real space that holds the complex columns and their conjugates.
MatX split_complex(const MatXc& V);

}  // namespace ritz
