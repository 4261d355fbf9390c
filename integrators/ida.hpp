#pragma once
// IDA: variable-order BDF for a DAE F(t, y, y') = 0 that starts consistent.
#include <memory>

#include "integrators/integrator.hpp"

namespace ritz {

std::unique_ptr<Integrator> make_ida(DaeProblem problem, const IntegratorOptions& options);

}  // namespace ritz
