#pragma once
// What a BodyBound is made of. Private to engine/estimation.
#include "engine/estimation/body_bound.hpp"
#include "engine/estimation/dynamic_rest.hpp"
#include "engine/estimation/error_modes.hpp"
#include "engine/estimation/interval.hpp"

namespace ritz {

/// What changes along a run.
struct BoundNumbers {
    explicit BoundNumbers(const ResidualData& data)
        : modes(data.omega, data.delta, 1 + ritz::sample_places.size()),
          rest(data),
          residual(data),
          feedback(PolynomialX::Zero(data.mode_count(), polynomial_size)),
          modal_missed(VecX::Zero(data.mode_count())),
          modal_leftover(VecX::Zero(data.mode_count())) {}

    ErrorModes modes;
    DynamicRest rest;
    IntervalResidual residual;
    PolynomialX feedback, s;
    MatX blocks, static_blocks;
    VecX static_value, static_rate;
    MatX coupling;                    // c: coefficients of the columns M_ab Φ, one row each
    VecX modal_missed;                // on this interval, of the couplings
    VecX modal_leftover;              // of each mode: what samples and couplings left
    double missed = 0, missed_K = 0;  // by the static couplings on this interval
    FadingSum static_leftover, static_leftover_K;
    double epsilon = 0;  // of z
    double last_forcing = 0;

    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.modes), each(self.rest), each(self.feedback), each(self.coupling);
        each(self.modal_leftover), each(self.static_leftover), each(self.static_leftover_K);
        each(self.epsilon), each(self.last_forcing);
    }
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
    std::size_t last_taken = 0;  // samples of the interval before, as close_interval() leaves them; 0: overwritten
    bool spins = false;          // on the interval under way

    void setup(const Model& model, const BoundOptions& options);
    void lower_claim(const std::string& reason) {
        if (claim.kind == BoundKind::bound) claim = {BoundKind::estimate, reason};
    }
    BodySample& next_sample();
    void note_unknown(const std::string& load);
    void note_defect(double t);
    void close_interval();
    void solve_without_spin();
    void solve_with_spin(std::span<const double> places);
    void eval_couplings(std::span<const double> places, PolynomialX& feedback, MatX& pieces);
    void add_leftovers();
    bool advance_lemma();
    void write_values();

    // body_bound_memory.cpp
    template <class Self, class Each>
    static void visit(Self& self, Each& each);
    VecX find_signs(const Impl& old) const;
    void carry_modes(const Impl& old);
    void carry_rest(const Impl& old, const MatX& transfer);
};

}  // namespace ritz
