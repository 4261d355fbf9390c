#include "integrators/implicit_stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ritz {

namespace {
constexpr int most_iterations = 8;
constexpr double slow_contraction = 0.2;    // above it a new J pays
constexpr double remaining_error = 0.02;    // of the tolerance: invisible beside the error of the method
constexpr double least_contraction = 1e-4;  // a first change is never trusted more than this
}  // namespace

ImplicitStage::ImplicitStage(RightHandSide rhs, NewtonSolver newton, Eigen::Index size)
    : rhs_(std::move(rhs)),
      newton_(std::move(newton)),
      jacobian_(newton_ ? 0 : size, newton_ ? 0 : size),
      guess_(size),
      f_(size),
      f_shifted_(size),
      shifted_(size),
      change_(size) {}

bool ImplicitStage::evaluate(double t, const VecX& y, VecX& ydot) {
    ++evaluations_;
    VecMap out(ydot.data(), ydot.size());
    rhs_(t, ConstVecMap(y.data(), y.size()), out);
    for (Eigen::Index i = 0; i < ydot.size(); ++i)
        if (!std::isfinite(ydot[i])) {
            not_finite_ = {t, i};
            return false;
        }
    return true;
}

bool ImplicitStage::eval_jacobian(double t, double beta, const VecX& weights) {
    ++jacobian_evaluations_;
    has_jacobian_ = jacobian_is_new_ = true;
    is_slow_ = false;
    beta_ = 0;  // the factors are of another J
    if (newton_) return true;
    has_jacobian_ = false;
    const double root_eps = std::sqrt(std::numeric_limits<double>::epsilon());
    if (!evaluate(t, guess_, f_)) return false;
    shifted_ = guess_;
    for (Eigen::Index j = 0; j < guess_.size(); ++j) {
        // The usual √ε of the size of x or of its way in one step; for a state at rest a hundredth of its tolerance,
        // below which the differences would show the rounding of f only.
        const double size = std::max(std::abs(guess_[j]), std::abs(beta * f_[j]));
        shifted_[j] = guess_[j] + std::max(root_eps * size, 0.01 / weights[j]);
        if (!evaluate(t, shifted_, f_shifted_)) return false;
        jacobian_.col(j) = (f_shifted_ - f_) / (shifted_[j] - guess_[j]);
        shifted_[j] = guess_[j];
    }
    has_jacobian_ = true;
    return true;
}

void ImplicitStage::factorise(double t, double beta) {
    beta_ = beta;
    contraction_ = 1;
    if (newton_)
        newton_.setup(t, ConstVecMap(guess_.data(), guess_.size()), beta);
    else
        factors_.compute(MatX::Identity(jacobian_.rows(), jacobian_.cols()) - beta * jacobian_);
}

ImplicitStage::Result ImplicitStage::solve(double t, const VecX& b, double beta, const VecX& weights, VecX& x) {
    guess_ = x;
    if (!has_jacobian_ || (is_slow_ && !jacobian_is_new_))
        if (!eval_jacobian(t, beta, weights)) return Result::not_finite;
    if (beta != beta_) factorise(t, beta);
    Result result = iterate(t, b, weights, x);
    if (result != Result::diverged || jacobian_is_new_) return result;
    if (!eval_jacobian(t, beta, weights)) return Result::not_finite;
    factorise(t, beta);
    x = guess_;
    return iterate(t, b, weights, x);
}

ImplicitStage::Result ImplicitStage::iterate(double t, const VecX& b, const VecX& weights, VecX& x) {
    double before = 0;
    double contraction = std::max(least_contraction, std::pow(contraction_, 0.8));  // [Hairer1996], IV.8
    for (int k = 1; k <= most_iterations; ++k) {
        ++iterations_;
        if (!evaluate(t, x, f_)) return Result::not_finite;
        change_ = b + beta_ * f_ - x;
        filter(change_);
        const double size = norm(change_, weights);
        if (!std::isfinite(size)) return Result::diverged;
        const bool only_rounding = size <= 100 * std::numeric_limits<double>::epsilon() * norm(x, weights);
        if (k > 1 && !only_rounding) {
            const double theta = size / before;
            is_slow_ = theta > slow_contraction;
            if (theta >= 0.9) return Result::diverged;
            contraction = theta / (1 - theta);
        }
        x += change_;
        if (only_rounding || contraction * size <= remaining_error) {
            contraction_ = contraction;
            return Result::converged;
        }
        before = size;
    }
    is_slow_ = true;
    return Result::diverged;
}

bool ImplicitStage::prepare(double t, const VecX& y, double beta, const VecX& weights) {
    guess_ = y;
    if (!eval_jacobian(t, beta, weights)) return false;
    factorise(t, beta);
    return true;
}

void ImplicitStage::filter(VecX& x) const {
    if (newton_) {
        VecMap view(x.data(), x.size());
        newton_.solve(view);
    } else {
        x = factors_.solve(x);
    }
}

}  // namespace ritz
