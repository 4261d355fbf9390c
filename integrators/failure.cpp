#include "integrators/failure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {

namespace {

const char* reason(Failure failure) {
    switch (failure) {
        case Failure::error_test:
            return "the local error stayed above the tolerance however small the step; is something discontinuous "
                   "there?";
        case Failure::convergence:
            return "the equations of the step did not converge";
        case Failure::linear_solver:
            return "the iteration matrix is singular";
        case Failure::function_at_start:
            return "the equations of motion cannot be evaluated at the start";
        case Failure::function_repeatedly:
            return "the equations of motion could not be evaluated for any smaller step";
        case Failure::root_function:
            return "a root function is not finite";
        case Failure::projection:
            return "the state could not be put back onto its invariants";
        case Failure::accuracy:
            return "the tolerances ask for more digits than a double has";
        case Failure::other:
            break;
    }
    return "the integrator gave up";
}

bool is_about_the_step(Failure failure) {
    return failure == Failure::error_test || failure == Failure::convergence || failure == Failure::function_repeatedly;
}

}  // namespace

void fail(const std::string& method, double t, double tried_step, Failure failure, const NotFinite& where) {
    std::string text = method + ": ";
    text += is_about_the_step(failure) && tried_step > 0 ? fmt::format("step size fell below {:.2g} s", tried_step)
                                                         : std::string("stopped");
    text += fmt::format(" at t = {:.12g} s: {}", t, reason(failure));
    if (where.component)
        text += fmt::format("; component {} was not finite at t = {:.12g} s", *where.component, where.t);
    throw NumericalError(text);
}

double time_roundoff(double t1, double t2) {
    return 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t1), std::abs(t2));
}

void require_forward(const std::string& method, double t, double t_limit) {
    if (t_limit < t - time_roundoff(t, t_limit))
        throw std::invalid_argument(fmt::format("{}: step back from {} s to {} s", method, t, t_limit));
}

void require_steps_left(const std::string& method, double t, long steps, const IntegratorOptions& options) {
    if (steps >= options.max_steps)
        throw NumericalError(
            fmt::format("{}: {} steps were not enough; stopped at t = {:.12g} s", method, options.max_steps, t));
}

void require_inside(const std::string& method, double t, double t_begin, double t_end) {
    const double slack = 100 * time_roundoff(t_begin, t_end);
    if (t < t_begin - slack || t > t_end + slack)
        throw std::invalid_argument(fmt::format("{}: t = {:.17g} s is outside the last step, {:.17g} s to {:.17g} s",
                                                method, t, t_begin, t_end));
}

}  // namespace ritz
