#pragma once
// The outside of a solid mesh, for pictures.
#include "bodies/fe/fe_model.hpp"

namespace ritz {

/// Faces that belong to exactly one solid element, by their corner nodes; and every quad4. Outward by the right-hand
/// rule, in the order of the elements.
std::vector<Face> make_surface(const Mesh& mesh);

}  // namespace ritz
