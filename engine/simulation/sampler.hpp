#pragma once
// Rows of a run: outputs, energies and loop errors at a state, and what these say of the run.
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/simulate.hpp"
#include "engine/simulation/validity.hpp"

namespace ritz {

class Sampler {
  public:
    Sampler(const Scene& scene, RunResult& result, Warnings& warnings, bool keep_states);

    /// Energies below are those of a system at rest.
    void set_smallest_energy(double energy) { balance_ = EnergyBalance(energy, scene_.settings.energy_limit); }
    const EnergyBalance& balance() const { return balance_; }

    /// Adds a row. Throws NumericalError where the state cannot be what the model means.
    void sample(const State& state);
    /// The work of the forces after a step: what happens between two rows belongs to the size of the energies too.
    void see_work(double work) { balance_.see_work(work); }
    double measure_one(const State& state, const Quantity& quantity);

  private:
    void refuse_open_loops(double t) const;

    const Scene& scene_;
    const Model model_;
    Workspace ws_;
    RunResult& result_;
    Warnings& warnings_;
    bool keep_;
    EnergyBalance balance_;
    ValidityWatch validity_;
    double length_;  // of the model [m]
};

}  // namespace ritz
