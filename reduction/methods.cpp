#include "reduction/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include <cmath>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_products.hpp"
#include "core/overloaded.hpp"
#include "reduction/columns.hpp"
#include "reduction/frequency_response.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {
namespace {

using Eigen::Index;

void check_band(const Band& band) {
    if (!(band.low >= 0) || !(band.high >= band.low) || !std::isfinite(band.high))
        throw InputError(fmt::format("band [{}, {}] Hz: expected 0 ≤ low ≤ high", band.low, band.high));
}

/// Sizes no basis can have; a negative count would be taken for the size of a matrix further down.
void check_size(const SizeChoice& size) {
    if (const auto* by_count = std::get_if<ByCount>(&size)) {
        if (by_count->count < 0)
            throw InputError(fmt::format("size of the basis: found {}, expected at least 0", by_count->count));
    } else if (const auto* below = std::get_if<BelowFrequency>(&size)) {
        if (!(below->limit > 0))
            throw InputError(fmt::format("frequency limit: found {} Hz, expected more than 0", below->limit));
    } else {
        const auto& wanted = std::get<ByResponseError>(size);
        check_band(wanted.band);
        if (!(wanted.error > 0))
            throw InputError(fmt::format("wanted error: found {}, expected more than 0", wanted.error));
        if (wanted.samples < 1 || wanted.largest < 1 || wanted.resonances < 0)
            throw InputError(fmt::format("wanted error: found {} samples and at most {} columns, expected at least 1",
                                         wanted.samples, wanted.largest));
    }
}

int count_of(const std::string& method, const SizeChoice& size) {
    if (const auto* count = std::get_if<ByCount>(&size)) return count->count;
    throw InputError(
        fmt::format("{} has no modes to choose by a frequency limit; give its size, or an error to reach", method));
}

Columns make_columns(ReductionProblem& problem, const ReductionMethod& method, const SizeChoice& size,
                     const ReductionProgress& progress) {
    const auto count = [&] { return count_of(name_of(method), size); };
    return std::visit(
        Overloaded{
            [&](const Modal&) { return make_modal_columns(problem, size, progress); },
            [&](const Guyan&) { return make_guyan_columns(problem); },
            [&](const CraigBampton&) { return make_craig_bampton_columns(problem, size, progress); },
            [&](const Cms&) { return make_cms_columns(problem, size, progress); },
            [&](const Krylov& krylov) {
                return make_krylov_columns(problem, krylov, krylov.shifts.empty() ? count() : 0, progress);
            },
            [&](const Irka& irka) { return make_irka_columns(problem, irka, count(), progress); },
            [&](const Gramian& gramian) { return make_gramian_columns(problem, gramian, count(), progress); },
            [&](const CmsGram& gramian) { return make_cms_gram_columns(problem, gramian, count(), progress); },
            [&](const Pod& pod) { return make_pod_columns(problem, pod, count(), progress); },
        },
        method);
}

/// The full response in the band, to measure candidates against.
struct ResponseTarget {
    VecX omega;
    std::vector<MatXc> H;

