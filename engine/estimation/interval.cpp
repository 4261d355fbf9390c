#include "engine/estimation/interval.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"

namespace ritz {

using Eigen::Index;

ActiveColumns::ActiveColumns(const ResidualData& data)
    : data_(data), has_load_(static_cast<std::size_t>(data.loads), false) {
    gather();
}

/// Terms of spin beside which 1 - x and 1 are the same are rounding: of a motion in a plane, those out of it.
void ActiveColumns::see(std::span<const BodySample> samples) {
    const double rounding = 1e-15 * data_.omega[0];
    bool has_changed = false;
    for (const BodySample& sample : samples) {
        for (Index j = 0; j < data_.loads; ++j) {
            const auto load = static_cast<std::size_t>(j);
            if (has_load_[load] || sample.loads[j] == 0 || !data_.does_something[load]) continue;
            has_load_[load] = has_changed = true;
        }
        const SpinTerms terms = make_spin_terms(sample.w, sample.alpha);
        const double size = terms.place.norm() + data_.omega[0] * terms.rate.norm();
        for (int g = 0; g < spin_count; ++g) {
            const auto spin = static_cast<std::size_t>(g);
            const double own = std::abs(terms.place[g]) + data_.omega[0] * std::abs(terms.rate[g]);
            if (has_spin_[spin] || own <= std::max(1e-15 * size, rounding * data_.omega[0])) continue;
            has_spin_[spin] = has_changed = true;
        }
    }
    if (has_changed) gather();
}

VecX ActiveColumns::flags() const {
    VecX all(data_.loads + spin_count);
    for (Index j = 0; j < data_.loads; ++j) all[j] = has_load_[static_cast<std::size_t>(j)] ? 1 : 0;
    for (Index g = 0; g < spin_count; ++g) all[data_.loads + g] = has_spin_[static_cast<std::size_t>(g)] ? 1 : 0;
    return all;
}

void ActiveColumns::set_flags(const VecX& flags) {
    if (flags.size() != data_.loads + spin_count)
        throw InputError("the checkpoint has an error bound of a body with other loads");
    for (Index j = 0; j < data_.loads; ++j) has_load_[static_cast<std::size_t>(j)] = flags[j] != 0;
    for (Index g = 0; g < spin_count; ++g) has_spin_[static_cast<std::size_t>(g)] = flags[data_.loads + g] != 0;
    gather();
}

void ActiveColumns::gather() {
    const Index n = data_.shapes(), T = data_.loads + 3;
    loads_.clear();
    spins_.clear();
    for (Index j = 0; j < data_.loads; ++j)
        if (has_load_[static_cast<std::size_t>(j)]) loads_.push_back(j);
    for (int g = 0; g < spin_count; ++g)
        if (has_spin_[static_cast<std::size_t>(g)]) spins_.push_back(g);
    std::vector<Index> columns = loads_;
    for (Index i = 0; i < 3; ++i) columns.push_back(data_.loads + i);
    for (const int g : spins_) columns.push_back(T + g);
    for (const int g : spins_)
        for (Index i = 0; i < n; ++i) columns.push_back(T + 9 + g * n + i);
    for (Index i = 0; i < 2 * n; ++i) columns.push_back(T + 9 + 9 * n + i);
    modes_ = data_.modes(Eigen::all, columns);
    statics_ = data_.statics(Eigen::all, columns);
    inverse_weights_ = data_.inverse_weights(columns);
    columns.resize(columns.size() - static_cast<std::size_t>(n));
    projection_ = data_.projection(Eigen::all, columns);
}

SamplePlaces::SamplePlaces(std::vector<double> the_places, int the_check)
    : places(std::move(the_places)), check(the_check) {
    const auto count = static_cast<Index>(places.size());
    for (Index k = 0; k < count; ++k)
        if (k != check) order.push_back(k);
    fitted = static_cast<Index>(order.size());
    if (check >= 0) order.push_back(check);
    powers.resize(polynomial_size, count);
    slopes.resize(polynomial_size, count);
    std::vector<double> of_fit;
    for (Index k = 0; k < count; ++k) {
        const double x = places[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])];
        powers.col(k) = make_powers(x);
        slopes.col(k) = make_first_derivatives(x);
        if (k < fitted) of_fit.push_back(x);
    }
    fit = make_fit(of_fit);
}

