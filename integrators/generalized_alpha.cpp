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

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "integrators/dense_step.hpp"
#include "integrators/failure.hpp"
#include "integrators/implicit_stage.hpp"
#include "integrators/root_search.hpp"

namespace ritz {

namespace {

struct Parameters {
    double alpha_m, alpha_f, gamma;
    explicit Parameters(double rho)
        : alpha_m(0.5 * (3 - rho) / (1 + rho)), alpha_f(1 / (1 + rho)), gamma(0.5 + alpha_m - alpha_f) {}
};

class GeneralizedAlpha final : public Integrator {
  public:
    GeneralizedAlpha(OdeProblem problem, const IntegratorOptions& options)
        : project_(std::move(problem.project)),
          tolerances_(VecX::Constant(problem.size, options.absolute_tolerance)),
          options_(options),
          p_(options.spectral_radius),
          stage_(std::move(problem.rhs), problem.size),
          watch_(std::move(problem.roots), problem.root_count),
          roots_(watch_, problem.size) {
        description_ = fmt::format("generalised-alpha, spectral radius {}", options_.spectral_radius);
        if (problem.absolute_tolerances.size() > 0) tolerances_ = problem.absolute_tolerances;
        for (VecX* x : {&y_, &v_, &v_next_, &a_, &b_, &x_, &x_middle_, &middle_, &error_, &weights_})
            x->setZero(problem.size);
        step_.resize(problem.size);
        trial_.resize(problem.size);
    }

    GeneralizedAlpha(const GeneralizedAlpha&) = delete;  // the search refers to the watch beside it
    GeneralizedAlpha& operator=(const GeneralizedAlpha&) = delete;

    void start(double t, const VecX& y, const VecX& yp) override;
    StepEnd step(double t_limit) override;
    double time() const override { return t_; }
    const VecX& state() const override { return y_; }
    void interpolate(double t, int derivative, VecX& out) const override;
    Statistics statistics() const override;
    std::string description() const override { return description_; }

  private:
    enum class Attempt { accepted, no_convergence, not_finite, error_too_large };

    bool is_fixed() const { return options_.fixed_step > 0; }
    void set_weights(const VecX& ya, const VecX& yb) {
        weights_ = (options_.relative_tolerance * ya.cwiseAbs().cwiseMax(yb.cwiseAbs()) + tolerances_).cwiseInverse();
    }
    void begin(double t_limit);
    double choose_step(double t_limit) const;
    void make_step(double t_limit);
    Attempt attempt(double h, double t_end);
    void move_v(double h);
    double estimate_error(double h);
    void propose_step(double h);
    StepEnd finish(double t_end);
    void eval_dense(double t, VecX& y);

    std::string description_;
    Projection project_;
    VecX tolerances_;
    IntegratorOptions options_;
    Parameters p_;
    ImplicitStage stage_;
    RootWatch watch_;
    RootSearch roots_;

    double t_begin_ = 0, t_ = 0;  // what has been returned; behind a root this ends before step_ does
    VecX y_;
    DenseStep step_, trial_;
    bool begun_ = false;

