#pragma once
// Switches that change inside a step and change back before its end: a long smooth step may run into a contact and out
// of it again. Integrators look at the ends of a step; here its inside is looked at by their dense output.
//
// The distance of a switch from its change is taken at both ends and at four places between them. It has a minimum
// beside each place where it is smaller than at its neighbours; beside an end only if it falls there into the step,
// which the slope at that end tells. A step whose contact goes on with the wrong law (engine/system/workspace.hpp,
// Hold) is found here too.
#include <optional>

#include "engine/simulation/problem.hpp"
#include "engine/simulation/validity.hpp"

namespace ritz {

class HiddenSwitches {
  public:
    /// Dips that are shallower than the absolute tolerance [m, rad] are none: the motion is not known better. Contacts
    /// that a fixed step cannot follow are warned of.
    HiddenSwitches(const Model& model, const IntegratorOptions& options, Warnings& warnings);

    /// The first such change in the step that began at t_begin and ended as told: just behind it, or where the step
    /// began if the contact was on the wrong side from there on.
    std::optional<StepEnd> find(double t_begin, const StepEnd& step, const ModelIntegrator& integrator);

    void remember(SwitchMemory& memory) const;
    void recall(const SwitchMemory& memory);

  private:
    struct Watched {
        Eigen::Index k;
        double sign;     // makes the switch positive before its change
        bool has_fired;  // it changes at the end of the step
        bool is_held;    // a contact that keeps to one law
    };
    void count_steps(const StepEnd& step, const ModelIntegrator& integrator);
    void eval(double t, VecX& values);
    double distance(double t, const Watched& w);
    bool falls_into_step(int place, const Watched& w);
    double approach(double low, double high, const Watched& w);
    double locate(double t_before, double t_behind, const Watched& w);
    std::optional<double> find_change(const Watched& w);
    std::optional<Watched> watch(Eigen::Index k, const StepEnd& step, const ModelIntegrator& integrator) const;

    const Model& model_;
    std::vector<SwitchInfo> switches_;
    double tolerance_, fixed_step_;
    Warnings& warnings_;
    std::vector<int> closed_steps_;  // of each contact, since it closed
    bool has_warned_ = false;
    Workspace ws_;
    const Integrator* integrator_ = nullptr;  // of the step that is looked at
    std::vector<double> times_;
    std::vector<VecX> values_;  // at these times
    VecX y_, trial_, largest_;
    double turned_at_ = -1;  // [s] where a contact was last found on the wrong side
};

}  // namespace ritz
