#pragma once
// Rows of a run: outputs, energies and loop errors at a state, and what these say of the run.
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/simulate.hpp"
#include "engine/simulation/validity.hpp"

namespace ritz {

class Sampler {
  public:
    Sampler(const Scene& scene, const RunOptions& options, RunResult& result, Warnings& warnings);

    /// Energies below are those of a system at rest.
    void set_smallest_energy(double energy) {
        balance_.set_smallest(energy, scene_.settings.options.relative_tolerance);
    }
    const EnergyBalance& balance() const { return balance_; }
    void restore_balance(const EnergyBalance::Record& record);
    std::vector<int> told() const { return validity_->told(); }
    void recall(const std::vector<int>& told) { validity_->recall(told); }
    /// Rows that another process has recorded: they count, but are not at hand.
    void skip_rows(std::size_t rows) { result_.rows = earlier_rows_ = rows; }
    /// The scene has changed its model; what was seen stays.
    void rebuild();
    void convert_states(const std::function<State(const State&)>& convert);

    /// Adds a row. Throws NumericalError where the state cannot be what the model means.
    void sample(const State& state);
    /// The work of the forces after a step, and what flowed through in it: what happens between two rows belongs to the
    /// size of the energies too.
    void see_work(double work, double flow) { balance_.see_work(work, flow); }
    void see_energies(const State& state);
    double last_time() const { return last_time_; }
    /// How many rows there are; rollback() forgets those that came later.
    std::size_t mark() const { return result_.rows; }
    void rollback(std::size_t rows, double last_time);
    double measure_one(const State& state, const Quantity& quantity);

  private:
    void refuse_open_loops(const State& state) const;
    double measure_row(const State& state, int row) const;
    double measure_output(const State& state, const Quantity& quantity);
    void report_energies();
    void record(const State& state);

    const Scene& scene_;
    const RunOptions& options_;
    Model model_;
    Workspace ws_;
    RunResult& result_;
    Warnings& warnings_;
    std::vector<double> row_;
    double last_time_ = 0;
    std::size_t earlier_rows_ = 0;  // of another process
    EnergyBalance balance_;
    std::optional<ValidityWatch> validity_;
    double length_;  // of the model [m]
};

}  // namespace ritz
