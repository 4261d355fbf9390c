// Mode i above the m-th: x'' + 2δx' + ω²x = -s'' - 2δs', x(0) = -s(0), x'(0) = -s'(0). With the free motions k (from a
// unit place) and h (from a unit rate), |k| and ω|h| at most k̂, and 2δ/ω² at most Δ,
//   x  = -k s(0) - ∫ k s'                                                            first order, in any norm
//      = -k s(0) - h s'(0) - ∫ h s'' + (2δ/ω²)(k s'(0) + ∫ k s'' - s'(t))             second order
//   x' = -k' s(0) - k s'(0) - ∫ k s'',     |k'| ≤ ω k̂
//   x' = (s + x)' - s',   (s + x)' = -k' s(0) - ∫ k' s'
// Jumps of s and s' count like s(0) and s'(0).
#include "engine/estimation/dynamic_rest.hpp"

#include <algorithm>
#include <cmath>

namespace ritz {

DynamicRest::DynamicRest(const ResidualData& data) : data_(data) {
    const double w2 = data.next_omega * data.next_omega;
    const double delta = data.next_delta();
    fading_rate_ = delta > 0 ? std::min(delta, w2 / (2 * delta)) : 0;
    damping_ = data.next_lag();
    last_ = last_slope_ = VecX::Zero(data.static_count());
}

void DynamicRest::see_jumps(const VecX& value, const VecX& slope) {
    const VecX jump = value - last_, kink = slope - last_slope_;
    const double size = jump.norm(), size_K = jump.cwiseProduct(data_.static_omega).norm();
    variation_.add(size);
    variation_K_.add(size_K);
    jumps_.add(size);
    jumps_K_.add(size_K);
    slopes_.add(kink.norm());
    slopes_K_.add(kink.cwiseProduct(data_.static_omega).norm());
}

void DynamicRest::advance(const PolynomialX& s, const PolynomialX& tail, double H) {
    const double factor = std::exp(-0.5 * fading_rate_ * H);
    see_jumps(s.col(0), s.col(1) / H);
    for (FadingSum* sum : {&variation_, &variation_K_, &jumps_, &jumps_K_, &slopes_, &slopes_K_, &tail_})
        sum->fade(factor);
    s_K_ = data_.static_omega.asDiagonal() * s;
    PowerMatrix gram, gram_K;
    gram.noalias() = s.transpose() * s;
    gram_K.noalias() = s_K_.transpose() * s_K_;
    variation_.add(bound_variation(gram));
    variation_K_.add(bound_variation(gram_K));
    slopes_.add(bound_variation_of_slope(gram) / H);
    slopes_K_.add(bound_variation_of_slope(gram_K) / H);
    last_ = s.rowwise().sum();
    last_slope_.noalias() = s * make_first_derivatives(1);
    last_slope_ /= H;

    gram.noalias() = tail.transpose() * tail;
    if (last_tail_.size() == tail.rows())
        tail_jump_ = tail.col(0) - last_tail_;
    else  // other columns: as if what was there had gone
        tail_jump_.setConstant(1, last_tail_.norm() + tail.col(0).norm());
    tail_.add(tail_jump_.norm() + bound_variation(gram));
    last_tail_ = tail.rowwise().sum();
    const double left = last_tail_.norm() + tail_.value();

    const double slope = last_slope_.norm(), slope_K = last_slope_.cwiseProduct(data_.static_omega).norm();
    displacement_ = std::min(
        variation_.value(), jumps_.value() + slopes_.value() / data_.next_omega + damping_ * (slope + slopes_.value()));
    energy_norm_ =
        std::min(variation_K_.value(), jumps_K_.value() + slopes_.value() + damping_ * (slope_K + slopes_K_.value()));
    rate_ = std::min(slope + variation_K_.value(), jumps_K_.value() + slopes_.value());
    displacement_ += data_.tail[0] * left;
    energy_norm_ += data_.tail[1] * left;
    rate_ += 2 * data_.tail[1] * left;
}

/// Norms of what is past do not ask for directions; the tail is weighed by those that are left out.
void DynamicRest::take_sums(const DynamicRest& from) {
    variation_ = from.variation_, variation_K_ = from.variation_K_;
    jumps_ = from.jumps_, jumps_K_ = from.jumps_K_;
    slopes_ = from.slopes_, slopes_K_ = from.slopes_K_;
    tail_ = from.tail_;
    tail_.scale(from.data_.tail.cwiseQuotient(data_.tail.cwiseMax(1e-300)).maxCoeff());
    displacement_ = from.displacement_, energy_norm_ = from.energy_norm_, rate_ = from.rate_;
}

void DynamicRest::carry(const DynamicRest& from, const VecX& s, const VecX& slope, const VecX& tail) {
    take_sums(from);
    last_ = s;
    last_slope_ = slope;
    last_tail_ = tail;
}

void DynamicRest::carry_sizes(const DynamicRest& from) {
    take_sums(from);
    const VecX &was = from.last_, &slope = from.last_slope_, &omega = from.data_.static_omega;
    const double size = was.norm(), size_K = was.cwiseProduct(omega).norm();
    variation_.add(size), variation_K_.add(size_K);
    jumps_.add(size), jumps_K_.add(size_K);
    slopes_.add(slope.norm()), slopes_K_.add(slope.cwiseProduct(omega).norm());
    tail_.add(from.last_tail_.norm() * from.data_.tail.cwiseQuotient(data_.tail.cwiseMax(1e-300)).maxCoeff());
}

}  // namespace ritz
