// With hat functions N(p), b = L N, the normal equations are small: B̂ = L W, W = (∫ N ψᵀ)(∫ ψ ψᵀ)⁻¹. Panels end at all
// places where N or ψ has a kink, so that Gauss points integrate polynomials exactly; the error is the norm of
// b - L W ψ, never a difference of norms, which would lose half the digits.
#include "reduction/input_approximation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "bodies/quadrature.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

using Eigen::Index;

VecX eval_legendre(double x, int count) {  // orthonormal on [-1, 1]
    VecX P(count);
    for (int k = 0; k < count; ++k)
        P[k] = k == 0 ? 1 : k == 1 ? x : ((2 * k - 1) * x * P[k - 1] - (k - 1) * P[k - 2]) / k;
    for (int k = 0; k < count; ++k) P[k] *= std::sqrt(k + 0.5);
    return P;
}

VecX eval_fourier(double angle, int count) {  // orthonormal on a turn of length 2
    VecX f(count);
    for (int k = 0; k < count; ++k) {
        const int order = (k + 1) / 2;
        const double phase = order * angle;
        f[k] = k == 0 ? std::sqrt(0.5) : k % 2 ? std::cos(phase) : std::sin(phase);
    }
    return f;
}

/// part: 0 to 1 along the path. Functions 2i and 2i + 1 are value and slope at grid place i.
VecX eval_cubics(double part, int elements, bool closed) {
    const int nodes = closed ? elements : elements + 1;
    const double x = part * elements;
    const int first = std::clamp(static_cast<int>(x), 0, elements - 1), second = (first + 1) % nodes;
    const double t = x - first, s = 1 - t;
    VecX f = VecX::Zero(2 * nodes);
    f[2 * first] += s * s * (1 + 2 * t);
    f[2 * first + 1] += t * s * s;
    f[2 * second] += t * t * (1 + 2 * s);
    f[2 * second + 1] -= s * t * t;
    return f;
}

struct Panel {
    double begin, end;
};

std::vector<Panel> make_panels(const LoadPath& path, const PathFunctions& functions) {
    const double begin = path.places[0], length = path.length();
    std::vector<double> kinks(path.places.begin(), path.places.end());
    kinks.push_back(begin + length);
    if (const auto* cubics = std::get_if<CubicFunctions>(&functions))
        for (int i = 1; i < cubics->elements; ++i) kinks.push_back(begin + length * i / cubics->elements);
    std::sort(kinks.begin(), kinks.end());
    std::vector<Panel> panels;
    for (std::size_t i = 0; i + 1 < kinks.size(); ++i)
        if (kinks[i + 1] - kinks[i] > 1e-12 * length) panels.push_back({kinks[i], kinks[i + 1]});
    return panels;
}

int count_of(const PathFunctions& functions, bool closed) {
    if (const auto* cubics = std::get_if<CubicFunctions>(&functions)) return 2 * (cubics->elements + (closed ? 0 : 1));
    if (const auto* fourier = std::get_if<FourierFunctions>(&functions)) return fourier->count;
    return std::get<LegendreFunctions>(functions).count;
}

/// Gauss points for a panel: products of two functions exactly, or, of waves, to rounding.
int points_for(const PathFunctions& functions, int count, std::size_t panels) {
    if (std::holds_alternative<CubicFunctions>(functions)) return 4;
    if (std::holds_alternative<LegendreFunctions>(functions)) return count + 1;
    return 10 + 4 * count / static_cast<int>(panels);
}

void check_functions(const LoadPath& path, const PathFunctions& functions) {
    if (std::holds_alternative<FourierFunctions>(functions) && !path.closed())
        throw InputError("input approximation: Fourier functions need a closed path; take legendre or cubic");
    const auto* cubics = std::get_if<CubicFunctions>(&functions);
    if (cubics && cubics->elements < (path.closed() ? 2 : 1))
        throw InputError(fmt::format("input approximation: found {} cubic elements, expected at least {}",
                                     cubics->elements, path.closed() ? 2 : 1));
    const Index count = count_of(functions, path.closed());
    if (count < 1) throw InputError(fmt::format("input approximation: found {} functions, expected at least 1", count));
    if (count > path.places.size())
        throw InputError(fmt::format("input approximation: {} functions for {} loads; the loads themselves are fewer",
                                     count, path.places.size()));
}

