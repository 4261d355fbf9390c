// Theory §6.4. With e = Φη + s + x + z + what samples leave:
//   η'' + 2δη' + ω²η = Φᵀρ - Φᵀ(2GΦη' + WΦη) - Φᵀ(2Gs' + Ws)      exact modes (error_modes.hpp)
//   s = K⁻¹Q(ρ - 2GΦη' - WΦη)                                      static answer of the others
//   x: their dynamics (dynamic_rest.hpp)
//   M z'' + (D + 2G) z' + (K + W) z = -2Gx' - Wx - Q(2Gs' + Ws),   |z| ≤ ε/ω̃,  ε' ≤ |f| - δ_eff ε  (the lemma)
//   f = 2|ω| (|x'| + |s'|) + g (|x| + |s|),   g = |ω|² + |α|
#include "engine/estimation/body_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/estimation/dynamic_rest.hpp"
#include "engine/estimation/error_modes.hpp"
#include "engine/estimation/interval.hpp"

namespace ritz {

using Eigen::Index;

namespace {

constexpr double sampling_safety = 1.5;

std::vector<double> list_regular_places() {
    std::vector<double> places{0};
    places.insert(places.end(), ritz::sample_places.begin(), ritz::sample_places.end());
    return places;
}

}  // namespace

/// The couplings of the terms of spin that are there: blocks of m or r columns, one a term.
struct SpinCouplings {
    std::vector<int> spins;
    MatX modes, statics, feedback;

    void gather(const ResidualData& data, const std::vector<int>& active) {
        if (spins == active) return;
        spins = active;
        const Index m = data.mode_count(), r = data.static_count();
        const auto take = [&](const MatX& all, Index n) {
            MatX part(all.rows(), static_cast<Index>(spins.size()) * n);
            for (std::size_t j = 0; j < spins.size(); ++j)
                part.middleCols(static_cast<Index>(j) * n, n) = all.middleCols(spins[j] * n, n);
            return part;
        };
        modes = take(data.mode_coupling, m);
        statics = take(data.static_coupling, m);
        feedback = take(data.feedback, r);
    }
};

/// What changes along a run.
struct BoundNumbers {
    explicit BoundNumbers(const ResidualData& data)
        : modes(data.omega, data.delta),
          rest(data),
          residual(data),
          feedback(PolynomialX::Zero(data.mode_count(), polynomial_size)),
          modal_missed(VecX::Zero(data.mode_count())),
          modal_leftover(VecX::Zero(data.mode_count())) {}

    ErrorModes modes;
    DynamicRest rest;
    IntervalResidual residual;
    SpinCouplings couplings;
    PolynomialX own, load, feedback, next_feedback, s, s_own, tail;
    MatX blocks, static_blocks, pieces, statics, static_rates;  // one column a sample
    PolynomialX coupling;                                       // c: coefficients of the columns M_ab Φ, one row each
    VecX modal_missed;                                          // on this interval, of the couplings
    VecX modal_leftover;                                        // of each mode: what samples and couplings left
    VecX own_missed, rest_missed;
    double missed = 0, missed_K = 0;  // by the static couplings on this interval
    FadingSum static_leftover, static_leftover_K;
    double epsilon = 0;  // of z
    double last_forcing = 0;
    double last_length = 0;
};

struct BodyBound::Impl {
    std::string body;
    NodeId node;
    BoundClaim claim;
    std::vector<BoundChannel> channels;
    double spacing = 0;
    BoundValues now;
    double state_max = 0, size_max = 0;
    VecX output_max;
    std::unique_ptr<const ResidualData> data;
    VecX modal_fading;  // r of each mode [1/s]
    std::optional<BodySampler> sampler;
    std::optional<BoundNumbers> numbers;
    std::vector<BodySample> samples;  // the first `taken` are of the interval under way
    std::size_t taken = 0;
    bool spins = false;  // on the interval under way

