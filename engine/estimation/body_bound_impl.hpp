#pragma once
// What a BodyBound is made of. Private to engine/estimation.
#include "engine/estimation/body_bound.hpp"
#include "engine/estimation/coupled_error.hpp"
#include "engine/estimation/dynamic_rest.hpp"

namespace ritz {

/// The kinds of intervals, by how many samples they take.
const SamplePlaces& find_kind(SampleKind kind);
/// What belongs to the places of these samples; `own` keeps it where they are of an interval that ended early.
const SamplePlaces& find_places(std::span<const BodySample> samples, std::optional<SamplePlaces>& own);

/// What changes along a run.
struct BoundNumbers {
    explicit BoundNumbers(const ResidualData& data)
        : error(data), rest(data), residual(data), modal_leftover(VecX::Zero(data.mode_count())) {}

    CoupledError error;
    DynamicRest rest;
    IntervalResidual residual;
    VecX modal_leftover;  // of each mode: what samples and couplings left
    FadingSum static_leftover, static_leftover_K;
    double epsilon = 0;  // of z
    double last_forcing = 0;
    VecX end;  // s at the end

    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.error), each(self.rest), each(self.residual);
        each(self.modal_leftover), each(self.static_leftover), each(self.static_leftover_K);
        each(self.epsilon), each(self.last_forcing);
    }
};

struct BodyBound::Impl {
    std::string body;
    NodeId node;
    BoundClaim claim;
    std::vector<BoundChannel> channels;
    BoundOptions options;
    double spacing = 0, stretch = 1;
    bool has_room = false;  // for intervals of fewer samples
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
    PolynomialX wiggle;

    void setup(const Model& model);
    void lower_claim(const std::string& reason) {
        if (claim.kind == BoundKind::bound) claim = {BoundKind::estimate, reason};
    }
    BodySample& next_sample();
    void note_unknown(const std::string& load);
    void note_defect(double t);
    void close_interval();
    void thin_out(std::size_t most);
    void add_leftovers();
    bool advance_lemma();
    void judge_sampling();
    void write_values();

    // body_bound_memory.cpp
    template <class Self, class Each>
    static void visit(Self& self, Each& each);
    VecX find_signs(const Impl& old) const;
    void carry_modes(const Impl& old);
    void carry_rest(const Impl& old, const MatX& transfer);
};

}  // namespace ritz
