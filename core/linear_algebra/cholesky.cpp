#include "core/linear_algebra/cholesky.hpp"

#include <cholmod.h>
#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <optional>

#include "core/errors.hpp"
#include "core/linear_algebra/cholmod_view.hpp"
#include "core/linear_algebra/library_threads.hpp"
#include "core/threads.hpp"

namespace ritz {

using Eigen::Index;

namespace {

/// The elimination step whose pivot lost all but three of its digits to cancellation, if any. A matrix that is singular
/// but for rounding has such a pivot, and whether that comes out negative is chance; a slender beam of a thousand
/// elements still has 1e-9 of its diagonal left.
std::optional<Index> find_lost_pivot(const cholmod_factor& L, const SparseMat& A) {
    constexpr double lost = 1e-13;  // a thousand roundings
    const VecX diagonal = A.diagonal();
    const auto* order = static_cast<const std::int64_t*>(L.Perm);
    const auto* first_column = static_cast<const std::int64_t*>(L.super);
    const auto* rows_begin = static_cast<const std::int64_t*>(L.pi);
    const auto* values_begin = static_cast<const std::int64_t*>(L.px);
    for (std::size_t s = 0; s < L.nsuper; ++s) {
        const double* root = static_cast<const double*>(L.x) + values_begin[s];
        const std::int64_t height = rows_begin[s + 1] - rows_begin[s];
        for (std::int64_t j = first_column[s]; j < first_column[s + 1]; ++j, root += height + 1)
            if (*root * *root <= lost * diagonal[order[j]]) return j;
    }
    return {};
}

}  // namespace

Cholesky::Cholesky(const SparseMat& A) : factor_(std::make_shared<Factor>()) {
    cholmod_common& common = factor_->common;
    LowerTriangle triangle(A);
    factor_->L = cholmod_l_analyze(triangle.view(), &common);
    if (!factor_->L || common.status < CHOLMOD_OK)
        throw NumericalError(fmt::format("no memory for the factor of a matrix of {} rows", A.rows()));
    // Below some seconds of one processor the blocks are so small that the threads of BLAS mostly wait.
    std::optional<OneBlasThread> alone;
    if (common.fl < 2e10) alone.emplace();
    const OneOpenMpThread no_small_regions;
    cholmod_l_factorize(triangle.view(), factor_->L, &common);
    if (common.status < CHOLMOD_OK)
        throw NumericalError(fmt::format("no memory for the factor of a matrix of {} rows", A.rows()));
    const std::optional<Index> failed = common.status == CHOLMOD_NOT_POSDEF
                                            ? std::optional(static_cast<Index>(factor_->L->minor))
                                            : find_lost_pivot(*factor_->L, A);
    if (failed)
        throw NumericalError(fmt::format("the matrix of {} rows is not positive definite (pivot {} of the elimination)",
                                         A.rows(), *failed));
}

Index Cholesky::size() const { return static_cast<Index>(factor_->L->n); }

double Cholesky::factor_nonzeros() const { return factor_->common.lnz; }

namespace {

/// False if there is no memory.
bool solve_columns(cholmod_factor* L, const Eigen::Ref<const MatX>& F, Eigen::Ref<MatX> result, SolveScratch& scratch) {
    // CHOLMOD's scratch is as wide as the block: bounded, so that a thousand columns need no thousand more.
    constexpr Index widest = 128;
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
        if (!cholmod_l_solve2(CHOLMOD_A, L, &view, nullptr, &scratch.X, nullptr, &scratch.Y, &scratch.E,
                              &scratch.common))
            return false;
        result.middleCols(first, columns) =
            Eigen::Map<const MatX>(static_cast<const double*>(scratch.X->x), F.rows(), columns);
    }
    return true;
}

}  // namespace

MatX Cholesky::solve(const Eigen::Ref<const MatX>& F) const {
    const std::lock_guard alone(factor_->solving);
    // The blocks of a solve are too small for the threads of BLAS: each thread takes columns of its own instead.
    const Index threads = std::clamp<Index>(F.cols() / 2, 1, thread_budget());
    while (static_cast<Index>(factor_->scratch.size()) < threads) factor_->scratch.emplace_back();
    MatX result(F.rows(), F.cols());
    const OneBlasThread one_each;
    std::vector<std::future<bool>> parts;
    for (Index t = 0; t < threads; ++t) {
        const Index begin = F.cols() * t / threads, count = F.cols() * (t + 1) / threads - begin;
        parts.push_back(std::async(t + 1 < threads ? std::launch::async : std::launch::deferred, [&, t, begin, count] {
            return solve_columns(factor_->L, F.middleCols(begin, count), result.middleCols(begin, count),
                                 factor_->scratch[static_cast<std::size_t>(t)]);
        }));
    }
    bool solved = true;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) solved = part->get() && solved;
    if (!solved) throw NumericalError(fmt::format("no memory to solve for {} right-hand sides", F.cols()));
    return result;
}

}  // namespace ritz
