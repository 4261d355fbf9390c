// SO-IRKA [Baumann2017]: interpolation points are moved to the mirror images of the reduced poles until they stay, the
// necessary condition of H2-optimality. Each step would need a factorisation for each shift; instead the iteration runs
// on a surrogate, a larger reduced model that holds all full solutions so far, and the full model is only asked at the
// points where the surrogate's iteration has settled. Where they no longer move, full and surrogate agree there, and
// the fixed point is one of the full model. For second-order models the condition is not sufficient: of all points
// where the full model was asked, start included, the ones with the smallest H2 error are kept. The modification of
// [Baumann2017]: several random starts, whose spaces an SVD joins.
#include "reduction/irka.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <random>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/library_threads.hpp"
#include "reduction/columns.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {

using Eigen::Index;

namespace {

MatX orthonormalise_dense(const MatX& M, const MatX& V) { return orthonormalise(M.sparseView(), V); }

ReducedSystem project(const ReducedSystem& system, const MatX& V) {
    return {V.transpose() * system.M * V, V.transpose() * system.D * V, V.transpose() * system.K * V,
            V.transpose() * system.B, system.C * V};
}

/// A small second-order system by its poles, H = Σ c_i b_iᵀ/(s - λ_i), and how much each weighs in H.
struct Poles {
    VecXc lambda;
    MatXc c, b;  // columns
    VecX weight;
};

/// At least 0.1 %: undamped poles lie on the axis, where the full system has its own.
double damping_of(Complex lambda) { return std::max(-lambda.real(), 1e-3 * std::abs(lambda)); }

Poles find_poles(const ReducedSystem& system) {
    const Index n = system.K.rows();
    MatX A = MatX::Zero(2 * n, 2 * n), B = MatX::Zero(2 * n, system.B.cols());
    A.topRightCorner(n, n).setIdentity();
    A.bottomLeftCorner(n, n) = -solve_definite(system.M, system.K);
    A.bottomRightCorner(n, n) = -solve_definite(system.M, system.D);
    B.bottomRows(n) = solve_definite(system.M, system.B);
    const GeneralEigen eigen = solve_general_eigen(A);
    Poles poles{eigen.values, system.C * eigen.vectors.topRows(n),
                solve_square(eigen.vectors, B.cast<Complex>()).transpose(), VecX(2 * n)};
    for (Index i = 0; i < 2 * n; ++i)  // the residue, over the damping that makes it last
        poles.weight[i] = poles.c.col(i).norm() * poles.b.col(i).norm() /
                          std::max(std::abs(poles.lambda[i].real()), 1e-9 * std::abs(poles.lambda[i]));
    return poles;
}

InterpolationPoints make_random_start(const Band& band, Index inputs, int count, std::mt19937_64& generator) {
    std::uniform_real_distribution<double> place(0, 1);
    std::normal_distribution<double> normal;
    InterpolationPoints start;
    const int shifts = (count + 1) / 2;
    start.shifts.resize(shifts);
    start.directions.resize(inputs, shifts);
    for (int k = 0; k < shifts; ++k) {
        // One in every part of the band, so that a start never leaves half of it empty.
        const double f = band.low + (band.high - band.low) * (k + place(generator)) / shifts;
        const double omega = 2 * std::numbers::pi * std::max(f, 1e-3 * band.high);
        start.shifts[k] = Complex(0.02 * omega, omega);
        for (Index i = 0; i < inputs; ++i) start.directions(i, k) = normal(generator);
        start.directions.col(k).normalize();
    }
    return start;
}

/// The full model's answers at the points, as real columns. Tells how many are done.
MatX solve_at(const HeldSystem& system, const MatX& B, const InterpolationPoints& points,
              const std::function<void(Index done)>& tell) {
    MatX columns(system.size(), 2 * points.shifts.size());
    Index done = 0;
    system.solve_all_shifted(
        points.shifts, [&](Index k) -> MatXc { return B.cast<Complex>() * points.directions.col(k); },
        [&](Index k, const MatXc& X) {
            columns.middleCols(2 * k, 2) = split_complex(X);
            tell(++done);
        });
    return columns;
}

/// Points where the full model was asked, and its answers.
struct Visit {
    InterpolationPoints points;
    MatX columns;
};

/// The visit whose space has the smallest H2 error. The surrogate holds all answers, so that its reduced models are
/// those of the full model, and it stands for the full model in the error.
const Visit& find_best(const ReducedSystem& surrogate, const std::vector<Visit>& visits) {
    double least = std::numeric_limits<double>::infinity();
    const Visit* best = &visits.back();
    for (const Visit& visit : visits) {
        const double error = compute_h2_distance(surrogate, project(surrogate, interpolate(surrogate, visit.points)));
        if (!(error < least)) continue;
        least = error;
        best = &visit;
    }
    return *best;
}

/// One run: surrogate and full model in turn.
MatX run_from(ReductionProblem& problem, const Irka& irka, InterpolationPoints points, int count,
              const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    const MatX B = problem.inputs();
    MatX surrogate(system.size(), 0);
    ReducedSystem small;
    std::vector<Visit> visits;
    for (int round = 0; round < irka.iterations; ++round) {
        const Index shifts = points.shifts.size();
        MatX columns = solve_at(system, B, points, [&](Index done) {
            // Rounds may end early, so that the time left is at most what is shown.
            const double part = (round + static_cast<double>(done) / static_cast<double>(shifts)) / irka.iterations;
            if (progress)
                progress(fmt::format("SO-IRKA: round {} of at most {}, shift {} of {}", round + 1, irka.iterations,
                                     done, shifts),
                         part);
        });
        const MatX fresh = orthonormalise_against(system.M(), surrogate, columns);
        surrogate.conservativeResize(Eigen::NoChange, surrogate.cols() + fresh.cols());
        surrogate.rightCols(fresh.cols()) = fresh;
        visits.push_back({points, std::move(columns)});
        small = project(problem.structure(), problem.inputs(), problem.outputs(), surrogate);
        InterpolationPoints next = iterate_to_mirror_poles(small, points, count, 50, 0.1 * irka.tolerance);
        if (fresh.cols() == 0 || compute_change(points.shifts, next.shifts) < irka.tolerance) break;
        points = std::move(next);
    }
    return orthonormalise(system.M(), find_best(small, visits).columns);
}

/// <H_a, H_b> = Σ (c_i^H c_j)(b_i^H b_j)/(-(λ_i^* + λ_j)), i over the poles of a, j over those of b.
double multiply_in_h2(const Poles& a, const Poles& b) {
    const MatXc residues = (a.c.adjoint() * b.c).cwiseProduct(a.b.adjoint() * b.b);
    Complex sum = 0;
    for (Index i = 0; i < a.lambda.size(); ++i)
        for (Index j = 0; j < b.lambda.size(); ++j)
            sum += residues(i, j) /
                   Complex(damping_of(a.lambda[i]) + damping_of(b.lambda[j]), a.lambda[i].imag() - b.lambda[j].imag());
    return sum.real();
}

}  // namespace