SamplePlaces make_sample_places(SampleKind kind) {
    std::vector<double> places{0};
    if (kind == SampleKind::full) {
        places.insert(places.end(), sample_places.begin(), sample_places.end());
        return {std::move(places), check_sample};
    }
    places.insert(places.end(), light_sample_places.begin(), light_sample_places.end());
    return {std::move(places), light_check_sample};
}

IntervalResidual::IntervalResidual(const ResidualData& data) : data_(data), active_(data) {
    q_.setZero(data.shapes(), polynomial_size);
    place_.setZero(data.shapes());
    terms_.setZero(data.shapes(), 6);
    modal_damping_.setZero(data.mode_count(), polynomial_size);
}

void IntervalResidual::build_curve(std::span<const BodySample> samples, const SamplePlaces& at) {
    const BodySample &begin = samples.front(), &end = samples.back();
    const double H = length_;
    Eigen::Matrix<double, Eigen::Dynamic, polynomial_size>& conditions = rate_polynomial_;
    conditions.resize(data_.shapes(), polynomial_size);
    conditions.leftCols<6>() << begin.q, H * begin.q_dot, H * H * begin.q_ddot, end.q, H * end.q_dot,
        H * H * end.q_ddot;
    if (at.check != check_sample) {
        q_.noalias() = conditions.leftCols<6>() * quintic_matrix();
    } else {
        for (int i = 0; i < 2; ++i) conditions.col(6 + i) = samples[static_cast<std::size_t>(septic_samples[i])].q;
        q_.noalias() = conditions * septic_matrix();
    }
    curve_.noalias() = q_ * at.powers;
    rates_.noalias() = q_ * at.slopes;
    rates_ /= H;
}

/// (loads, -(a-g), -place, -(place q + rate q')) at the samples.
void IntervalResidual::eval_columns(std::span<const BodySample> samples, const SamplePlaces& at) {
    const Index n = data_.shapes(), loads = static_cast<Index>(active_.loads().size()),
                spins = static_cast<Index>(active_.spins().size()), count = static_cast<Index>(samples.size());
    values_.resize(active_.count() - 2 * n, count);
    spins_.resize(samples.size());
    for (Index k = 0; k < count; ++k) {
        const auto column = static_cast<std::size_t>(k);
        const BodySample& sample = samples[static_cast<std::size_t>(at.order[column])];
        const SpinTerms& terms = spins_[column] = make_spin_terms(sample.w, sample.alpha);
        for (Index j = 0; j < loads; ++j) values_(j, k) = sample.loads[active_.loads()[static_cast<std::size_t>(j)]];
        values_.col(k).segment<3>(loads) = -sample.a;
        for (Index j = 0; j < spins; ++j) {
            const int g = active_.spins()[static_cast<std::size_t>(j)];
            values_(loads + 3 + j, k) = -terms.place[g];
            values_.col(k).segment(loads + 3 + spins + j * n, n) =
                -(terms.place[g] * curve_.col(k) + terms.rate[g] * rates_.col(k));
        }
    }
}

/// The fitted columns, and from these those of the curve itself: -(q + βq') and d = Vᵀρ.
void IntervalResidual::fit_columns(const SamplePlaces& at) {
    const Index n = data_.shapes(), fitted = values_.rows();
    rate_polynomial_.setZero(n, polynomial_size);
    acceleration_polynomial_.setZero(n, polynomial_size);
    for (int i = 1; i < polynomial_size; ++i) rate_polynomial_.col(i - 1) = q_.col(i) * (i / length_);
    for (int i = 1; i < polynomial_size; ++i)
        acceleration_polynomial_.col(i - 1) = rate_polynomial_.col(i) * (i / length_);
    coefficients_.resize(active_.count(), polynomial_size);
    coefficients_.topRows(fitted).noalias() = values_.leftCols(at.fitted) * at.fit;
    coefficients_.middleRows(fitted, n) = -(q_ + data_.beta * rate_polynomial_);
    coefficients_.bottomRows(n) = -(acceleration_polynomial_ + data_.alpha * rate_polynomial_);
    coefficients_.bottomRows(n).noalias() += active_.projection() * coefficients_.topRows(fitted + n);
    if (data_.stiffens) assume_balance();
    leftover_.setZero(active_.count());
    if (at.check < 0) return;
    leftover_.head(fitted) = values_.col(at.fitted);
    leftover_.head(fitted).noalias() -= coefficients_.topRows(fitted) * at.powers.col(at.fitted);
    if (!data_.stiffens) leftover_.tail(n).noalias() = active_.projection().leftCols(fitted) * leftover_.head(fitted);
}

