#include "reduction/channels.hpp"

#include <fmt/format.h>

#include <map>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// Motions of one marker or track times the directions of its channels.
SparseMat combine(const SparseMat& motion, const Triplets& directions, Index channels) {
    SparseMat D(motion.rows(), channels);
    D.setFromTriplets(directions.begin(), directions.end());
    return motion.transpose() * D;
}

/// Φ and Ψ one above the other.
MatX stack(const Mat3X& phi, const Mat3X& psi, Index modes) {
    MatX both = MatX::Zero(6, modes);
    if (phi.cols() == modes) both.topRows(3) = phi;
    if (psi.cols() == modes) both.bottomRows(3) = psi;
    return both;
}

const NumericTrackSpec& find_track(const ChannelBody& reduced, const Channel& channel, std::size_t nodes) {
    std::vector<std::string> known;
    for (const NumericTrackSpec& track : reduced.tracks) {
        known.push_back(track.name);
        if (track.name == channel.owner && nodes <= track.phi.size()) return track;
    }
    throw InputError(
        fmt::format("no track \"{}\" with {} points{}", channel.owner, nodes, suggest(channel.owner, known)));
}

MatX find_motion(const ChannelBody& reduced, const Channel& channel) {
    const ElasticBody& body = reduced.body;
    std::vector<std::string> known;
    if (channel.kind == ChannelKind::inertia) return stack(body.inertia.S, body.inertia.Cr0, body.modes());
    if (channel.kind == ChannelKind::marker) {
        const std::string numbered = fmt::format("node_{}", channel.index + 1);
        for (const Marker& marker : body.markers) {
            if (marker.name == channel.owner || marker.name == numbered)
                return stack(marker.phi, marker.psi, body.modes());
            known.push_back(marker.name);
        }
        throw InputError(fmt::format("no marker \"{}\"{}", channel.owner, suggest(channel.owner, known)));
    }
    const auto node = static_cast<std::size_t>(channel.node);
    const NumericTrackSpec& track = find_track(reduced, channel, node + 1);
    return stack(track.phi[node], node < track.psi.size() ? track.psi[node] : Mat3X(), body.modes());
}

/// The modes' share of the channel's unit load.
VecX find_load(const ChannelBody& reduced, const Channel& channel) {
    if (channel.kind != ChannelKind::spread) return find_motion(reduced, channel).transpose() * channel.direction;
    const auto nodes = static_cast<std::size_t>(channel.pattern.cols());
    const NumericTrackSpec& track = find_track(reduced, channel, nodes);
    VecX load = VecX::Zero(reduced.body.modes());
    for (std::size_t k = 0; k < nodes; ++k)
        load += track.phi[k].transpose() * channel.pattern.col(static_cast<Index>(k));
    return load;
}

}  // namespace

SparseMat make_channel_matrix(const Structure& structure, const std::vector<Channel>& channels) {
    const auto count = static_cast<Index>(channels.size());
    std::map<std::pair<ChannelKind, int>, Triplets> directions;
    for (Index j = 0; j < count; ++j) {
        const Channel& channel = channels[static_cast<std::size_t>(j)];
        Triplets& list = directions[{channel.kind, channel.index}];
        for (int k = 0; k < 6; ++k)
            if (channel.direction[k] != 0)
                list.emplace_back(6 * channel.node + k, static_cast<int>(j), channel.direction[k]);
        for (int node = 0; node < static_cast<int>(channel.pattern.cols()); ++node)
            for (int k = 0; k < 3; ++k) list.emplace_back(6 * node + k, static_cast<int>(j), channel.pattern(k, node));
    }
    SparseMat B(structure.size(), count);
    for (const auto& [place, list] : directions) {
        const auto index = static_cast<std::size_t>(place.second);
        if (place.first == ChannelKind::marker) B += combine(structure.markers[index].motion, list, count);
        if (place.first == ChannelKind::track || place.first == ChannelKind::spread)
            B += combine(structure.tracks[index].motion, list, count);
        if (place.first == ChannelKind::inertia) {
            const MatX momentum = structure.model.M * make_rigid_modes(structure.model);
            const MatX load = structure.T.transpose() * momentum;
            B += combine(SparseMat(load.transpose().sparseView()), list, count);
        }
    }
    return B;
}

MatX make_channel_matrix(const ChannelBody& body, const std::vector<Channel>& channels) {
    MatX B(body.body.modes(), static_cast<Index>(channels.size()));
    for (std::size_t j = 0; j < channels.size(); ++j) B.col(static_cast<Index>(j)) = find_load(body, channels[j]);
    return B;
}

ReducedSystem make_channel_system(const ChannelBody& body, const std::vector<Channel>& inputs,
                                  const std::vector<Channel>& outputs) {
    return {body.body.inertia.Me, body.body.De, body.body.Ke, make_channel_matrix(body, inputs),
            make_channel_matrix(body, outputs).transpose()};
}

}  // namespace ritz
