#pragma once
// Products of tall matrices with as many threads as BLAS has: the bulk of the dense work of a reduction.
#include "core/types.hpp"

namespace ritz {

/// Aᵀ B.
MatX multiply_transposed(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);
/// A B.
MatX multiply(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);

/// [A B]; where one has no columns its rows do not matter.
MatX join_columns(const MatX& A, const MatX& B);
/// (A + Aᵀ)/2
MatX make_symmetric(const MatX& A);

}  // namespace ritz
