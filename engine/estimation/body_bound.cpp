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

#include "engine/estimation/body_bound_impl.hpp"

namespace ritz {

using Eigen::Index;

namespace {

constexpr double sampling_safety = 1.5;
// Of Vᵀρ beside its terms. What the lowest stiffness of a slender solid leaves of Ke was seen up to 1e-9.
constexpr double largest_defect = 1e-8;

}  // namespace

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
        last_taken = 0;
        return;
    }
    // An interval that ended early has fewer places, elsewhere; of too many only as many as a polynomial takes.
    const bool is_regular = taken == samples.size() && taken == 1 + ritz::sample_places.size();
    if (!is_regular)
        while (taken > polynomial_size) {
            for (std::size_t k = 1; k + 2 < taken; ++k) std::swap(samples[k], samples[k + 1]);
            std::swap(samples[taken - 2], samples[taken - 1]);
            --taken;
        }
    std::vector<double> places;
    for (std::size_t k = 0; k < taken; ++k) places.push_back((samples[k].t - begin) / length);
    places.back() = 1;
    BoundNumbers& at = *numbers;
    at.residual.build({samples.data(), taken}, places, is_regular ? check_sample : -1);
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
    MatX tail(data->weights.size() + data->coupling_weights.size(), polynomial_size);
    tail << data->weights.cwiseInverse().asDiagonal() * at.residual.static_coefficients(),
        data->coupling_weights.cwiseInverse().asDiagonal() * at.coupling;
    at.rest.advance(at.s, tail, length);
    at.modes.accept();
    if (!advance_lemma()) {
        claim = {BoundKind::none, fmt::format("at t = {:.6g} s its frame spins nearly as fast as its lowest frequency, "
                                              "where the theory of the bound ends",
                                              samples[taken - 1].t)};
        return;
    }
    if (at.residual.defect() > largest_defect) note_defect(samples[taken - 1].t);
    write_values();
    last_taken = taken;
    std::swap(samples[0], samples[taken - 1]);
    taken = 1;
}

void BodyBound::Impl::solve_without_spin() {
    BoundNumbers& at = *numbers;
    const PolynomialX& a = at.residual.coefficients();
    const PolynomialX load = data->modes * a - at.residual.modal_damping();
    at.s.noalias() = data->statics * at.residual.static_coefficients();
    at.coupling.setZero(data->coupling_weights.size(), polynomial_size);
    at.missed = at.missed_K = 0;
    at.modes.solve(load, at.residual.length(), {});
    at.feedback.setZero();
}

/// Couplings of the modes as the last solution has them; one column a place.
void BodyBound::Impl::eval_couplings(std::span<const double> places, PolynomialX& feedback, MatX& pieces) {
    BoundNumbers& at = *numbers;
    const Index m = data->mode_count(), count = static_cast<Index>(places.size());
    const double H = at.residual.length();
    const Index r = data->static_count();
    // -(T_ab η + 2ω~_ab η') of the modes and then of the static answers, block by block: one product each.
    at.blocks.resize(9 * m, count);
    at.static_blocks.resize(9 * r, count);
    for (Index k = 0; k < count; ++k) {
        const FrameRates rates = make_frame_rates(samples[static_cast<std::size_t>(k)]);
        for (int ab = 0; ab < 9; ++ab)
            at.blocks.col(k).segment(ab * m, m) =
                -(rates.T[ab] * at.modes.values().col(k) + rates.spin[ab] * at.modes.rates().col(k));
    }
    std::vector<Index> fitted;
    for (Index k = 0; k < count; ++k)
        if (count <= polynomial_size || k != check_sample) fitted.push_back(k);
    at.coupling.noalias() = MatX(at.blocks(Eigen::all, fitted)) * at.residual.fit();
    at.s.noalias() = data->statics * at.residual.static_coefficients();
    at.s.noalias() += data->static_coupling * at.coupling;
    for (Index k = 0; k < count; ++k) {
        const FrameRates rates = make_frame_rates(samples[static_cast<std::size_t>(k)]);
        const double x = places[static_cast<std::size_t>(k)];
        at.static_value.noalias() = at.s * make_powers(x);
        at.static_rate.noalias() = at.s * (make_first_derivatives(x) / H);
        for (int ab = 0; ab < 9; ++ab)
            at.static_blocks.col(k).segment(ab * r, r) =
                -(rates.T[ab] * at.static_value + rates.spin[ab] * at.static_rate);
    }
    pieces.noalias() = data->mode_coupling * at.blocks;
    pieces.noalias() += data->feedback * at.static_blocks;
    feedback.noalias() = MatX(pieces(Eigen::all, fitted)) * at.residual.fit();
    // What the static couplings miss between the samples, by the place that is not fitted.
    at.missed = at.missed_K = 0;
    if (count > polynomial_size) {
        const VecX missed =
            data->static_coupling * (at.blocks.col(check_sample) - at.coupling * make_powers(places[check_sample]));
        at.missed = missed.norm();
        at.missed_K = missed.cwiseProduct(data->static_omega).norm();
    }
}

