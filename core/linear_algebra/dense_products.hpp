#pragma once
// Products of tall matrices: the bulk of the dense work of a reduction. Their rows are cut into pieces, which the
// threads take one after the other. The threads of BLAS itself wait for each other within every block, and where other
// programs hold the processors each of these waits lasts as long as those are scheduled.
#include "core/types.hpp"

namespace ritz {

/// Aᵀ B.
MatX multiply_transposed(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);
/// A B.
MatX multiply(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);

/// Aᵀ B where it is symmetric, as VᵀMV is: half the work, and exactly symmetric.
MatX multiply_to_symmetric(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);
/// C - A B, in the place of C.
void subtract_product(Eigen::Ref<MatX> C, const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);
/// W L⁻ᵀ with a lower triangle L, in the place of W.
void divide_by_transposed(Eigen::Ref<MatX> W, const MatX& L);

/// [A B]; where one has no columns its rows do not matter.
MatX join_columns(const MatX& A, const MatX& B);
/// (A + Aᵀ)/2
MatX make_symmetric(const MatX& A);

}  // namespace ritz
