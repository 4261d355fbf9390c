#include "core/dense_solvers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/library_threads.hpp"

// The Fortran routines of LAPACK that OpenBLAS carries; no header of Debian's declares them without LAPACKE.
// NOLINTBEGIN(readability-identifier-naming): Fortran's names
extern "C" {
void dsyevd_(const char*, const char*, const int*, double*, const int*, double*, double*, const int*, int*, const int*,
             int*);
void dsygvd_(const int*, const char*, const char*, const int*, double*, const int*, double*, const int*, double*,
             double*, const int*, int*, const int*, int*);
void dgeev_(const char*, const char*, const int*, double*, const int*, double*, double*, double*, const int*, double*,
            const int*, double*, const int*, int*);
void dgesdd_(const char*, const int*, const int*, double*, const int*, double*, double*, const int*, double*,
             const int*, double*, const int*, int*, int*);
void zgesdd_(const char*, const int*, const int*, std::complex<double>*, const int*, double*, std::complex<double>*,
             const int*, std::complex<double>*, const int*, std::complex<double>*, const int*, double*, int*, int*);
void dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);
void zgesv_(const int*, const int*, std::complex<double>*, const int*, int*, std::complex<double>*, const int*, int*);
void dpotrf_(const char*, const int*, double*, const int*, int*);
void dpotrs_(const char*, const int*, const int*, const double*, const int*, double*, const int*, int*);
void dgelsy_(const int*, const int*, const int*, double*, const int*, double*, const int*, int*, const double*, int*,
             double*, const int*, int*);
void dgeqp3_(const int*, const int*, double*, const int*, int*, double*, double*, const int*, int*);
}
// NOLINTEND(readability-identifier-naming)

