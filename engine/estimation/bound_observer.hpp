#pragma once
// The error bounds of all elastic bodies of a scene, as an observer of its run, for every integrator:
//
//     BoundObserver bounds(scene);
//     RunOptions options;
//     options.observers.push_back(&bounds);
//     simulate(scene, options);
//     bounds.bodies()[0].state_max();
//
// Nodes of time are the output times of the scene, times between them where these lie far apart, and the places where
// the integrator starts anew. How far apart they may be follows from what samples add to the bounds.
#include <functional>

#include "engine/estimation/body_bound.hpp"
#include "engine/simulation/simulate.hpp"

namespace ritz {

struct BoundObserverOptions {
    BoundOptions bound;
    /// After every node of a body, in order of time: its bounds can be read, and the verdict is carried out.
    std::function<StepVerdict(const BodyBound& bound)> at_node{};
    /// Whether output times are nodes; otherwise values_at gives those of the last node before.
    bool at_outputs = true;
};

class BoundObserver : public StepObserver {
  public:
    /// The scene must outlive this.
    explicit BoundObserver(const Scene& scene, BoundObserverOptions options = {});
    ~BoundObserver() override;

    StepVerdict at_start(const Integrator& integrator) override;
    StepVerdict after_step(double t_begin, const Integrator& integrator) override;
    void before_restart(double t_begin, double t, const Integrator& integrator) override;

    ObserverMemory remember() const override;
    void recall(const ObserverMemory& memory) override;
    /// The run stands at a time to which bounds have not come yet: a node is made there.
    void close_interval(double t, const VecX& y);
    /// Behind close_interval, while the run exchanges a body: bounds go on in its changed scene, which must outlive
    /// this, too.
    void exchange_body(const Scene& changed, const std::string& body, const MatX& transfer);

    /// In the order of the model's bodies, the elastic ones only.
    const std::vector<BodyBound>& bodies() const;
    const BodyBound* find(const std::string& body) const;
    /// The values of a body at a node of the last step, or of its end: at the last node not behind t.
    const BoundValues& values_at(const std::string& body, double t) const;
    /// Time that the bounds took [s].
    double seconds() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace ritz
