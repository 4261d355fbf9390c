#pragma once
// Vectors that are polynomials of degree five in x = (t - t0)/H on [0, 1]: one column a power of x.
#include <array>
#include <span>

#include "core/types.hpp"

namespace ritz {

constexpr int polynomial_size = 6;
using Powers = Eigen::Matrix<double, polynomial_size, 1>;
using PowerMatrix = Eigen::Matrix<double, polynomial_size, polynomial_size>;
using PolynomialX = Eigen::Matrix<double, Eigen::Dynamic, polynomial_size>;

/// 1, x, x², ... and their derivatives by x.
Powers make_powers(double x);
Powers make_first_derivatives(double x);
Powers make_second_derivatives(double x);

/// Values (columns) at as many places give the coefficients by a product with this from the right; fewer than six
/// places a polynomial of lower degree.
Eigen::Matrix<double, Eigen::Dynamic, polynomial_size> make_fit(std::span<const double> places);

/// The quintic through value, first and second derivative by x at both ends: these six as columns times this.
const PowerMatrix& hermite_matrix();

/// At least ∫ |s'| dx and ∫ |s''| dx over [0, 1] in the norm of the Gram matrix (s_i·s_j), by Schwarz' inequality:
/// sqrt(∫ |s'|² dx) = sqrt(Σ ij/(i+j-1) s_i·s_j).
double bound_variation(const PowerMatrix& gram);
double bound_variation_of_slope(const PowerMatrix& gram);

}  // namespace ritz
