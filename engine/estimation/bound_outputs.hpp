#pragma once
// Columns of outputs for the error bounds of a scene that observes those of all its bodies
// (RunSettings::observes_bounds):
//
//     <body>.bound                          of the whole state, for each body that has data for one
//     <body>.<marker>.<component>.bound     and
//     <body>.<marker>.<component>.corrected for each motion of a marker that is an output or has a monitor
#include "engine/simulation/scene.hpp"

namespace ritz {

/// Builds the scene anew with these columns behind its own; names that are taken stay with who has them. Bodies without
/// a bound get a note that says why. Throws InputError if no body has one. Scenes that do not observe stay as they are.
void add_bound_outputs(Scene& scene);

/// The motion of a marker of the named body in the axes of R that a deflection is; none for others.
std::optional<MarkerMotion> find_measured_motion(const DeflectionMeasure& measure, const std::string& name,
                                                 const ElasticBody& body);

}  // namespace ritz
