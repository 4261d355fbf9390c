#pragma once
// Closed-form shape functions of a straight uniform beam along x ∈ [0, L].
//
// Every shape is a sum of scalar functions of ξ = x/L (bodies/shape_function.hpp); a mode is one of them.
// Displacement of the axis and rotation of the section:
//   axial      u_x = f                bending y   u_y = f, θ_z = f'
//   torsion    θ_x = f                bending z   u_z = f, θ_y = -f'
#include <array>
#include <vector>

#include "bodies/shape_function.hpp"
#include "core/types.hpp"

namespace ritz {

enum class BeamMotion { bending_y, bending_z, torsion, axial };
inline bool is_bending(BeamMotion motion) { return motion == BeamMotion::bending_y || motion == BeamMotion::bending_z; }

struct BeamMode {
    BeamMotion motion;
    ShapeFunction shape;
    double scale = 1;  // mass normalisation
};

/// The modes of one beam and their values anywhere along it.
struct BeamShapes {
    double length = 0;  // [m]
    std::vector<BeamMode> modes;
    MatX mix;                                      // upper triangular: shape j = Σ_i modes_i mix_ij; empty: no mixing
    bool stiffening = false;                       // carry the foreshortening Γ_x
    RodEnds foreshortening = RodEnds::fixed_free;  // which end the shortening is measured from
    MatX support_shortening;  // what a far support takes back: G(L), or its mean; made by enable_stiffening

    Eigen::Index size() const { return static_cast<Eigen::Index>(modes.size()); }
    /// Φ^(k)(x) and Ψ^(k)(x), the k-th derivatives by x, into preallocated 3 x n.
    void eval(double x, int k, Mat3X& phi, Mat3X& psi) const;
    /// The same for k = 0, 1, 2 at once: the waves are computed once for all.
    void eval_all(double x, const std::array<Mat3X*, 3>& phi, const std::array<Mat3X*, 3>& psi) const;
    /// Γ_x^(k)(x), k = 0, 1, 2, n x n: -∫₀ˣ (v'v'ᵀ + w'w'ᵀ) dξ, less the part that the other end's support takes back.
    void eval_gamma(double x, int k, MatX& gamma) const;
    /// Whether tracks and markers carry Γ_x: stiffening is on and there is a bending mode.
    bool has_gamma() const;
};

/// Switch the foreshortening on, measured from the ends that are held axially.
void enable_stiffening(BeamShapes& shapes, RodEnds axial_ends);

}  // namespace ritz
