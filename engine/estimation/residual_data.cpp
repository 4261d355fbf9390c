#include "engine/estimation/residual_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/estimation/spin_terms.hpp"
#include "reduction/beam_estimator.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int exact_modes_of_beams = 20;

const MatX* find(const EstimatorData& data, const std::string& name) {
    for (const auto& [key, matrix] : data.matrices)
        if (key == name) return &matrix;
    return nullptr;
}

/// α, β of De = α Me + β Ke: those of the model if they fit, else the best ones, if these fit.
std::optional<Eigen::Vector2d> find_rayleigh(const ElasticBody& body, const MatX& of_model) {
    const Index n = body.modes();
    const double size = std::max(body.De.norm(), 1e-300);
    const auto fits = [&](double alpha, double beta) {
        return (body.De - alpha * MatX::Identity(n, n) - beta * body.Ke).norm() <= 1e-9 * size;
    };
    if (body.De.norm() == 0) return Eigen::Vector2d::Zero();
    if (of_model.size() == 2 && fits(of_model(0), of_model(1))) return Eigen::Vector2d(of_model(0), of_model(1));
    if (n < 3) return {};  // any damping of two shapes is some α, β
    const VecX k = body.Ke.diagonal(), d = body.De.diagonal();
    const double kk = k.squaredNorm(), k1 = k.sum(), det = static_cast<double>(n) * kk - k1 * k1;
    if (!(det > 1e-12 * kk * static_cast<double>(n))) return {};
    const double alpha = (kk * d.sum() - k1 * k.dot(d)) / det;
    const double beta = (static_cast<double>(n) * k.dot(d) - k1 * d.sum()) / det;
    if (alpha < 0 || beta < 0 || !fits(alpha, beta)) return {};
    return Eigen::Vector2d(alpha, beta);
}

/// ζ of De = 2 ζ sqrt(Ke), Ke diagonal.
std::optional<double> find_ratio(const ElasticBody& body) {
    const VecX omega = body.Ke.diagonal().cwiseSqrt();
    const double ratio = body.De(0, 0) / (2 * omega[0]);
    if (!(ratio > 0)) return {};
    const MatX expected = (2 * ratio * omega).asDiagonal();
    if ((body.De - expected).norm() > 1e-9 * body.De.norm()) return {};
    return ratio;
}

/// So that |Σ_g a_g Z_g over the weights| ≤ |a over the new ones|: entries aa hold the three Z of squares, whose Gram
/// matrix is at most 4; entries ab and ba a skew and a symmetric one, (x + y)² + (x - y)² = 2x² + 2y².
void combine_weights(Eigen::Ref<VecX> inverse) {
    const Index n = inverse.size() / spin_count;
    for (Index i = 0; i < n; ++i) {
        const auto at = [&](int a, int b) { return inverse[(3 * a + b) * n + i]; };
        const double diagonal = std::max({at(0, 0), at(1, 1), at(2, 2)});
        const double xy = std::max(at(0, 1), at(1, 0)), xz = std::max(at(0, 2), at(2, 0)),
                     yz = std::max(at(1, 2), at(2, 1)), root = std::sqrt(2.0);
        const SpinVector combined{root * yz,    root * xz, root * xy, 2 * diagonal, 2 * diagonal,
                                  2 * diagonal, root * xy, root * xz, root * yz};
        for (Index g = 0; g < spin_count; ++g) inverse[g * n + i] = combined[g];
    }
}

void combine_spins(ResidualData& data) {
    const Index n = data.shapes(), T = data.loads + 3;
    for (MatX* matrix : {&data.projection, &data.modes, &data.statics}) {
        matrix->middleCols(T, 9) = combine_spin_blocks(MatX(matrix->middleCols(T, 9)));
        matrix->middleCols(T + 9, 9 * n) = combine_spin_blocks(MatX(matrix->middleCols(T + 9, 9 * n)));
    }
    for (MatX* matrix : {&data.mode_coupling, &data.static_coupling, &data.feedback})
        *matrix = combine_spin_blocks(*matrix);
    data.inverse_weights = data.inverse_weights.cwiseInverse().eval();
    data.inverse_coupling_weights = data.inverse_coupling_weights.cwiseInverse().eval();
    combine_weights(data.inverse_weights.segment(T, 9));
    combine_weights(data.inverse_weights.segment(T + 9, 9 * n));
    combine_weights(data.inverse_coupling_weights);
}

