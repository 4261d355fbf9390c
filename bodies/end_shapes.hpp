#pragma once
// Static shapes of a beam under loads at its free ends, beside its modes ([Craig1968], [Rubin1975]).
#include <vector>

#include "bodies/beam_shapes.hpp"

namespace ritz {

/// The polynomials that loads at the ends which the shapes leave free bend the beam into: one for each free motion of
/// an end, less the rigid motions of a free beam. None if both ends are held.
std::vector<ShapeFunction> make_end_polynomials(BeamEnds ends);
std::vector<ShapeFunction> make_end_polynomials(RodEnds ends);

/// For modes f_i with ∫ f_i f_j dξ = δ_ij/scale_i² behind one another in shapes.modes from `first` on, the polynomials
/// last: fills shapes.mix so that the polynomials' shapes are orthonormal in the inertia, to the modes and to each
/// other.
void orthonormalise_end_shapes(Eigen::Index first, Eigen::Index modes, double inertia, BeamShapes& shapes);

/// ∫ s_i^(k) s_j^(k) dx of the last shapes, from `first` on: k = 2 in bending, 1 in torsion and along the axis.
MatX compute_end_stiffness(Eigen::Index first, int k, const BeamShapes& shapes);

}  // namespace ritz
