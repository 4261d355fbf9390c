#pragma once
// Meshes of other programs: an input deck of Abaqus or CalculiX (.inp), or Gmsh (.msh).
#include "bodies/fe/mesh.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

/// By the extension of the file. Materials and sections of a deck are not read.
Mesh read_mesh(const std::string& path);
Mesh parse_mesh(const Text& text);

Mesh read_inp_mesh(const std::string& path);
Mesh parse_inp_mesh(const Text& text);

}  // namespace ritz
