#pragma once
// Planes that divide a finite element model in two, for the forces that pass through them (theory §1.8).
#include <string>
#include <vector>

#include "bodies/fe/structure.hpp"

namespace ritz {

/// Which part of the model a plane divides off: the one that no support holds. Throws InputError if both are held, one
/// is empty, or a marker takes hold of both.
FeCut make_cut(const Structure& structure, const FeCutSpec& spec, const std::vector<int>& fixed_dofs);

/// The same model with the mass of the part alone: entry ij of M times ½ (w_i + w_j). The masses of both parts add up
/// to that of the whole.
FeModel make_part(const FeModel& model, const FeCut& cut);

}  // namespace ritz
