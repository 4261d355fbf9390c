// The modes f_i and a static shape p under end loads, which meets the same supports: parts give, with f_i'''' = β_i⁴
// f_i and no moment or force of f_i at the free ends (rods: f_i'' = -β_i² f_i),
//   ∫ f_i''p'' dξ = β_i⁴ ∫ f_i p dξ
// so the residual r = p - Σ c_i f_i with ∫ f_i r = 0 is orthogonal to the modes in the stiffness too: the modes stay
// the modes, and only the residuals are coupled among themselves. They hold what the modes left out lack of the static
// response to the end loads.
//
//   clamped-free    ξ², ξ³                     pinned-pinned   ξ - ξ², ξ - ξ³              clamped-pinned  ξ² - ξ³
//   free-free       Legendre's P₂ to P₅ on [0, 1]: end loads and the beam's inertia, w'''' linear, no rigid motion
//   rod fixed-free  ξ                          rod free-free   P₁, P₂
#include "bodies/end_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "bodies/quadrature.hpp"

namespace ritz {
namespace {

using Eigen::Index;

std::vector<ShapeFunction> make_shapes(const std::vector<Polynomial>& list) {
    std::vector<ShapeFunction> shapes;
    shapes.reserve(list.size());
    for (const Polynomial& p : list) shapes.push_back(make_polynomial_shape(p));
    return shapes;
}

QuadratureRule make_rule(const BeamShapes& shapes) {
    double beta = 0;
    for (const BeamMode& mode : shapes.modes) beta = std::max(beta, mode.shape.beta);
    return make_wave_rule(2 * beta);  // 16 points a panel are exact for polynomials of degree 31
}

/// Scaled k-th derivatives by ξ of the functions from `first` on; one row a point.
MatX sample(const BeamShapes& shapes, Index first, int k, const VecX& points) {
    MatX values(points.size(), shapes.size() - first);
    for (Index j = 0; j < values.cols(); ++j) {
        const BeamMode& mode = shapes.modes[static_cast<std::size_t>(first + j)];
        for (Index i = 0; i < points.size(); ++i) values(i, j) = mode.scale * mode.shape.derivative(points[i], k);
    }
    return values;
}

}  // namespace

std::vector<ShapeFunction> make_end_polynomials(BeamEnds ends) {
    switch (ends) {
        case BeamEnds::clamped_free:
            return make_shapes({{0, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}});
        case BeamEnds::pinned_pinned:
            return make_shapes({{0, 1, -1, 0, 0, 0}, {0, 1, 0, -1, 0, 0}});
        case BeamEnds::clamped_pinned:
            return make_shapes({{0, 0, 1, -1, 0, 0}});
        case BeamEnds::free_free:
            return make_shapes({{1, -6, 6, 0, 0, 0},
                                {-1, 12, -30, 20, 0, 0},
                                {1, -20, 90, -140, 70, 0},
                                {-1, 30, -210, 560, -630, 252}});
        case BeamEnds::clamped_clamped:
            break;
    }
    return {};
}

std::vector<ShapeFunction> make_end_polynomials(RodEnds ends) {
    switch (ends) {
        case RodEnds::fixed_free:
            return make_shapes({{0, 1, 0, 0, 0, 0}});
        case RodEnds::free_free:
            return make_shapes({{-1, 2, 0, 0, 0, 0}, {1, -6, 6, 0, 0, 0}});
        case RodEnds::fixed_fixed:
            break;
    }
    return {};
}

void orthonormalise_end_shapes(Index first, Index modes, double inertia, BeamShapes& shapes) {
    const QuadratureRule rule = make_rule(shapes);
    const MatX functions = sample(shapes, first, 0, rule.points);
    const VecX weights = inertia * shapes.length * rule.weights;
    MatX orthonormal = functions;
    if (const Index old = shapes.mix.cols(); old < shapes.size()) {
        MatX mix = MatX::Identity(shapes.size(), shapes.size());
        mix.topLeftCorner(old, old) = shapes.mix;
        shapes.mix = mix;
    }
    auto mix = shapes.mix.block(first, first, functions.cols(), functions.cols());
    for (Index j = modes; j < functions.cols(); ++j) {
        // Twice: the residual is small, and what rounding leaves of the modes in it is not, the first time.
        for (int pass = 0; pass < 2; ++pass)
            for (Index i = 0; i < j; ++i) {
                const double c = orthonormal.col(i).dot(weights.cwiseProduct(orthonormal.col(j)));
                orthonormal.col(j) -= c * orthonormal.col(i);
                mix.col(j) -= c * mix.col(i);
            }
        const double norm = std::sqrt(orthonormal.col(j).dot(weights.cwiseProduct(orthonormal.col(j))));
        orthonormal.col(j) /= norm;
        mix.col(j) /= norm;
    }
}

MatX compute_end_stiffness(Index first, int k, const BeamShapes& shapes) {
    const QuadratureRule rule = make_rule(shapes);
    const Index count = shapes.size() - first;
    const MatX values = sample(shapes, 0, k, rule.points) * shapes.mix.rightCols(count);
    const VecX weights = rule.weights * std::pow(shapes.length, 1 - 2 * k);
    return values.transpose() * weights.asDiagonal() * values;
}

}  // namespace ritz
