#include "engine/estimation/interval.hpp"

namespace ritz {

using Eigen::Index;

FrameRates make_frame_rates(const BodySample& sample) {
    const Mat3 W = skew(sample.w), T = skew(sample.alpha) + W * W;
    FrameRates rates;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            rates.T[3 * a + b] = T(a, b);
            rates.spin[3 * a + b] = 2 * W(a, b);
        }
    return rates;
}

IntervalResidual::IntervalResidual(const ResidualData& data) : data_(data) {
    const Index n = data.shapes(), p = data.columns();
    q_.setZero(n, polynomial_size);
    coefficients_.setZero(p, polynomial_size);
    leftover_ = column_ = VecX::Zero(p);
    place_ = rate_ = acceleration_ = VecX::Zero(n);
    terms_.setZero(n, 6);
    modal_damping_.setZero(data.mode_count(), polynomial_size);
}

/// -(loads' opposite, a-g, T, T q + 2ω~q', q + βq') and d = Vᵀρ, at a place of the curve.
void IntervalResidual::eval_columns(const BodySample& sample, double x, Eigen::Ref<VecX> a) {
    const Index n = data_.shapes(), loads = data_.loads;
    place_.noalias() = q_ * make_powers(x);
    rate_.noalias() = q_ * (make_first_derivatives(x) / length_);
    acceleration_.noalias() = q_ * (make_second_derivatives(x) / (length_ * length_));
    const FrameRates rates = make_frame_rates(sample);
    a.head(loads) = sample.loads;
    a.segment<3>(loads) = -sample.a;
    a.segment<9>(loads + 3) = -rates.T;
    for (int k = 0; k < 9; ++k) a.segment(loads + 12 + k * n, n) = -(rates.T[k] * place_ + rates.spin[k] * rate_);
    a.segment(loads + 12 + 9 * n, n) = -(place_ + data_.beta * rate_);
    a.tail(n).noalias() = data_.projection * a.head(a.size() - n);
    a.tail(n) -= acceleration_ + data_.alpha * rate_;
}

/// By the values of the run themselves: second derivatives of the curve lose digits on short intervals.
double IntervalResidual::compute_defect(const BodySample& sample) {
    const Index n = data_.shapes(), loads = data_.loads;
    const FrameRates rates = make_frame_rates(sample);
    terms_.setZero();
    terms_.col(0).noalias() = data_.projection.leftCols(loads) * sample.loads;
    terms_.col(1).noalias() = -data_.projection.middleCols(loads, 3) * sample.a;
    terms_.col(2).noalias() = -data_.projection.middleCols(loads + 3, 9) * rates.T;
    for (int k = 0; k < 9; ++k) {
        place_ = rates.T[k] * sample.q + rates.spin[k] * sample.q_dot;
        terms_.col(3).noalias() -= data_.projection.middleCols(loads + 12 + k * n, n) * place_;
    }
    place_ = sample.q + data_.beta * sample.q_dot;
    terms_.col(4).noalias() = -data_.projection.rightCols(n) * place_;
    terms_.col(5) = -sample.q_ddot - data_.alpha * sample.q_dot;
    if (data_.ratio > 0)  // of the run, whose shapes have K = Ω²
        terms_.col(5) -=
            (2 * data_.ratio * data_.projection.rightCols(n).diagonal().cwiseSqrt()).cwiseProduct(sample.q_dot);
    const double size = terms_.colwise().norm().maxCoeff();
    return size > 0 ? terms_.rowwise().sum().norm() / size : 0;
}

/// With P = ΦᵀMV, the last columns of "modes": 2ζΩ P q' in the modes, and 2ζω_{m+1} M V q' above them.
void IntervalResidual::build_damping() {
    if (data_.ratio == 0) return;
    const Index n = data_.shapes();
    PolynomialX rate = PolynomialX::Zero(n, polynomial_size);
    for (int i = 1; i < polynomial_size; ++i) rate.col(i - 1) = q_.col(i) * (i / length_);
    modal_damping_ = (2 * data_.ratio * data_.omega).asDiagonal() * (data_.modes.rightCols(n) * rate);
    static_coefficients_ = coefficients_;
    static_coefficients_.bottomRows(n) -= (2 * data_.ratio * data_.next_omega) * rate;
}

void IntervalResidual::build(std::span<const BodySample> samples, std::span<const double> places, int check) {
    const BodySample &begin = samples.front(), &end = samples.back();
    length_ = end.t - begin.t;
    const double H = length_;
    Eigen::Matrix<double, Eigen::Dynamic, polynomial_size> conditions(data_.shapes(), polynomial_size);
    conditions.leftCols<6>() << begin.q, H * begin.q_dot, H * H * begin.q_ddot, end.q, H * end.q_dot,
        H * H * end.q_ddot;
    if (check < 0) {
        q_.noalias() = conditions.leftCols<6>() * quintic_matrix();
    } else {
        for (int i = 0; i < 2; ++i) conditions.col(6 + i) = samples[static_cast<std::size_t>(septic_samples[i])].q;
        q_.noalias() = conditions * septic_matrix();
    }
    std::vector<double> fitted;
    for (std::size_t k = 0; k < places.size(); ++k)
        if (static_cast<int>(k) != check) fitted.push_back(places[k]);
    fit_ = make_fit(fitted);
    values_.resize(data_.columns(), static_cast<Index>(fitted.size()));
    Index at = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
        eval_columns(samples[k], places[k], column_);
        if (static_cast<int>(k) == check)
            leftover_ = column_;
        else
            values_.col(at++) = column_;
    }
    defect_ = compute_defect(end);
    coefficients_.noalias() = values_ * fit_;
    build_damping();
    if (check < 0)
        leftover_.setZero();
    else
        leftover_ -= coefficients_ * make_powers(places[static_cast<std::size_t>(check)]);
}

}  // namespace ritz
