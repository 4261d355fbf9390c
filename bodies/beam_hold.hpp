#pragma once
// How a beam is held in its frame, for the reactions at its ends (theory §1.7).
#include <memory>
#include <vector>

#include "bodies/beam.hpp"

namespace ritz {

/// True where the shapes hold the deflection of the end x = L: it then carries a force.
bool holds_end(BeamEnds ends);

/// The supports of the beam `body` made of `spec`, with the virtual fields of the held ends.
BeamHold make_beam_hold(const BeamSpec& spec, const ElasticBody& body);

}  // namespace ritz
