#include "engine/estimation/coupled_error.hpp"

namespace ritz {

using Eigen::Index;

namespace {
constexpr double sampling_safety = 1.5;
}

CoupledError::CoupledError(const ResidualData& data)
    : data_(data),
      modes_(data.omega, data.delta),
      feedback_(PolynomialX::Zero(data.mode_count(), polynomial_size)),
      modal_missed_(VecX::Zero(data.mode_count())) {}

void CoupledError::solve(const IntervalResidual& residual, const SamplePlaces& places, bool spins) {
    modes_.prepare(residual.length(), places.places);
    modal_missed_.setZero();
    missed_ = missed_K_ = 0;
    own_.noalias() = residual.active().modes() * residual.coefficients();
    own_ -= residual.modal_damping();
    s_own_.noalias() = residual.active().statics() * residual.static_coefficients();
    if (spins)
        solve_coupled(residual, places);
    else
        solve_alone(residual);
    weigh_leftover(residual);
    collect_tail(residual);
    last_length_ = residual.length();
}

void CoupledError::solve_alone(const IntervalResidual&) {
    s_ = s_own_;
    coupling_.resize(0, polynomial_size);
    modes_.solve(own_);
    feedback_.setZero();
}

void CoupledError::gather(const std::vector<int>& spins) {
    if (spins_ == spins) return;
    spins_ = spins;
    const auto take = [&](const MatX& all, Index n) {
        MatX part(all.rows(), static_cast<Index>(spins_.size()) * n);
        for (std::size_t j = 0; j < spins_.size(); ++j)
            part.middleCols(static_cast<Index>(j) * n, n) = all.middleCols(spins_[j] * n, n);
        return part;
    };
    mode_coupling_ = take(data_.mode_coupling, data_.mode_count());
    static_coupling_ = take(data_.static_coupling, data_.mode_count());
    static_feedback_ = take(data_.feedback, data_.static_count());
}

/// What the couplings of the modes' last solution and of its static answers do to both.
void CoupledError::eval_couplings(const IntervalResidual& residual, const SamplePlaces& places) {
    const Index m = data_.mode_count(), r = data_.static_count(), count = places.powers.cols();
    const auto terms = static_cast<Index>(spins_.size());
    // -(place η + rate η') of the modes and then of the static answers, term by term.
    blocks_.resize(terms * m, count);
    static_blocks_.resize(terms * r, count);
    for (Index k = 0; k < count; ++k) {
        const SpinTerms& spin = residual.spins()[static_cast<std::size_t>(k)];
        const Index sample = places.order[static_cast<std::size_t>(k)];
        for (Index j = 0; j < terms; ++j) {
            const int g = spins_[static_cast<std::size_t>(j)];
            blocks_.col(k).segment(j * m, m) =
                -(spin.place[g] * modes_.values().col(sample) + spin.rate[g] * modes_.rates().col(sample));
        }
    }
    coupling_.noalias() = blocks_.leftCols(places.fitted) * places.fit;
    s_ = s_own_;
    s_.noalias() += static_coupling_ * coupling_;
    statics_.noalias() = s_ * places.powers;
    static_rates_.noalias() = s_ * places.slopes;
    static_rates_ /= residual.length();
    for (Index k = 0; k < count; ++k) {
        const SpinTerms& spin = residual.spins()[static_cast<std::size_t>(k)];
        for (Index j = 0; j < terms; ++j) {
            const int g = spins_[static_cast<std::size_t>(j)];
            static_blocks_.col(k).segment(j * r, r) =
                -(spin.place[g] * statics_.col(k) + spin.rate[g] * static_rates_.col(k));
        }
    }
    pieces_.noalias() = mode_coupling_ * blocks_;
    pieces_.noalias() += static_feedback_ * static_blocks_;
    next_feedback_.noalias() = pieces_.leftCols(places.fitted) * places.fit;
}

/// Solved again until next to nothing changes; what is left at the samples is weighed.
void CoupledError::solve_coupled(const IntervalResidual& residual, const SamplePlaces& places) {
    const double H = residual.length();
    gather(residual.active().spins());
    // The feedback goes on as the last interval ended.
    const Powers slopes = make_first_derivatives(1);
    next_feedback_.setZero(data_.mode_count(), polynomial_size);
    next_feedback_.col(0) = feedback_.rowwise().sum();
    if (last_length_ > 0) next_feedback_.col(1).noalias() = feedback_ * (slopes * (H / last_length_));
    for (int round = 0; round < 6; ++round) {
        feedback_.swap(next_feedback_);
        load_ = own_ + feedback_;
        modes_.solve_places(load_);
        eval_couplings(residual, places);
        if ((next_feedback_ - feedback_).norm() <= 1e-7 * load_.norm()) break;
    }
    modes_.solve(load_);
    weigh_couplings(places, H);
}

/// |∫ h ε| ≤ H |ε|/ω, which then fades, |h| ≤ 1.22 e^{-rt/2}/ω.
void CoupledError::weigh_couplings(const SamplePlaces& places, double H) {
    for (Index k = 0; k < pieces_.cols(); ++k) {
        own_missed_ = pieces_.col(k);
        own_missed_.noalias() -= feedback_ * places.powers.col(k);
        modal_missed_ = modal_missed_.cwiseMax(own_missed_.cwiseAbs());
    }
    modal_missed_.array() *= 1.22 * H / data_.omega.array();
    // What the static couplings miss between the samples, by the place that is not fitted.
    if (places.check < 0) return;
    own_missed_ = blocks_.col(places.fitted);
    own_missed_.noalias() -= coupling_ * places.powers.col(places.fitted);
    rest_missed_.noalias() = static_coupling_ * own_missed_;
    missed_ = rest_missed_.norm();
    missed_K_ = rest_missed_.cwiseProduct(data_.static_omega).norm();
}

void CoupledError::weigh_leftover(const IntervalResidual& residual) {
    const double H = residual.length();
    own_missed_.noalias() = residual.active().modes() * residual.leftover();
    rest_missed_.noalias() = residual.active().statics() * residual.leftover();
    modal_missed_.array() += 1.22 * 0.5 * sampling_safety * H * own_missed_.array().abs() / data_.omega.array();
    missed_ = sampling_safety * (missed_ + rest_missed_.norm());
    missed_K_ = sampling_safety * (missed_K_ + rest_missed_.cwiseProduct(data_.static_omega).norm());
}

void CoupledError::carry_modes(const CoupledError& from, const VecX& signs) {
    VecX value = VecX::Zero(data_.mode_count()), rate = value;
    for (Index i = 0; i < signs.size(); ++i) {
        if (signs[i] == 0) continue;
        value[i] = signs[i] * from.modes_.value()[i];
        rate[i] = signs[i] * from.modes_.rate()[i];
        feedback_.row(i) = signs[i] * from.feedback_.row(i);
    }
    modes_.set(value, rate);
    last_length_ = from.last_length_;
}

bool CoupledError::carry_answers(const CoupledError& from, const VecX& signs, const IntervalResidual& residual,
                                 bool spins) {
    s_.noalias() = residual.active().statics() * residual.static_coefficients();
    coupling_.resize(0, polynomial_size);
    if (spins) {
        gather(residual.active().spins());
        const Index m = data_.mode_count();
        if (spins_ != from.spins_ || from.coupling_.rows() != static_cast<Index>(spins_.size()) * m) return false;
        coupling_.resize(from.coupling_.rows(), polynomial_size);
        for (Index j = 0; j * m < coupling_.rows(); ++j)
            coupling_.middleRows(j * m, m) = signs.asDiagonal() * from.coupling_.middleRows(j * m, m);
        s_.noalias() += static_coupling_ * coupling_;
    }
    collect_tail(residual);
    return true;
}

void CoupledError::collect_tail(const IntervalResidual& residual) {
    const PolynomialX& a = residual.static_coefficients();
    const Index m = data_.mode_count(), p = a.rows();
    tail_.resize(p + coupling_.rows(), polynomial_size);
    tail_.topRows(p).array() = a.array().colwise() * residual.active().inverse_weights().array();
    for (Index j = 0; j * m < coupling_.rows(); ++j)
        tail_.middleRows(p + j * m, m).array() =
            coupling_.middleRows(j * m, m).array().colwise() *
            data_.inverse_coupling_weights.segment(spins_[static_cast<std::size_t>(j)] * m, m).array();
}

}  // namespace ritz
