#pragma once
// Where loads act on a body and where its motion is measured: one channel for each column of B or row of C. The same
// channels are found on the finite element model and on a reduced body, whose frequency responses can so be compared.
#include <string>
#include <vector>

#include "bodies/fe/structure.hpp"
#include "bodies/numeric_body.hpp"
#include "reduction/frequency_response.hpp"

namespace ritz {

enum class ChannelKind {
    marker,  // a force or moment on a marker; its displacement or rotation
    track,   // the same at one node of a track
    spread,  // a force distributed over the nodes of a track; only as an input
    inertia  // the body accelerated as a whole, which loads it by its own inertia; only as an input
};

struct Channel {
    std::string name;  // "flange.fx"
    ChannelKind kind = ChannelKind::marker;
    std::string owner;              // name of the marker or track
    int index = 0;                  // of the marker or track, in the order of the model
    int node = 0;                   // of the track, from 0
    Vec6 direction = Vec6::Zero();  // displacement and rotation, or force and moment, in the axes of R
    Mat3X pattern;                  // spread: the force on each node of the track
};

/// unknowns x channels: the loads of unit size. The transpose reads the displacements.
SparseMat make_channel_matrix(const Structure& structure, const std::vector<Channel>& channels);

/// A reduced body as the channels need it: SID bodies have no tracks.
struct ChannelBody {
    ElasticBody body;
    std::vector<NumericTrackSpec> tracks;
};

/// The same on a reduced body. Markers are found by name, in SID files (whose markers are node_1, node_2, ...) by their
/// order. Throws InputError for what the body does not have.
MatX make_channel_matrix(const ChannelBody& body, const std::vector<Channel>& channels);

ReducedSystem make_channel_system(const ChannelBody& body, const std::vector<Channel>& inputs,
                                  const std::vector<Channel>& outputs);

}  // namespace ritz