    void setup(const Model& model, const BoundOptions& options);
    void lower_claim(const std::string& reason) {
        if (claim.kind == BoundKind::bound) claim = {BoundKind::estimate, reason};
    }
    BodySample& next_sample();
    void close_interval();
    void solve_without_spin();
    void solve_with_spin(const SamplePlaces& at);
    void eval_couplings(const SamplePlaces& at);
    void collect_tail();
    void add_leftovers();
    bool advance_lemma();
    void write_values();
};

void BodyBound::Impl::setup(const Model& model, const BoundOptions& options) {
    const ElasticBody& elastic = *model.elastic_bodies[*model.nodes[node].elastic];
    auto read = read_residual_data(elastic);
    if (const auto* reason = std::get_if<std::string>(&read)) {
        claim = {BoundKind::none, *reason};
        return;
    }
    data = std::make_unique<const ResidualData>(std::move(std::get<ResidualData>(read)));
    claim = {BoundKind::bound, ""};
    for (const Marker& marker : elastic.markers)
        for (int component = 0; component < 6; ++component) channels.push_back({marker.name, component});
    const VecX frequencies = compute_frequencies(elastic);
    spacing = options.spacing * 2 * std::numbers::pi / frequencies[frequencies.size() - 1];
    sampler.emplace(model, node, *data);
    numbers.emplace(*data);
    // δ, or of overdamped modes the slow root from below
    modal_fading =
        data->delta.cwiseMin((0.5 * data->omega.array().square() / data->delta.array().max(1e-300)).matrix());
    samples.resize(1 + ritz::sample_places.size());
    for (BodySample& sample : samples) size_sample(*data, sample);
    const auto outputs = static_cast<Index>(channels.size());
    now.output = now.corrected = now.corrected_bound = output_max = VecX::Zero(outputs);
    now.modes = now.mode_rates = VecX::Zero(data->mode_count());
}

BodySample& BodyBound::Impl::next_sample() {
    if (taken == samples.size()) {  // more than an interval has: it ended early, with steps between
        samples.emplace_back();
        size_sample(*data, samples.back());
    }
    return samples[taken++];
}

void BodyBound::Impl::close_interval() {
    const double begin = samples[0].t, length = samples[taken - 1].t - begin;
    if (!(length > 0)) {
        std::swap(samples[0], samples[taken - 1]);
        taken = 1;
        return;
    }
    // An interval that ended early has fewer places, elsewhere; of too many only as many as a polynomial takes.
    static const SamplePlaces regular(list_regular_places(), check_sample);
    std::optional<SamplePlaces> own_places;
    const bool is_regular = taken == samples.size() && taken == 1 + ritz::sample_places.size();
    if (!is_regular) {
        while (taken > polynomial_size) {
            for (std::size_t k = 1; k + 2 < taken; ++k) std::swap(samples[k], samples[k + 1]);
            std::swap(samples[taken - 2], samples[taken - 1]);
            --taken;
        }
        std::vector<double> places;
        for (std::size_t k = 0; k < taken; ++k) places.push_back((samples[k].t - begin) / length);
        places.back() = 1;
        own_places.emplace(std::move(places), -1);
    }
    const SamplePlaces& places = is_regular ? regular : *own_places;
    BoundNumbers& at = *numbers;
    at.residual.build({samples.data(), taken}, places);
    at.modes.prepare(length, places.places);
    // A spin of rounding needs no couplings: what they would be goes into the lemma's forcing.
    const double first = data->omega[0];
    spins = false;
    for (std::size_t k = 0; k < taken; ++k)
        spins = spins || samples[k].w.norm() > 1e-10 * first || samples[k].alpha.norm() > 1e-10 * first * first;
    if (spins) {
        solve_with_spin(places);
        lower_claim(data->is_exact
                        ? "between samples, products with the spin of the frame are checked at one place only"
                        : "rotations of nodes in a spinning frame are spread over the directions");
    } else {
        solve_without_spin();
    }
    add_leftovers();
    collect_tail();
    at.rest.advance(at.s, at.tail, length);
    at.modes.accept();
    if (!advance_lemma()) {
        claim = {BoundKind::none, fmt::format("at t = {:.6g} s its frame spins nearly as fast as its lowest frequency, "
                                              "where the theory of the bound ends",
                                              samples[taken - 1].t)};
        return;
    }
    if (at.residual.defect() > 1e-7)
        lower_claim(
            fmt::format("at t = {:.6g} s the elastic equation of the run holds only up to {:.2g} of its terms: "
                        "there is a load that the bound does not know",
                        samples[taken - 1].t, at.residual.defect()));
    write_values();
    at.last_length = length;
    std::swap(samples[0], samples[taken - 1]);
    taken = 1;
}

void BodyBound::Impl::solve_without_spin() {
    BoundNumbers& at = *numbers;
    at.load.noalias() = at.residual.active().modes() * at.residual.coefficients();
    at.load -= at.residual.modal_damping();
    at.s.noalias() = at.residual.active().statics() * at.residual.static_coefficients();
    at.coupling.resize(0, polynomial_size);
    at.missed = at.missed_K = 0;
    at.modes.solve(at.load);
    at.feedback.setZero();
}

/// What the couplings of the modes' last solution and of its static answers do to both.
void BodyBound::Impl::eval_couplings(const SamplePlaces& at_places) {
    BoundNumbers& at = *numbers;
    const Index m = data->mode_count(), r = data->static_count(), count = at_places.powers.cols();
    const std::vector<int>& spins_of = at.couplings.spins;
    // -(place η + rate η') of the modes and then of the static answers, term by term.
    at.blocks.resize(static_cast<Index>(spins_of.size()) * m, count);
    at.static_blocks.resize(static_cast<Index>(spins_of.size()) * r, count);
    for (Index k = 0; k < count; ++k) {
        const SpinTerms& terms = at.residual.spins()[static_cast<std::size_t>(k)];
        const Index sample = at_places.order[static_cast<std::size_t>(k)];
        for (std::size_t j = 0; j < spins_of.size(); ++j)
            at.blocks.col(k).segment(static_cast<Index>(j) * m, m) =
                -(terms.place[spins_of[j]] * at.modes.values().col(sample) +
                  terms.rate[spins_of[j]] * at.modes.rates().col(sample));
    }
    at.coupling.noalias() = at.blocks.leftCols(at_places.fitted) * at_places.fit;
    at.s = at.s_own;
    at.s.noalias() += at.couplings.statics * at.coupling;
    at.statics.noalias() = at.s * at_places.powers;
    at.static_rates.noalias() = at.s * at_places.slopes;
    at.static_rates /= at.residual.length();
    for (Index k = 0; k < count; ++k) {
        const SpinTerms& terms = at.residual.spins()[static_cast<std::size_t>(k)];
        for (std::size_t j = 0; j < spins_of.size(); ++j)
            at.static_blocks.col(k).segment(static_cast<Index>(j) * r, r) =
                -(terms.place[spins_of[j]] * at.statics.col(k) + terms.rate[spins_of[j]] * at.static_rates.col(k));
    }
    at.pieces.noalias() = at.couplings.modes * at.blocks;
    at.pieces.noalias() += at.couplings.feedback * at.static_blocks;
    at.next_feedback.noalias() = at.pieces.leftCols(at_places.fitted) * at_places.fit;
}

/// Modes and static answers act on each other: solved again until next to nothing changes; what is left at the samples
/// goes into the leftover of each mode.
void BodyBound::Impl::solve_with_spin(const SamplePlaces& places) {
    BoundNumbers& at = *numbers;
    const double H = at.residual.length();
    at.couplings.gather(*data, at.residual.active().spins());
    at.own.noalias() = at.residual.active().modes() * at.residual.coefficients();
    at.own -= at.residual.modal_damping();
    at.s_own.noalias() = at.residual.active().statics() * at.residual.static_coefficients();
    // The feedback goes on as the last interval ended.
    const Powers slopes = make_first_derivatives(1);
    at.next_feedback.setZero(data->mode_count(), polynomial_size);
    at.next_feedback.col(0) = at.feedback.rowwise().sum();
    if (at.last_length > 0) at.next_feedback.col(1).noalias() = at.feedback * (slopes * (H / at.last_length));
    for (int round = 0; round < 6; ++round) {
        at.feedback.swap(at.next_feedback);
        at.load = at.own + at.feedback;
        at.modes.solve_places(at.load);
        eval_couplings(places);
        // What is left is weighed.
        if ((at.next_feedback - at.feedback).norm() <= 1e-7 * at.load.norm()) break;
    }
    at.modes.solve(at.load);
    at.modal_missed.setZero();
    for (Index k = 0; k < at.pieces.cols(); ++k) {
        at.own_missed = at.pieces.col(k);
        at.own_missed.noalias() -= at.feedback * places.powers.col(k);
        at.modal_missed = at.modal_missed.cwiseMax(at.own_missed.cwiseAbs());
    }
    at.modal_missed.array() *= 1.22 * H / data->omega.array();
    // What the static couplings miss between the samples, by the place that is not fitted.
    at.missed = at.missed_K = 0;
    if (places.check < 0) return;
    VecX& missed = at.own_missed;
    missed = at.blocks.col(places.fitted);
    missed.noalias() -= at.coupling * places.powers.col(places.fitted);
    at.rest_missed.noalias() = at.couplings.statics * missed;
    at.missed = at.rest_missed.norm();
    at.missed_K = at.rest_missed.cwiseProduct(data->static_omega).norm();
}

/// (a, c)/weights of the columns that there are.
void BodyBound::Impl::collect_tail() {
    BoundNumbers& at = *numbers;
    const PolynomialX& a = at.residual.static_coefficients();
    const Index m = data->mode_count(), p = a.rows();
    at.tail.resize(p + at.coupling.rows(), polynomial_size);
    at.tail.topRows(p).array() = a.array().colwise() * at.residual.active().inverse_weights().array();
    for (std::size_t j = 0; static_cast<Index>(j) * m < at.coupling.rows(); ++j) {
        const Index row = static_cast<Index>(j) * m;
        at.tail.middleRows(p + row, m).array() =
            at.coupling.middleRows(row, m).array().colwise() *
            data->inverse_coupling_weights.segment(at.couplings.spins[j] * m, m).array();
    }
}

/// Modes: |∫ h ε| ≤ H |ε|/ω, which then fades, |h| ≤ 1.22 e^{-rt/2}/ω. The others: a missed part that is zero at the
/// samples varies by at most fourteen times its largest value, or acts as a load for the length of the interval.
void BodyBound::Impl::add_leftovers() {
    BoundNumbers& at = *numbers;
    const double H = at.residual.length();
    const VecX& eps = at.residual.leftover();
    at.own_missed.noalias() = at.residual.active().modes() * eps;
    at.rest_missed.noalias() = at.residual.active().statics() * eps;
    const VecX &own = at.own_missed, &rest = at.rest_missed;
    at.modal_leftover.array() *= (-0.5 * H * modal_fading.array()).exp();
    at.modal_leftover += at.modal_missed;
    at.modal_missed.setZero();
    at.modal_leftover.array() += 1.22 * 0.5 * sampling_safety * H * own.array().abs() / data->omega.array();
    const double missed = sampling_safety * (rest.norm() + at.missed);
    const double missed_K = sampling_safety * (rest.cwiseProduct(data->static_omega).norm() + at.missed_K);
    const double factor = std::exp(-0.5 * at.rest.fading_rate() * H);
    at.static_leftover.fade(factor);
    at.static_leftover_K.fade(factor);
    at.static_leftover.add(std::min(14 * missed, 0.5 * H * missed_K));
    at.static_leftover_K.add(14 * missed_K);
}

/// False where the lemma does not hold.
bool BodyBound::Impl::advance_lemma() {
    BoundNumbers& at = *numbers;
    double spin = 0, turn = 0;
    for (std::size_t k = 0; k < taken; ++k) {
        spin = std::max(spin, samples[k].w.norm());
        turn = std::max(turn, samples[k].alpha.norm());
    }
    if (spin == 0 && turn == 0 && at.epsilon == 0) return true;
    const double delta = data->delta[0], first = data->omega[0], H = at.residual.length();
    const double soft = first * first - spin * spin - delta * delta;
    if (!(soft > 0)) return false;
    const double tilde = std::sqrt(soft), g = spin * spin + turn;
    double s = 0, s_dot = 0;
    for (const double x : {0.0, 0.1, 0.35, 0.5, 0.65, 0.9, 1.0}) {
        s = std::max(s, (at.s * make_powers(x)).norm());
        s_dot = std::max(s_dot, (at.s * make_first_derivatives(x)).norm() / H);
    }
    double forcing = 2 * spin * (at.rest.rate() + s_dot + at.modes.free_rate()) +
                     g * (at.rest.displacement() + s + at.modes.free_value() + at.modal_leftover.norm()) +
                     2 * spin * at.modal_leftover.cwiseProduct(data->omega).norm();
    if (!spins) forcing += 2 * spin * at.modes.rate().norm() + g * at.modes.value().norm();
    const double decay =
        delta * (1 - delta * data->lemma_beta() - spin / tilde) - turn / (2 * tilde) - spin * turn / (tilde * tilde);
    at.epsilon = at.epsilon * std::exp(-decay * H) +
                 H * std::max(1.0, std::exp(-decay * H)) * std::max(forcing, at.last_forcing);
    at.last_forcing = forcing;
    return true;
}

void BodyBound::Impl::write_values() {
    BoundNumbers& at = *numbers;
    const BodySample& end = samples[taken - 1];
    VecX& s = at.rest_missed;
    s = at.s.rowwise().sum();
    const double delta = data->delta[0], spin = end.w.norm(), first = data->omega[0];
    const double tilde = std::sqrt(std::max(first * first - spin * spin - delta * delta, 1e-300));
    const double z = at.epsilon / tilde;
    now.t = end.t;
    now.size = end.q.norm();
    now.defect = at.residual.defect();
    now.modes = at.modes.value();
    now.mode_rates = at.modes.rate();
    now.state = std::hypot(now.modes.norm(), s.norm() + at.rest.displacement()) + z + at.modal_leftover.norm() +
                at.static_leftover.value();
    now.corrected.noalias() = data->output_modes * now.modes + data->output_static * s;
    now.corrected_bound = data->output_rest.col(0) * (at.rest.energy_norm() + at.static_leftover_K.value()) +
                          data->output_rest.col(1) * (z * first) + data->output_modes.cwiseAbs() * at.modal_leftover;
    now.output = now.corrected.cwiseAbs() + now.corrected_bound;
    state_max = std::max(state_max, now.state);
    size_max = std::max(size_max, now.size);
    output_max = output_max.cwiseMax(now.output);
}

BodyBound::BodyBound(const Model& model, NodeId body, const BoundOptions& options) : impl_(std::make_unique<Impl>()) {
    impl_->body = model.nodes[body].name;
    impl_->node = body;
    impl_->setup(model, options);
}

BodyBound::~BodyBound() = default;
BodyBound::BodyBound(BodyBound&&) noexcept = default;
BodyBound& BodyBound::operator=(BodyBound&&) noexcept = default;

const std::string& BodyBound::body() const { return impl_->body; }
const BoundClaim& BodyBound::claim() const { return impl_->claim; }
const std::vector<BoundChannel>& BodyBound::channels() const { return impl_->channels; }
double BodyBound::spacing() const { return impl_->spacing; }

void BodyBound::start(const Model& model, const StateView& state, Workspace& ws) {
    impl_->now.t = state.t;
    if (impl_->claim.kind == BoundKind::none) return;
    impl_->taken = 0;
    impl_->sampler->read(model, state, ws, impl_->next_sample());
}

void BodyBound::drop_samples_behind(double t) {
    while (impl_->taken > 1 && impl_->samples[impl_->taken - 1].t > t) --impl_->taken;
}

void BodyBound::add_sample(const Model& model, const StateView& state, Workspace& ws, bool is_node) {
    if (impl_->claim.kind != BoundKind::none) {
        impl_->sampler->read(model, state, ws, impl_->next_sample());
        if (!impl_->sampler->unknown_load().empty())
            impl_->lower_claim("it does not know " + impl_->sampler->unknown_load());
        if (is_node) impl_->close_interval();
    }
    if (impl_->claim.kind == BoundKind::none && is_node) impl_->now.t = state.t;
}

const std::array<double, 8>& BodyBound::sample_places() { return ritz::sample_places; }
const BoundValues& BodyBound::now() const { return impl_->now; }
double BodyBound::state_max() const { return impl_->state_max; }
double BodyBound::size_max() const { return impl_->size_max; }
const VecX& BodyBound::output_max() const { return impl_->output_max; }

}  // namespace ritz
