#include "integrators/one_step.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "integrators/failure.hpp"

namespace ritz {

OneStep::OneStep(OdeProblem problem, const IntegratorOptions& options, std::string description, int order,
                 int error_order)
    : options_(options),
      project_(std::move(problem.project)),
      stage_(std::move(problem.rhs), choose_newton(problem, options), problem.size),
      description_(std::move(description)),
      order_(order),
      error_order_(error_order),
      tolerances_(VecX::Constant(problem.size, options.absolute_tolerance)),
      watch_(std::move(problem.roots), problem.root_count),
      roots_(watch_, problem.size) {
    if (problem.absolute_tolerances.size() > 0) tolerances_ = problem.absolute_tolerances;
    for (VecX* x : {&y_, &weights_, &moved_, &rate_}) x->setZero(problem.size);
    step_.resize(problem.size);
    trial_.resize(problem.size);
}

void OneStep::start(double t, const VecX& y, const VecX&) {
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

StepEnd OneStep::step(double t_limit) {
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
void OneStep::begin(double t_limit) {
    if (!stage_.evaluate(t_, step_.y1, step_.f1))
        fail(description_, t_, 0, Failure::function_at_start, stage_.not_finite());
    set_weights(step_.y1, step_.y1);
    const double d0 = ImplicitStage::norm(step_.y1, weights_);
    const double d1 = ImplicitStage::norm(step_.f1, weights_);
    double h0 = std::min(d0 > 1e-5 && d1 > 1e-5 ? 0.01 * d0 / d1 : 1e-6, t_limit - t_);
    for (;; h0 *= 0.1) {
        moved_ = step_.y1 + h0 * step_.f1;
        if (stage_.evaluate(t_ + h0, moved_, rate_)) break;
        if (h0 <= time_roundoff(t_, t_limit))
            fail(description_, t_, h0, Failure::function_repeatedly, stage_.not_finite());
    }
    rate_ = (rate_ - step_.f1) / h0;
    begin_from(rate_);
    err_before_ = 1;
    const double d2 = ImplicitStage::norm(rate_, weights_);
    const double largest = std::max(d1, d2);
    h_next_ = std::min(100 * h0, largest > 1e-15 ? std::pow(0.01 / largest, 1.0 / error_order_) : 1e-3);
    if (options_.initial_step > 0) h_next_ = options_.initial_step;
    begun_ = true;
}

double OneStep::choose_step(double t_limit) const {
    const double rest = t_limit - t_;
    double h = h_next_;
    if (options_.max_step > 0) h = std::min(h, options_.max_step);
    if (h * (1 + 1e-10) >= rest) return rest;
    return is_fixed() || 2 * h < rest ? h : 0.5 * rest;  // rather two halves than a sliver
}

void OneStep::make_step(double t_limit) {
    if (is_fixed()) h_next_ = options_.fixed_step;
    stage_.new_step();
    bool failed = false;
    for (;;) {
        const double h = choose_step(t_limit);
        const double t_end = h == t_limit - t_ ? t_limit : t_ + h;
        const Attempt result = attempt(h, t_end);
        if (result == Attempt::accepted) {
            std::swap(step_, trial_);
            ++counts_.steps;
            counts_.last_step = h;
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
            h_next_ = h * std::clamp(0.9 * std::pow(err_, -1.0 / error_order_), 0.2, 0.9);
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

/// A PI controller [Hairer1996], IV.2.
void OneStep::propose_step(double h) {
    if (is_fixed()) return;
    const double err = std::max(err_, 1e-10);
    double factor = 0.9 * std::pow(err, -0.7 / error_order_) * std::pow(err_before_, 0.4 / error_order_);
    factor = std::clamp(factor, 0.3, 4.0);
    if (keeps_step(factor)) factor = 1;
    err_before_ = err;
    h_next_ = h * factor;
}

void OneStep::eval_dense(double t, VecX& y) {
    if (t == step_.t1)
        y = step_.y1;
    else
        step_.evaluate(t, 0, y);
}

/// Returns the step, or the part of it up to t_end or to the first root.
StepEnd OneStep::finish(double t_end) {
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

void OneStep::interpolate(double t, int derivative, VecX& out) const {
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

Statistics OneStep::statistics() const {
    Statistics s = counts_;
    s.rhs_evaluations = stage_.evaluations();
    s.jacobian_evaluations = stage_.jacobian_evaluations();
    s.newton_iterations = stage_.iterations();
    s.last_order = order_;
    return s;
}

}  // namespace ritz
