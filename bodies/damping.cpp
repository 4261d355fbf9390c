// Modal: with Ke V = Me V Ω², Vᵀ Me V = I, every mode gets 2Dω:  De = Me V (2DΩ) Vᵀ Me.
// Rayleigh: De = α Me + β Ke.
#include "bodies/damping.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

MatX compute(const ModalDamping& damping, const MatX& Me, const MatX& Ke) {
    if (Ke.rows() == 0 || damping.ratio == 0) return MatX::Zero(Ke.rows(), Ke.rows());
    if (Me.isIdentity(0) && Ke.isDiagonal(0)) {  // keeps the zeros of normalised modes exact
        return VecX(2 * damping.ratio * Ke.diagonal().array().sqrt()).asDiagonal();
    }
    const SymmetricEigen modes = solve_symmetric_eigen(Ke, Me);
    const VecX omega = modes.values.cwiseMax(0).cwiseSqrt();
    const MatX MV = Me * modes.vectors;
    return MV * (2 * damping.ratio * omega).asDiagonal() * MV.transpose();
}

MatX compute(const RayleighDamping& damping, const MatX& Me, const MatX& Ke) {
    return damping.alpha * Me + damping.beta * Ke;
}

std::string why_not(const ModalDamping& damping) {
    if (damping.ratio >= 0 && std::isfinite(damping.ratio)) return {};
    return fmt::format("the damping ratio must not be negative, but is {}", damping.ratio);
}

std::string why_not(const RayleighDamping& damping) {
    if (damping.alpha >= 0 && damping.beta >= 0 && std::isfinite(damping.alpha) && std::isfinite(damping.beta))
        return {};
    return fmt::format("Rayleigh damping must not be negative, but alpha is {} and beta is {}", damping.alpha,
                       damping.beta);
}

}  // namespace

MatX compute_damping(const Damping& damping, const MatX& Me, const MatX& Ke) {
    return std::visit([&](const auto& d) { return compute(d, Me, Ke); }, damping);
}

std::string why_not_a_damping(const Damping& damping) {
    return std::visit([](const auto& d) { return why_not(d); }, damping);
}

}  // namespace ritz
