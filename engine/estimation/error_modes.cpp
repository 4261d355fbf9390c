// With x = (t - t0)/H: η_xx + 2δH η_x + (ωH)² η = H² p(x). Slow modes, ωH < 3, by the power series of their solution,
//   (j+1)(j+2) c_{j+2} = H² p_j - 2δH (j+1) c_{j+1} - (ωH)² c_j
// which then converges to rounding within forty terms. Fast ones by the only polynomial e(x) that solves the
// equation, found from its highest power down, and a free oscillation.
#include "engine/estimation/error_modes.hpp"

#include <cmath>

namespace ritz {

using Eigen::Index;

namespace {
constexpr double slow_limit = 3;  // of ωH
}

FreeMotion compute_free_motion(double omega, double delta, double t) {
    const double s2 = omega * omega - delta * delta, decay = std::exp(-delta * t);
    if (std::abs(s2) * t * t < 1e-8) {  // near the aperiodic limit: sin(x)/x = 1 - x²/6
        const double h = decay * t * (1 - s2 * t * t / 6);
        return {decay * (1 - s2 * t * t / 2) + delta * h, h};
    }
    if (s2 > 0) {
        const double s = std::sqrt(s2), h = decay * std::sin(s * t) / s;
        return {decay * std::cos(s * t) + delta * h, h};
    }
    const double s = std::sqrt(-s2), slow = omega * omega / (delta + s);
    const double e_slow = std::exp(-slow * t), e_fast = std::exp(-(delta + s) * t), h = (e_slow - e_fast) / (2 * s);
    return {e_slow - slow * (e_fast - e_slow) / (2 * s), h};
}

ErrorModes::ErrorModes(VecX omega, VecX delta, std::size_t places)
    : omega_(std::move(omega)), delta_(std::move(delta)) {
    const Index m = omega_.size();
    value_ = rate_ = end_value_ = end_rate_ = VecX::Zero(m);
    values_ = rates_ = MatX::Zero(m, static_cast<Index>(places));
}

void ErrorModes::solve(const PolynomialX& load, double H, std::span<const double> places) {
    free_value_ = free_rate_ = 0;
    for (Index i = 0; i < omega_.size(); ++i)
        if (omega_[i] * H < slow_limit && 2 * delta_[i] * H < 4)
            solve_slow(i, load, H, places);
        else
            solve_fast(i, load, H, places);
    free_value_ = std::sqrt(free_value_);
    free_rate_ = std::sqrt(free_rate_);
}

void ErrorModes::solve_slow(Index i, const PolynomialX& load, double H, std::span<const double> places) {
    constexpr int terms = 40;
    std::array<double, terms> c{};
    c[0] = value_[i];
    c[1] = rate_[i] * H;
    const double damping = 2 * delta_[i] * H, stiffness = omega_[i] * omega_[i] * H * H;
    for (int j = 0; j + 2 < terms; ++j) {
        const double force = j < polynomial_size ? H * H * load(i, j) : 0;
        c[static_cast<std::size_t>(j + 2)] = (force - damping * (j + 1) * c[static_cast<std::size_t>(j + 1)] -
                                              stiffness * c[static_cast<std::size_t>(j)]) /
                                             ((j + 1) * (j + 2));
    }
    const auto eval = [&](double x, double& value, double& rate) {
        value = rate = 0;
        for (int j = terms - 1; j >= 0; --j) {
            rate = rate * x + value;
            value = value * x + c[static_cast<std::size_t>(j)];
        }
        rate /= H;
    };
    for (std::size_t k = 0; k < places.size(); ++k)
        eval(places[k], values_(i, static_cast<Index>(k)), rates_(i, static_cast<Index>(k)));
    eval(1, end_value_[i], end_rate_[i]);
}

void ErrorModes::solve_fast(Index i, const PolynomialX& load, double H, std::span<const double> places) {
    const double stiffness = omega_[i] * omega_[i], damping = 2 * delta_[i] / H, inertia = 1 / (H * H);
    std::array<double, polynomial_size + 2> e{};
    for (int j = polynomial_size - 1; j >= 0; --j) {
        const auto at = static_cast<std::size_t>(j);
        e[at] = (load(i, j) - damping * (j + 1) * e[at + 1] - inertia * (j + 1) * (j + 2) * e[at + 2]) / stiffness;
    }
    const Powers follow = Eigen::Map<const Powers>(e.data());
    for (std::size_t k = 0; k < places.size(); ++k) {
        values_(i, static_cast<Index>(k)) = follow.dot(make_powers(places[k]));
        rates_(i, static_cast<Index>(k)) = follow.dot(make_first_derivatives(places[k])) / H;
    }
    const double free = value_[i] - e[0], free_rate = rate_[i] - e[1] / H;
    const double energy = free * free + free_rate * free_rate / stiffness;  // does not grow
    free_value_ += energy;
    free_rate_ += energy * stiffness;
    const FreeMotion motion = compute_free_motion(omega_[i], delta_[i], H);
    end_value_[i] = follow.sum() + motion.k * free + motion.h * free_rate;
    end_rate_[i] = follow.dot(make_first_derivatives(1)) / H - stiffness * motion.h * free +
                   (motion.k - 2 * delta_[i] * motion.h) * free_rate;
}

void ErrorModes::accept() {
    value_ = end_value_;
    rate_ = end_rate_;
}

}  // namespace ritz
