#pragma once
// The generalised-α method for first-order systems, with step control, dense output and root finding of its own.
#include <memory>

#include "integrators/integrator.hpp"

namespace ritz {

std::unique_ptr<Integrator> make_generalized_alpha(OdeProblem problem, const IntegratorOptions& options);

}  // namespace ritz