    VecX v_, v_next_;    // the method's own rate, for a step of size h_of_v_
    VecX a_;             // y'' at the end of the last step
    double h_of_v_ = 0;  // 0: v_ is y' itself, as at the start
    double h_next_ = 0;
    double err_ = 0, err_before_ = 1;
    VecX b_, x_, x_middle_, middle_, error_, weights_;
    Statistics counts_;
};

void GeneralizedAlpha::start(double t, const VecX& y, const VecX&) {
    if (y.size() != y_.size())
        throw std::invalid_argument(
            fmt::format("{}: start with {} states instead of {}", description_, y.size(), y_.size()));
    t_begin_ = t_ = step_.t0 = step_.t1 = t;
    y_ = step_.y1 = y;
    begun_ = false;
    stage_.forget();
    stage_.clear_not_finite();
    watch_.start(t, y);
    roots_.start(t, y);
}

StepEnd GeneralizedAlpha::step(double t_limit) {
    require_forward(description_, t_, t_limit);
    if (t_limit - t_ <= time_roundoff(t_, t_limit)) {
        t_begin_ = t_ = t_limit;
        return {t_limit, {}};
    }
    if (t_ < step_.t1) return finish(std::min(step_.t1, t_limit));  // the rest of a step behind a root
    require_steps_left(description_, t_, counts_.steps, options_);
    stage_.clear_not_finite();
    if (!begun_) begin(t_limit);
    make_step(t_limit);
    return finish(step_.t1);
}

/// The rates at the start and, unless given, a first step ([Hairer1993], II.4).
void GeneralizedAlpha::begin(double t_limit) {
    if (!stage_.evaluate(t_, step_.y1, step_.f1))
        fail(description_, t_, 0, Failure::function_at_start, stage_.not_finite());
    set_weights(step_.y1, step_.y1);
    const double d0 = ImplicitStage::norm(step_.y1, weights_);
    const double d1 = ImplicitStage::norm(step_.f1, weights_);
    double h0 = std::min(d0 > 1e-5 && d1 > 1e-5 ? 0.01 * d0 / d1 : 1e-6, t_limit - t_);
    for (;; h0 *= 0.1) {
        x_ = step_.y1 + h0 * step_.f1;
        if (stage_.evaluate(t_ + h0, x_, middle_)) break;
        if (h0 <= time_roundoff(t_, t_limit))
            fail(description_, t_, h0, Failure::function_repeatedly, stage_.not_finite());
    }
    a_ = (middle_ - step_.f1) / h0;
    v_ = step_.f1;
    h_of_v_ = 0;
    err_before_ = 1;
    const double d2 = ImplicitStage::norm(a_, weights_);
    const double largest = std::max(d1, d2);
    h_next_ = std::min(100 * h0, largest > 1e-15 ? std::cbrt(0.01 / largest) : 1e-3);
    if (options_.initial_step > 0) h_next_ = options_.initial_step;
    begun_ = true;
}

double GeneralizedAlpha::choose_step(double t_limit) const {
    const double rest = t_limit - t_;
    double h = h_next_;
    if (options_.max_step > 0) h = std::min(h, options_.max_step);
    if (h * (1 + 1e-10) >= rest) return rest;
    return is_fixed() || 2 * h < rest ? h : 0.5 * rest;  // rather two halves than a sliver
}

void GeneralizedAlpha::make_step(double t_limit) {
    if (is_fixed()) h_next_ = options_.fixed_step;
    stage_.new_step();
    bool failed = false;
    for (;;) {
        const double h = choose_step(t_limit);
        const double t_end = h == t_limit - t_ ? t_limit : t_ + h;
        const Attempt result = attempt(h, t_end);
        if (result == Attempt::accepted) {
            const double wanted = h_next_;
            propose_step(h);
            if (failed)
                h_next_ = std::min(h_next_, h);  // no growth right after a failure
            else if (h < wanted)
                h_next_ = std::max(h_next_, wanted);  // shortened by the limit only
            return;
        }
        failed = true;
        if (result == Attempt::error_too_large) {
            ++counts_.error_test_failures;
            h_next_ = h * std::clamp(0.9 / std::cbrt(err_), 0.2, 0.9);
        } else {
            ++counts_.convergence_failures;
            h_next_ = 0.5 * h;
        }
        if (h_next_ > 4 * time_roundoff(t_, t_limit)) continue;
        const Failure failure = result == Attempt::error_too_large  ? Failure::error_test
                                : result == Attempt::no_convergence ? Failure::convergence
                                                                    : Failure::function_repeatedly;
        fail(description_, t_, h_next_, failure, stage_.not_finite());
    }
}

/// v_n for a step of size h. A term of Taylor's series is trusted only while it is smaller than the one before.
void GeneralizedAlpha::move_v(double h) {
    const double shift = (p_.alpha_f - p_.alpha_m) * (h - h_of_v_);
    const double size = std::abs(shift) * ImplicitStage::norm(a_, weights_);
    const double limit = ImplicitStage::norm(v_, weights_);
    v_next_ = v_ + (size > limit ? shift * limit / size : shift) * a_;
}

GeneralizedAlpha::Attempt GeneralizedAlpha::attempt(double h, double t_end) {
    const auto& [alpha_m, alpha_f, gamma] = p_;
    const VecX& y0 = step_.y1;
    const VecX& f0 = step_.f1;
    set_weights(y0, y0);
    move_v(h);
    x_ = y0 + alpha_f * h * f0;
    b_ = y0 + alpha_f * h * (1 - gamma / alpha_m) * v_next_;
    const double beta = h * alpha_f * gamma / alpha_m;
    const auto solved = stage_.solve(std::min(t_ + alpha_f * h, t_end), b_, beta, weights_, x_);
    if (solved == ImplicitStage::Result::diverged) return Attempt::no_convergence;
    if (solved == ImplicitStage::Result::not_finite) return Attempt::not_finite;

    trial_.t0 = t_;
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
    std::swap(step_, trial_);
    ++counts_.steps;
    counts_.last_step = h;
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

void GeneralizedAlpha::propose_step(double h) {
    if (is_fixed()) return;
    const double err = std::max(err_, 1e-10);
    double factor = 0.9 * std::pow(err, -0.7 / 3) * std::pow(err_before_, 0.4 / 3);  // PI controller, order 2
    factor = std::clamp(factor, 0.3, 4.0);
    if (factor > 0.95 && factor < 1.2) factor = 1;  // a change costs a factorisation and disturbs v
    err_before_ = err;
    h_next_ = h * factor;
}

void GeneralizedAlpha::eval_dense(double t, VecX& y) {
    if (t == step_.t1)
        y = step_.y1;
    else
        step_.evaluate(t, 0, y);
}

/// Returns the step, or the part of it up to t_end or to the first root.
StepEnd GeneralizedAlpha::finish(double t_end) {
    const auto root = roots_.find(t_, t_end, [this](double t, VecX& y) { eval_dense(t, y); });
    t_begin_ = t_;
    t_ = root.value_or(t_end);
    eval_dense(t_, y_);
    if (project_ && t_ != step_.t1) {
        VecMap y(y_.data(), y_.size());
        project_(t_, y);
    }
    if (!root) return {t_, {}};
    watch_.fired(t_, y_, roots_.roots());
    return {t_, roots_.roots()};
}

void GeneralizedAlpha::interpolate(double t, int derivative, VecX& out) const {
    require_inside(description_, t, t_begin_, t_);
    if (derivative == 0 && t == t_) {
        out = y_;
        return;
    }
    if (step_.t1 > step_.t0) {
        out.resize(y_.size());
        step_.evaluate(std::clamp(t, step_.t0, step_.t1), derivative, out);
    } else {
        out = derivative == 0 ? y_ : step_.f1;
    }
}

Statistics GeneralizedAlpha::statistics() const {
    Statistics s = counts_;
    s.rhs_evaluations = stage_.evaluations();
    s.jacobian_evaluations = stage_.jacobian_evaluations();
    s.last_order = 2;
    return s;
}

}  // namespace

std::unique_ptr<Integrator> make_generalized_alpha(OdeProblem problem, const IntegratorOptions& options) {
    return std::make_unique<GeneralizedAlpha>(std::move(problem), options);
}

}  // namespace ritz
