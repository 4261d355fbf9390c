#include "tools/benchmark/library_kernels.hpp"

#include <numbers>
#include <stdexcept>
#include <vector>

#include "core/linear_algebra/cholesky.hpp"

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names are ARPACK's
void dsaupd_(int* ido, const char* bmat, const int* n, const char* which, const int* nev, const double* tol,
             double* resid, const int* ncv, double* v, const int* ldv, int* iparam, int* ipntr, double* workd,
             double* workl, const int* lworkl, int* info);
void dseupd_(const int* rvec, const char* howmny, const int* select, double* d, double* z, const int* ldz,
             const double* sigma, const char* bmat, const int* n, const char* which, const int* nev, const double* tol,
             double* resid, const int* ncv, double* v, const int* ldv, int* iparam, int* ipntr, double* workd,
             double* workl, const int* lworkl, int* info);
// NOLINTEND(readability-identifier-naming)
}

namespace ritz {
namespace {

/// ARPACK's reverse communication, mode 3 (shift-invert at zero): OP = K⁻¹M in the inner product of M.
VecX run_arpack(const Cholesky& factor, const SparseMat& M, int count) {
    const int n = static_cast<int>(M.rows()), ncv = 2 * count + 1, lworkl = ncv * (ncv + 8);
    const double tolerance = 1e-10, sigma = 0;
    std::vector<double> resid(M.rows()), v(std::size_t(n) * std::size_t(ncv)), workd(3 * std::size_t(n)),
        workl(static_cast<std::size_t>(lworkl));
    std::vector<int> select(static_cast<std::size_t>(ncv), 1);
    int iparam[11] = {1, 0, 300, 1, 0, 0, 3, 0, 0, 0, 0}, ipntr[11] = {}, ido = 0, info = 0;
    const auto column = [&](int k) { return Eigen::Map<VecX>(workd.data() + ipntr[k] - 1, n); };
    while (true) {
        dsaupd_(&ido, "G", &n, "LM", &count, &tolerance, resid.data(), &ncv, v.data(), &n, iparam, ipntr, workd.data(),
                workl.data(), &lworkl, &info);
        if (ido == -1)
            column(1) = factor.solve(MatX(M * column(0))).col(0);
        else if (ido == 1)
            column(1) = factor.solve(MatX(column(2))).col(0);
        else if (ido == 2)
            column(1) = M * column(0);
        else
            break;
    }
    if (info != 0) throw std::runtime_error("ARPACK did not converge");
    VecX values(count);
    const int vectors = 1;
    dseupd_(&vectors, "A", select.data(), values.data(), v.data(), &n, &sigma, "G", &n, "LM", &count, &tolerance,
            resid.data(), &ncv, v.data(), &n, iparam, ipntr, workd.data(), workl.data(), &lworkl, &info);
    return values.cwiseSqrt() / (2 * std::numbers::pi);
}

}  // namespace

std::optional<KernelTimes> time_kernels(const SparseMat& K, const SparseMat& M, int modes, const MatX& loads) {
    KernelTimes times;
    Stopwatch watch;
    const Cholesky factor(K);
    times.factor = watch.lap();
    times.frequencies = run_arpack(factor, M, modes);
    times.modes = watch.lap();
    const MatX X = factor.solve(loads);
    times.solves = watch.lap();
    return times;
}

}  // namespace ritz
