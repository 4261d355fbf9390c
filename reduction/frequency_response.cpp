#include "reduction/frequency_response.hpp"

#include <fmt/format.h>

#include <numbers>

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {

using Eigen::Index;

ReducedSystem project(const Structure& structure, const SparseMat& inputs, const SparseMat& outputs, const MatX& V) {
    const auto contract = [&V](const SparseMat& A) { return multiply_transposed(V, multiply_symmetric(A, V)); };
    return {contract(structure.M), contract(structure.D), contract(structure.K),
            MatX(inputs.transpose() * V).transpose(), outputs * V};
}

ReducedSystem leading_part(const ReducedSystem& system, Index n) {
    return {system.M.topLeftCorner(n, n), system.D.topLeftCorner(n, n), system.K.topLeftCorner(n, n),
            system.B.topRows(n), system.C.leftCols(n)};
}

std::vector<MatXc> compute_response(const HeldSystem& system, const SparseMat& inputs, const SparseMat& outputs,
                                    const VecX& omega, const ReductionProgress& progress) {
    std::vector<MatXc> H(static_cast<std::size_t>(omega.size()));
    const VecXc shifts = Complex(0, 1) * omega.cast<Complex>();
    const MatXc B = MatX(inputs).cast<Complex>();
    Index done = 0;
    system.solve_all_shifted(shifts, B, [&](Index k, const MatXc& X) {
        H[static_cast<std::size_t>(k)] = outputs.cast<Complex>() * X;
        ++done;
        if (progress)
            progress(fmt::format("frequency response: {} of {}", done, omega.size()),
                     static_cast<double>(done) / static_cast<double>(omega.size()));
    });
    return H;
}

std::vector<MatXc> compute_response(const ReducedSystem& system, const VecX& omega) {
    std::vector<MatXc> H;
    for (const double w : omega) {
        const MatXc A = (system.K - w * w * system.M).cast<Complex>() + Complex(0, w) * system.D.cast<Complex>();
        H.emplace_back(system.C.cast<Complex>() * solve_square(A, system.B.cast<Complex>()));
    }
    return H;
}

VecX compute_relative_errors(const std::vector<MatXc>& H, const std::vector<MatXc>& H_reduced) {
    VecX errors(static_cast<Index>(H.size()));
    for (std::size_t k = 0; k < H.size(); ++k)
        errors[static_cast<Index>(k)] = (H[k] - H_reduced[k]).norm() / H[k].norm();
    return errors;
}

VecX spread_over(const Band& band, int n) { return 2 * std::numbers::pi * VecX::LinSpaced(n, band.low, band.high); }

}  // namespace ritz