double compute_h2_distance(const ReducedSystem& a, const ReducedSystem& b) {
    const Poles of_a = find_poles(a), of_b = find_poles(b);
    const double square = multiply_in_h2(of_a, of_a) - 2 * multiply_in_h2(of_a, of_b) + multiply_in_h2(of_b, of_b);
    return std::sqrt(std::max(0.0, square));
}

MatX interpolate(const ReducedSystem& system, const InterpolationPoints& points) {
    MatXc X(system.K.rows(), points.shifts.size());
    for (Index k = 0; k < points.shifts.size(); ++k) {
        const Complex s = points.shifts[k];
        const MatXc A = system.K.cast<Complex>() + s * system.D.cast<Complex>() + (s * s) * system.M.cast<Complex>();
        X.col(k) = solve_square(A, system.B.cast<Complex>() * points.directions.col(k));
    }
    return orthonormalise_dense(system.M, split_complex(X));
}

InterpolationPoints mirror_poles(const ReducedSystem& reduced, int count) {
    const Poles poles = find_poles(reduced);
    std::vector<Index> order;
    for (Index i = 0; i < poles.lambda.size(); ++i)
        if (poles.lambda[i].imag() >= 0) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return poles.weight[a] > poles.weight[b]; });
    std::vector<Index> taken;
    int columns = 0;
    for (Index i : order) {
        if (columns >= count) break;
        columns += columns_of(poles.lambda[i]);
        taken.push_back(i);
    }
    std::sort(taken.begin(), taken.end(),
              [&](Index a, Index b) { return std::abs(poles.lambda[a]) < std::abs(poles.lambda[b]); });
    InterpolationPoints points{VecXc(static_cast<Index>(taken.size())),
                               MatXc(reduced.B.cols(), static_cast<Index>(taken.size()))};
    for (std::size_t k = 0; k < taken.size(); ++k) {
        const Complex lambda = poles.lambda[taken[k]];
        points.shifts[static_cast<Index>(k)] = Complex(damping_of(lambda), lambda.imag());
        const VecXc direction = poles.b.col(taken[k]).conjugate();
        points.directions.col(static_cast<Index>(k)) = direction / std::max(direction.norm(), 1e-300);
    }
    return points;
}