namespace ritz {
namespace {

using Eigen::Index;

int to_int(Index n) { return static_cast<int>(n); }

void require_success(int info, const char* what) {
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
    const int n = to_int(A.rows()), type = 1;
    SymmetricEigen result{VecX(n), {}};
    if (n == 0) return result;
    const FewBlasThreads threads(n);
    const char job = vectors ? 'V' : 'N';
    std::vector<int> integers(static_cast<std::size_t>(3 + 5 * n));
    const int integer_size = to_int(static_cast<Index>(integers.size()));
    int info = 0;
    with_workspace<double>([&](double* work, int size) {
        if (general)
            dsygvd_(&type, &job, "L", &n, A.data(), &n, B.data(), &n, result.values.data(), work, &size,
                    integers.data(), &integer_size, &info);
        else
            dsyevd_(&job, "L", &n, A.data(), &n, result.values.data(), work, &size, integers.data(), &integer_size,
                    &info);
    });
    require_success(info, what);
    if (vectors) result.vectors = std::move(A);
    return result;
}

/// Job "S" for the smaller side's vectors, "A" for all.
Svd decompose(MatX A, const char* job) {
    require_finite(A, "the singular value decomposition");
    const int m = to_int(A.rows()), n = to_int(A.cols()), k = std::min(m, n), rows = *job == 'A' ? n : k;
    Svd result{MatX(m, *job == 'A' ? m : k), VecX(k), {}};
    MatX Vt(rows, n);
    const FewBlasThreads threads(k);
    if (k == 0) return {result.U, result.sigma, MatX::Identity(n, rows)};
    std::vector<int> integers(static_cast<std::size_t>(8 * k));
    int info = 0;
    with_workspace<double>([&](double* work, int size) {
        dgesdd_(job, &m, &n, A.data(), &m, result.sigma.data(), result.U.data(), &m, Vt.data(), &rows, work, &size,
                integers.data(), &info);
    });
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
    const int n = to_int(A.rows()), one = 1;
    const FewBlasThreads threads(n);
    MatX T = A, V(n, n);
    VecX re(n), im(n);
    int info = 0;
    with_workspace<double>([&](double* work, int size) {
        dgeev_("N", "V", &n, T.data(), &n, re.data(), im.data(), nullptr, &one, V.data(), &n, work, &size, &info);
    });
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

Svd compute_svd(const MatX& A) { return decompose(A, "S"); }

ComplexSvd compute_svd(const MatXc& A) {
    require_finite(A.real(), "the singular value decomposition");
    require_finite(A.imag(), "the singular value decomposition");
    const int m = to_int(A.rows()), n = to_int(A.cols()), k = std::min(m, n);
    ComplexSvd result{MatXc(m, k), VecX(k), {}};
    if (k == 0) return {result.U, result.sigma, MatXc(n, 0)};
    const FewBlasThreads threads(k);
    MatXc T = A, Vh(k, n);
    std::vector<int> integers(static_cast<std::size_t>(8 * k));
    VecX reals(Index(k) * std::max(5 * k + 7, 2 * std::max(m, n) + 2 * k + 1));
    int info = 0;
    with_workspace<Complex>([&](Complex* work, int size) {
        zgesdd_("S", &m, &n, T.data(), &m, result.sigma.data(), result.U.data(), &m, Vh.data(), &k, work, &size,
                reals.data(), integers.data(), &info);
    });
    require_success(info, "the singular value decomposition");
    result.V = Vh.adjoint();
    return result;
}

MatX solve_square(const MatX& A, const MatX& B) {
    const int n = to_int(A.rows()), count = to_int(B.cols());
    const FewBlasThreads threads(n);
    MatX factor = A, X = B;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    int info = 0;
    if (n > 0) dgesv_(&n, &count, factor.data(), &n, pivots.data(), X.data(), &n, &info);
    require_success(info, "a system of linear equations");
    return X;
}

MatXc solve_square(const MatXc& A, const MatXc& B) {
    const int n = to_int(A.rows()), count = to_int(B.cols());
    const FewBlasThreads threads(n);
    MatXc factor = A, X = B;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    int info = 0;
    if (n > 0) zgesv_(&n, &count, factor.data(), &n, pivots.data(), X.data(), &n, &info);
    require_success(info, "a system of linear equations");
    return X;
}

std::optional<MatX> factorise_definite(const MatX& A) {
    const int n = to_int(A.rows());
    const FewBlasThreads threads(n);
    MatX L = A.triangularView<Eigen::Lower>();
    int info = 0;
    if (n > 0) dpotrf_("L", &n, L.data(), &n, &info);
    if (info != 0 || !L.allFinite()) return {};
    return L;
}

MatX solve_definite(const MatX& A, const MatX& B) {
    const std::optional<MatX> L = factorise_definite(A);
    if (!L) throw NumericalError("a matrix that should be positive definite is not");
    const int n = to_int(A.rows()), count = to_int(B.cols());
    MatX X = B;
    int info = 0;
    if (n > 0) dpotrs_("L", &n, &count, L->data(), &n, X.data(), &n, &info);
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
        dgelsy_(&m, &n, &count, T.data(), &m, X.data(), &tall, pivots.data(), &threshold, &rank, work, &size, &info);
    });
    require_success(info, "the least-squares problem");
    return X.topRows(n);
}

MatX compute_null_space(const MatX& A, double threshold) {
    const Svd svd = decompose(A, "A");
    const Index rank = svd.sigma.size() ? (svd.sigma.array() > threshold * svd.sigma[0]).count() : 0;
    return svd.V.rightCols(A.cols() - rank);
}

std::vector<int> order_by_pivots(const MatX& A) {
    const int m = to_int(A.rows()), n = to_int(A.cols());
    MatX T = A;
    std::vector<int> pivots(static_cast<std::size_t>(n), 0);
    VecX tau(std::max(1, std::min(m, n)));
    int info = 0;
    with_workspace<double>(
        [&](double* work, int size) { dgeqp3_(&m, &n, T.data(), &m, pivots.data(), tau.data(), work, &size, &info); });
    require_success(info, "the orthogonal factorisation");
    for (int& pivot : pivots) --pivot;  // Fortran counts from one
    return pivots;
}

}  // namespace ritz
