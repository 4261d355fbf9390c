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

// Of Vᵀρ beside its terms. What the lowest stiffness of a slender solid leaves of Ke was seen up to 1e-9.
constexpr double largest_defect = 1e-8;

}  // namespace

/// The kinds of intervals, by how many samples they take.
const SamplePlaces& find_kind(SampleKind kind) {
    static const SamplePlaces full = make_sample_places(SampleKind::full),
                              light = make_sample_places(SampleKind::light);
    return kind == SampleKind::full ? full : light;
}

/// Whether samples lie where intervals of this kind have them.
bool is_of_kind(const SamplePlaces& kind, std::span<const BodySample> samples) {
    if (samples.size() != kind.places.size()) return false;
    const double begin = samples.front().t, length = samples.back().t - begin;
    for (std::size_t k = 0; k < samples.size(); ++k)
        if (std::abs(samples[k].t - begin - kind.places[k] * length) > 1e-7 * length) return false;
    return true;
}

/// What belongs to the places of these samples; `own` keeps it where they are of an interval that ended early.
const SamplePlaces& find_places(std::span<const BodySample> samples, std::optional<SamplePlaces>& own) {
    for (const SampleKind kind : {SampleKind::full, SampleKind::light})
        if (is_of_kind(find_kind(kind), samples)) return find_kind(kind);
    const double begin = samples.front().t, length = samples.back().t - begin;
    std::vector<double> list;
    for (const BodySample& sample : samples) list.push_back((sample.t - begin) / length);
    list.back() = 1;
    return own.emplace(std::move(list), -1);
}

void BodyBound::Impl::setup(const Model& model) {
    const ElasticBody& elastic = *model.elastic_bodies[*model.nodes[node].elastic];
    auto read = read_residual_data(elastic);
    if (const auto* reason = std::get_if<std::string>(&read)) {
        claim = {BoundKind::none, *reason};
        return;
    }
    data = std::make_unique<const ResidualData>(std::move(std::get<ResidualData>(read)));
    claim = {BoundKind::bound, ""};
    if (data->stiffens) lower_claim("what geometric stiffening does is known of the shapes only, not of the error");
    for (const Marker& marker : elastic.markers)
        for (int component = 0; component < 6; ++component) channels.push_back({marker.name, component});
    const VecX frequencies = compute_frequencies(elastic);
    spacing = options.spacing * 2 * std::numbers::pi / frequencies[frequencies.size() - 1];
    sampler.emplace(model, node, *data);
    numbers.emplace(*data);
    // δ, or of overdamped modes the slow root from below
    modal_fading =
        data->delta.cwiseMin((0.5 * data->omega.array().square() / data->delta.array().max(1e-300)).matrix());
    samples.resize(find_kind(SampleKind::full).places.size());
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
    const bool is_whole = is_of_kind(find_kind(SampleKind::full), {samples.data(), taken}) ||
                          is_of_kind(find_kind(SampleKind::light), {samples.data(), taken});
    if (!is_whole) thin_out(polynomial_size);  // it ended early
    std::optional<SamplePlaces> own;
    const SamplePlaces& places = find_places({samples.data(), taken}, own);
    BoundNumbers& at = *numbers;
    at.residual.build({samples.data(), taken}, places);
    // A spin of rounding needs no couplings: what they would be goes into the lemma's forcing.
    const double first = data->omega[0];
    spins = false;
    for (std::size_t k = 0; k < taken; ++k)
        spins = spins || samples[k].w.norm() > 1e-10 * first || samples[k].alpha.norm() > 1e-10 * first * first;
    if (spins)
        lower_claim(data->is_exact
                        ? "between samples, products with the spin of the frame are checked at one place only"
                        : "rotations of nodes in a spinning frame are spread over the directions");
    at.error.solve(at.residual, places, spins);
    add_leftovers();
    at.rest.advance(at.error.s(), at.error.tail(), length);
    at.error.accept();
    if (!advance_lemma()) {
        claim = {BoundKind::none, fmt::format("at t = {:.6g} s its frame spins nearly as fast as its lowest frequency, "
                                              "where the theory of the bound ends",
                                              samples[taken - 1].t)};
        return;
    }
    if (at.residual.defect() > largest_defect) note_defect(samples[taken - 1].t);
    write_values();
    judge_sampling();
    last_taken = taken;
    std::swap(samples[0], samples[taken - 1]);
    taken = 1;
}

/// Of too many samples only as many as a polynomial takes.
void BodyBound::Impl::thin_out(std::size_t most) {
    while (taken > most) {
        for (std::size_t k = 1; k + 2 < taken; ++k) std::swap(samples[k], samples[k + 1]);
        std::swap(samples[taken - 2], samples[taken - 1]);
        --taken;
    }
}