double compute_change(const VecXc& before, const VecXc& after) {
    double largest = 0;
    for (const Complex s : after) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Complex other : before) nearest = std::min(nearest, std::abs(s - other));
        largest = std::max(largest, nearest / std::abs(s));
    }
    return largest;
}

InterpolationPoints iterate_to_mirror_poles(const ReducedSystem& system, InterpolationPoints start, int count,
                                            int iterations, double tolerance, double* change) {
    InterpolationPoints points = std::move(start);
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < iterations && last > tolerance; ++i) {
        InterpolationPoints next = mirror_poles(project(system, interpolate(system, points)), count);
        last = compute_change(points.shifts, next.shifts);
        points = std::move(next);
    }
    if (change) *change = last;
    return points;
}

Columns make_irka_columns(ReductionProblem& problem, const Irka& irka, int count, const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    if (problem.inputs().cols() == 0)
        throw InputError("so_irka needs inputs: name the markers or tracks on which loads act");
    if (count < 1) throw InputError(fmt::format("so_irka: found a size of {}, expected at least 1", count));
    if (!(irka.band.high > irka.band.low) || irka.band.low < 0)
        throw InputError(fmt::format("so_irka: band [{}, {}] Hz for its starts: expected 0 ≤ low < high", irka.band.low,
                                     irka.band.high));
    // The iteration magnifies rounding, and BLAS on several threads rounds differently when the machine is busy.
    const OneBlasThread reproducible;
    std::mt19937_64 generator(irka.seed);
    MatX all(system.size(), 0);
    for (int run = 0; run < std::max(1, irka.runs); ++run) {
        const auto stage = [&](const std::string& what, double part) {
            if (progress) progress(fmt::format("start {} of {}, {}", run + 1, std::max(1, irka.runs), what), part);
        };
        const MatX V = run_from(problem, irka, make_random_start(irka.band, problem.inputs().cols(), count, generator),
                                count, stage);
        all.conservativeResize(Eigen::NoChange, all.cols() + V.cols());
        all.rightCols(V.cols()) = V;
    }
    if (irka.runs <= 1) return {MatX(system.size(), 0), all.leftCols(std::min<Index>(count, all.cols())), {}};
    return {MatX(system.size(), 0), find_leading_directions(system.M(), all, count).V, {}};
}

}  // namespace ritz