    double error_of(const ReducedSystem& reduced) const {
        return compute_relative_errors(H, compute_response(reduced, omega)).maxCoeff();
    }
};

/// Where a resonance shows: at its frequency, or a little beside it where damping is so small that nothing could be
/// computed, or seen, at the very peak; farther beside it where there is none and the peak has no end.
VecX place_at_peaks(const HeldSystem& system, const Eigenmodes& modes) {
    const double beside = system.D().nonZeros() > 0 ? 1e-4 : 1e-3;
    const MatX D_modes = multiply_symmetric(system.D(), modes.modes);
    VecX omega = modes.omega;
    for (Index i = 0; i < omega.size(); ++i)
        if (modes.modes.col(i).dot(D_modes.col(i)) < 2 * beside * omega[i]) omega[i] *= 1 + beside;
    return omega;
}

/// Samples over the band, and the lowest resonances in it.
VecX choose_frequencies(const HeldSystem& system, const ByResponseError& wanted, const ReductionProgress& progress) {
    const VecX spread = spread_over(wanted.band, wanted.samples);
    const double low = 2 * std::numbers::pi * wanted.band.low, high = 2 * std::numbers::pi * wanted.band.high;
    std::vector<double> omega(spread.begin(), spread.end());
    for (int count = wanted.resonances; count > 0; count *= 2) {  // until enough are in the band, or the band ends
        const VecX found = place_at_peaks(system, compute_chosen_modes(system, ByCount{count}, progress));
        const auto inside = [&](double w) { return w > low && w < high; };
        const auto enough = std::count_if(found.begin(), found.end(), inside) >= wanted.resonances;
        if (!enough && found.size() == count && found[count - 1] < high) continue;
        for (const double w : found)
            if (inside(w) && static_cast<int>(omega.size()) < wanted.samples + wanted.resonances) omega.push_back(w);
        break;
    }
    return Eigen::Map<const VecX>(omega.data(), static_cast<Index>(omega.size()));
}

ResponseTarget make_target(ReductionProblem& problem, const ByResponseError& wanted,
                           const ReductionProgress& progress) {
    if (problem.inputs().cols() == 0 || problem.outputs().rows() == 0)
        throw InputError("choosing the size by the error of the frequency response needs inputs and outputs");
    ResponseTarget target{choose_frequencies(problem.system(), wanted, progress), {}};
    target.H = compute_response(problem.system(), problem.inputs(), problem.outputs(), target.omega, progress);
    return target;
}

/// Fewest columns of the ordered basis Q that reach the error; at least the fixed ones.
Index find_smallest(const ResponseTarget& target, const ReducedSystem& full, Index least, double error) {
    Index low = least, high = full.K.rows();
    while (low < high) {
        const Index middle = (low + high) / 2;
        if (middle > 0 && target.error_of(leading_part(full, middle)) <= error)
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

Basis compute_basis_by_error(ReductionProblem& problem, const ReductionMethod& method, const ByResponseError& wanted,
                             const ReductionProgress& progress) {
    const ResponseTarget target = make_target(problem, wanted, progress);
    double best = std::numeric_limits<double>::infinity();
    for (int count = std::min(10, wanted.largest);; count = std::min(2 * count, wanted.largest)) {
        const Columns columns = make_columns(problem, method, ByCount{count}, progress);
        const SparseMat& M = problem.structure().M;
        const MatX fixed = orthonormalise(M, problem.frame().hold(columns.fixed));
        const MatX Q = join_columns(fixed, orthonormalise_against(M, fixed, problem.frame().hold(columns.chosen)));
        const ReducedSystem full = project(problem.structure(), problem.inputs(), problem.outputs(), Q);
        best = std::min(best, target.error_of(full));
        if (best <= wanted.error) {
            const Index n = find_smallest(target, full, std::max<Index>(1, fixed.cols()), wanted.error);
            Basis basis = finish_basis(problem.structure(), problem.frame(), Q.leftCols(n));
            basis.full_omega = columns.full_omega;
            basis.error = target.error_of(leading_part(full, n));
            return basis;
        }
        if (count >= wanted.largest || columns.chosen.cols() < count)
            throw InputError(fmt::format(
                "{} reaches an error of {:.2g} in the band with {} columns, not {:.2g}; allow more, or take "
                "another method",
                name_of(method), best, Q.cols(), wanted.error));
    }
}

}  // namespace

std::string name_of(const ReductionMethod& method) {
    return std::visit(Overloaded{
                          [](const Modal&) { return "modal"; },
                          [](const Guyan&) { return "guyan"; },
                          [](const CraigBampton&) { return "craig_bampton"; },
                          [](const Cms&) { return "cms"; },
                          [](const Krylov&) { return "krylov"; },
                          [](const Irka&) { return "so_irka"; },
                          [](const Gramian&) { return "gramian"; },
                          [](const CmsGram&) { return "cms_gram"; },
                          [](const Pod& pod) { return pod.symplectic ? "symplectic_pod" : "pod"; },
                      },
                      method);
}

ReductionProblem::ReductionProblem(const Structure& structure, ReferenceFrame frame, const SparseMat& inputs,
                                   const SparseMat& outputs)
    : structure_(structure), frame_(std::move(frame)), inputs_(inputs), outputs_(outputs) {}

const HeldSystem& ReductionProblem::system() {
    if (!system_) system_ = std::make_shared<const HeldSystem>(structure_, frame_);
    return *system_;
}

Basis finish_basis(const Structure& structure, const ReferenceFrame& frame, MatX V) {
    const MatX W = make_independent(structure.M, frame.hold(std::move(V)));
    if (W.cols() == 0)
        throw InputError("nothing is left of the basis: the body has no deformation that the method finds");
    const auto contract = [&W](const SparseMat& A) { return multiply_to_symmetric(W, multiply_symmetric(A, W)); };
    const SymmetricEigen modes = solve_symmetric_eigen(contract(structure.K), contract(structure.M));
    Basis basis;
    basis.V = multiply(W, modes.vectors);
    basis.omega = modes.values.cwiseMax(0.0).cwiseSqrt();
    return basis;
}

Basis compute_basis(ReductionProblem& problem, const ReductionMethod& method, const SizeChoice& size,
                    const ReductionProgress& progress) {
    check_size(size);
    if (const auto* wanted = std::get_if<ByResponseError>(&size))
        return compute_basis_by_error(problem, method, *wanted, progress);
    Columns columns = make_columns(problem, method, size, progress);
    if (const auto* below = std::get_if<BelowFrequency>(&size);
        below && columns.fixed.cols() + columns.chosen.cols() == 0)
        throw InputError(fmt::format("no mode lies below {:g} Hz; the lowest is at {:.6g} Hz", below->limit,
                                     problem.system().compute_modes(1).omega[0] / (2 * std::numbers::pi)));
    if (progress) progress("orthonormal basis", 0);
    Basis basis = finish_basis(problem.structure(), problem.frame(), join_columns(columns.fixed, columns.chosen));
    basis.full_omega = std::move(columns.full_omega);
    return basis;
}

}  // namespace ritz
