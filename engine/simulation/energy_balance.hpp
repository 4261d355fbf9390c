#pragma once
// The energy balance of a run: E(t) - E(0) - work of everything that is not conservative, which is zero for the exact
// motion, driven and damped ones too. It is measured by the largest energy, change of gravity's energy, or work seen,
// or by a share of the throughput, whichever is largest.
//
// The throughput is the energy that went through the system, ∫ Σ|P| dt over all that gives or takes it: what a motor
// gives and a damper takes at the same time cancels in the work, but the error of the work integral does not. It grows
// with what flowed, not with what is stored. Under step control it was found to be up to thirty relative tolerances of
// the throughput. With a tenth of it, the usual limit of 1e-2 allows a thousandth of what flowed: enough for a
// tolerance of 1e-5, and less than what is lost in a motion that is wrong. A fixed step has no tolerance and a smooth
// error, which shows an oscillator out of step by 4e-4 of what flowed: there it is a hundredth. One value for each step
// is enough for a scale.
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
    /// What it has seen.
    struct Record {
        bool started = false;
        double smallest = 0;
        double initial = 0, last = 0, gravity_start = 0;
        double largest_work = 0, throughput = 0;
        double scale = 0, largest_error = 0, drift = 0, broken_at = -1;
    };

    /// With a fixed step there are no tolerances that could be tightened.
    EnergyBalance(double smallest, double limit, bool has_fixed_step = false)
        : limit_(limit), has_fixed_step_(has_fixed_step) {
        seen_.smallest = smallest;
    }
    const Record& record() const { return seen_; }
    void restore(const Record& record) { seen_ = record; }

    /// e₀, and how much of it each step may add: below it the work is known to the tolerance of a step only, and a run
    /// over many thousand kinks has that many errors; beside a hundredth.
    void set_smallest(double energy, double growth) { seen_.smallest = energy, growth_ = 100 * growth * energy; }
    void add(double t, const Energies& energies, double work);
    /// The work between two of these, and what flowed through since the last time: a move may begin and end between
    /// them, and all its energy come and go.
    void see_work(double work, double flow) {
        seen_.largest_work = std::max(seen_.largest_work, std::abs(work));
        if (std::isfinite(flow)) seen_.throughput += flow;
        seen_.smallest += growth_;
    }
    /// The energies between two of these, for the scale alone.
    void see(const Energies& energies);
    double initial() const { return seen_.initial; }
    double last() const { return seen_.last; }
    /// The largest error so far, relative to the scale so far.
    double drift() const { return seen_.drift; }
    bool is_broken() const { return !(seen_.drift <= limit_); }
    /// What was found and what to do; once it is broken.
    std::string describe() const;
    /// The same for a balance that is kept to the limit, but to less than a tenth of it; otherwise empty.
    std::string describe_loose() const;
    /// When it was first seen to be broken [s].
    double broken_at() const { return seen_.broken_at; }

  private:
    double flow_share() const { return has_fixed_step_ ? 0.01 : 0.1; }

    double limit_, growth_ = 0;
    bool has_fixed_step_;
    Record seen_;
};

}  // namespace ritz
