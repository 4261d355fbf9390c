#include "tools/trials/paper_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tools/trials/full_loads.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// g(t) of one oscillator.
double respond(double omega, double damping, double t) {
    const double delta = 0.5 * damping, square = omega * omega - delta * delta;
    if (square > 0) {
        const double w = std::sqrt(square);
        return std::exp(-delta * t) * std::sin(w * t) / w;
    }
    const double w = std::sqrt(-square);
    if (w * t < 1e-8) return std::exp(-delta * t) * t;
    return (std::exp((w - delta) * t) - std::exp((-w - delta) * t)) / (2 * w);
}

/// max_t |g|, at its first maximum.
double largest_response(double omega, double damping) {
    const double delta = 0.5 * damping, square = omega * omega - delta * delta;
    double t = 1 / std::max(delta, 1e-300);
    if (square > 1e-12 * omega * omega)
        t = std::atan2(std::sqrt(square), delta) / std::sqrt(square);
    else if (square < -1e-12 * omega * omega)
        t = std::atanh(std::min(std::sqrt(-square) / delta, 1 - 1e-16)) / std::sqrt(-square);
    return std::abs(respond(omega, damping, t));
}

/// Weights of the integral over [0, 1] at the points of Chebyshev: Fejér's first rule.
VecX make_weights(Index count) {
    const VecX x = make_chebyshev_points(static_cast<int>(count));
    MatX powers(count, count);
    VecX integrals(count);
    for (Index k = 0; k < count; ++k) {
        integrals[k] = 1.0 / static_cast<double>(k + 1);
        powers.row(k) = x.array().pow(static_cast<double>(k)).matrix().transpose();
    }
    return solve_square(powers, integrals);
}

/// |M⁻¹R|_M dt at the points of a record.
struct Residual {
    std::vector<double> times, parts;
};

/// Empty where the frame turns, which the bound does not know.
Residual list_residual(const FullBody& body, const MatX& V, const BodyRecord& record) {
    const MatX Zv = body.coordinates_of(V), damped = multiply(body.damping(), Zv),
               stiff = body.omega().cwiseAbs2().asDiagonal() * Zv;
    const FullLoads loads(body, V, record);
    const double still = 1e-9 * body.omega()[0];  // a clamped marker turns by rounding
    Residual residual;
    VecX weights;
    for (const RecordedInterval& interval : record.intervals) {
        const auto count = static_cast<Index>(interval.points.size());
        if (weights.size() != count) weights = make_weights(count);
        for (Index j = 0; j < count; ++j) {
            const RecordedPoint& point = interval.points[static_cast<std::size_t>(j)];
            if (point.w.norm() > still || point.alpha.norm() > still * body.omega()[0]) return {};
            const VecX R = Zv * point.q_ddot + damped * point.q_dot + stiff * point.q - loads.collect(point);
            residual.times.push_back(point.t);
            residual.parts.push_back(weights[j] * (interval.end - interval.begin) * R.norm());
        }
    }
    return residual;
}

/// |Φ12| over time, sampled so densely that the lowest modes, which are the largest, are smooth between samples.
struct ResponseTable {
    double step = 0;
    std::vector<double> values;

    ResponseTable(const FullBody& body, double end) {
        constexpr double samples_of_a_period = 100;
        const Index count = std::clamp<Index>(
            static_cast<Index>(end * body.omega()[0] * samples_of_a_period / (2 * std::numbers::pi)), 100, 20000);
        step = end / static_cast<double>(count);
        values.resize(static_cast<std::size_t>(count) + 2);
        for (std::size_t k = 0; k < values.size(); ++k)
            for (Index i = 0; i < body.omega().size(); ++i)
                values[k] = std::max(
                    values[k], std::abs(respond(body.omega()[i], body.damping()(i, i), step * static_cast<double>(k))));
    }
    /// The larger one of two neighbours, not what lies between them.
    double at(double t) const {
        const auto k = std::min(static_cast<std::size_t>(std::max(t, 0.0) / step), values.size() - 2);
        return std::max(values[k], values[k + 1]);
    }
};

}  // namespace

double PaperBound::largest_by_time() const {
    return by_time.empty() ? 0 : *std::max_element(by_time.begin(), by_time.end());
}

PaperBound compute_paper_bound(const FullBody& body, const MatX& V, const BodyRecord& record,
                               const std::vector<double>& times) {
    PaperBound bound;
    for (Index i = 0; i < body.omega().size(); ++i)
        bound.constant = std::max(bound.constant, largest_response(body.omega()[i], body.damping()(i, i)));
    const Residual residual = list_residual(body, V, record);
    if (residual.times.empty() || times.empty()) return bound;
    const ResponseTable response(body, times.back());
    for (const double t : times) {
        double by_time = 0, sum = 0;
        for (std::size_t k = 0; k < residual.times.size() && residual.times[k] <= t; ++k) {
            by_time += residual.parts[k] * response.at(t - residual.times[k]);
            sum += residual.parts[k];
        }
        bound.by_time.push_back(by_time);
        bound.by_constant.push_back(bound.constant * sum);
    }
    return bound;
}

NormVariants compute_norm_variants(const FullBody& body, const VecX& times) {
    // M^{1/2} Φ12 M^{-1/2} = M^{1/2} Φ g Φᵀ M^{1/2} = U g Uᵀ, and Φ12 = Φ g Φᵀ M itself.
    const SparseMat& M = body.structure().M;
    const SymmetricEigen eigen = solve_symmetric_eigen(MatX(M));
    const MatX root = multiply(eigen.vectors,
                               MatX(eigen.values.cwiseMax(0.0).cwiseSqrt().asDiagonal() * eigen.vectors.transpose())),
               U = multiply(root, body.modes()), M_modes = M * body.modes();
    const double condition = std::sqrt(eigen.values.maxCoeff() / std::max(eigen.values.minCoeff(), 1e-300));
    const Index count = times.size();
    NormVariants norms{VecX(count), VecX(count), VecX(count), VecX(count)};
    for (Index k = 0; k < count; ++k) {
        VecX g(body.omega().size());
        for (Index i = 0; i < g.size(); ++i) g[i] = respond(body.omega()[i], body.damping()(i, i), times[k]);
        const MatX weighted = multiply(U, MatX(g.asDiagonal() * U.transpose()));
        norms.exact[k] = g.cwiseAbs().maxCoeff();
        norms.frobenius[k] = g.norm();
        norms.one_and_infinity[k] = weighted.cwiseAbs().colwise().sum().maxCoeff();  // symmetric: both norms are one
        const MatX plain = multiply(body.modes(), MatX(g.asDiagonal() * M_modes.transpose()));
        norms.condition[k] = condition * compute_svd(plain).sigma[0];
    }
    return norms;
}

}  // namespace ritz
