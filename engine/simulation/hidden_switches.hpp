#pragma once
// Switches that change inside a step and change back before its end: a long smooth step may run into a contact and out
// of it again. Integrators look at the ends of a step; here its inside is looked at by their dense output.
#include <optional>

#include "engine/system/forces.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

class HiddenSwitches {
  public:
    HiddenSwitches(const Model& model, std::size_t count);

    /// The first such change in the last step, which began at t_begin: just behind it.
    std::optional<StepEnd> find(double t_begin, const Integrator& integrator);

  private:
    void eval(double t, const Integrator& integrator, VecX& values);
    double approach(double low, double high, Eigen::Index k, const Integrator& integrator);
    double locate(double t_before, double t_behind, Eigen::Index k, const Integrator& integrator);

    const Model& model_;
    Workspace ws_;
    VecX y_, first_, last_, trial_;
    std::vector<VecX> inside_;
};

}  // namespace ritz