/// What rounding leaves of a column that moves nothing is 1e-13 of the others.
void mark_loads(ResidualData& data) {
    VecX sizes(data.loads);
    for (Index j = 0; j < data.loads; ++j)
        sizes[j] = data.modes.col(j).norm() + data.statics.col(j).norm() + data.projection.col(j).norm();
    for (Index j = 0; j < data.loads; ++j) data.does_something.push_back(sizes[j] > 1e-13 * sizes.maxCoeff());
}

std::variant<ResidualData, std::string> read(const ElasticBody& body, const EstimatorData& from) {
    if (from.columns.empty())
        return std::string("its body file is of version 1, whose data lack terms of the moving frame: reduce it anew");
    ResidualData data;
    const auto take = [&](const char* name, auto& into) {
        const MatX* matrix = find(from, name);
        if (matrix == nullptr) return false;
        into = *matrix;
        return true;
    };
    const auto take_vector = [&](const char* name, VecX& into) {
        const MatX* matrix = find(from, name);
        if (matrix == nullptr) return false;
        into = Eigen::Map<const VecX>(matrix->data(), matrix->size());
        return true;
    };
    VecX tail, is_exact;
    MatX damping;
    const bool is_whole = take("projection", data.projection) && take("modes", data.modes) &&
                          take("static", data.statics) && take_vector("static_omega", data.static_omega) &&
                          take_vector("tail", tail) && take_vector("weights", data.inverse_weights) &&
                          take_vector("coupling_weights", data.inverse_coupling_weights) &&
                          take("mode_coupling", data.mode_coupling) && take("static_coupling", data.static_coupling) &&
                          take("feedback", data.feedback) && take("output_modes", data.output_modes) &&
                          take("output_static", data.output_static) && take("output_rest", data.output_rest) &&
                          take("damping", damping) && take_vector("is_exact", is_exact);
    const Index n = body.modes(), m = data.modes.rows(), r = data.static_omega.size(), p = data.modes.cols();
    data.loads = p - 12 - 11 * n;
    const bool fits =
        is_whole && data.loads >= 6 * static_cast<Index>(body.markers.size()) && data.projection.rows() == n &&
        data.projection.cols() == p - n && data.statics.rows() == r && data.statics.cols() == p && tail.size() == 2 &&
        data.inverse_weights.size() == p && data.inverse_coupling_weights.size() == 9 * m &&
        data.mode_coupling.rows() == m && data.mode_coupling.cols() == 9 * m && data.static_coupling.rows() == r &&
        data.static_coupling.cols() == 9 * m && data.feedback.rows() == m && data.feedback.cols() == 9 * r &&
        data.output_modes.cols() == m && data.output_static.cols() == r && data.output_rest.cols() == 2 &&
        is_exact.size() == 1 && data.output_modes.rows() == 6 * static_cast<Index>(body.markers.size());
    if (!fits) return std::string("its data are incomplete: reduce the model anew");
    if (from.frequencies.size() <= m)
        return std::string("its exact modes are all that the full body has, and the rest has no lowest frequency");
    data.omega = from.frequencies.head(m);
    data.next_omega = from.frequencies[m];
    if (const auto rayleigh = find_rayleigh(body, damping)) {
        data.alpha = (*rayleigh)[0];
        data.beta = (*rayleigh)[1];
        data.delta = 0.5 * (data.alpha + data.beta * data.omega.array().square());
    } else if (const auto ratio = find_ratio(body)) {
        data.ratio = *ratio;
        data.delta = *ratio * data.omega;
    } else {
        return std::string(
            "its damping is neither α M + β K nor a ratio for every mode, and other damping of the full body is not "
            "covered yet");
    }
    data.tail = tail;
    data.is_exact = is_exact[0] != 0;
    data.stiffens = !body.mass_points.empty();
    combine_spins(data);
    mark_loads(data);
    for (std::size_t i = 0; const MatX* points = find(from, fmt::format("track {}", i)); ++i)
        data.track_points.push_back(*points);
    return data;
}

}  // namespace

std::variant<ResidualData, std::string> read_residual_data(const ElasticBody& body) {
    if (body.estimator) return read(body, *body.estimator);
    if (!body.beam_spec)
        return std::string(
            "the body has no data for it: reduce its model with \"estimator\", the number of exact modes");
    auto made = compute_beam_estimator_data(body, exact_modes_of_beams);
    if (const auto* reason = std::get_if<std::string>(&made)) return *reason;
    return read(body, std::get<EstimatorData>(made));
}

}  // namespace ritz
