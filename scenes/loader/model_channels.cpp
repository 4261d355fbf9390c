#include "scenes/loader/model_channels.hpp"

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
    for (const NumericTrackSpec& track : reduced.tracks) {
        known.push_back(track.name);
        const auto node = static_cast<std::size_t>(channel.node);
        if (track.name == channel.owner && node < track.phi.size())
            return stack(track.phi[node], node < track.psi.size() ? track.psi[node] : Mat3X(), body.modes());
    }
    throw InputError(
        fmt::format("no track \"{}\" with a point {}{}", channel.owner, channel.node, suggest(channel.owner, known)));
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
    }
    SparseMat B(structure.size(), count);
    for (const auto& [place, list] : directions) {
        const auto index = static_cast<std::size_t>(place.second);
        if (place.first == ChannelKind::marker) B += combine(structure.markers[index].motion, list, count);
        if (place.first == ChannelKind::track) B += combine(structure.tracks[index].motion, list, count);
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
    for (std::size_t j = 0; j < channels.size(); ++j)
        B.col(static_cast<Index>(j)) = find_motion(body, channels[j]).transpose() * channels[j].direction;
    return B;
}

ReducedSystem make_channel_system(const ChannelBody& body, const std::vector<Channel>& inputs,
                                  const std::vector<Channel>& outputs) {
    return {body.body.inertia.Me, body.body.De, body.body.Ke, make_channel_matrix(body, inputs),
            make_channel_matrix(body, outputs).transpose()};
}

}  // namespace ritz
