// Rational moment matching ([Baumann2017], [Fehr2018]): the Taylor coefficients X_j of (K + sD + s²M)⁻¹B about the
// shifts s_k,
//   S X_0 = B,   S X_j = -(D + 2 s_k M) X_{j-1} - M X_{j-2},   S = K + s_k D + s_k² M
// A basis that holds them gives a reduced H̄ that meets H and its first derivatives at the shifts.
#include <fmt/format.h>

#include <mutex>
#include <numbers>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/parallel.hpp"
#include "reduction/columns.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Real columns that one shift brings. Without damping the answers are as real as the loads.
int columns_of(Complex shift, bool is_damped, int loads) { return (is_damped && shift.imag() != 0 ? 2 : 1) * loads; }

/// Loads that deform the body: those on what holds the frame do not.
int count_deforming(const HeldSystem& system, const MatX& B) {
    const VecX before = B.colwise().norm(), after = system.frame().balance(B).colwise().norm();
    return static_cast<int>((after.array() > 1e-10 * before.array()).count());
}

std::vector<Complex> spread_shifts(const Band& band, int count) {
    std::vector<Complex> list;
    for (int k = 0; k < count; ++k) {
        const double part = count > 1 ? k / double(count - 1) : 0.0;
        list.emplace_back(0.0, 2 * std::numbers::pi * (band.low + part * (band.high - band.low)));
    }
    return list;
}

/// As many shifts as bring the wanted size: the first at the band's low end, which is real if that is zero.
int count_shifts(const HeldSystem& system, const MatX& B, const Krylov& krylov, int size) {
    const bool is_damped = system.D().nonZeros() > 0;
    const int loads = std::max(1, count_deforming(system, B)) * krylov.moments;
    const int first = columns_of(Complex(0, krylov.band.low), is_damped, loads),
              next = columns_of(Complex(0, krylov.band.high), is_damped, loads);
    return 1 + std::max(0, size - first + next - 1) / next;
}

MatX moments_at(const HeldSystem& system, Complex s, const MatXc& B, int moments) {
    const auto solve = system.shift(s);
    std::vector<MatXc> X{solve(B)};
    for (int j = 1; j < moments; ++j) {
        const MatXc& last = X.back();
        MatXc load = -(system.D().cast<Complex>() * last + (2.0 * s) * (system.M().cast<Complex>() * last));
        if (j > 1) load -= system.M().cast<Complex>() * X[static_cast<std::size_t>(j - 2)];
        X.push_back(solve(load));
    }
    MatX columns(B.rows(), 2 * B.cols() * moments);
    for (int j = 0; j < moments; ++j)
        columns.middleCols(2 * B.cols() * j, 2 * B.cols()) = split_complex(X[static_cast<std::size_t>(j)]);
    return columns;
}

MatX make_krylov_space(const HeldSystem& system, const MatXc& B, const std::vector<Complex>& shifts, int moments,
                       const ReductionProgress& progress) {
    const auto count = static_cast<Index>(shifts.size());
    std::vector<MatX> columns(shifts.size());
    std::mutex mutex;
    Index done = 0;
    for_all_in_parallel(count, [&](Index k) {
        const auto i = static_cast<std::size_t>(k);
        columns[i] = moments_at(system, shifts[i], B, moments);
        const std::lock_guard lock(mutex);
        ++done;
        if (progress)
            progress(fmt::format("shifts: {} of {}", done, count),
                     static_cast<double>(done) / static_cast<double>(count));
    });
    MatX V(system.size(), 0);
    for (const MatX& block : columns) V = join_columns(V, orthonormalise_against(system.M(), V, block));
    return V;
}

}  // namespace

Columns make_krylov_columns(ReductionProblem& problem, const Krylov& krylov, int count,
                            const ReductionProgress& progress) {
    const MatX B = problem.inputs();
    if (B.cols() == 0) throw InputError("krylov needs inputs: name the markers or tracks on which loads act");
    if (krylov.moments < 1) throw InputError(fmt::format("moments: found {}, expected at least 1", krylov.moments));
    const HeldSystem& system = problem.system();
    const auto make_space = [&](const std::vector<Complex>& shifts) {
        return make_krylov_space(system, B.cast<Complex>(), shifts, krylov.moments, progress);
    };
    if (!krylov.shifts.empty()) return {MatX(system.size(), 0), make_space(krylov.shifts), {}};
    const Band& band = krylov.band;
    if (!(band.high > band.low) || band.low < 0)
        throw InputError(fmt::format(
            "krylov needs shifts, or a band [low, high] in Hz to spread them in; found [{}, {}]", band.low, band.high));
    int shifts = count_shifts(system, B, krylov, count);
    MatX V = make_space(spread_shifts(band, shifts));
    // Loads that depend on each other bring less; more shifts help as long as each brings something new.
    while (V.cols() < count) {
        const Index before = V.cols();
        shifts *= 2;
        V = make_space(spread_shifts(band, shifts));
        if (V.cols() <= before) break;
    }
    return {MatX(system.size(), 0), V.leftCols(std::min<Index>(count, V.cols())), {}};
}

}  // namespace ritz
