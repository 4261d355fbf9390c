#include "reduction/matrix_interpolation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/cubic_spline.hpp"
#include "core/errors.hpp"
#include "reduction/spd_manifold.hpp"

namespace ritz {
namespace {

using Eigen::Index;

Index count_entries(const MatrixSet& set) {
    Index count = 0;
    for (const NamedMatrix& matrix : set) count += matrix.value.size();
    return count;
}

VecX flatten(const MatrixSet& set) {
    VecX entries(count_entries(set));
    Index next = 0;
    for (const NamedMatrix& matrix : set) {
        entries.segment(next, matrix.value.size()) = matrix.value.reshaped();
        next += matrix.value.size();
    }
    return entries;
}

/// The set as directions at a point of the manifold; matrices that need not be definite as they are.
MatrixSet to_tangent_space(MatrixSet set, const MatrixSet& point) {
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i].definite) set[i].value = log_spd(point[i].value, set[i].value);
    return set;
}

void check_spec(const MatrixInterpolationSpec& spec) {
    const Index least = spec.period > 0 ? 3 : 2, n = spec.places.size();
    if (n < least || spec.sets.size() != static_cast<std::size_t>(n))
        throw InputError(
            fmt::format("interpolation: found {} places and {} sets of matrices, expected as many, at least {}", n,
                        spec.sets.size(), least));
    for (Index i = 0; i + 1 < n; ++i)
        if (!(spec.places[i + 1] > spec.places[i])) throw InputError("interpolation: expected ascending places");
    if (spec.period != 0 && !(spec.period > spec.places[n - 1] - spec.places[0]))
        throw InputError("interpolation: the places do not fit into one turn of the closed path");
    for (const MatrixSet& set : spec.sets) {
        bool same = set.size() == spec.sets[0].size();
        for (std::size_t i = 0; same && i < set.size(); ++i) {
            const NamedMatrix &a = set[i], &b = spec.sets[0][i];
            same = a.name == b.name && a.value.rows() == b.value.rows() && a.value.cols() == b.value.cols();
        }
        if (!same) throw InputError("interpolation: the supports have different matrices, or of different sizes");
    }
}

}  // namespace

MatrixSet transform(MatrixSet set, const MatX& T) {
    for (NamedMatrix& matrix : set) {
        if (matrix.rule != Rule::right) matrix.value = T.transpose() * matrix.value;
        if (matrix.rule != Rule::left) matrix.value = matrix.value * T;
    }
    return set;
}

const MatX& find_matrix(const MatrixSet& set, std::string_view name) {
    std::vector<std::string> known;
    for (const NamedMatrix& matrix : set) {
        if (matrix.name == name) return matrix.value;
        known.push_back(matrix.name);
    }
    throw InputError(fmt::format("no matrix \"{}\"{}", name, suggest(std::string(name), known)));
}

MatrixInterpolation::MatrixInterpolation(MatrixInterpolationSpec spec)
    : places_(spec.places), period_(spec.period), in_tangent_space_(spec.tangent_at.has_value()) {
    check_spec(spec);
    const Index n = places_.size();
    shape_ = spec.sets[static_cast<std::size_t>(spec.tangent_at.value_or(0))];
    const bool closed = period_ > 0;
    knots_.resize(n + (closed ? 1 : 0));
    knots_.head(n) = places_;
    values_.resize(count_entries(shape_), knots_.size());
    for (Index i = 0; i < n; ++i) {
        MatrixSet& set = spec.sets[static_cast<std::size_t>(i)];
        values_.col(i) = flatten(in_tangent_space_ ? to_tangent_space(std::move(set), shape_) : set);
    }
    if (closed) {
        knots_[n] = places_[0] + period_;
        values_.col(n) = values_.col(0);
    }
    if (spec.weights == PathWeights::cubic)
        curvatures_ =
            compute_spline_curvatures(knots_, values_, closed ? SplineEnds::periodic : SplineEnds::not_a_knot);
}

MatrixSet MatrixInterpolation::eval(double p) const {
    const double begin = knots_[0], end = knots_[knots_.size() - 1];
    if (period_ > 0) p -= period_ * std::floor((p - begin) / period_);
    const double slack = 1e-12 * (end - begin);
    if (!(p >= begin - slack && p <= end + slack))
        throw InputError(fmt::format("place {} is outside the path [{}, {}]", p, begin, end));
    const SplineWeights weights = compute_spline_weights(knots_, std::clamp(p, begin, end));
    const auto& w = weights.order[0];
    VecX entries = w.value_0 * values_.col(weights.span) + w.value_1 * values_.col(weights.span + 1);
    if (curvatures_.size())
        entries += w.curvature_0 * curvatures_.col(weights.span) + w.curvature_1 * curvatures_.col(weights.span + 1);
    MatrixSet set = shape_;
    Index next = 0;
    for (NamedMatrix& matrix : set) {
        const MatX value =
            entries.segment(next, matrix.value.size()).reshaped(matrix.value.rows(), matrix.value.cols());
        next += matrix.value.size();
        matrix.value = in_tangent_space_ && matrix.definite ? exp_spd(matrix.value, value) : value;
    }
    return set;
}

}  // namespace ritz
