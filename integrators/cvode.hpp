#pragma once
// CVODE: BDF with Newton iteration, and Adams-Moulton with fixed-point iteration.
#include <memory>

#include "integrators/integrator.hpp"

namespace ritz {

std::unique_ptr<Integrator> make_cvode(OdeProblem problem, const IntegratorOptions& options);

}  // namespace ritz
