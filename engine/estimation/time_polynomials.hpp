#pragma once
// Vectors that are polynomials of degree seven in x = (t - t0)/H on [0, 1]: one column a power of x.
#include <array>
#include <span>

#include "core/types.hpp"

namespace ritz {

constexpr int polynomial_size = 8;
using Powers = Eigen::Matrix<double, polynomial_size, 1>;
using PowerMatrix = Eigen::Matrix<double, polynomial_size, polynomial_size>;
using PolynomialX = Eigen::Matrix<double, Eigen::Dynamic, polynomial_size>;

/// Where an interval is sampled behind its beginning: Lobatto's places of Chebyshev's polynomial, and the middle, where
/// what a polynomial through the others misses is largest.
constexpr std::array<double, 8> sample_places = {0.049515566048790427, 0.1882550990706332,  0.38873953302184278, 0.5,
                                                 0.61126046697815717,  0.81174490092936669, 0.95048443395120952, 1.0};
constexpr int check_sample = 4;  // the middle, counted from the sample at the beginning
/// The same of polynomials of degree three.
constexpr std::array<double, 4> light_sample_places = {0.25, 0.5, 0.75, 1.0};
constexpr int light_check_sample = 2;

/// 1, x, x², ... and their derivatives by x.
Powers make_powers(double x);
Powers make_first_derivatives(double x);
Powers make_second_derivatives(double x);

/// Values (columns) at as many places give the coefficients by a product with this from the right; fewer than eight
/// places a polynomial of lower degree.
Eigen::Matrix<double, Eigen::Dynamic, polynomial_size> make_fit(std::span<const double> places);

/// Through value, first and second derivative by x at the beginning and at the end, these six as columns times this:
/// the quintic.
const Eigen::Matrix<double, 6, polynomial_size>& quintic_matrix();
/// And through the values at the samples next to the middle: eight columns.
const PowerMatrix& septic_matrix();
constexpr int septic_samples[] = {3, 5};

/// At least ∫ |s'| dx and ∫ |s''| dx over [0, 1] in the norm of the Gram matrix (s_i·s_j), by Schwarz' inequality:
/// sqrt(∫ |s'|² dx) = sqrt(Σ ij/(i+j-1) s_i·s_j).
double bound_variation(const PowerMatrix& gram);
double bound_variation_of_slope(const PowerMatrix& gram);

}  // namespace ritz
