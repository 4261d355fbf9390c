#pragma once
// Products of sparse symmetric matrices with blocks of vectors: several columns at once, so that each entry of the
// matrix is read once for all of them, and on all processors.
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// A X for a symmetric A with both triangles stored.
MatX multiply_symmetric(const SparseMat& A, const Eigen::Ref<const MatX>& X);

}  // namespace ritz
