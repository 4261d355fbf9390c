#pragma once
// One scalar shape of a uniform beam or rod, ξ = x/L ∈ [0, 1]: a mode
//   f(ξ) = a sin βξ + b cos βξ + c e^{-βξ} + d e^{-β(1-ξ)},
// stable for any mode number (no cosh minus cosh), or a polynomial
//   f(ξ) = Σ p_k ξ^k,   β = 1 by definition,
// the static deflection under loads at the ends.
#include <array>

#include "core/types.hpp"

namespace ritz {

enum class BeamEnds { pinned_pinned, clamped_free, clamped_clamped, clamped_pinned, free_free };
enum class RodEnds { fixed_free, fixed_fixed, free_free };  // axial motion and torsion

/// The four functions at one ξ: all derivatives are sums of these.
struct ShapeWaves {
    double sine = 0, cosine = 0, decay = 0, growth = 0;  // sin βξ, cos βξ, e^{-βξ}, e^{-β(1-ξ)}
    double xi = 0;                                       // all that a polynomial needs
};

constexpr int polynomial_terms = 6;  // degree five: a free beam under end loads and its own inertia
using Polynomial = std::array<double, polynomial_terms>;

struct ShapeFunction {
    double beta = 0;  // β: wave number times length
    double a = 0, b = 0, c = 0, d = 0;
    bool is_polynomial = false;
    Polynomial p{};
    /// k-th derivative by ξ, k ≥ 0.
    double derivative(double xi, int k) const;

    ShapeWaves waves(double xi) const;
    /// f^(k)/β^k from the four functions.
    double scaled_derivative(const ShapeWaves& waves, int k) const;
};

/// The i-th (from 1) elastic mode with max |f| of order one; rigid modes of free-free are not counted.
ShapeFunction make_bending_shape(BeamEnds ends, int i);
ShapeFunction make_rod_shape(RodEnds ends, int i);
ShapeFunction make_polynomial_shape(const Polynomial& p);

}  // namespace ritz
