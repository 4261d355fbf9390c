#include "engine/simulation/track_ends.hpp"

#include <algorithm>

namespace ritz {

bool keep_on_tracks(const Model& model, State& state) {
    const auto is_inside = [&](TrackId track, double s) { return is_on_track(model.tracks[track], s); };
    const auto put_inside = [&](TrackId track, double& s) {
        if (!is_inside(track, s)) s = std::clamp(s, 0.0, track_length(model.tracks[track]));
    };
    for (const Node& node : model.nodes) {
        if (node.kind != JointKind::slide) continue;
        if (node.motion && !is_inside(*node.track, model.motions[*node.motion].value(state.t))) return false;
        if (!node.motion) put_inside(*node.track, state.q[node.q]);
    }
    for (const LoopConstraint& loop : model.loops)
        if (loop.s) put_inside(*loop.track, state.q[*loop.s]);
    return true;
}

}  // namespace ritz
