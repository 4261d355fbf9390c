#include "reduction/static_directions.hpp"

#include <cmath>

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_products.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {

using Eigen::Index;

namespace {
double largest_singular(const MatX& A) { return A.size() ? compute_svd(A).sigma[0] : 0.0; }

}  // namespace

VecX choose_weights(const MatX& X, const MatX& Y, const VecX& omega, double lowest, Index loads) {
    const Index n = omega.size();
    VecX weights(X.cols());
    for (Index j = 0; j < loads + 12; ++j) {
        const double energy = std::abs(X.col(j).dot(Y.col(j)));
        weights[j] = energy > 0 ? 1 / std::sqrt(energy) : 1.0;
    }
    const double spin = lowest / 3;
    for (Index k = 0; k < 9; ++k)
        for (Index i = 0; i < n; ++i) weights[loads + 12 + k * n + i] = spin * spin / omega[i] + 2 * spin;
    weights.segment(loads + 12 + 9 * n, n) = omega.cwiseInverse();
    weights.tail(n) = 0.01 * omega;
    return weights;
}

VecX choose_coupling_weights(const VecX& omega) {
    return 1e-3 * (omega[0] * (0.1 * omega[0] * omega.cwiseInverse().array() + 0.6)).matrix().replicate(9, 1);
}

/// Directions by the singular values of the weighted columns; an orthonormal basis of these, not their Gram matrix,
/// which would lose half the digits [Buhr2014].
StaticDirections compress_statics(const SparseMat& M, const SparseMat& K, const MatX& statics, const VecX& weights,
                                  double relative) {
    const MatX scaled = statics * weights.asDiagonal();
    const MatX Q = orthonormalise(M, scaled, 1e-12);
    const MatX R = multiply_transposed(multiply_symmetric(M, Q), statics);
    StaticDirections result;
    if (Q.cols() == 0) return {MatX(statics.rows(), 0), MatX(0, statics.cols()), VecX()};
    const Svd svd = compute_svd(MatX(R * weights.asDiagonal()));
    Index kept = 0;
    while (kept < svd.sigma.size() && svd.sigma[kept] > relative * svd.sigma[0]) ++kept;
    const MatX U = svd.U.leftCols(kept), KQ = multiply_symmetric(K, Q);
    const MatX K_small = multiply_to_symmetric(Q, KQ);
    const SymmetricEigen turned = solve_symmetric_eigen(U.transpose() * K_small * U);
    const MatX to_small = U * turned.vectors;
    result.Y = multiply(Q, to_small);
    result.R = to_small.transpose() * R;
    result.omega = turned.values.cwiseMax(0).cwiseSqrt();
    const MatX left = (R - to_small * result.R) * weights.asDiagonal();
    result.tail[0] = largest_singular(left);
    if (const auto L = factorise_definite(K_small)) result.tail[1] = largest_singular(L->transpose() * left);
    return result;
}

}  // namespace ritz
