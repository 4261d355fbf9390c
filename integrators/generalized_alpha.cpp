// Generalised-α for y' = f(t, y) [Jansen2000]:
//
//   v_{n+αm} = f(t_{n+αf}, y_{n+αf})          y_{n+1} = y_n + h (v_n + γ (v_{n+1} − v_n))
//   αm = (3 − ρ) / (2 (1 + ρ)),   αf = 1 / (1 + ρ),   γ = ½ + αm − αf,   ρ: spectral radius at infinite frequency
//
// With x = y_{n+αf} this is one implicit stage x = b + β f(t_{n+αf}, x), β = h αf γ/αm, b = y_n + h αf (1 − γ/αm) v_n.
//
// v_n is no derivative at t_n: it belongs to t_n + (αf − αm) h, and only so is the method of second order. When h
// changes, v_n is moved along by y'' (compare [Bruels2008]).
//
// Error estimate: y_{n+1} against Simpson's rule y_n + h/6 (f_n + 4 f_{n+½} + f_{n+1}), f_{n+½} at the middle of the
// Hermite cubic. The rule is of order 4, so the difference is the local error of y_{n+1} in its leading term, without
// any memory of earlier steps. In stiff components it would grow like (h λ)²; two solves with I − β J bound it.
//
// With step control the estimate, so bounded, is added to y_{n+1} (local extrapolation). Otherwise the local errors,
// each within the tolerance but all of one sign, add up over the many steps of a method of second order: a free body
// that spins lost its momentum by a percent in a hundred turns, because its rates are in its own axes and its attitude
// lags behind. The amplification of y' = λ y, computed for (h λ) on the imaginary and the negative real axis, stays at
// most 1 for every ρ, and 1 on the imaginary axis for ρ = 1. Fixed steps are those of the plain method.
#include "integrators/generalized_alpha.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "integrators/one_step.hpp"

namespace ritz {

namespace {

struct Parameters {
    double alpha_m, alpha_f, gamma;
    explicit Parameters(double rho)
        : alpha_m(0.5 * (3 - rho) / (1 + rho)), alpha_f(1 / (1 + rho)), gamma(0.5 + alpha_m - alpha_f) {}
};

class GeneralizedAlpha final : public OneStep {
  public:
    GeneralizedAlpha(OdeProblem problem, const IntegratorOptions& options)
        : OneStep(std::move(problem), options,
                  fmt::format("generalised-alpha, spectral radius {}", options.spectral_radius), 2, 3),
          p_(options.spectral_radius) {
        for (VecX* x : {&v_, &v_next_, &a_, &b_, &x_, &x_middle_, &middle_, &error_}) x->setZero(weights_.size());
    }

  private:
    Attempt attempt(double h, double t_end) override;
    void begin_from(const VecX& a) override {
        a_ = a;
        v_ = step_.f1;
        h_of_v_ = 0;
    }
    bool keeps_step(double factor) const override {  // a change costs a factorisation and disturbs v
        return factor > 0.95 && factor < 1.2;
    }
    void move_v(double h);
    double estimate_error(double h);

    Parameters p_;
    VecX v_, v_next_;    // the method's own rate, for a step of size h_of_v_
    VecX a_;             // y'' at the end of the last step
    double h_of_v_ = 0;  // 0: v_ is y' itself, as at the start
    VecX b_, x_, x_middle_, middle_, error_;
};

/// v_n for a step of size h. A term of Taylor's series is trusted only while it is smaller than the one before.
void GeneralizedAlpha::move_v(double h) {
    const double shift = (p_.alpha_f - p_.alpha_m) * (h - h_of_v_);
    const double size = std::abs(shift) * ImplicitStage::norm(a_, weights_);
    const double limit = ImplicitStage::norm(v_, weights_);
    v_next_ = v_ + (size > limit ? shift * limit / size : shift) * a_;
}

OneStep::Attempt GeneralizedAlpha::attempt(double h, double t_end) {
    const auto& [alpha_m, alpha_f, gamma] = p_;
    const VecX& y0 = step_.y1;
    const VecX& f0 = step_.f1;
    set_weights(y0, y0);
    move_v(h);
    x_ = y0 + alpha_f * h * f0;
    b_ = y0 + alpha_f * h * (1 - gamma / alpha_m) * v_next_;
    const double beta = h * alpha_f * gamma / alpha_m;
    const auto solved = stage_.solve(std::min(time() + alpha_f * h, t_end), b_, beta, weights_, x_);
    if (solved == ImplicitStage::Result::diverged) return Attempt::no_convergence;
    if (solved == ImplicitStage::Result::not_finite) return Attempt::not_finite;

    trial_.t0 = step_.t1;
    trial_.t1 = t_end;
    trial_.y0 = y0;
    trial_.f0 = f0;
    trial_.y1 = y0 + (x_ - y0) / alpha_f;
    if (!stage_.evaluate(t_end, trial_.y1, trial_.f1)) return Attempt::not_finite;
    if (!is_fixed()) {
        err_ = estimate_error(h);
        if (!std::isfinite(err_)) return Attempt::not_finite;
        if (err_ > 1) return Attempt::error_too_large;
        trial_.y1 += error_;
    }
    if (project_) {
        VecMap y1(trial_.y1.data(), trial_.y1.size());
        project_(t_end, y1);
    }
    if ((project_ || !is_fixed()) && !stage_.evaluate(t_end, trial_.y1, trial_.f1)) return Attempt::not_finite;
    a_ = ((x_ - b_) / beta - v_next_) / (alpha_m * h);  // (v_{n+1} − v_n) / h
    v_ = v_next_ + h * a_;
    h_of_v_ = h;
    return Attempt::accepted;
}

double GeneralizedAlpha::estimate_error(double h) {
    const double t_middle = trial_.t0 + 0.5 * h;
    trial_.evaluate(t_middle, 0, x_middle_);
    if (!stage_.evaluate(t_middle, x_middle_, middle_)) return std::nan("");
    error_ = trial_.y0 + h / 6 * (trial_.f0 + 4 * middle_ + trial_.f1) - trial_.y1;
    stage_.filter(error_);
    stage_.filter(error_);
    set_weights(trial_.y0, trial_.y1);
    return ImplicitStage::norm(error_, weights_);
}

}  // namespace

std::unique_ptr<Integrator> make_generalized_alpha(OdeProblem problem, const IntegratorOptions& options) {
    return std::make_unique<GeneralizedAlpha>(std::move(problem), options);
}

}  // namespace ritz
