#pragma once
// One implicit stage x = b + β f(t, x), by modified Newton:  (I − β J) Δx = b + β f(t, x) − x.
//
// J comes from differences and is kept as long as the iteration contracts fast, over many steps; the factors of I − β J
// are kept as long as β stays the same.
#include "integrators/failure.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

class ImplicitStage {
  public:
    enum class Result { converged, diverged, not_finite };

    ImplicitStage(RightHandSide rhs, Eigen::Index size);

    /// Evaluates f and counts; false if a component is not finite.
    bool evaluate(double t, const VecX& y, VecX& ydot);
    /// Improves x until the rest of the error is far below 1 in the norm |w x|; x holds the first guess.
    Result solve(double t, const VecX& b, double beta, const VecX& weights, VecX& x);
    /// x := (I − β J)⁻¹ x, with the factors of the last solve.
    void filter(VecX& x) const;
    /// J belongs to another problem (a new start) or to an older step.
    void forget() { has_jacobian_ = false; }
    void new_step() { jacobian_is_new_ = false; }

    static double norm(const VecX& x, const VecX& weights) {
        return std::sqrt((x.array() * weights.array()).square().mean());
    }

    long evaluations() const { return evaluations_; }
    long jacobian_evaluations() const { return jacobian_evaluations_; }
    const NotFinite& not_finite() const { return not_finite_; }
    void clear_not_finite() { not_finite_ = {}; }

  private:
    bool eval_jacobian(double t, double beta, const VecX& weights);
    void factorise(double beta);
    Result iterate(double t, const VecX& b, const VecX& weights, VecX& x);

    RightHandSide rhs_;
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
};

}  // namespace ritz
