#pragma once
// What tabulated laws and moving loads ask of the steps of a run: none may pass over a feature of them. A barrier in
// the table of a spring gives back what it takes, so that neither the error estimate of a step that jumps over it nor
// the energy balance would show that anything is missing.
//
// Each table is divided into stretches (law_stretches.hpp), as the track of a moving load is. From deflection x, rate v
// and acceleration a at its beginning a step of length h travels no more than |v| h + |a| h²/2, which may not exceed
// what is allowed from x. With the acceleration of the step before this is a plan; when the step is done, its travel is
// bounded by the control points x, x + v h/3 of its cubic from both ends, and if it went too far it must not stand.
#include <limits>
#include <string>
#include <vector>

#include "engine/simulation/law_stretches.hpp"
#include "engine/simulation/signal_schedule.hpp"
#include "engine/system/kinematics.hpp"

namespace ritz {

class LawSchedule {
  public:
    LawSchedule(const Model& model, double relative_tolerance);

    /// Without tables and moving loads there is nothing to ask for.
    bool is_empty() const { return laws_.empty(); }
    /// How long a step from here may be [s]; infinite if nothing bounds it. Signals are evaluated within the window.
    double reach(StateView state, const SignalWindow& window);
    /// Whether a step from there to here travelled no farther than allowed.
    bool allows(StateView state, const SignalWindow& window);
    /// What bounded the last reach, or forbade the last step.
    const std::string& limited_by() const { return limited_by_; }

  private:
    struct Law {
        std::string name;
        Stretches stretches;
        // at the beginning of the step
        double x = 0, rate = 0, acceleration = 0;
        double up = 0, down = 0;  // travel beyond which the step must not stand
        // where it is now
        double x_now = 0, rate_now = 0;
        double longest = std::numeric_limits<double>::infinity();  // [s] of a step from here, whatever x does

        double plan();
    };
    struct Element {
        const ForceElement* element;
        std::size_t first;  // of its laws
    };
    void add_tables(const std::string& name, const Bushing& bushing, double relative_tolerance);
    void add_table(const std::string& name, const ForceLaw& law, double relative_tolerance);
    void add_track(const Model& model, const std::string& name, const MovingLoad& load);
    void see(StateView state, const SignalWindow& window);
    void see(const StateView& state, const JointSpring& spring, std::size_t k);
    void see(const StateView& state, const PointSpring& spring, std::size_t k);
    void see(const StateView& state, const Bushing& bushing, std::size_t k);
    void see(const StateView& state, const MovingLoad& load, std::size_t k);

    const Model& model_;
    Workspace ws_;
    std::vector<Law> laws_;
    std::vector<Element> elements_;
    bool has_tables_ = false;
    double t_ = 0;  // where the last step began
    bool has_begun_ = false;
    std::string limited_by_;
};

}  // namespace ritz
