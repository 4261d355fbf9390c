#pragma once
// The part of the error in the exact modes of a body: η'' + 2δη' + ω²η = p(t), p a polynomial, solved exactly.
#include "engine/estimation/time_polynomials.hpp"

namespace ritz {

class ErrorModes {
  public:
    ErrorModes(VecX omega, VecX delta, std::size_t places);

    const VecX& value() const { return value_; }
    const VecX& rate() const { return rate_; }

    /// The motion under p (one row a mode) on an interval of length H, and what the couplings see of it at the places
    /// x: the whole of slow modes, of fast ones the part that follows the load; the rest is free oscillation.
    void solve(const PolynomialX& load, double H, std::span<const double> places);
    const MatX& values() const { return values_; }  // one column a place
    const MatX& rates() const { return rates_; }
    /// sqrt(Σ η²) and sqrt(Σ η'²) of the free oscillation of fast modes are at most these on the interval.
    double free_value() const { return free_value_; }
    double free_rate() const { return free_rate_; }
    /// Goes to the end of the last solution.
    void accept();
    /// Begins anew elsewhere.
    void set(const VecX& value, const VecX& rate) { value_ = value, rate_ = rate; }
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.value_), each(self.rate_);
    }

  private:
    void solve_slow(Eigen::Index i, const PolynomialX& load, double H, std::span<const double> places);
    void solve_fast(Eigen::Index i, const PolynomialX& load, double H, std::span<const double> places);

    VecX omega_, delta_;
    VecX value_, rate_, end_value_, end_rate_;
    MatX values_, rates_;
    double free_value_ = 0, free_rate_ = 0;
};

/// x(t) = k x(0) + h x'(0) for x'' + 2δx' + ω²x = 0.
struct FreeMotion {
    double k = 1, h = 0;
};
FreeMotion compute_free_motion(double omega, double delta, double t);

}  // namespace ritz
