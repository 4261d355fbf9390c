#pragma once
// Structures clamped together at rigid markers: the full finite element model of an assembly, as the reference for
// coupled reduced bodies ([Holzwarth2014] section 5).
#include <string>
#include <vector>

#include "bodies/fe/structure.hpp"

namespace ritz {

/// Two rigid markers (rbe2) that are one. Each body keeps its own coordinates, parallel to those of the other.
struct Clamp {
    std::size_t first_body, second_body;
    std::string first_marker, second_marker;
};

/// One structure of all unknowns, those of clamped markers shared. map[b]: the body's unknowns u_b = map[b] u.
struct CoupledStructure {
    Structure structure;  // K, M, D and rigid motions only
    std::vector<SparseMat> map;
};

/// Throws InputError for markers that are not there, not rigid, at other distances on the two bodies, or of which one
/// moves in a plane only.
CoupledStructure couple(const std::vector<const Structure*>& bodies, const std::vector<Clamp>& clamps);

}  // namespace ritz
