#pragma once
// Loads along a track: at single nodes, spread by functions of the place (theory §5.2), or at the supports of
// interpolated bases (theory §5.1).
#include "reduction/channels.hpp"
#include "reduction/parametric_body.hpp"
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

/// A direction at every node of a track: an axis of the body, a vector, or outward.
struct TrackDirection {
    std::string name;
    bool is_radial = false;
    Vec3 vector = Vec3::Zero();

    /// Radial: away from the middle of the track, at right angles to its "up".
    Vec3 at(const FeTrackSpec& track, const Nodes& nodes, int k) const;
};
TrackDirection read_track_direction(const Reader& value);
Json describe_track_direction(const std::string& words);

/// The unit load at node k, or what is measured there.
Channel make_track_channel(const FeTrackSpec& track, int index, const Nodes& nodes, const TrackDirection& direction,
                           int k);

/// Where the nodes are along the track [m], with a unit load at each; the places are those of the engine's track.
LoadPath make_node_path(const FeTrackSpec& track, const Nodes& nodes);

/// One channel for each function: the load's distribution over the nodes.
std::vector<Channel> make_spread_channels(const FeTrackSpec& track, int index, const Nodes& nodes,
                                          const TrackDirection& direction, const PathFunctions& functions);

/// A load that moves along a track, met by bases interpolated between supports.
struct PathReduction {
    ParametricOptions options;
    LoadPath path;                  // places of the supports; its loads come with the structure
    std::vector<Channel> supports;  // the unit load at each
    double at = 0;                  // [m] where the load rests in the body that is written
};

/// As many supports as wanted, evenly among the nodes.
PathReduction make_path_reduction(const FeTrackSpec& track, int index, const Nodes& nodes,
                                  const TrackDirection& direction, int supports);

}  // namespace ritz
