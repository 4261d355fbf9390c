#pragma once
// Closed-form shape functions of a straight uniform beam along x ∈ [0, L].
//
// Every mode is one scalar function of ξ = x/L,
//   f(ξ) = a sin βξ + b cos βξ + c e^{-βξ} + d e^{-β(1-ξ)},
// stable for any mode number (no cosh minus cosh). Displacement of the axis and rotation of the section:
//   axial      u_x = f                bending y   u_y = f, θ_z = f'
//   torsion    θ_x = f                bending z   u_z = f, θ_y = -f'
#include <array>
#include <vector>

#include "core/types.hpp"

namespace ritz {

enum class BeamEnds { pinned_pinned, clamped_free, clamped_clamped, clamped_pinned, free_free };
enum class RodEnds { fixed_free, fixed_fixed, free_free };  // axial motion and torsion
enum class BeamMotion { bending_y, bending_z, torsion, axial };

struct ShapeFunction {
    double beta = 0;  // β: wave number times length
    double a = 0, b = 0, c = 0, d = 0;
    /// k-th derivative by ξ, k ≥ 0.
    double derivative(double xi, int k) const;
};

/// The i-th (from 1) elastic mode with max |f| of order one; rigid modes of free-free are not counted.
ShapeFunction make_bending_shape(BeamEnds ends, int i);
ShapeFunction make_rod_shape(RodEnds ends, int i);

struct BeamMode {
    BeamMotion motion;
    ShapeFunction shape;
    double scale = 1;  // mass normalisation
};

/// The modes of one beam and their values anywhere along it.
struct BeamShapes {
    double length = 0;  // [m]
    std::vector<BeamMode> modes;
    bool stiffening = false;                       // carry the foreshortening Γ_x
    RodEnds foreshortening = RodEnds::fixed_free;  // which end the shortening is measured from

    Eigen::Index size() const { return static_cast<Eigen::Index>(modes.size()); }
    /// Φ^(k)(x) and Ψ^(k)(x), the k-th derivatives by x, into preallocated 3 x n.
    void eval(double x, int k, Mat3X& phi, Mat3X& psi) const;
    /// Γ_x^(k)(x), n x n: -∫₀ˣ (v'v'ᵀ + w'w'ᵀ) dξ, less the part that the other end's support takes back.
    void eval_gamma(double x, int k, MatX& gamma) const;
};

}  // namespace ritz
