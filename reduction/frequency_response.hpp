#pragma once
// Frequency responses H(ω) = C (K + iωD - ω²M)⁻¹ B of full and reduced bodies, and how they differ ([Holzwarth2014]
// (21)).
#include <vector>

#include "reduction/methods.hpp"

namespace ritz {

/// A small dense second-order system.
struct ReducedSystem {
    MatX M, D, K, B, C;
};

ReducedSystem project(const Structure& structure, const SparseMat& inputs, const SparseMat& outputs, const MatX& V);
/// The part of it on the first n coordinates.
ReducedSystem leading_part(const ReducedSystem& system, Eigen::Index n);

/// One matrix for each ω [rad/s].
std::vector<MatXc> compute_response(const HeldSystem& system, const SparseMat& inputs, const SparseMat& outputs,
                                    const VecX& omega, const ReductionProgress& progress = {});
std::vector<MatXc> compute_response(const ReducedSystem& system, const VecX& omega);

/// ||H - H̄||_F / ||H||_F at each ω.
VecX compute_relative_errors(const std::vector<MatXc>& H, const std::vector<MatXc>& H_reduced);

/// n places in a band, both ends among them [rad/s].
VecX spread_over(const Band& band, int n);

}  // namespace ritz