/// A missed part of the static answers that is zero at the samples varies by at most fourteen times its largest value,
/// or acts as a load for the length of the interval.
void BodyBound::Impl::add_leftovers() {
    BoundNumbers& at = *numbers;
    const double H = at.residual.length();
    at.modal_leftover.array() *= (-0.5 * H * modal_fading.array()).exp();
    at.modal_leftover += at.error.modal_missed();
    const double factor = std::exp(-0.5 * at.rest.fading_rate() * H);
    at.static_leftover.fade(factor);
    at.static_leftover_K.fade(factor);
    at.static_leftover.add(std::min(14 * at.error.missed(), 0.5 * H * at.error.missed_K()));
    at.static_leftover_K.add(14 * at.error.missed_K());
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
    const PolynomialX& of_s = at.error.s();
    double s = 0, s_dot = 0;
    for (const double x : {0.0, 0.1, 0.35, 0.5, 0.65, 0.9, 1.0}) {
        s = std::max(s, (of_s * make_powers(x)).norm());
        s_dot = std::max(s_dot, (of_s * make_first_derivatives(x)).norm() / H);
    }
    double forcing = 2 * spin * (at.rest.rate() + s_dot + at.error.modes().free_rate()) +
                     g * (at.rest.displacement() + s + at.error.modes().free_value() + at.modal_leftover.norm()) +
                     2 * spin * at.modal_leftover.cwiseProduct(data->omega).norm();
    if (!spins) forcing += 2 * spin * at.error.modes().rate().norm() + g * at.error.modes().value().norm();
    const double decay =
        delta * (1 - delta * data->lemma_beta() - spin / tilde) - turn / (2 * tilde) - spin * turn / (tilde * tilde);
    at.epsilon = at.epsilon * std::exp(-decay * H) +
                 H * std::max(1.0, std::exp(-decay * H)) * std::max(forcing, at.last_forcing);
    at.last_forcing = forcing;
    return true;
}

/// What this interval's samples added to the bound beside what they may: a share of it in the time in which that fades.
/// The added falls as the fifth power of the length or faster. With half as many samples it is as its root, by its
/// size.
void BodyBound::Impl::judge_sampling() {
    const BoundNumbers& at = *numbers;
    const double H = at.residual.length(), first = data->omega[0];
    double spin = 0;
    for (std::size_t k = 0; k < taken; ++k) spin = std::max(spin, samples[k].w.norm());
    // In the shapes: how much the curve between the nodes is another motion than that of the run.
    const Index n = data->shapes();
    wiggle.noalias() = at.residual.active().statics().rightCols(n) * at.residual.coefficients().bottomRows(n);
    const double of_modes =
        at.error.modal_missed().norm() +
        2 * spin * H / first *
            (at.error.modes().free_rate() + at.error.modal_missed().cwiseProduct(data->omega).norm());
    const double of_rest = std::min(14 * at.error.missed(), 0.5 * H * at.error.missed_K()) +
                           wiggle.colwise().norm().tail<polynomial_size - 1>().sum();
    const auto share_of_time = [&](double fading) {
        return std::min(1.0, H * std::max(1 / options.horizon, 0.5 * fading));
    };
    const double size = std::max(now.state, 1e-7 * size_max);
    const double part =
        of_modes / share_of_time(modal_fading.minCoeff()) + of_rest / share_of_time(at.rest.fading_rate());
    const double allowed = options.share * size;
    stretch = std::clamp(std::pow(allowed / std::max(part, 1e-300), 0.2), 0.5, 2.0);
    has_room = part * size < 0.1 * allowed * allowed * share_of_time(modal_fading.minCoeff());
}

void BodyBound::Impl::write_values() {
    BoundNumbers& at = *numbers;
    const BodySample& end = samples[taken - 1];
    VecX& s = at.end;
    s = at.error.s().rowwise().sum();
    const double delta = data->delta[0], spin = end.w.norm(), first = data->omega[0];
    const double tilde = std::sqrt(std::max(first * first - spin * spin - delta * delta, 1e-300));
    const double z = at.epsilon / tilde;
    now.t = end.t;
    now.size = end.q.norm();
    now.defect = at.residual.defect();
    now.static_size = s.norm();
    now.modes = at.error.modes().value();
    now.mode_rates = at.error.modes().rate();
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
    impl_->options = options;
    impl_->setup(model);
}

BodyBound::~BodyBound() = default;
BodyBound::BodyBound(BodyBound&&) noexcept = default;
BodyBound& BodyBound::operator=(BodyBound&&) noexcept = default;

const std::string& BodyBound::body() const { return impl_->body; }
const BoundClaim& BodyBound::claim() const { return impl_->claim; }
const std::vector<BoundChannel>& BodyBound::channels() const { return impl_->channels; }
double BodyBound::spacing() const { return impl_->spacing; }
double BodyBound::stretch() const { return impl_->stretch; }
bool BodyBound::has_room() const { return impl_->has_room; }
double BodyBound::largest_spacing() const {
    return impl_->data ? std::max(impl_->spacing, 1.2 / impl_->data->omega[0]) : 1e300;
}

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

std::span<const double> BodyBound::sample_places(SampleKind kind) {
    return std::span(find_kind(kind).places).subspan(1);
}
const BoundValues& BodyBound::now() const { return impl_->now; }
double BodyBound::state_max() const { return impl_->state_max; }
double BodyBound::size_max() const { return impl_->size_max; }
const VecX& BodyBound::output_max() const { return impl_->output_max; }

}  // namespace ritz
