#include "core/linear_algebra/gram_factor.hpp"

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {

std::optional<MatX> orthonormalise_by_gram(const SparseMat& M, int rounds, MatX& W, MatX& MW) {
    MatX R = MatX::Identity(W.cols(), W.cols());
    for (int round = 0; round < rounds; ++round) {
        MatX gram = multiply_to_symmetric(W, MW);
        const VecX lengths = gram.diagonal().cwiseSqrt();
        gram = lengths.cwiseInverse().asDiagonal() * gram * lengths.cwiseInverse().asDiagonal();
        std::optional<MatX> L = factorise_definite(gram);
        if (!L || !(L->diagonal().minCoeff() > 1e-5)) return std::nullopt;
        const bool is_clean = L->diagonal().minCoeff() > 0.1;
        *L = lengths.asDiagonal() * *L;
        divide_by_transposed(W, *L);
        R = L->transpose() * R;
        if (is_clean || round + 1 == rounds) break;
        MW = multiply_symmetric(M, W);
    }
    return R;
}

}  // namespace ritz
