#pragma once
// Where nodes are: from an input deck (.inp), a result of CalculiX (.frd), a Gmsh mesh (.msh) or a table (.csv, .txt,
// .dat, .lis).
#include "bodies/fe/mesh.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

Nodes read_nodes(const std::string& path);
/// By the extension of the text's name.
Nodes parse_nodes(const Text& text);

/// Lines id, x, y, z separated by commas, semicolons or blanks; lines before the first number are headings, and so are
/// those that begin with # or %, or (as Ansys' NLIST repeats them) with NODE. More columns are passed over.
Nodes parse_node_table(const Text& text);
/// The node block of a result in text form. It has six digits only: prefer the deck.
Nodes parse_frd_nodes(const Text& text);

}  // namespace ritz
