// With x = (t - t0)/H: η_xx + 2δH η_x + (ωH)² η = H² p(x). Slow modes, ωH < 3, by the power series of their solution,
//   (j+1)(j+2) c_{j+2} = H² p_j - 2δH (j+1) c_{j+1} - (ωH)² c_j
// which then converges to rounding within forty terms. Fast ones by the only polynomial e(x) that solves the
// equation, found from its highest power down, and a free oscillation.
#include "engine/estimation/error_modes.hpp"

#include <algorithm>
#include <array>
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

ErrorModes::ErrorModes(VecX omega, VecX delta) : omega_(std::move(omega)), delta_(std::move(delta)) {
    const Index m = omega_.size();
    value_ = rate_ = end_value_ = end_rate_ = free_ = free_speed_ = VecX::Zero(m);
}

void ErrorModes::prepare(double H, std::span<const double> places) {
    // Lengths between multiples of a step differ by rounding.
    if (std::abs(H - prepared_) <= 1e-11 * H &&
        std::equal(places.begin(), places.end(), places_.begin(), places_.end()))
        return;
    prepared_ = H;
    places_.assign(places.begin(), places.end());
    const Index m = omega_.size();
    at_places_.resize(places.size());
    rates_at_places_.resize(places.size());
    for (Response& each : at_places_) each.setZero(m, causes);
    for (Response& each : rates_at_places_) each.setZero(m, causes);
    for (Response* each : {&at_end_, &rate_at_end_, &free_response_, &free_rate_response_}) each->setZero(m, causes);
    values_.setZero(m, static_cast<Index>(places.size()));
    rates_.setZero(m, static_cast<Index>(places.size()));
    for (Index i = 0; i < m; ++i) {
        if (omega_[i] * H < slow_limit && 2 * delta_[i] * H < 4)
            prepare_slow(i, H);
        else
            prepare_fast(i, H);
    }
}

void ErrorModes::apply(const Response& response, const PolynomialX& load, Eigen::Ref<VecX> out) const {
    out.array() = response.col(0).array() * value_.array() + response.col(1).array() * rate_.array();
    for (int j = 0; j < polynomial_size; ++j) out.array() += response.col(2 + j).array() * load.col(j).array();
}

void ErrorModes::solve(const PolynomialX& load) {
    apply(at_end_, load, end_value_);
    apply(rate_at_end_, load, end_rate_);
    // Of fast modes: an energy that does not grow.
    apply(free_response_, load, free_);
    apply(free_rate_response_, load, free_speed_);
    double value = 0, rate = 0;
    for (Index i = 0; i < omega_.size(); ++i) {
        const double stiffness = omega_[i] * omega_[i];
        const double energy = free_[i] * free_[i] + free_speed_[i] * free_speed_[i] / stiffness;
        value += energy;
        rate += energy * stiffness;
    }
    free_value_ = std::sqrt(value);
    free_rate_ = std::sqrt(rate);
}

void ErrorModes::solve_places(const PolynomialX& load) {
    for (std::size_t k = 0; k < places_.size(); ++k) {
        apply(at_places_[k], load, values_.col(static_cast<Index>(k)));
        apply(rates_at_places_[k], load, rates_.col(static_cast<Index>(k)));
    }
}

void ErrorModes::prepare_slow(Index i, double H) {
    constexpr int terms = 40;
    const double damping = 2 * delta_[i] * H, stiffness = omega_[i] * omega_[i] * H * H;
    for (int cause = 0; cause < causes; ++cause) {
        std::array<double, terms> c{};
        c[0] = cause == 0 ? 1 : 0;
        c[1] = cause == 1 ? H : 0;
        for (int j = 0; j + 2 < terms; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const double force = j + 2 == cause ? H * H : 0;
            c[at + 2] = (force - damping * (j + 1) * c[at + 1] - stiffness * c[at]) / ((j + 1) * (j + 2));
        }
        const auto eval = [&](double x, double& value, double& rate) {
            value = rate = 0;
            for (int j = terms - 1; j >= 0; --j) {
                rate = rate * x + value;
                value = value * x + c[static_cast<std::size_t>(j)];
            }
            rate /= H;
        };
        for (std::size_t k = 0; k < places_.size(); ++k)
            eval(places_[k], at_places_[k](i, cause), rates_at_places_[k](i, cause));
        eval(1, at_end_(i, cause), rate_at_end_(i, cause));
    }
}

void ErrorModes::prepare_fast(Index i, double H) {
    const double stiffness = omega_[i] * omega_[i], damping = 2 * delta_[i] / H, inertia = 1 / (H * H);
    const FreeMotion motion = compute_free_motion(omega_[i], delta_[i], H);
    free_response_(i, 0) = free_rate_response_(i, 1) = 1;
    for (int power = 0; power < polynomial_size; ++power) {
        std::array<double, polynomial_size + 2> e{};
        for (int j = power; j >= 0; --j) {
            const auto at = static_cast<std::size_t>(j);
            const double load = j == power ? 1 : 0;
            e[at] = (load - damping * (j + 1) * e[at + 1] - inertia * (j + 1) * (j + 2) * e[at + 2]) / stiffness;
        }
        const Powers follow = Eigen::Map<const Powers>(e.data());
        const int cause = 2 + power;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            at_places_[k](i, cause) = follow.dot(make_powers(places_[k]));
            rates_at_places_[k](i, cause) = follow.dot(make_first_derivatives(places_[k])) / H;
        }
        at_end_(i, cause) = follow.sum();
        rate_at_end_(i, cause) = follow.dot(make_first_derivatives(1)) / H;
        free_response_(i, cause) = -e[0];
        free_rate_response_(i, cause) = -e[1] / H;
    }
    at_end_.row(i) += motion.k * free_response_.row(i) + motion.h * free_rate_response_.row(i);
    rate_at_end_.row(i) += -stiffness * motion.h * free_response_.row(i) +
                           (motion.k - 2 * delta_[i] * motion.h) * free_rate_response_.row(i);
}

void ErrorModes::accept() {
    value_ = end_value_;
    rate_ = end_rate_;
}

}  // namespace ritz
