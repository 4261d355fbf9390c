#include "core/cholesky.hpp"

#include <cholmod.h>
#include <fmt/format.h>

#include "core/cholmod_view.hpp"
#include "core/errors.hpp"

namespace ritz {

using Eigen::Index;

Cholesky::Cholesky(const SparseMat& A) : factor_(std::make_shared<Factor>()) {
    cholmod_common& common = factor_->common;
    LowerTriangle triangle(A);
    factor_->L = cholmod_l_analyze(triangle.view(), &common);
    if (!factor_->L || common.status < CHOLMOD_OK)
        throw NumericalError(fmt::format("no memory for the factor of a matrix of {} rows", A.rows()));
    cholmod_l_factorize(triangle.view(), factor_->L, &common);
    if (common.status < CHOLMOD_OK)
        throw NumericalError(fmt::format("no memory for the factor of a matrix of {} rows", A.rows()));
    if (common.status == CHOLMOD_NOT_POSDEF)
        throw NumericalError(fmt::format("the matrix of {} rows is not positive definite (pivot {} of the elimination)",
                                         A.rows(), factor_->L->minor));
}

Index Cholesky::size() const { return static_cast<Index>(factor_->L->n); }

double Cholesky::factor_nonzeros() const { return factor_->common.lnz; }

MatX Cholesky::solve(const Eigen::Ref<const MatX>& F) const {
    Factor& f = *factor_;
    // CHOLMOD's scratch is as wide as the block: bounded, so that a thousand columns need no thousand more.
    constexpr Index widest = 256;
    MatX result(F.rows(), F.cols());
    for (Index first = 0; first < F.cols(); first += widest) {
        const Index columns = std::min(widest, F.cols() - first);
        cholmod_dense view{};
        view.nrow = static_cast<std::size_t>(F.rows());
        view.ncol = static_cast<std::size_t>(columns);
        view.d = static_cast<std::size_t>(F.outerStride());
        view.nzmax = view.d * view.ncol;
        view.x = const_cast<double*>(F.data() + first * F.outerStride());  // only read
        view.xtype = CHOLMOD_REAL;
        view.dtype = CHOLMOD_DOUBLE;
        if (!cholmod_l_solve2(CHOLMOD_A, f.L, &view, nullptr, &f.X, nullptr, &f.Y, &f.E, &f.common))
            throw NumericalError(fmt::format("no memory to solve for {} right-hand sides", F.cols()));
        result.middleCols(first, columns) =
            Eigen::Map<const MatX>(static_cast<const double*>(f.X->x), F.rows(), columns);
    }
    return result;
}

}  // namespace ritz
