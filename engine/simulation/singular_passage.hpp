#pragma once
// Loops in a singular position: where the rows of a loop become dependent for a moment, as those of a parallelogram do
// when its links lie on one line. The motion goes on through such a position smoothly, but the reactions cannot be
// computed in it, an error across the loops is amplified by the inverse of the distance to it, and another branch (the
// crossed linkage) is as near as the position itself. So no step ends there. From a state well before it, five states
// on the way towards it are computed, and the polynomial of degree nine through them and their rates is followed to the
// far side; nothing is projected before that. The branch is the one of continuous velocities, and energy must be kept.
#include <optional>
#include <string>
#include <vector>

#include "engine/simulation/run_memory.hpp"
#include "engine/system/system.hpp"

namespace ritz {

class SingularPassage {
  public:
    SingularPassage(const Model& model, const State& start);

    /// Whether the loops approach a position at this state in which they lose a row, by the smallest share that is left
    /// of any: its square root is about the angle to that position, measured against the largest share seen, since some
    /// mechanisms always have a small one. The hint is the share that an integrator's workspace saw last; where it is
    /// large, nothing is evaluated. Remembers the last state that can be trusted.
    bool is_near(const State& state, double hint);
    /// Whether such a position may be why a step from this state failed: tight tolerances feel it from further away.
    bool may_have_failed(const State& state);
    /// Whether a state is so near that the branch is no longer certain.
    bool is_within(const State& state);

    /// The state behind the singular position, at most at t_limit; nothing if the way is not found.
    std::optional<State> cross(double t_limit);

    /// A short way on from a state near such a position, on which the integrator does not get on: its tolerance asks
    /// for reactions more exact than they can be computed there. By own steps, at most to t_limit; false if there is
    /// none.
    bool walk(double t_limit, State& state);
    /// To a time, by own steps.
    bool move_to(double t, State& state);

    void remember(LoopMemory& memory) const;
    void recall(const LoopMemory& memory);

    /// At a time on the way of the last crossing.
    void interpolate(double t, State& out) const;

    /// The loop whose row has the smallest share at a state.
    std::string name_loop(const State& state);
    /// What is left of the row that is nearest to being lost.
    double eval_share(const State& state);

  private:
    /// y and y' at one time.
    struct Knot {
        double t = 0;
        VecX y, rate;
    };
    Knot make_knot(const State& state);
    double eval_distance(const State& state);
    std::optional<double> find_approach();
    void come_near();
    void trust(const State& state, double distance);
    std::optional<State> accept(const State& ahead, double distance);
    double compute_balance(const State& state, double& size);
    void lay_polynomial(const std::vector<Knot>& knots);
    void eval_polynomial(double t, VecX& y) const;

    const Model& model_;
    Model world_;  // with world poses, for energies
    Workspace ws_, world_ws_;
    double largest_share_ = 0, largest_hint_ = 0;
    State before_;                   // the last state that can be trusted
    double distance_ = 1;            // of the last state seen
    std::vector<double> times_;      // Newton's form of Hermite's polynomial: each knot twice
    std::vector<VecX> differences_;  // divided
};

}  // namespace ritz
