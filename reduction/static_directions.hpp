#pragma once
// The few directions of the static answers to the columns of a residual (theory §6): private to what makes the data of
// error bounds.
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// Y R is the matrix of static solutions, and what is left is at most tail |a/weights|.
struct StaticDirections {
    MatX Y, R;
    VecX omega;                 // YᵀKY = diag of the squares
    VecX tail = VecX::Zero(2);  // M-norm, K-norm
};

/// Sizes that the coefficients of the columns have in motions of a unit of energy, at spins up to a third of the lowest
/// frequency: what is large there is kept exactly, the rest goes into the tail. X: the columns, Y: their static
/// solutions, omega: of the shapes.
VecX choose_weights(const MatX& X, const MatX& Y, const VecX& omega, double lowest, Eigen::Index loads);
/// Of the couplings of modes: the error is a small part of the motion.
VecX choose_coupling_weights(const VecX& omega);

StaticDirections compress_statics(const SparseMat& M, const SparseMat& K, const MatX& statics, const VecX& weights,
                                  double relative);

}  // namespace ritz
