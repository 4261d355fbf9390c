#include "engine/simulation/hidden_switches.hpp"

#include <algorithm>
#include <cmath>

#include "engine/system/system.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int places = 4;  // inside a step; where one is near, it is looked at closely

bool is_open(double value) { return value > 0; }

}  // namespace

HiddenSwitches::HiddenSwitches(const Model& model, std::size_t count)
    : model_(model), ws_(model), first_(static_cast<Index>(count)), last_(first_.size()), trial_(first_.size()) {
    inside_.assign(places, VecX(first_.size()));
}

void HiddenSwitches::eval(double t, const Integrator& integrator, VecX& values) {
    integrator.interpolate(t, 0, y_);
    VecMap map(values.data(), values.size());
    eval_switches(model_, view(model_, t, y_.data()), ws_, map);
}

/// By bisection; the side behind the change.
double HiddenSwitches::locate(double t_before, double t_behind, Index k, const Integrator& integrator) {
    const bool was_open = is_open(last_[k]);  // as before the change
    while (true) {
        const double middle = 0.5 * (t_before + t_behind);
        if (!(middle > t_before && middle < t_behind)) return t_behind;
        eval(middle, integrator, trial_);
        (is_open(trial_[k]) == was_open ? t_before : t_behind) = middle;
    }
}

/// Between two times where the switch is farther from its change than inside: where it is nearest, or already behind
/// it.
double HiddenSwitches::approach(double low, double high, Index k, const Integrator& integrator) {
    const double golden = 0.5 * (std::sqrt(5.0) - 1), sign = is_open(last_[k]) ? 1 : -1;
    const auto distance = [&](double t) {
        eval(t, integrator, trial_);
        return sign * trial_[k];
    };
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = distance(a), at_b = distance(b);
    const double narrow = 1e-4 * (high - low);  // of a parabola, 1e-8 of its height is left
    while (at_a > 0 && at_b > 0 && high - low > narrow) {
        if (at_a < at_b) {
            high = b, b = a, at_b = at_a;
            at_a = distance(a = high - golden * (high - low));
        } else {
            low = a, a = b, at_a = at_b;
            at_b = distance(b = low + golden * (high - low));
        }
    }
    return at_a < at_b ? a : b;
}

std::optional<StepEnd> HiddenSwitches::find(double t_begin, const Integrator& integrator) {
    const double t_end = integrator.time(), h = t_end - t_begin;
    if (first_.size() == 0 || !(h > 0)) return std::nullopt;
    eval(t_begin, integrator, first_);
    eval(t_end, integrator, last_);
    const auto time = [&](int i) { return t_begin + h * i / (places + 1); };
    for (int i = 0; i < places; ++i) eval(time(i + 1), integrator, inside_[static_cast<std::size_t>(i)]);
    std::optional<StepEnd> found;
    for (Index k = 0; k < first_.size(); ++k) {
        const double sign = is_open(last_[k]) ? 1 : -1;
        // A step that begins at a change counts as begun behind it; where both ends differ, the integrator has seen it.
        if (first_[k] != 0 && is_open(first_[k]) != is_open(last_[k])) continue;
        const auto value = [&](int i) {
            return sign * (i == 0 ? first_[k] : i > places ? last_[k] : inside_[static_cast<std::size_t>(i - 1)][k]);
        };
        int nearest = 0;
        for (int i = 1; i <= places + 1; ++i)
            if (value(i) < value(nearest)) nearest = i;
        double low = std::abs(value(nearest)), high = low;
        for (int i = 0; i <= places + 1; ++i) high = std::max(high, value(i));
        // At an end, or far off beside what it moves in this step, there is nothing to find.
        if (nearest == 0 || nearest > places || low > 0.5 * (high - value(nearest))) continue;
        const double turn =
            value(nearest) <= 0 ? time(nearest) : approach(time(nearest - 1), time(nearest + 1), k, integrator);
        eval(turn, integrator, trial_);
        if (sign * trial_[k] > 0) continue;
        const double t = locate(t_begin, turn, k, integrator);
        if (!found || t < found->t) found = StepEnd{t, {Root{static_cast<int>(k), sign > 0 ? -1 : 1}}};
    }
    return found;
}

}  // namespace ritz
