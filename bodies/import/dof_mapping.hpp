#pragma once
// Which node and direction an equation of a matrix belongs to.
#include <vector>

#include "bodies/fe/fe_model.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

/// A degree of freedom by the number of its node. Nodes below 1 are internal to the program that wrote the matrices.
struct DofLabel {
    std::int64_t node = 0;
    int component = 0;  // as in Dof
    int line = 0;       // in the file of labels, 0 if there is none
};

/// A table with the columns equation, node and direction (UX UY UZ ROTX ROTY ROTZ, or 1 to 6), as Ansys' HBMAT writes
/// it to its .mapping file. Lines before the first number, and those that begin with #, % or !, are headings. Each of
/// the equations from 1 up stands once.
std::vector<DofLabel> parse_dof_mapping(const Text& text);

/// Finds the nodes. `text` is the file of the labels, `where` the one of the nodes, for messages.
std::vector<Dof> place_dofs(const Text& text, const std::vector<DofLabel>& labels, const Nodes& nodes,
                            const std::string& where);

}  // namespace ritz