template <class Visit>
void visit_gauss_points(const std::vector<Panel>& panels, int points, const Visit& visit) {
    const QuadratureRule rule = make_gauss_rule(points);
    for (const Panel& panel : panels)
        for (Index i = 0; i < rule.points.size(); ++i) {
            const double half = 0.5 * (panel.end - panel.begin);
            visit(0.5 * (panel.begin + panel.end) + half * rule.points[i], half * rule.weights[i]);
        }
}

/// The two loads around p: b(p) = (1 - w) b_i + w b_j.
struct Neighbours {
    Index i, j;
    double w;
};

Neighbours find_neighbours(const LoadPath& path, double p) {
    const Index n = path.places.size();
    p = wrap(path, p);
    const double* begin = path.places.data();
    const Index last = path.closed() ? n - 1 : n - 2;
    const Index i = std::clamp<Index>(std::upper_bound(begin, begin + n, p) - begin - 1, 0, last), j = (i + 1) % n;
    const double end = j > i ? path.places[j] : path.places[0] + path.period;
    return {i, j, (p - path.places[i]) / (end - path.places[i])};
}

/// The rows of the loads that are not zero: a path touches few unknowns of a body.
MatX take_touched_rows(const SparseMat& loads) {
    const SparseMat by_rows = loads.transpose();
    std::vector<Index> touched;
    for (Index row = 0; row < by_rows.cols(); ++row)
        if (by_rows.col(row).nonZeros()) touched.push_back(row);
    MatX rows(static_cast<Index>(touched.size()), loads.cols());
    for (std::size_t k = 0; k < touched.size(); ++k)
        rows.row(static_cast<Index>(k)) = MatX(by_rows.col(touched[k])).transpose();
    return rows;
}

void measure(const std::vector<Panel>& panels, int points, InputApproximation& result) {
    const MatX loads = take_touched_rows(result.path.loads), B = loads * result.weights;
    const auto load_at = [&](double p) -> VecX {
        const Neighbours at = find_neighbours(result.path, p);
        return (1 - at.w) * loads.col(at.i) + at.w * loads.col(at.j);
    };
    double error = 0, size = 0;
    visit_gauss_points(panels, points, [&](double p, double weight) {
        const VecX b = load_at(p);
        error += weight * (b - B * result.eval(p)).squaredNorm();
        size += weight * b.squaredNorm();
    });
    result.l2_error = std::sqrt(error);
    result.l2_size = std::sqrt(size);
    constexpr int looks = 16;
    for (const Panel& panel : panels)
        for (int i = 0; i <= looks; ++i) {
            // From inside the panel: at the end of an open path as well.
            const double p = panel.begin + (panel.end - panel.begin) * std::min(i / double(looks), 1 - 1e-12);
            const VecX b = load_at(p);
            result.max_error = std::max(result.max_error, (b - B * result.eval(p)).norm());
            result.max_size = std::max(result.max_size, b.norm());
        }
}

}  // namespace

void check_path(const LoadPath& path) {
    const Index n = path.places.size();
    const Index least = path.closed() ? 3 : 2;
    if (n < least || n != path.loads.cols())
        throw InputError(fmt::format("path of loads: found {} places and {} loads, expected as many, at least {}", n,
                                     path.loads.cols(), least));
    for (Index i = 0; i + 1 < n; ++i)
        if (!(path.places[i + 1] > path.places[i]))
            throw InputError(fmt::format("path of loads: place {} is {}, after {}; expected ascending places", i + 1,
                                         path.places[i + 1], path.places[i]));
    if (path.closed() && !(path.period > path.places[n - 1] - path.places[0]))
        throw InputError(fmt::format("path of loads: a closed path of length {} cannot hold places over {}",
                                     path.period, path.places[n - 1] - path.places[0]));
}

