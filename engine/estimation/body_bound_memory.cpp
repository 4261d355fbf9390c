// A bound as bare values, and its way over to a larger basis. With V in the span of V_new, e = u - V q and e' are the
// same on both sides; ρ jumps with q''. The old residual is one of the new data too: the curve T q(t), T the transfer,
// is the same motion, so that the last interval built again from it gives the same s in the new directions Y, and the
// jump of s is known exactly.
#include <algorithm>
#include <cmath>

#include "engine/estimation/body_bound_impl.hpp"
#include "engine/estimation/bound_memory.hpp"

namespace ritz {

using Eigen::Index;

template <class Self, class Each>
void BodyBound::Impl::visit(Self& self, Each& each) {
    auto& now = self.now;
    for (auto* number : {&now.t, &now.state, &now.size, &now.static_size, &now.defect}) each(*number);
    for (auto* list : {&now.output, &now.corrected, &now.corrected_bound, &now.modes, &now.mode_rates}) each(*list);
    each(self.state_max), each(self.size_max), each(self.output_max), each(self.stretch), each(self.has_room);
    each(self.taken), each(self.last_taken);
    each(*self.numbers);
}

void BodyBound::remember(ObserverMemory& memory) const {
    MemoryWriter write(memory);
    write(static_cast<std::size_t>(impl_->claim.kind));
    write(impl_->claim.reason);
    write(impl_->claim.lacks);
    if (impl_->claim.kind == BoundKind::none) return;
    const Impl& self = *impl_;
    write(self.samples.size());
    for (const BodySample& sample : self.samples) write(sample);
    Impl::visit(self, write);
}

void BodyBound::recall(MemoryReader& read) {
    std::size_t kind = 0, count = 0;
    read(kind);
    read(impl_->claim.reason);
    read(impl_->claim.lacks);
    impl_->claim.kind = static_cast<BoundKind>(kind);
    if (impl_->claim.kind == BoundKind::none) return;
    if (!impl_->numbers)
        throw InputError("the checkpoint has an error bound of body \"" + impl_->body + "\", which has no data");
    read(count);
    impl_->samples.resize(count);
    for (BodySample& sample : impl_->samples) read(sample);
    Impl::visit(*impl_, read);
    if (impl_->numbers->error.modes().value().size() != impl_->data->mode_count() ||
        impl_->samples.front().q.size() != impl_->data->shapes())
        throw InputError("the checkpoint has an error bound of body \"" + impl_->body + "\" with another basis");
}

/// 1 or -1 for each exact mode as the new data have it beside the old ones, by the motions of the markers; 0 where it
/// is another one (of frequencies that are equal, any mixture is a mode).
VecX BodyBound::Impl::find_signs(const Impl& old) const {
    const Index m = std::min(data->mode_count(), old.data->mode_count());
    VecX signs = VecX::Zero(m);
    for (Index i = 0; i < m; ++i) {
        const VecX a = data->output_modes.col(i), b = old.data->output_modes.col(i);
        const double sign = a.dot(b) < 0 ? -1 : 1, scale = std::max(a.norm(), b.norm());
        const bool is_same = std::abs(data->omega[i] - old.data->omega[i]) <= 1e-6 * data->omega[i] && scale > 0 &&
                             (a - sign * b).norm() <= 1e-5 * scale;
        if (is_same) signs[i] = sign;
    }
    return signs;
}

/// Modes that are not known again go on as free motions of any phase, of which only the size is known.
void BodyBound::Impl::carry_modes(const Impl& old) {
    const VecX signs = find_signs(old);
    BoundNumbers& at = *numbers;
    const BoundNumbers& from = *old.numbers;
    double lost = 0;
    for (Index i = 0; i < old.data->mode_count(); ++i) {
        if (i < signs.size() && signs[i] != 0) {
            at.modal_leftover[i] = from.modal_leftover[i];
            continue;
        }
        const double q = from.error.modes().value()[i], q_dot = from.error.modes().rate()[i];
        lost = std::hypot(lost, std::hypot(q, q_dot / old.data->omega[i]) + from.modal_leftover[i]);
    }
    for (Index i = 0; i < signs.size(); ++i)
        if (signs[i] == 0) at.modal_leftover[i] += 1.22 * lost;
    at.error.carry_modes(from.error, signs);
}

void BodyBound::Impl::carry_rest(const Impl& old, const MatX& transfer) {
    BoundNumbers& at = *numbers;
    const BoundNumbers& from = *old.numbers;
    const VecX signs = find_signs(old);
    const bool are_modes_known =
        signs.size() == old.data->mode_count() && signs.size() == data->mode_count() && signs.cwiseAbs().minCoeff() > 0;
    if (old.last_taken < 2 || data->loads != old.data->loads || (old.spins && !are_modes_known))
        return at.rest.carry_sizes(from.rest);
    std::vector<BodySample> mapped(old.samples.begin(),
                                   old.samples.begin() + static_cast<std::ptrdiff_t>(old.last_taken));
    std::swap(mapped.front(), mapped.back());  // close_interval() has put the end first
    for (BodySample& sample : mapped) {
        sample.q = transfer * sample.q;
        sample.q_dot = transfer * sample.q_dot;
        sample.q_ddot = transfer * sample.q_ddot;
    }
    std::optional<SamplePlaces> own;
    at.residual.build(mapped, find_places(mapped, own));
    if (!at.error.carry_answers(from.error, signs, at.residual, old.spins)) return at.rest.carry_sizes(from.rest);
    at.rest.carry(from.rest, at.error.s().rowwise().sum(),
                  at.error.s() * make_first_derivatives(1) / at.residual.length(), at.error.tail().rowwise().sum());
}

void BodyBound::carry_from(const BodyBound& other, const MatX& transfer) {
    const Impl& old = *other.impl_;
    Impl& self = *impl_;
    if (old.claim.kind == BoundKind::none || self.claim.kind == BoundKind::none) {
        if (self.claim.kind != BoundKind::none) self.claim = old.claim;
        return;
    }
    if (old.claim.kind == BoundKind::estimate) self.claim = old.claim;
    self.now = old.now;
    self.state_max = old.state_max;
    self.size_max = old.size_max;
    self.output_max = old.output_max;
    self.carry_modes(old);
    self.carry_rest(old, transfer);
    BoundNumbers& at = *self.numbers;
    at.static_leftover = old.numbers->static_leftover;
    at.static_leftover_K = old.numbers->static_leftover_K;
    at.epsilon = old.numbers->epsilon;
    at.last_forcing = old.numbers->last_forcing;
}

}  // namespace ritz
