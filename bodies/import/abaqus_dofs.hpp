#pragma once
// Which node and direction the equations of Abaqus' COORDINATE form belong to.
#include "bodies/import/abaqus.hpp"
#include "bodies/import/dof_mapping.hpp"

namespace ritz {

/// By the mapping, or by node and direction in ascending order. `largest` is the highest equation of the matrices;
/// fills the nodes.
std::vector<Dof> number_dofs(const AbaqusTexts& texts, std::int64_t largest, Nodes& nodes);

}  // namespace ritz
