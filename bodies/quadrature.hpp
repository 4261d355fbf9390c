#pragma once
// Gauss-Legendre quadrature over panels of an interval.
//   ∫ₐᵇ f dx ≈ Σ w_i f(x_i), exact for polynomials of degree 2n - 1 on every panel.
#include "core/types.hpp"

namespace ritz {

struct QuadratureRule {
    VecX points;
    VecX weights;
};

/// n Gauss points on [-1, 1].
QuadratureRule make_gauss_rule(int n);

/// Points for functions of x ∈ [0, 1] that contain waves or exponentials up to e^{±κx}, e^{±iκx}, exact to rounding.
QuadratureRule make_wave_rule(double kappa);

}  // namespace ritz
