#pragma once
// Blocks of columns made orthonormal in the inner product of M at once, by Cholesky's factor of their Gram matrix.
#include <optional>

#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// W = Q R with M-orthonormal Q and an upper triangle R; Q takes the place of W, R is returned, MW (M W before) is used
/// up. One round leaves rounding / (new part of a column)²; where that part is 1e-5 or more, a second round brings it
/// to rounding. Nothing where less of a column is new: then W is not to be orthonormalised at once.
std::optional<MatX> orthonormalise_by_gram(const SparseMat& M, int rounds, MatX& W, MatX& MW);

}  // namespace ritz