/// d as if the equation of the run held on the whole interval: it is then what stiffening did to the shapes, whose part
/// in the rest of the body is left out.
void IntervalResidual::assume_balance() {
    const Index n = data_.shapes();
    coefficients_.bottomRows(n).setZero();
    const auto stiffness = active_.projection().rightCols(n);  // of the run, whose shapes have K = Ω²
    for (Index i = 0; i < n && data_.ratio > 0; ++i)
        coefficients_.row(coefficients_.rows() - n + i) =
            2 * data_.ratio * std::sqrt(stiffness(i, i)) * rate_polynomial_.row(i);
}

/// By the values of the run themselves: second derivatives of the curve lose digits on short intervals.
double IntervalResidual::compute_defect(const BodySample& sample) {
    if (data_.stiffens) return 0;  // it has terms that are not among these
    const Index n = data_.shapes(), loads = static_cast<Index>(active_.loads().size()),
                spins = static_cast<Index>(active_.spins().size());
    const MatX& projection = active_.projection();
    const SpinTerms terms = make_spin_terms(sample.w, sample.alpha);
    terms_.setZero();
    for (Index j = 0; j < loads; ++j)
        terms_.col(0) += projection.col(j) * sample.loads[active_.loads()[static_cast<std::size_t>(j)]];
    terms_.col(1).noalias() = -projection.middleCols(loads, 3) * sample.a;
    for (Index j = 0; j < spins; ++j) {
        const int g = active_.spins()[static_cast<std::size_t>(j)];
        terms_.col(2) -= projection.col(loads + 3 + j) * terms.place[g];
        place_ = terms.place[g] * sample.q + terms.rate[g] * sample.q_dot;
        terms_.col(3).noalias() -= projection.middleCols(loads + 3 + spins + j * n, n) * place_;
    }
    place_ = sample.q + data_.beta * sample.q_dot;
    const auto stiffness = projection.rightCols(n);
    terms_.col(4).noalias() = -stiffness * place_;
    terms_.col(5) = -sample.q_ddot - data_.alpha * sample.q_dot;
    if (data_.ratio > 0)  // of the run, whose shapes have K = Ω²
        terms_.col(5) -= (2 * data_.ratio * stiffness.diagonal().cwiseSqrt()).cwiseProduct(sample.q_dot);
    const double size = terms_.colwise().norm().maxCoeff();
    return size > 0 ? terms_.rowwise().sum().norm() / size : 0;
}

/// With P = ΦᵀMV, the last columns of "modes": 2ζΩ P q' in the modes, and 2ζω_{m+1} M V q' above them.
void IntervalResidual::build_damping() {
    if (data_.ratio == 0) return;
    const Index n = data_.shapes();
    const PolynomialX& rate = rate_polynomial_;
    modal_damping_.noalias() = data_.modes.rightCols(n) * rate;
    modal_damping_.array().colwise() *= 2 * data_.ratio * data_.omega.array();
    static_coefficients_ = coefficients_;
    static_coefficients_.bottomRows(n) -= (2 * data_.ratio * data_.next_omega) * rate;
}

void IntervalResidual::build(std::span<const BodySample> samples, const SamplePlaces& at) {
    length_ = samples.back().t - samples.front().t;
    active_.see(samples);
    build_curve(samples, at);
    eval_columns(samples, at);
    defect_ = compute_defect(samples.back());
    fit_columns(at);
    build_damping();
}

}  // namespace ritz
