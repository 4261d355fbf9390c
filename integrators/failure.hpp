#pragma once
// How an integrator says that it cannot go on, in words an engineer understands.
#include <optional>
#include <string>

#include "core/types.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

enum class Failure {
    error_test,
    convergence,
    linear_solver,
    function_at_start,
    function_repeatedly,
    root_function,
    projection,
    accuracy,
    other,
};

/// Where a value was not finite.
struct NotFinite {
    double t = 0;
    std::optional<Eigen::Index> component;  // none: nowhere
};

/// Throws NumericalError: "CVODE BDF, ...: step size fell below 1e-9 s at t = 0.5 s: the equations did not converge".
[[noreturn]] void fail(const std::string& method, double t, double tried_step, Failure failure, const NotFinite& where);

/// A few roundings of a time: shorter steps do not move the clock.
double time_roundoff(double t1, double t2);

/// Throw unless a step from t to t_limit goes forward, more steps are allowed, t lies inside the last step.
void require_forward(const std::string& method, double t, double t_limit);
void require_steps_left(const std::string& method, double t, long steps, const IntegratorOptions& options);
void require_inside(const std::string& method, double t, double t_begin, double t_end);

}  // namespace ritz
