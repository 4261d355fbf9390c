#pragma once
// A linearly implicit Runge-Kutta method with step control, dense output and root finding of its own.
#include <memory>

#include "integrators/integrator.hpp"

namespace ritz {

std::unique_ptr<Integrator> make_rosenbrock(OdeProblem problem, const IntegratorOptions& options);

}  // namespace ritz
