#pragma once
// From a basis to what the engine and the body file need.
#include <functional>
#include <string>

#include "bodies/exchange/body_file.hpp"
#include "bodies/fe/cut.hpp"
#include "reduction/methods.hpp"

namespace ritz {

struct ReducedBodyOptions {
    std::string name;
    bool surface = true;  // shapes on the surface, for pictures
};

/// Motions by the modes: of a marker (6 x modes) or of a track's nodes (6 nodes x modes).
using MotionOfMarker = std::function<MatX(const FeInterface& marker)>;
using MotionOfTrack = std::function<MatX(const FeTrack& track)>;
void add_interfaces(const Structure& structure, const MotionOfMarker& motion_of_marker,
                    const MotionOfTrack& motion_of_track, NumericBodySpec& body);

/// Invariants, matrices, markers, tracks, surface; provenance is left to the caller.
BodyFile make_reduced_body(const Structure& structure, const Basis& basis, const ReducedBodyOptions& options);

/// The cuts of the structure, with the parts' integrals; from the elements where the mesh is known.
void add_cuts(const ReductionProblem& problem, const Basis& basis, const std::optional<MeshedModel>& meshed,
              NumericBodySpec& body);

}  // namespace ritz