double wrap(const LoadPath& path, double p) {
    const double begin = path.places[0], length = path.length();
    if (path.closed()) {
        p -= length * std::floor((p - begin) / length);
        return p < begin + length ? p : begin;  // rounding
    }
    const double slack = 1e-12 * length;
    if (!(p >= begin - slack && p <= begin + length + slack))
        throw InputError(fmt::format("place {} is outside the path [{}, {}]", p, begin, begin + length));
    return std::clamp(p, begin, begin + length);
}

VecX eval_hats(const LoadPath& path, double p) {
    const Neighbours at = find_neighbours(path, p);
    VecX hats = VecX::Zero(path.places.size());
    hats[at.i] = 1 - at.w;
    hats[at.j] = at.w;
    return hats;
}

VecX eval_load(const LoadPath& path, double p) { return path.loads * eval_hats(path, p); }

VecX InputApproximation::eval(double p) const {
    const double part = (wrap(path, p) - path.places[0]) / path.length();
    // Orthonormal over the path, not over an interval of length 2.
    const double scale = std::sqrt(2 / path.length());
    if (const auto* legendre = std::get_if<LegendreFunctions>(&functions))
        return scale * eval_legendre(2 * part - 1, legendre->count);
    if (const auto* fourier = std::get_if<FourierFunctions>(&functions))
        return scale * eval_fourier(2 * std::numbers::pi * part, fourier->count);
    return eval_cubics(part, std::get<CubicFunctions>(functions).elements, path.closed());
}

InputApproximation approximate_inputs(const LoadPath& path, const PathFunctions& functions) {
    check_path(path);
    check_functions(path, functions);
    InputApproximation result{path, functions, {}, {}};
    const int count = count_of(functions, path.closed());
    const std::vector<Panel> panels = make_panels(path, functions);
    const int points = points_for(functions, count, panels.size());
    MatX moments = MatX::Zero(path.places.size(), count), gram = MatX::Zero(count, count);
    visit_gauss_points(panels, points, [&](double p, double weight) {
        const VecX psi = result.eval(p);
        const Neighbours at = find_neighbours(path, p);
        moments.row(at.i) += weight * (1 - at.w) * psi.transpose();
        moments.row(at.j) += weight * at.w * psi.transpose();
        gram.selfadjointView<Eigen::Lower>().rankUpdate(psi, weight);
    });
    result.weights = solve_definite(gram, moments.transpose()).transpose();
    result.B = path.loads * result.weights;
    measure(panels, points, result);
    return result;
}

LoadGains compute_load_gains(const ReducedSystem& modal) {
    LoadGains gains;
    for (Index i = 0; i < modal.K.rows(); ++i) {
        const double m = modal.M(i, i), omega2 = modal.K(i, i) / m, delta = 0.5 * modal.D(i, i) / m;
        if (!(omega2 > 0) || !(delta > 0)) throw InputError("gains of loads need a damped body without rigid motions");
        const double reach = modal.C.col(i).norm() * modal.B.row(i).norm() / m;
        // Peak of |1/(ω² + 2δ iν - ν²)|: at rest if 2δ² ≥ ω².
        gains.l2 +=
            reach * (2 * delta * delta < omega2 ? 0.5 / (delta * std::sqrt(omega2 - delta * delta)) : 1 / omega2);
        // ∫ |impulse response|: all humps of the damped sine; one hump if it does not swing.
        const double omega_d = std::sqrt(std::max(0.0, omega2 - delta * delta));
        gains.max += reach / omega2 * (omega_d > 0 ? 1 / std::tanh(0.5 * std::numbers::pi * delta / omega_d) : 1.0);
    }
    return gains;
}

}  // namespace ritz
