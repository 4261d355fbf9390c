#pragma once
// Interpolating C² cubic splines of many quantities over common knots.
#include "core/types.hpp"

namespace ritz {

enum class SplineEnds {
    not_a_knot,  // the first two pieces are one cubic, and the last two
    rest,        // zero slopes
    periodic,    // closed; the last value equals the first
};

/// Second derivatives at the knots. values: one row a quantity, one column a knot. Knots ascend strictly, at least two
/// (periodic: three, that is two points).
MatX compute_spline_curvatures(const VecX& knots, const MatX& values, SplineEnds ends);

/// Weights of the values and curvatures at the two knots around s: quantity^(k)(s) for k = 0..3.
struct SplineWeights {
    Eigen::Index span;  // knots span and span + 1
    struct Row {
        double value_0, value_1, curvature_0, curvature_1;
    };
    Row order[4];
};
SplineWeights compute_spline_weights(const Eigen::Ref<const VecX>& knots, double s);

}  // namespace ritz
