#pragma once
// One interface for every time integrator: accepted steps, dense output, root finding, statistics.
// Whoever calls sees no SUNDIALS type; whoever integrates sees no mechanics.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace ritz {

enum class Method {
    bdf,                // CVODE, BDF with order cap
    adams,              // CVODE, Adams-Moulton with fixed-point iteration
    ida,                // IDA, for a DaeProblem
    sdirk,              // ARKODE, an A-stable singly diagonally implicit Runge-Kutta method
    erk,                // ARKODE, explicit Runge-Kutta
    generalized_alpha,  // own, second order, numerical damping by its spectral radius at infinity
    rosenbrock,         // own, third order, linearly implicit: one matrix and four solves a step, no iteration
};

/// Where the matrix of an implicit method comes from.
enum class JacobianSource {
    problem,      // the problem's own NewtonSolver, if it has one
    differences,  // of the right-hand side: one evaluation for each state
};

struct IntegratorOptions {
    Method method = Method::adams;
    double relative_tolerance = 1e-6;
    double absolute_tolerance = 1e-8;
    int max_order = 0;    // 0: the method's own choice (bdf: 2, since higher orders are unstable at the imaginary axis)
    double max_step = 0;  // [s] 0: no limit
    double initial_step = 0;  // [s] 0: estimated
    double fixed_step = 0;    // [s] > 0: constant step, no error control (sdirk, erk, generalized_alpha: order studies)
    double spectral_radius = 0.8;  // generalized_alpha: ρ∞ in [0, 1]
    JacobianSource jacobian = JacobianSource::problem;
    long max_steps = 100'000'000;
};

/// Called as rhs(t, y, ydot). A right-hand side may throw std::exception: the integrator stops and passes it on.
using RightHandSide = std::function<void(double, const ConstVecMap&, VecMap&)>;
using RootFunctions = std::function<void(double, const ConstVecMap&, VecMap&)>;
/// Moves y onto the invariants (closed loops, unit quaternions). Must be idempotent.
using Projection = std::function<void(double, VecMap&)>;

/// Solves with I - γ J, where J stands for ∂f/∂y near (t, y). J may leave out what is not stiff: Newton's iteration
/// then takes longer, a W-method keeps its order.
struct NewtonSolver {
    std::function<void(double t, const ConstVecMap& y, double gamma)> setup;
    std::function<void(VecMap& x)> solve;  // x := (I - γ J)⁻¹ x, with the last setup
    explicit operator bool() const { return static_cast<bool>(setup); }
};

/// y' = f(t, y)
struct OdeProblem {
    Eigen::Index size = 0;
    RightHandSide rhs;
    RootFunctions roots;  // optional
    Eigen::Index root_count = 0;
    Projection project;        // optional: applied to every accepted step, however the method does it
    NewtonSolver newton;       // optional: otherwise differences
    VecX absolute_tolerances;  // optional, one for each state; overrides the option
};

/// Solves with ∂F/∂y + c ∂F/∂y' near (t, y, y').
struct DaeNewtonSolver {
    std::function<void(double t, const ConstVecMap& y, const ConstVecMap& yp, double c)> setup;
    std::function<void(VecMap& x)> solve;
    explicit operator bool() const { return static_cast<bool>(setup); }
};

/// F(t, y, y') = 0
struct DaeProblem {
    Eigen::Index size = 0;
    std::function<void(double t, const ConstVecMap& y, const ConstVecMap& yp, VecMap& residual)> residual;
    RootFunctions roots;
    Eigen::Index root_count = 0;
    VecX differential;         // 1 for a differential, 0 for an algebraic component (left out of the error test)
    DaeNewtonSolver newton;    // optional: otherwise differences
    VecX absolute_tolerances;  // optional
};

struct Root {
    int index;
    int direction;  // +1 rising, -1 falling
};

struct StepEnd {
    double t = 0;
    std::vector<Root> roots;  // not empty: the step ended exactly at these roots
};

struct Statistics {
    long steps = 0;
    long rhs_evaluations = 0;
    long jacobian_evaluations = 0;
    long newton_iterations = 0;
    long error_test_failures = 0;
    long convergence_failures = 0;
    double last_step = 0;
    int last_order = 0;
};

/// Users may plug in their own; the engine's own come from make_integrator.
class Integrator {
  public:
    virtual ~Integrator() = default;
    /// Starts, or starts anew after an event, from (t, y). For a DAE also y'. Statistics go on counting.
    virtual void start(double t, const VecX& y, const VecX& yp = VecX()) = 0;
    /// One accepted step, never beyond t_limit; throws NumericalError with a reason if none can be made.
    virtual StepEnd step(double t_limit) = 0;
    virtual double time() const = 0;
    virtual const VecX& state() const = 0;  // at time()
    /// y (derivative 0) or y' (1) at a time inside the last step.
    virtual void interpolate(double t, int derivative, VecX& out) const = 0;
    virtual Statistics statistics() const = 0;
    virtual std::string description() const = 0;  // e.g. "CVODE BDF, order at most 2"
};

std::unique_ptr<Integrator> make_integrator(OdeProblem problem, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_integrator(DaeProblem problem, const IntegratorOptions& options);

}  // namespace ritz
