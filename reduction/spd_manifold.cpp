#include "reduction/spd_manifold.hpp"

#include <Eigen/Eigenvalues>

#include "core/errors.hpp"

namespace ritz {
namespace {

struct Roots {
    MatX root, inverse;
};

Roots take_roots(const MatX& X) {
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(X);
    if (!(eigen.eigenvalues().minCoeff() > 0)) throw NumericalError("a matrix that should be positive definite is not");
    const VecX root = eigen.eigenvalues().cwiseSqrt();
    const MatX& Q = eigen.eigenvectors();
    return {Q * root.asDiagonal() * Q.transpose(), Q * root.cwiseInverse().asDiagonal() * Q.transpose()};
}

MatX symmetric(const MatX& A) { return 0.5 * (A + A.transpose()); }

}  // namespace

MatX log_spd(const MatX& X, const MatX& Y) {
    const Roots X_half = take_roots(X);
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(symmetric(X_half.inverse * Y * X_half.inverse));
    if (!(eigen.eigenvalues().minCoeff() > 0)) throw NumericalError("a matrix that should be positive definite is not");
    const MatX& Q = eigen.eigenvectors();
    const VecX logs = eigen.eigenvalues().array().log();
    return symmetric(X_half.root * (Q * logs.asDiagonal() * Q.transpose()) * X_half.root);
}

MatX exp_spd(const MatX& X, const MatX& G) {
    const Roots X_half = take_roots(X);
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(symmetric(X_half.inverse * G * X_half.inverse));
    const MatX& Q = eigen.eigenvectors();
    const VecX exps = eigen.eigenvalues().array().exp();
    return symmetric(X_half.root * (Q * exps.asDiagonal() * Q.transpose()) * X_half.root);
}

}  // namespace ritz
