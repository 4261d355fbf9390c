#include "core/linear_algebra/dense_solvers.hpp"

#include <fmt/format.h>
#include <lapacke.h>

#include <algorithm>
#include <new>

#include "core/errors.hpp"
#include "core/linear_algebra/library_threads.hpp"

namespace ritz {
namespace {

using Eigen::Index;

// LAPACKE makes the workspaces of most routines itself. Its plain functions refuse values that are not a number, those
// with _work compute with them as LAPACK does; where the caller looks at the result, these are taken.
constexpr int by_columns = LAPACK_COL_MAJOR;

int to_int(Index n) { return static_cast<int>(n); }

void require_success(int info, const char* what) {
    if (info == LAPACK_WORK_MEMORY_ERROR) throw std::bad_alloc();
    if (info != 0) throw NumericalError(fmt::format("{} failed (LAPACK says {})", what, info));
}

void require_finite(const MatX& A, const char* what) {
    if (!A.allFinite())
        throw NumericalError(fmt::format("{} failed: the matrix holds values that are not finite", what));
}

/// Asks LAPACK for the size of its workspace first: call(work, size) twice.
template <class Scalar, class Call>
void with_workspace(Call call) {
    Scalar wanted{};
    call(&wanted, -1);
    const int size = std::max(1, static_cast<int>(std::real(wanted)));
    std::vector<Scalar> work(static_cast<std::size_t>(size));
    call(work.data(), size);
}

/// dsyevd or dsygvd, which destroy what they are given.
SymmetricEigen solve_symmetric(MatX A, MatX B, bool general, bool vectors) {
    const char* what = "the symmetric eigenvalue problem";
    require_finite(A, what);
    require_finite(B, what);
    const int n = to_int(A.rows());
    SymmetricEigen result{VecX(n), {}};
    if (n == 0) return result;
    const FewBlasThreads threads(n);
    const char job = vectors ? 'V' : 'N';
    const int info = general
                         ? LAPACKE_dsygvd(by_columns, 1, job, 'L', n, A.data(), n, B.data(), n, result.values.data())
                         : LAPACKE_dsyevd(by_columns, job, 'L', n, A.data(), n, result.values.data());
    require_success(info, what);
    if (vectors) result.vectors = std::move(A);
    return result;
}

/// Job 'S' for the smaller side's vectors, 'A' for all.
Svd decompose(MatX A, char job) {
    require_finite(A, "the singular value decomposition");
    const int m = to_int(A.rows()), n = to_int(A.cols()), k = std::min(m, n), rows = job == 'A' ? n : k;
    Svd result{MatX(m, job == 'A' ? m : k), VecX(k), {}};
    MatX Vt(rows, n);
    const FewBlasThreads threads(k);
    if (k == 0) return {result.U, result.sigma, MatX::Identity(n, rows)};
    const int info =
        LAPACKE_dgesdd(by_columns, job, m, n, A.data(), m, result.sigma.data(), result.U.data(), m, Vt.data(), rows);
    require_success(info, "the singular value decomposition");
    result.V = Vt.transpose();
    return result;
}

}  // namespace

SymmetricEigen solve_symmetric_eigen(const MatX& A) { return solve_symmetric(A, {}, false, true); }
SymmetricEigen solve_symmetric_eigen(const MatX& A, const MatX& B) { return solve_symmetric(A, B, true, true); }
VecX compute_symmetric_eigenvalues(const MatX& A) { return solve_symmetric(A, {}, false, false).values; }
VecX compute_symmetric_eigenvalues(const MatX& A, const MatX& B) { return solve_symmetric(A, B, true, false).values; }

GeneralEigen solve_general_eigen(const MatX& A) {
    require_finite(A, "the eigenvalue problem");
    const int n = to_int(A.rows());
    const FewBlasThreads threads(n);
    MatX T = A, V(n, n);
    VecX re(n), im(n);
    const int info = LAPACKE_dgeev(by_columns, 'N', 'V', n, T.data(), n, re.data(), im.data(), nullptr, 1, V.data(), n);
    require_success(info, "the eigenvalue problem");
    GeneralEigen result{VecXc(n), MatXc(n, n)};
    for (int k = 0; k < n; ++k) {
        result.values[k] = {re[k], im[k]};
        // A pair of conjugate vectors is stored as its real and its imaginary part.
        const int first = im[k] < 0 ? k - 1 : k;
        for (int i = 0; i < n; ++i)
            result.vectors(i, k) = {V(i, first), im[k] == 0 ? 0.0 : (im[k] > 0 ? 1 : -1) * V(i, first + 1)};
    }
    return result;
}

Svd compute_svd(const MatX& A) { return decompose(A, 'S'); }

ComplexSvd compute_svd(const MatXc& A) {
    require_finite(A.real(), "the singular value decomposition");
    require_finite(A.imag(), "the singular value decomposition");
    const int m = to_int(A.rows()), n = to_int(A.cols()), k = std::min(m, n);
    ComplexSvd result{MatXc(m, k), VecX(k), {}};
    if (k == 0) return {result.U, result.sigma, MatXc(n, 0)};
    const FewBlasThreads threads(k);
    MatXc T = A, Vh(k, n);
    const int info =
        LAPACKE_zgesdd(by_columns, 'S', m, n, T.data(), m, result.sigma.data(), result.U.data(), m, Vh.data(), k);
    require_success(info, "the singular value decomposition");
    result.V = Vh.adjoint();
    return result;
}

MatX solve_square(const MatX& A, const MatX& B) {
    const int n = to_int(A.rows()), count = to_int(B.cols());
    const FewBlasThreads threads(n);
    MatX factor = A, X = B;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    const int info = n > 0 ? LAPACKE_dgesv_work(by_columns, n, count, factor.data(), n, pivots.data(), X.data(), n) : 0;
    require_success(info, "a system of linear equations");
    return X;
}

MatXc solve_square(const MatXc& A, const MatXc& B) {
    const int n = to_int(A.rows()), count = to_int(B.cols());
    const FewBlasThreads threads(n);
    MatXc factor = A, X = B;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    const int info = n > 0 ? LAPACKE_zgesv_work(by_columns, n, count, factor.data(), n, pivots.data(), X.data(), n) : 0;
    require_success(info, "a system of linear equations");
    return X;
}

std::optional<MatX> factorise_definite(const MatX& A) {
    const int n = to_int(A.rows());
    const FewBlasThreads threads(n);
    MatX L = A.triangularView<Eigen::Lower>();
    const int info = n > 0 ? LAPACKE_dpotrf_work(by_columns, 'L', n, L.data(), n) : 0;
    if (info != 0 || !L.allFinite()) return {};
    return L;
}

MatX solve_definite(const MatX& A, const MatX& B) {
    const std::optional<MatX> L = factorise_definite(A);
    if (!L) throw NumericalError("a matrix that should be positive definite is not");
    const int n = to_int(A.rows()), count = to_int(B.cols());
    MatX X = B;
    if (n > 0) LAPACKE_dpotrs_work(by_columns, 'L', n, count, L->data(), n, X.data(), n);
    return X;
}

bool is_positive_definite(const MatX& A) { return factorise_definite(A).has_value(); }

MatX solve_least_squares(const MatX& A, const MatX& B, double threshold) {
    require_finite(A, "the least-squares problem");
    const int m = to_int(A.rows()), n = to_int(A.cols()), count = to_int(B.cols()), tall = std::max({m, n, 1});
    MatX T = A, X = MatX::Zero(tall, count);
    X.topRows(m) = B;
    std::vector<int> pivots(static_cast<std::size_t>(n), 0);
    int info = 0, rank = 0;
    with_workspace<double>([&](double* work, int size) {
        info = LAPACKE_dgelsy_work(by_columns, m, n, count, T.data(), m, X.data(), tall, pivots.data(), threshold,
                                   &rank, work, size);
    });
    require_success(info, "the least-squares problem");
    return X.topRows(n);
}

MatX compute_null_space(const MatX& A, double threshold) {
    const Svd svd = decompose(A, 'A');
    const Index rank = svd.sigma.size() ? (svd.sigma.array() > threshold * svd.sigma[0]).count() : 0;
    return svd.V.rightCols(A.cols() - rank);
}

std::vector<int> order_by_pivots(const MatX& A) {
    const int m = to_int(A.rows()), n = to_int(A.cols());
    MatX T = A;
    std::vector<int> pivots(static_cast<std::size_t>(n), 0);
    VecX tau(std::max(1, std::min(m, n)));
    int info = 0;
    with_workspace<double>([&](double* work, int size) {
        info = LAPACKE_dgeqp3_work(by_columns, m, n, T.data(), m, pivots.data(), tau.data(), work, size);
    });
    require_success(info, "the orthogonal factorisation");
    for (int& pivot : pivots) --pivot;  // Fortran counts from one
    return pivots;
}

}  // namespace ritz
