#pragma once
// One implicit stage x = b + β f(t, x), by modified Newton:  (I − β J) Δx = b + β f(t, x) − x.
//
// J comes from the problem's own solver or from differences. It is kept as long as the iteration contracts fast, over
// many steps; the factors of I − β J are kept as long as β stays the same (the problem's own J is cheap and made anew
// with them).
#include "integrators/failure.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

/// The problem's own solver, unless it has none or the options want differences.
inline NewtonSolver choose_newton(const OdeProblem& problem, const IntegratorOptions& options) {
    return options.jacobian == JacobianSource::problem ? problem.newton : NewtonSolver();
}

class ImplicitStage {
  public:
    enum class Result { converged, diverged, not_finite };

    /// newton: of the problem; without one J is taken by differences.
    ImplicitStage(RightHandSide rhs, NewtonSolver newton, Eigen::Index size);

    /// Evaluates f and counts; false if a component is not finite.
    bool evaluate(double t, const VecX& y, VecX& ydot);
    /// Improves x until the rest of the error is far below 1 in the norm |w x|; x holds the first guess.
    Result solve(double t, const VecX& b, double beta, const VecX& weights, VecX& x);
    /// x := (I − β J)⁻¹ x, with the factors of the last solve.
    void filter(VecX& x) const;
    /// I − β J at (t, y) for filter(), without an iteration. False if f is not finite there.
    bool prepare(double t, const VecX& y, double beta, const VecX& weights);
    /// J belongs to another problem (a new start) or to an older step.
    void forget() { has_jacobian_ = false; }
    void new_step() { jacobian_is_new_ = false; }

    static double norm(const VecX& x, const VecX& weights) {
        return std::sqrt((x.array() * weights.array()).square().mean());
    }

    long evaluations() const { return evaluations_; }
    long jacobian_evaluations() const { return jacobian_evaluations_; }
    long iterations() const { return iterations_; }
    const NotFinite& not_finite() const { return not_finite_; }
    void clear_not_finite() { not_finite_ = {}; }

  private:
    bool eval_jacobian(double t, double beta, const VecX& weights);
    void factorise(double t, double beta);
    Result iterate(double t, const VecX& b, const VecX& weights, VecX& x);

    RightHandSide rhs_;
    NewtonSolver newton_;
    MatX jacobian_;
    Eigen::PartialPivLU<MatX> factors_;
    double beta_ = 0;
    bool has_jacobian_ = false;
    bool jacobian_is_new_ = false;  // evaluated for the step under way
    bool is_slow_ = false;          // the last iteration contracted poorly
    double contraction_ = 1;        // θ / (1 − θ) of the last iteration: bounds what is still missing
    VecX guess_, f_, f_shifted_, shifted_, change_;
    NotFinite not_finite_;
    long evaluations_ = 0;
    long jacobian_evaluations_ = 0;
    long iterations_ = 0;
};

}  // namespace ritz
