#include "engine/estimation/body_bound.hpp"

namespace ritz {

struct BodyBound::Impl {
    std::string body;
    BoundClaim claim;
    std::vector<BoundChannel> channels;
    double spacing = 0;
    BoundValues now;
    double state_max = 0;
    VecX output_max;
};

BodyBound::BodyBound(const Model& model, NodeId body, const BoundOptions&) : impl_(std::make_unique<Impl>()) {
    impl_->body = model.nodes[body].name;
    impl_->claim.reason = "no bound is computed yet";
}

BodyBound::~BodyBound() = default;
BodyBound::BodyBound(BodyBound&&) noexcept = default;
BodyBound& BodyBound::operator=(BodyBound&&) noexcept = default;

const std::string& BodyBound::body() const { return impl_->body; }
const BoundClaim& BodyBound::claim() const { return impl_->claim; }
const std::vector<BoundChannel>& BodyBound::channels() const { return impl_->channels; }
double BodyBound::spacing() const { return impl_->spacing; }
void BodyBound::start(const StateView& state, Workspace&) { impl_->now.t = state.t; }
void BodyBound::add_sample(const StateView& state, Workspace&) { impl_->now.t = state.t; }
const std::vector<double>& BodyBound::sample_places() {
    static const std::vector<double> places = {0.2, 0.4, 0.5, 0.6, 0.8, 1.0};
    return places;
}
void BodyBound::exchange(const Model&, NodeId) {}
const BoundValues& BodyBound::now() const { return impl_->now; }
double BodyBound::state_max() const { return impl_->state_max; }
const VecX& BodyBound::output_max() const { return impl_->output_max; }

}  // namespace ritz
