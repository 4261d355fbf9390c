#pragma once
// A running simulation: it owns the scene, the state, the integrator and the recorder, and goes on step by step.
//
//     Simulation run(make_scene(spec));
//     while (run.time() < 10) {
//         run.set_input("torque", controller(run.value("angle")));
//         run.advance_to(run.time() + 0.01);
//     }
#include <memory>

#include "engine/simulation/checkpoint.hpp"
#include "engine/simulation/simulate.hpp"

namespace ritz {

class Run;  // engine/simulation/run.hpp

class Simulation {
  public:
    /// Assembles loops, finds the static equilibrium if asked, and records the first row. Throws InputError or
    /// NumericalError if the run cannot begin.
    explicit Simulation(Scene scene, RunOptions options = {});
    /// Goes on from a checkpoint of the same scene: nothing that it has recorded is recorded again, and the result
    /// speaks of the whole run, but for its times, samples and states, which begin here. Throws InputError if the
    /// checkpoint is of another system.
    Simulation(Scene scene, RunOptions options, const Checkpoint& from);
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    double time() const;
    const State& state() const;
    const Scene& scene() const;
    /// Over at the end of the scene's time, after a failure, or when somebody stopped it; result() says which.
    bool is_over() const;

    /// One accepted step. False if the run is over.
    bool step();
    /// Steps until t exactly, or until the run is over: false then. t may not lie before time().
    bool advance_to(double t);

    /// An output of the scene now. Throws InputError if there is none of that name.
    double value(const std::string& output);
    /// From now on the input is value + rate (t - time()). Throws InputError if the scene has none of that name.
    void set_input(const std::string& name, double value, double rate = 0);

    Checkpoint checkpoint() const;
    /// Goes back to a checkpoint of this simulation; rows, warnings and counts since then are taken back. Throws
    /// InputError if it is of another system, if a body was replaced since, if rows of it were taken back meanwhile, or
    /// after finish().
    void restore(const Checkpoint& checkpoint);

    /// The system is built anew with another elastic body in the place of the named one. The elastic coordinates go
    /// over by q_new = transfer q_old, loops are closed again, and the integrator starts anew.
    void replace_body(const std::string& name, std::shared_ptr<const ElasticBody> body, const MatX& transfer);

    /// What is known of the run so far.
    const RunResult& result() const;
    /// Ends the run here, judges it, and hands over the result; the simulation is over afterwards.
    RunResult finish();

  private:
    std::unique_ptr<Run> run_;
};

}  // namespace ritz
