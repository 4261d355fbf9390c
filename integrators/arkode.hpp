#pragma once
// ARKODE: adaptive Runge-Kutta methods, explicit and singly diagonally implicit.
#include <memory>

#include "integrators/integrator.hpp"

namespace ritz {

std::unique_ptr<Integrator> make_arkode(OdeProblem problem, const IntegratorOptions& options);

}  // namespace ritz
