#pragma once
// The energy balance of a run: E(t) - E(0) - work of everything that is not conservative, which is zero for the exact
// motion, driven and damped ones too. It is measured by the largest energy, change of gravity's energy, or work seen.
//
// A system at rest has no energy to be compared with. Below e₀, the energy of rates at which the absolute tolerance
// takes over from the relative one, v₀ = atol/rtol, and of a hundred absolute tolerances of way against gravity,
// nothing is resolved, because the scene does not ask for it. Neither depends on where the origin lies.
#include <algorithm>
#include <cmath>

#include "core/warnings.hpp"
#include "engine/system/system.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

/// e₀, the smallest energy that the tolerances resolve [J].
double compute_smallest_energy(const Model& model, const State& start, const IntegratorOptions& options);

class EnergyBalance {
  public:
    /// With a fixed step there are no tolerances that could be tightened.
    EnergyBalance(double smallest, double limit, bool has_fixed_step = false)
        : smallest_(smallest), limit_(limit), has_fixed_step_(has_fixed_step) {}

    /// e₀, and how much of it each step may add: below it the work is known to the tolerance of a step only, and a run
    /// over many thousand kinks has that many errors; beside a hundredth.
    void set_smallest(double energy, double growth) { smallest_ = energy, growth_ = 100 * growth * energy; }
    void add(double t, const Energies& energies, double work);
    /// The work between two of these: a move may begin and end between them, and all its energy come and go.
    void see_work(double work) {
        largest_work_ = std::max(largest_work_, std::abs(work));
        smallest_ += growth_;
    }
    /// The energies between two of these, for the scale alone.
    void see(const Energies& energies);
    double initial() const { return initial_; }
    double last() const { return last_; }
    /// The largest error so far, relative to the largest energy so far.
    double drift() const { return drift_; }
    bool is_broken() const { return !(drift_ <= limit_); }
    /// What was found and what to do; once it is broken.
    std::string describe() const;
    /// When it was first seen to be broken [s].
    double broken_at() const { return broken_at_; }

  private:
    double smallest_, limit_, growth_ = 0;
    bool has_fixed_step_;
    bool started_ = false;
    double initial_ = 0, last_ = 0, gravity_start_ = 0;
    double largest_work_ = 0;
    double scale_ = 0, largest_error_ = 0, drift_ = 0, broken_at_ = -1;
};

}  // namespace ritz
