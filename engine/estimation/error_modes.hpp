#pragma once
// The part of the error in the exact modes of a body: η'' + 2δη' + ω²η = p(t), p a polynomial, solved exactly.
#include <vector>

#include "engine/estimation/time_polynomials.hpp"

namespace ritz {

class ErrorModes {
  public:
    ErrorModes(VecX omega, VecX delta);

    const VecX& value() const { return value_; }
    const VecX& rate() const { return rate_; }

    /// For intervals of length H and what the couplings see at the places x, the last of which is 1. What was prepared
    /// last is kept: intervals of one length after another cost nothing here.
    void prepare(double H, std::span<const double> places);
    /// The end of the interval under p (one row a mode).
    void solve(const PolynomialX& load);
    /// The motion at the places: the whole of slow modes, of fast ones the part that follows the load; the rest is free
    /// oscillation.
    void solve_places(const PolynomialX& load);
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
    /// A motion by its causes: the state at the beginning and the coefficients of p. One row a mode.
    static constexpr int causes = 2 + polynomial_size;
    using Response = Eigen::Matrix<double, Eigen::Dynamic, causes>;
    void apply(const Response& response, const PolynomialX& load, Eigen::Ref<VecX> out) const;

    void prepare_slow(Eigen::Index i, double H);
    void prepare_fast(Eigen::Index i, double H);

    VecX omega_, delta_;
    VecX value_, rate_, end_value_, end_rate_, free_, free_speed_;
    MatX values_, rates_;
    double free_value_ = 0, free_rate_ = 0;
    double prepared_ = 0;  // H
    std::vector<double> places_;
    std::vector<Response> at_places_, rates_at_places_;
    Response at_end_, rate_at_end_, free_response_, free_rate_response_;
};

/// x(t) = k x(0) + h x'(0) for x'' + 2δx' + ω²x = 0.
struct FreeMotion {
    double k = 1, h = 0;
};
FreeMotion compute_free_motion(double omega, double delta, double t);

}  // namespace ritz
