#pragma once
// The data of a beam's error bound (theory §6). A beam by its exact modes has no finite element model: its full body is
// the same beam with fifty exact modes of bending in each plane and forty of twist and stretch, or twenty more than it
// has. Only motions that its law has a stiffness for. What those leave of static answers is some 1e-7 of the deflection
// by a force across, half a per cent of the stretch by one along the axis, and near one of the turn by a moment.
#include <string>
#include <variant>

#include "bodies/elastic_body.hpp"

namespace ritz {

/// With m exact modes; as compute_estimator_data makes it for finite elements, the matrices by the same names. Loads on
/// the axis come by the cubic splines of places along it. Or a sentence that says why there can be none.
std::variant<EstimatorData, std::string> compute_beam_estimator_data(const ElasticBody& body, int modes);

}  // namespace ritz
