#include "scenes/loader/model/track_loads.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz {
namespace {

using Eigen::Index;

const char* name_of(const PathFunctions& functions) {
    const char* names[] = {"legendre", "cubic", "fourier"};
    return names[functions.index()];
}

const std::vector<std::string>& direction_names() {
    static const std::vector<std::string> names = {"x", "y", "z", "radial"};
    return names;
}

}  // namespace

Vec3 TrackDirection::at(const FeTrackSpec& track, const Nodes& nodes, int k) const {
    if (!is_radial) return vector;
    const Vec3 middle = nodes.positions(Eigen::all, track.nodes).rowwise().mean(), up = track.up.normalized();
    const Vec3 arm = nodes.positions.col(track.nodes[static_cast<std::size_t>(k)]) - middle;
    return (arm - arm.dot(up) * up).normalized();
}

TrackDirection read_track_direction(const Reader& value) {
    const std::vector<std::string>& known = direction_names();
    if (value.is_array()) {
        const Vec3 vector = value.as<Vec3>();
        if (vector.norm() == 0) value.complain("found a vector of no length, expected a direction");
        return {"d", false, vector.normalized()};
    }
    const auto name = value.as<std::string>();
    for (int k = 0; k < 3; ++k)
        if (name == known[static_cast<std::size_t>(k)]) return {name, false, Vec3::Unit(k)};
    if (value.is_string() && name != "radial")
        value.complain(fmt::format("no direction \"{}\"{}", name, suggest(name, known)));
    return {"radial", true, Vec3::Zero()};
}

Json describe_track_direction(const std::string& words) {
    return schema::any_of({schema::choice(direction_names(), ""), schema::vector(3, "")}, words);
}

Channel make_track_channel(const FeTrackSpec& track, int index, const Nodes& nodes, const TrackDirection& direction,
                           int k) {
    Channel channel;
    channel.name = fmt::format("{}.{}.{}", track.name, k, direction.name);
    channel.kind = ChannelKind::track;
    channel.owner = track.name;
    channel.index = index;
    channel.node = k;
    channel.direction.head<3>() = direction.at(track, nodes, k);
    return channel;
}

LoadPath make_node_path(const FeTrackSpec& track, const Nodes& nodes) {
    const Mat3X points = nodes.positions(Eigen::all, track.nodes);
    const Index n = points.cols();
    LoadPath path;
    path.places = VecX::Zero(n);
    for (Index k = 1; k < n; ++k) path.places[k] = path.places[k - 1] + (points.col(k) - points.col(k - 1)).norm();
    if (track.closed) path.period = path.places[n - 1] + (points.col(0) - points.col(n - 1)).norm();
    path.loads.resize(n, n);
    path.loads.setIdentity();
    return path;
}

std::vector<Channel> make_spread_channels(const FeTrackSpec& track, int index, const Nodes& nodes,
                                          const TrackDirection& direction, const PathFunctions& functions) {
    const InputApproximation approximation = approximate_inputs(make_node_path(track, nodes), functions);
    const MatX& weights = approximation.weights;
    std::vector<Channel> channels;
    for (Index j = 0; j < weights.cols(); ++j) {
        Channel channel;
        channel.name = fmt::format("{}.{}_{}.{}", track.name, name_of(functions), j, direction.name);
        channel.kind = ChannelKind::spread;
        channel.owner = track.name;
        channel.index = index;
        channel.pattern.resize(3, weights.rows());
        for (Index k = 0; k < weights.rows(); ++k)
            channel.pattern.col(k) = weights(k, j) * direction.at(track, nodes, static_cast<int>(k));
        channels.push_back(std::move(channel));
    }
    return channels;
}

PathReduction make_path_reduction(const FeTrackSpec& track, int index, const Nodes& nodes,
                                  const TrackDirection& direction, int supports) {
    const LoadPath all = make_node_path(track, nodes);
    const Index n = all.places.size(), spans = all.closed() ? supports : supports - 1;
    PathReduction result;
    result.path.period = all.period;
    result.path.places.resize(supports);
    for (int i = 0; i < supports; ++i) {
        const Index node = i * (all.closed() ? n : n - 1) / spans;
        result.path.places[i] = all.places[node];
        result.supports.push_back(make_track_channel(track, index, nodes, direction, static_cast<int>(node)));
    }
    return result;
}

}  // namespace ritz
