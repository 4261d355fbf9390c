#include "integrators/dense_step.hpp"

#include <cmath>

namespace ritz {

namespace {
constexpr double early = 0.2;  // far enough from 0.276, where A and B cannot be told apart, and from the ends
constexpr double late = 1 - early;
}  // namespace

void DenseStep::resize(Eigen::Index size) {
    for (VecX* x : {&y0, &f0, &y1, &f1, &a_, &b_}) x->setZero(size);
}

void DenseStep::start(double t, const VecX& y) {
    t0 = t1 = t;
    y1 = y;
    knows_f0_ = knows_f1_ = is_quintic_ = has_tried_ = false;
}

void DenseStep::advance(double t, const ConstVecMap& y) {
    t0 = t1;
    t1 = t;
    y0.swap(y1);
    f0.swap(f1);
    y1 = y;
    knows_f0_ = knows_f1_;
    knows_f1_ = is_quintic_ = has_tried_ = false;
}

void DenseStep::set_end_rate(const ConstVecMap& f) {
    f1 = f;
    knows_f1_ = true;
}

bool DenseStep::evaluate_counted(const Evaluate& evaluate_f, double t, const VecX& y, VecX& f) {
    ++evaluations_;
    return evaluate_f(t, y, f);
}

bool DenseStep::complete(const Evaluate& evaluate_f) {
    if (!knows_f0_) knows_f0_ = evaluate_counted(evaluate_f, t0, y0, f0);
    if (!knows_f1_) knows_f1_ = evaluate_counted(evaluate_f, t1, y1, f1);
    return knows_f0_ && knows_f1_;
}

void DenseStep::refine(const Evaluate& evaluate_f, bool may_be_stiff) {
    if (has_tried_ || !complete(evaluate_f)) return;
    has_tried_ = true;
    const double h = t1 - t0;
    VecX y(y0.size()), f_early(y0.size()), f_late(y0.size()), a_first, b_first;
    for (int pass = 0; pass < 2; ++pass) {
        evaluate(t0 + early * h, 0, y);
        const bool early_is_finite = evaluate_counted(evaluate_f, t0 + early * h, y, f_early);
        evaluate(t0 + late * h, 0, y);
        is_quintic_ = evaluate_counted(evaluate_f, t0 + late * h, y, f_late) && early_is_finite;
        if (!is_quintic_) return;
        a_first = a_;
        b_first = b_;
        fit(f_early, f_late);
    }
    if (may_be_stiff) drop_stiff_components(a_first, b_first);
}

void DenseStep::drop_stiff_components(const VecX& a_first, const VecX& b_first) {
    for (Eigen::Index i = 0; i < a_.size(); ++i) {
        const double change = std::abs(a_[i] - a_first[i]) + std::abs(b_[i] - b_first[i]);
        if (change > std::abs(a_first[i]) + std::abs(b_first[i])) a_[i] = b_[i] = 0;
    }
}

void DenseStep::fit(const VecX& f_early, const VecX& f_late) {
    // p' − H' = ±D (A ∓ e B) + 2 w B at s = early, late, with w = s²(1 − s)², D = |w'|, e = |2s − 1|.
    const double h = t1 - t0;
    const double w = early * early * late * late;
    const double e = late - early;
    const double d = 2 * early * late * e;
    const auto cubic_rate = [&](double s) -> VecX {
        return 6 * s * (1 - s) / h * (y1 - y0) + (1 - s) * (1 - 3 * s) * f0 + s * (3 * s - 2) * f1;
    };
    const VecX miss_early = h * (f_early - cubic_rate(early));
    const VecX miss_late = h * (f_late - cubic_rate(late));
    a_ = (miss_early - miss_late) / (2 * d);
    b_ = (miss_early + miss_late) / (4 * w - 2 * d * e);
}

void DenseStep::evaluate(double t, int derivative, VecX& out) const {
    const double h = t1 - t0;
    const double s = (t - t0) / h;
    const double w = s * s * (1 - s) * (1 - s);
    if (derivative == 0) {
        out = y0 + s * s * (3 - 2 * s) * (y1 - y0) + h * s * (1 - s) * ((1 - s) * f0 - s * f1);
        if (is_quintic_) out += w * (a_ + (2 * s - 1) * b_);
    } else {
        out = 6 * s * (1 - s) / h * (y1 - y0) + (1 - s) * (1 - 3 * s) * f0 + s * (3 * s - 2) * f1;
        if (is_quintic_) out += (2 * s * (1 - s) * (1 - 2 * s) * (a_ + (2 * s - 1) * b_) + 2 * w * b_) / h;
    }
}

}  // namespace ritz