/// Modes and static answers act on each other: solved again until nothing changes; what is left at the samples goes
/// into the leftover of each mode.
void BodyBound::Impl::solve_with_spin(std::span<const double> places) {
    BoundNumbers& at = *numbers;
    const double H = at.residual.length();
    const PolynomialX own = data->modes * at.residual.coefficients() - at.residual.modal_damping();
    PolynomialX used = at.feedback, next;
    MatX pieces;
    used.rightCols(polynomial_size - 1).setZero();
    used.col(0) = at.feedback.rowwise().sum();  // as the last interval ended
    for (int round = 0; round < 6; ++round) {
        const PolynomialX load = own + used;
        at.modes.solve(load, H, places);
        eval_couplings(places, next, pieces);
        const double change = (next - used).norm();
        if (change <= 1e-9 * (own.norm() + used.norm())) break;  // what is left is weighed
        if (round < 5) used = next;
    }
    at.feedback = used;
    VecX missed = VecX::Zero(data->mode_count());
    for (Index k = 0; k < pieces.cols(); ++k)
        missed = missed.cwiseMax((pieces.col(k) - used * make_powers(places[static_cast<std::size_t>(k)])).cwiseAbs());
    at.modal_missed = (1.22 * H * missed).cwiseQuotient(data->omega);
}

/// Modes: |∫ h ε| ≤ H |ε|/ω, which then fades, |h| ≤ 1.22 e^{-rt/2}/ω. The others: a missed part that is zero at the
/// samples varies by at most fourteen times its largest value, or acts as a load for the length of the interval.
void BodyBound::Impl::add_leftovers() {
    BoundNumbers& at = *numbers;
    const double H = at.residual.length();
    const VecX &eps = at.residual.leftover(), own = (data->modes * eps).cwiseAbs(), rest = data->statics * eps;
    at.modal_leftover.array() *= (-0.5 * H * modal_fading.array()).exp();
    at.modal_leftover += at.modal_missed;
    at.modal_missed.setZero();
    at.modal_leftover += (1.22 * 0.5 * sampling_safety * H * own).cwiseQuotient(data->omega);
    const double missed = sampling_safety * (rest.norm() + at.missed);
    const double missed_K = sampling_safety * (rest.cwiseProduct(data->static_omega).norm() + at.missed_K);
    const double factor = std::exp(-0.5 * at.rest.fading_rate() * H);
    at.static_leftover.fade(factor);
    at.static_leftover_K.fade(factor);
    at.static_leftover.add(std::min(14 * missed, 0.5 * H * missed_K));
    at.static_leftover_K.add(14 * missed_K);
}

void BodyBound::Impl::note_unknown(const std::string& load) {
    if (!claim.lacks.empty()) return;
    claim = {BoundKind::estimate, "it does not know " + load, load};
}

void BodyBound::Impl::note_defect(double t) {
    const std::string& known = sampler->unknown_load();
    const std::string load = known.empty() ? "a load" : known;
    if (!claim.lacks.empty()) return;
    claim = {
        BoundKind::estimate,
        fmt::format("at t = {:.6g} s the elastic equation of the run holds only up to {:.2g} of its terms: it does "
                    "not know {}",
                    t, numbers->residual.defect(), load),
        load};
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
    const VecX s = at.s.rowwise().sum();
    const double delta = data->delta[0], spin = end.w.norm(), first = data->omega[0];
    const double tilde = std::sqrt(std::max(first * first - spin * spin - delta * delta, 1e-300));
    const double z = at.epsilon / tilde;
    now.t = end.t;
    now.size = end.q.norm();
    now.defect = at.residual.defect();
    now.static_size = s.norm();
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
    impl_->taken = impl_->last_taken = 0;
    impl_->sampler->read(model, state, ws, impl_->next_sample());
}

void BodyBound::drop_samples_behind(double t) {
    while (impl_->taken > 1 && impl_->samples[impl_->taken - 1].t > t) --impl_->taken;
}

void BodyBound::add_sample(const Model& model, const StateView& state, Workspace& ws, bool is_node) {
    if (impl_->claim.kind != BoundKind::none) {
        impl_->sampler->read(model, state, ws, impl_->next_sample());
        if (!impl_->sampler->unknown_load().empty()) impl_->note_unknown(impl_->sampler->unknown_load());
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
