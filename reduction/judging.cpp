#include "reduction/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numbers>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

using Eigen::Index;

MatX compute_mac(const ModeOverlap& modes) {
    MatX mac = modes.products.cwiseAbs2();
    for (Index i = 0; i < mac.rows(); ++i)
        for (Index j = 0; j < mac.cols(); ++j) mac(i, j) /= std::max(modes.full_norms[i] * modes.gram(j, j), 1e-300);
    return mac;
}

/// Full modes that the reduced body has: the part of the mode in its best match and all reduced modes of the same
/// frequency (within 0.1 %), because modes of a repeated frequency may be turned among each other. The projection of a
/// on the columns b is (bᵀWa)ᵀ (bᵀWb)⁺ (bᵀWa).
int count_matches(const ModeOverlap& modes, const MatX& mac) {
    int matched = 0;
    for (Index i = 0; i < mac.rows() && mac.cols() > 0; ++i) {
        Index best = 0;
        mac.row(i).maxCoeff(&best);
        std::vector<Index> equal;
        for (Index j = 0; j < mac.cols(); ++j)
            if (std::abs(modes.omega[j] - modes.omega[best]) <= 1e-3 * modes.omega[best]) equal.push_back(j);
        const VecX products = modes.products(i, equal).transpose();
        const MatX gram = modes.gram(equal, equal);
        const double part = products.dot(VecX(solve_least_squares(gram, products, 1e-12)));
        if (part > 0.9 * modes.full_norms[i]) ++matched;
    }
    return matched;
}

}  // namespace

FullResponse compute_full_response(const HeldSystem& system, const SparseMat& inputs, const SparseMat& outputs,
                                   const Band& band, int points, const ReductionProgress& progress) {
    FullResponse full;
    full.omega = spread_over(band, points);
    const auto start = std::chrono::steady_clock::now();
    full.H = compute_response(system, inputs, outputs, full.omega, progress);
    full.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    full.H_static = outputs * system.solve_static(MatX(inputs));
    return full;
}

Eigenmodes compute_full_modes(const HeldSystem& system, const Band& band, const ReductionProgress& progress) {
    LanczosOptions options;
    if (progress) options.progress = [&](int found) { progress(fmt::format("full modes: {} found", found), 0); };
    Eigenmodes modes = system.compute_modes_below(2 * std::numbers::pi * band.high, options);
    return modes.omega.size() > 0 ? modes : system.compute_modes(10, options);
}

ComparedBody judge(const FullResponse& full, const ReducedSystem& reduced, const ModeOverlap& modes) {
    ComparedBody result;
    const std::vector<MatXc> H = compute_response(reduced, full.omega);
    result.magnitude = compute_magnitudes(H);
    result.errors = compute_relative_errors(full.H, H);
    const MatX H_static = compute_response(reduced, VecX::Zero(1))[0].real();
    result.static_error = (full.H_static - H_static).norm() / full.H_static.norm();
    result.omega = modes.omega;
    result.mac = compute_mac(modes);
    result.matched = count_matches(modes, result.mac);
    return result;
}

double ComparedBody::median_error() const {
    VecX sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    const Index n = sorted.size();
    return n == 0 ? 0 : 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
}

VecX compute_magnitudes(const std::vector<MatXc>& H) {
    VecX sizes(static_cast<Index>(H.size()));
    for (std::size_t k = 0; k < H.size(); ++k) sizes[static_cast<Index>(k)] = H[k].norm();
    return sizes;
}

bool try_body(const std::string& label, std::vector<FailedBody>& failed, const std::function<void()>& work,
              bool is_named) {
    const auto name_the_body = [&](const std::string& message) { return fmt::format("{}: {}", label, message); };
    FailedBody failure;
    try {
        work();
        return true;
    } catch (const InputError& error) {
        for (const std::string& message : error.messages())
            failure.messages.push_back(is_named ? message : name_the_body(message));
    } catch (const NumericalError& error) {
        failure = {{name_the_body(error.what())}, true};
    }
    failed.push_back(std::move(failure));
    return false;
}

ReductionProgress tell_of(const std::string& body, const ReductionProgress& progress) {
    if (!progress) return {};
    return [body, progress](const std::string& stage, double part) { progress(body + ", " + stage, part); };
}

}  // namespace ritz
