#include "integrators/integrator.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "integrators/arkode.hpp"
#include "integrators/cvode.hpp"
#include "integrators/generalized_alpha.hpp"
#include "integrators/ida.hpp"
#include "integrators/rosenbrock.hpp"

namespace ritz {

namespace {

bool has_fixed_step(Method method) {
    return method == Method::sdirk || method == Method::erk || method == Method::generalized_alpha ||
           method == Method::rosenbrock;
}

void check_options(const IntegratorOptions& o, std::vector<std::string>& errors) {
    const auto at_least = [&](const char* name, double value, double least) {
        if (!(value >= least))
            errors.emplace_back(fmt::format("integrator: {} is {}, but must be at least {}", name, value, least));
    };
    const auto positive = [&](const char* name, double value) {
        if (!(value > 0)) errors.emplace_back(fmt::format("integrator: {} is {}, but must be positive", name, value));
    };
    positive("relative_tolerance", o.relative_tolerance);
    positive("absolute_tolerance", o.absolute_tolerance);  // zero would weigh a state at rest infinitely
    at_least("max_order", o.max_order, 0);
    at_least("max_step", o.max_step, 0);
    at_least("initial_step", o.initial_step, 0);
    at_least("fixed_step", o.fixed_step, 0);
    at_least("max_steps", static_cast<double>(o.max_steps), 1);
    if (!(o.spectral_radius >= 0 && o.spectral_radius <= 1))
        errors.emplace_back(fmt::format("integrator: spectral_radius is {}, but must be in [0, 1]", o.spectral_radius));
    if (o.fixed_step > 0 && !has_fixed_step(o.method))
        errors.emplace_back("integrator: fixed_step needs the method sdirk, erk, generalized_alpha or rosenbrock");
}

template <class Problem>
void check_problem(const Problem& p, std::vector<std::string>& errors) {
    if (p.size <= 0) errors.emplace_back("integrator: there are no states");
    if (p.root_count > 0 && !p.roots) errors.emplace_back("integrator: root_count is given, but no root functions");
    if (p.absolute_tolerances.size() == 0) return;
    if (p.absolute_tolerances.size() != p.size)
        errors.emplace_back(
            fmt::format("integrator: {} absolute tolerances for {} states", p.absolute_tolerances.size(), p.size));
    if (!(p.absolute_tolerances.minCoeff() > 0))
        errors.emplace_back("integrator: an absolute tolerance is not positive");
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(OdeProblem problem, const IntegratorOptions& options) {
    std::vector<std::string> errors;
    check_options(options, errors);
    check_problem(problem, errors);
    if (!problem.rhs) errors.emplace_back("integrator: no right-hand side");
    if (options.method == Method::ida)
        errors.emplace_back("integrator: the method ida is for a DAE, but the problem is an ODE");
    if (!errors.empty()) throw InputError(errors);
    switch (options.method) {
        case Method::sdirk:
        case Method::erk:
            return make_arkode(std::move(problem), options);
        case Method::generalized_alpha:
            return make_generalized_alpha(std::move(problem), options);
        case Method::rosenbrock:
            return make_rosenbrock(std::move(problem), options);
        default:
            return make_cvode(std::move(problem), options);
    }
}

std::unique_ptr<Integrator> make_integrator(DaeProblem problem, const IntegratorOptions& options) {
    std::vector<std::string> errors;
    check_options(options, errors);
    check_problem(problem, errors);
    if (!problem.residual) errors.emplace_back("integrator: no residual");
    if (problem.differential.size() != 0 && problem.differential.size() != problem.size)
        errors.emplace_back(fmt::format("integrator: {} marks of differential components for {} states",
                                        problem.differential.size(), problem.size));
    if (options.method != Method::ida) errors.emplace_back("integrator: a DAE needs the method ida");
    if (!errors.empty()) throw InputError(errors);
    return make_ida(std::move(problem), options);
}

}  // namespace ritz
