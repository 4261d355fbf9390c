#pragma once
// Planes that divide a finite element model in two, for the forces that pass through them (theory §1.8).
#include <optional>
#include <string>
#include <vector>

#include "bodies/fe/fe_properties.hpp"
#include "bodies/fe/structure.hpp"

namespace ritz {

/// Which part of the model a plane divides off: the one that no support holds. Throws InputError if both are held, one
/// is empty, or a marker takes hold of both.
FeCut make_cut(const Structure& structure, const FeCutSpec& spec, const std::vector<int>& fixed_dofs);

/// The mesh behind a model.
struct MeshedModel {
    const Mesh& mesh;
    const FeProperties& properties;
};

/// The model with the mass of the part alone and places from the cut's marker, so that nothing depends on where the
/// origin lies. Without a mesh entry ij of M is taken times ½ (w_i + w_j). The masses of both parts add up to the
/// whole.
FeModel make_part(const Structure& structure, const FeCut& cut, const std::optional<MeshedModel>& meshed);

/// What the part takes of a wrench (force, moment about the cut's marker) on the frame. The frame is held by C u = 0:
/// what acts on it enters the body by Cᵀ, as what moves with no shape. R: the frame's rigid motions, C R = I.
Mat6 compute_frame_share(const Structure& structure, const FeCut& cut, const MatX& R, const MatX& C);

}  // namespace ritz
