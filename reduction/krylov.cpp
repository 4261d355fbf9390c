// Rational moment matching ([0], [1]): the Taylor coefficients X_j of (K + sD + s²M)⁻¹B about the shifts s_k,
//   S X_0 = B,   S X_j = -(D + 2 s_k M) X_{j-1} - M X_{j-2},   S = K + s_k D + s_k² M
// A basis that holds them gives a reduced H̄ that meets H and its first derivatives at the shifts.
#include <fmt/format.h>

#include <numbers>

#include "core/errors.hpp"
#include "reduction/columns.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Real columns that one shift brings.
int columns_of(Complex shift, int inputs, int moments) { return (shift.imag() == 0 ? 1 : 2) * inputs * moments; }

std::vector<Complex> spread_shifts(const Band& band, int inputs, int moments, int count) {
    if (!(band.high > band.low) || band.low < 0)
        throw InputError(fmt::format(
            "krylov needs shifts, or a band [low, high] in Hz to spread them in; found [{}, {}]", band.low, band.high));
    // As many as bring the wanted size: the first at the band's low end, which is real if that is zero.
    int shifts = 1;
    const auto size = [&](int n) {
        const int first = columns_of(Complex(0, band.low), inputs, moments);
        return first + (n - 1) * 2 * inputs * moments;
    };
    while (size(shifts) < count) ++shifts;
    std::vector<Complex> list;
    for (int k = 0; k < shifts; ++k) {
        const double part = shifts > 1 ? k / double(shifts - 1) : 0.0;
        list.emplace_back(0.0, 2 * std::numbers::pi * (band.low + part * (band.high - band.low)));
    }
    return list;
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

}  // namespace

Columns make_krylov_columns(ReductionProblem& problem, const Krylov& krylov, int count,
                            const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    const MatXc B = MatX(problem.inputs()).cast<Complex>();
    if (B.cols() == 0) throw InputError("krylov needs inputs: name the markers or tracks on which loads act");
    if (krylov.moments < 1) throw InputError(fmt::format("moments: found {}, expected at least 1", krylov.moments));
    const std::vector<Complex> shifts =
        krylov.shifts.empty() ? spread_shifts(krylov.band, static_cast<int>(B.cols()), krylov.moments, count)
                              : krylov.shifts;
    MatX V(system.size(), 0);
    for (std::size_t k = 0; k < shifts.size(); ++k) {
        if (progress)
            progress(fmt::format("shifts: {} of {}", k + 1, shifts.size()),
                     static_cast<double>(k) / static_cast<double>(shifts.size()));
        const MatX columns = orthonormalise_against(system.M(), V, moments_at(system, shifts[k], B, krylov.moments));
        V.conservativeResize(Eigen::NoChange, V.cols() + columns.cols());
        V.rightCols(columns.cols()) = columns;
    }
    const Index kept = krylov.shifts.empty() ? std::min<Index>(count, V.cols()) : V.cols();
    return {MatX(system.size(), 0), V.leftCols(kept), {}};
}

}  // namespace ritz
