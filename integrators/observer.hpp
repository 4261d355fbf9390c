#pragma once
// Step observers see every accepted step with its dense output and say how to go on.
#include <string>
#include <variant>

#include "integrators/integrator.hpp"

namespace ritz {

struct Continue {};
struct Stop {
    std::string reason;
};
struct Refine {
    std::string body;
    MatX directions;
};
using StepVerdict = std::variant<Continue, Stop, Refine>;

/// Virtual: the place where users plug in.
class StepObserver {
  public:
    virtual ~StepObserver() = default;
    /// After an accepted step from t_begin to integrator.time(); the integrator interpolates inside it.
    virtual StepVerdict after_step(double t_begin, const Integrator& integrator) = 0;
};

}  // namespace ritz
