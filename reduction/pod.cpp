// Proper orthogonal decomposition of a simulated run ([Fehr2018]). Every input gets a step of its unit load; the full
// model is integrated by the trapezoidal rule, whose matrix K + sD + s²M with s = 2/h needs one factor for the whole
// run.
//   S u₁ = f + M (s² u₀ + 2 s v₀ + a₀) + D (s u₀ + v₀)
// Symplectic variants take place and momentum together: the cotangent lift diag(V, MV) of an M-orthonormal V, or the
// singular vectors Φ + iΨ of place + i momentum.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/columns.hpp"
#include "reduction/snapshots.hpp"

namespace ritz {

using Eigen::Index;

Snapshots simulate_step_loads(const HeldSystem& system, const MatX& B, double duration, double step,
                              const ReductionProgress& progress) {
    if (!(step > 0) || !(duration >= step))
        throw InputError(fmt::format("duration {} s, step {} s: expected 0 < step ≤ duration", duration, step));
    const double s = 2 / step;
    const auto solve = system.shift(Complex(s, 0));
    const auto steps = static_cast<Index>(std::ceil(duration / step));
    const MatX F = system.frame().balance(B);
    MatX u = MatX::Zero(system.size(), B.cols()), v = u, a = u;
    Snapshots snapshots;
    const Index stride = std::max<Index>(1, steps / 100);  // a hundred looks are enough
    for (Index n = 1; n <= steps; ++n) {
        const MatX load = F + system.M() * MatX(s * s * u + 2 * s * v + a) + system.D() * MatX(s * u + v);
        const MatX next = solve(load.cast<Complex>()).real();
        const MatX v_next = s * (next - u) - v;
        a = s * (v_next - v) - a;
        u = next;
        v = v_next;
        if (n % stride == 0) {
            snapshots.append(u, v);
            if (progress)
                progress(fmt::format("full run: step {} of {}", n, steps),
                         static_cast<double>(n) / static_cast<double>(steps));
        }
    }
    return snapshots;
}

void Snapshots::append(const MatX& u, const MatX& v) {
    place.conservativeResize(u.rows(), place.cols() + u.cols());
    place.rightCols(u.cols()) = u;
    velocity.conservativeResize(v.rows(), velocity.cols() + v.cols());
    velocity.rightCols(v.cols()) = v;
}

SymplecticDirections find_symplectic_directions(const SparseMat& M, const Snapshots& snapshots, double omega,
                                                int count) {
    const MatX Q_and_P = [&] {
        MatX both(snapshots.place.rows(), 2 * snapshots.place.cols());
        both << snapshots.place, snapshots.velocity / omega;
        return both;
    }();
    // An orthonormal basis of all of it makes the complex SVD a small one.
    const MatX Q = find_leading_directions(M, Q_and_P, static_cast<int>(Q_and_P.cols())).V;
    const MatX R = Q.transpose() * (M * Q_and_P);
    const Index looks = snapshots.place.cols();
    const MatXc Z = R.leftCols(looks).cast<Complex>() + Complex(0, 1) * R.rightCols(looks).cast<Complex>();
    const ComplexSvd svd = compute_svd(Z);
    const Index kept = std::min<Index>(count, svd.sigma.size());
    return {Q * svd.U.leftCols(kept).real(), Q * svd.U.leftCols(kept).imag()};
}

Columns make_pod_columns(ReductionProblem& problem, const Pod& pod, int count, const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    if (problem.inputs().cols() == 0)
        throw InputError("pod needs inputs: name the markers or tracks on which loads act");
    const Snapshots snapshots = simulate_step_loads(system, MatX(problem.inputs()), pod.duration, pod.step, progress);
    // Velocities count like places when divided by the rate at which the run turns one into the other.
    const double rate = snapshots.velocity.norm() / snapshots.place.norm();
    MatX V(system.size(), 0);
    if (pod.symplectic && pod.complex_svd) {
        const SymplecticDirections directions =
            find_symplectic_directions(system.M(), snapshots, rate, (count + 1) / 2);
        V.resize(Eigen::NoChange, 2 * directions.place.cols());
        for (Index j = 0; j < directions.place.cols(); ++j) {
            V.col(2 * j) = directions.place.col(j);
            V.col(2 * j + 1) = directions.momentum.col(j);
        }
        V = V.leftCols(std::min<Index>(count, V.cols())).eval();
    } else if (pod.symplectic) {
        MatX both(snapshots.place.rows(), 2 * snapshots.place.cols());
        both << snapshots.place, snapshots.velocity / rate;
        V = find_leading_directions(system.M(), both, count).V;
    } else {
        V = find_leading_directions(system.M(), snapshots.place, count).V;
    }
    return {MatX(system.size(), 0), std::move(V), {}};
}

}  // namespace ritz
