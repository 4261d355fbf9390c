#include "reduction/spd_manifold.hpp"

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

struct Roots {
    MatX root, inverse;
};

Roots take_roots(const MatX& X) {
    const SymmetricEigen eigen = solve_symmetric_eigen(X);
    if (!(eigen.values.minCoeff() > 0)) throw NumericalError("a matrix that should be positive definite is not");
    const VecX root = eigen.values.cwiseSqrt();
    const MatX& Q = eigen.vectors;
    return {Q * root.asDiagonal() * Q.transpose(), Q * root.cwiseInverse().asDiagonal() * Q.transpose()};
}

}  // namespace

MatX log_spd(const MatX& X, const MatX& Y) {
    const Roots X_half = take_roots(X);
    const SymmetricEigen eigen = solve_symmetric_eigen(X_half.inverse * Y * X_half.inverse);
    if (!(eigen.values.minCoeff() > 0)) throw NumericalError("a matrix that should be positive definite is not");
    const MatX& Q = eigen.vectors;
    const VecX logs = eigen.values.array().log();
    return make_symmetric(X_half.root * (Q * logs.asDiagonal() * Q.transpose()) * X_half.root);
}

MatX exp_spd(const MatX& X, const MatX& G) {
    const Roots X_half = take_roots(X);
    const SymmetricEigen eigen = solve_symmetric_eigen(X_half.inverse * G * X_half.inverse);
    const MatX& Q = eigen.vectors;
    const VecX exps = eigen.values.array().exp();
    return make_symmetric(X_half.root * (Q * exps.asDiagonal() * Q.transpose()) * X_half.root);
}

}  // namespace ritz
