#pragma once
// The limits of error bounds that a scene sets, as an observer of its run: it is asked before the bounds are, and
// judges each of their nodes. What is to be done, guarded_run.hpp does.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/warnings.hpp"
#include "engine/estimation/body_bound.hpp"
#include "engine/simulation/simulate.hpp"

namespace ritz {

/// "end.y"
std::string describe(const BoundChannel& channel);
/// Throws InputError if the bound knows no such motion.
std::size_t find_channel(const BodyBound& bound, const MarkerMotion& motion);
/// The shapes of a motion of a marker: times q it is the motion in the axes of R.
VecX make_motion_row(const ElasticBody& body, const MarkerMotion& motion);
NodeId find_body_node(const Model& model, const std::string& body);

/// A limit that asks for a larger basis.
struct PassedLimit {
    const BoundMonitor* monitor = nullptr;
    BoundValues values;  // where it was passed first
    double value = 0;
    std::string sentence;
};

class BoundWatch : public StepObserver {
  public:
    explicit BoundWatch(const Scene& scene);

    StepVerdict at_start(const Integrator& integrator) override { return after_step(0, integrator); }
    StepVerdict after_step(double t_begin, const Integrator& integrator) override;
    ObserverMemory remember() const override;
    void recall(const ObserverMemory& memory) override;
    /// The scene's bodies have other bases.
    void rebuild(const Scene& scene);

    /// At a node of the bounds of one body. `limit_of_refinements` says for a monitor that refines why it may not;
    /// empty if it may.
    StepVerdict judge(const BodyBound& bound, const std::function<std::string(const BoundMonitor&)>& find_obstacle);
    const std::optional<PassedLimit>& passed() const { return passed_; }
    void forget_passed() { passed_.reset(); }
    /// The largest part of its limit that a bound to be refined has reached at its last node.
    double largest_share() const;
    const std::vector<std::string>& warnings() const { return warnings_; }
    /// Sentences that only now were given.
    std::function<void(const std::string& sentence)> warn;

    double t() const { return t_; }
    const VecX& y() const { return y_; }

  private:
    struct Watch {
        BoundMonitor monitor;
        VecX shape;  // empty: the whole state
        Eigen::Index at = 0;
        double largest = 0;  // of the state or motion so far, for relative limits
        double share = 0;    // of the limit, at the last node
        bool has_warned = false;
    };
    void give_warning(const std::string& sentence);
    StepVerdict judge(Watch& watch, const BodyBound& bound,
                      const std::function<std::string(const BoundMonitor&)>& find_obstacle);

    std::vector<Watch> watches_;
    std::vector<std::string> warnings_;
    std::optional<PassedLimit> passed_;
    double t_ = 0;
    VecX y_;
};

}  // namespace ritz
