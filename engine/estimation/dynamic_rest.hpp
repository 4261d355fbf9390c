#pragma once
// What remains of the error when the exact modes and the static answer s = K⁻¹ρ⊥ of all others are known: the dynamics
// of the modes above the m-th, bounded by how much s moves (theory §6.4).
#include "engine/estimation/residual_data.hpp"
#include "engine/estimation/time_polynomials.hpp"

namespace ritz {

/// Σ of sizes that each fade by k̂(t) = min(1, 1.22 e^{-rt/2}).
class FadingSum {
  public:
    void add(double size) {
        whole_ += size;
        fading_ += 1.22 * size;
    }
    void fade(double factor) { fading_ *= factor; }
    double value() const { return std::min(whole_, fading_); }
    void scale(double factor) { whole_ *= factor, fading_ *= factor; }
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.whole_), each(self.fading_);
    }

  private:
    double whole_ = 0, fading_ = 0;
};

class DynamicRest {
  public:
    explicit DynamicRest(const ResidualData& data);

    /// s on the next interval in the coordinates of the static directions (one row a direction), and what these leave:
    /// coefficients (a, c)/weights, of as many columns as there are.
    void advance(const PolynomialX& s, const PolynomialX& tail, double H);

    double fading_rate() const { return fading_rate_; }  // r of k̂ [1/s]
    // At the end of the interval, with x the rest of the error: K-orthogonal to the modes.
    double displacement() const { return displacement_; }  // |x|_M is at most this
    double energy_norm() const { return energy_norm_; }    // |x|_K
    double rate() const { return rate_; }                  // |x'|_M

    /// What the rest of a body with another basis was, of the same full body: s, s' and the tail where that ended, in
    /// the directions of this one. What s does there now is a jump.
    void carry(const DynamicRest& from, const VecX& s, const VecX& slope, const VecX& tail);
    /// The same where s is not known in these directions: it may have jumped from anything of its size.
    void carry_sizes(const DynamicRest& from);
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.last_), each(self.last_slope_), each(self.last_tail_);
        for (auto* sum : {&self.variation_, &self.variation_K_, &self.jumps_, &self.jumps_K_, &self.slopes_,
                          &self.slopes_K_, &self.tail_})
            each(*sum);
        each(self.displacement_), each(self.energy_norm_), each(self.rate_);
    }

  private:
    void see_jumps(const VecX& value, const VecX& slope);
    void take_sums(const DynamicRest& from);

    const ResidualData& data_;
    double fading_rate_ = 0, damping_ = 0;  // r, max of 2δ_i/ω_i² over the modes above
    bool has_begun_ = false;
    VecX last_, last_slope_, last_tail_, tail_jump_;
    PolynomialX s_K_;
    FadingSum variation_, variation_K_, jumps_, jumps_K_, slopes_, slopes_K_, tail_;

    double displacement_ = 0, energy_norm_ = 0, rate_ = 0;
};

}  // namespace ritz
