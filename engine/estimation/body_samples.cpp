// A load (f, m) at the place p of a marker acts on the coordinates of its node, u and θ, by f and Hᵀ(m + (p - p_M) × f)
// (theory §1.5); on a track the shapes at s are sums over its nodes, and so are the loads.
#include "engine/estimation/body_samples.hpp"

#include <fmt/format.h>

#include "core/overloaded.hpp"

namespace ritz {
namespace {

using Eigen::Index;

Mat3 compute_H(const Vec3& theta) { return compute_rotation_rate(theta, Vec3::Zero()).H; }

}  // namespace

void size_sample(const ResidualData& data, BodySample& sample) {
    const Index n = data.shapes();
    sample.q.setZero(n);
    sample.q_dot.setZero(n);
    sample.q_ddot.setZero(n);
    sample.loads.setZero(data.loads);
}

BodySampler::BodySampler(const Model& model, NodeId node, const ResidualData& data)
    : node_(node), body_(model.elastic_bodies[*model.nodes[node].elastic]) {
    Index first = 6 * static_cast<Index>(body_->markers.size());
    for (std::size_t i = 0; i < data.track_points.size() && i < body_->tracks.size(); ++i) {
        const Mat3X points = data.track_points[i];
        const Index k = points.cols();
        const Track& own = body_->tracks[i].second;
        const auto* spline = std::get_if<SplineTrack>(&own);
        if (spline == nullptr && !std::holds_alternative<BeamTrack>(own)) break;
        std::vector<Mat3X> shares;
        for (Index j = 0; j < k; ++j) {
            shares.emplace_back(Mat3X::Zero(3, k));
            shares.back()(0, j) = 1;
        }
        SpreadTrack spread{body_->tracks[i].first,
                           SplineTrack(points, shares, shares, spline != nullptr && spline->closed(),
                                       spline != nullptr ? spline->up() : Vec3::UnitZ()),
                           {},
                           {},
                           first,
                           k};
        spread.sample = make_track_sample(spread.track);
        spread.own = make_track_sample(body_->tracks[i].second);
        tracks_.push_back(std::move(spread));
        first += 6 * k;
    }
    spread_.resize(model.tracks.size());
    for (const TrackId id : model.tracks.ids()) {
        // "body.track" of any body: only this one's are asked for
        const std::string& name = model.track_names[id];
        for (std::size_t i = 0; i < tracks_.size(); ++i)
            if (name.ends_with("." + tracks_[i].name)) spread_[id] = i;
    }
    loads_.reserve(64);
}

void BodySampler::read(const Model& model, const StateView& state, Workspace& ws, BodySample& out) {
    const Node& node = model.nodes[node_];
    const NodeData& d = ws.nodes[node_];
    out.t = state.t;
    out.q = ConstVecMap(state.q + node.eq, node.n);
    out.q_dot = ConstVecMap(state.u + node.eu, node.n);
    out.q_ddot = ws.u_dot.segment(node.eu, node.n);
    out.w = d.w;
    out.alpha = d.aw;
    out.a = d.av;
    out.loads.setZero();
    collect_body_loads(model, state, node_, ws, loads_);
    for (const BodyLoad& load : loads_)
        std::visit(
            Overloaded{[&](const MarkerLoad& at) { add_marker_load(model, load, at, out); },
                       [&](const TrackLoad& at) { add_track_load(model, load, at, out); }, [](const FrameLoad&) {}},
            load.source);
}

void BodySampler::add_marker_load(const Model&, const BodyLoad& load, const MarkerLoad& at, BodySample& out) {
    if (!at.in_body) return note_unknown("a load at a place of a beam that is no marker");
    const Marker& marker = body_->markers[at.in_body->value()];
    const Vec3 place = marker.X_RM.p + marker.phi * out.q, theta = marker.psi * out.q;
    const auto first = 6 * static_cast<Index>(at.in_body->value());
    out.loads.segment<3>(first) += load.force;
    out.loads.segment<3>(first + 3) +=
        compute_H(theta).transpose() * (load.moment + (load.p - place).cross(load.force));
}

void BodySampler::add_track_load(const Model& model, const BodyLoad& load, const TrackLoad& at, BodySample& out) {
    const Track& track = model.tracks[at.track];
    if (!spread_[at.track] || at.s < 0 ||
        (!track_is_closed(track) && at.s > track_length(tracks_[*spread_[at.track]].track)))
        return note_unknown(fmt::format("a load on the track {}, or beyond its ends", model.track_names[at.track]));
    SpreadTrack& spread = tracks_[*spread_[at.track]];
    eval_track(spread.track, at.s, spread.sample);
    eval_track(track, at.s, spread.own);
    const auto shares = spread.sample.phi.row(0);
    const Vec3 place = spread.own.c + spread.own.phi * out.q, theta = spread.own.psi * out.q;
    const Vec3 moment = compute_H(theta).transpose() * (load.moment + (load.p - place).cross(load.force));
    for (Index j = 0; j < spread.nodes; ++j) {
        out.loads.segment<3>(spread.first + 6 * j) += shares[j] * load.force;
        out.loads.segment<3>(spread.first + 6 * j + 3) += shares[j] * moment;
    }
}

}  // namespace ritz
