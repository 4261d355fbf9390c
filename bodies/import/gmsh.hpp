#pragma once
// Meshes of Gmsh, format 4.1 in text form. Elements of the highest dimension make the mesh; those below it (the faces
// of a solid) only say which nodes belong to a physical group. Groups become node sets and, at the highest dimension,
// element sets.
#include "bodies/fe/mesh.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

Mesh read_gmsh(const std::string& path);
Mesh parse_gmsh(const Text& text);

}  // namespace ritz
