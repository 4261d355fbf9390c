#include "engine/simulation/hidden_switches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/system/system.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int last_place = 5;  // they count from 0, ends included

}  // namespace

HiddenSwitches::HiddenSwitches(const Model& model, const IntegratorOptions& options, Warnings& warnings)
    : model_(model),
      switches_(list_switches(model)),
      tolerance_(options.absolute_tolerance),
      fixed_step_(options.fixed_step),
      warnings_(warnings),
      closed_steps_(switches_.size(), 0),
      ws_(model),
      times_(last_place + 1),
      values_(last_place + 1, VecX(static_cast<Index>(switches_.size()))),
      trial_(values_.front()),
      largest_(VecX::Zero(trial_.size())) {}

void HiddenSwitches::remember(SwitchMemory& memory) const {
    memory.farthest = largest_;
    memory.closed_steps = closed_steps_;
    memory.turned_at = turned_at_;
    memory.has_warned = has_warned_;
}

void HiddenSwitches::recall(const SwitchMemory& memory) {
    largest_ = memory.farthest;
    closed_steps_ = memory.closed_steps;
    turned_at_ = memory.turned_at;
    has_warned_ = memory.has_warned;
}

void HiddenSwitches::eval(double t, VecX& values) {
    integrator_->interpolate(t, 0, y_);
    VecMap map(values.data(), values.size());
    eval_switches(model_, view(model_, t, y_.data()), ws_, map);
}

double HiddenSwitches::distance(double t, const Watched& w) {
    eval(t, trial_);
    return w.sign * trial_[w.k];
}

/// By bisection; the side behind the change.
double HiddenSwitches::locate(double t_before, double t_behind, const Watched& w) {
    while (true) {
        const double middle = 0.5 * (t_before + t_behind);
        if (!(middle > t_before && middle < t_behind)) return t_behind;
        (distance(middle, w) > 0 ? t_before : t_behind) = middle;
    }
}

/// Between two times where the switch is farther from its change than inside: where it is nearest, or already behind
/// it by more than the tolerance.
double HiddenSwitches::approach(double low, double high, const Watched& w) {
    const double golden = 0.5 * (std::sqrt(5.0) - 1);
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = distance(a, w), at_b = distance(b, w);
    const double narrow = 1e-4 * (high - low);  // of a parabola, 1e-8 of its height is left
    while (std::min(at_a, at_b) > -tolerance_ && high - low > narrow) {
        if (at_a < at_b) {
            high = b, b = a, at_b = at_a;
            at_a = distance(a = high - golden * (high - low), w);
        } else {
            low = a, a = b, at_a = at_b;
            at_b = distance(b = low + golden * (high - low), w);
        }
    }
    return at_a < at_b ? a : b;
}

/// Whether the distance at an end of the step falls from there into it.
bool HiddenSwitches::falls_into_step(int place, const Watched& w) {
    const double inwards = (place == 0 ? 1e-3 : -1e-3) * (times_[last_place] - times_[0]);
    return distance(times_[static_cast<std::size_t>(place)] + inwards, w) <
           w.sign * values_[static_cast<std::size_t>(place)][w.k];
}

/// The time of the first change; that of the begin if none of the places is before it.
std::optional<double> HiddenSwitches::find_change(const Watched& w) {
    const auto time = [&](int i) { return times_[static_cast<std::size_t>(std::clamp(i, 0, last_place))]; };
    const auto value = [&](int i) { return w.sign * values_[static_cast<std::size_t>(i)][w.k]; };
    double farthest = 0;
    for (int i = 0; i <= last_place; ++i) farthest = std::max(farthest, value(i));
    largest_[w.k] = std::max(largest_[w.k], farthest);
    // Where a step begins or ends at a change, rounding decides on which side.
    const double rounding = 1e-10 * largest_[w.k], deep = std::max(tolerance_, rounding);
    int before = -1;  // the last place that is surely before a change
    const auto change_before = [&](double t) -> std::optional<double> {
        if (before >= 0) return locate(time(before), t, w);
        return w.is_held ? std::optional(times_[0]) : std::nullopt;
    };
    for (int i = 0; i <= last_place; ++i) {
        const double here = value(i);
        if (here > rounding) before = i;
        if (i == last_place && w.has_fired) return std::nullopt;
        if (i > 0 && here < -(i == last_place ? rounding : deep)) return change_before(time(i));
        const bool is_lowest = (i == 0 || here < value(i - 1)) && (i == last_place || here <= value(i + 1));
        // Far off beside what it moves in this step, there is nothing to find.
        if (!is_lowest || here > 0.5 * (farthest - here)) continue;
        if ((i == 0 || i == last_place) && !falls_into_step(i, w)) continue;
        const double turn = approach(time(i - 1), time(i + 1), w);
        if (distance(turn, w) < -deep) {
            if (before == i && time(i) > turn) before = i - 1;
            return change_before(turn);
        }
    }
    return std::nullopt;
}

std::optional<HiddenSwitches::Watched> HiddenSwitches::watch(Index k, const StepEnd& step,
                                                             const ModelIntegrator& integrator) const {
    Watched w{k, 1, false, true};
    w.has_fired = std::any_of(step.roots.begin(), step.roots.end(), [&](const Root& root) { return root.index == k; });
    const SwitchInfo& info = switches_[static_cast<std::size_t>(k)];
    const Hold hold = integrator.hold(info);
    if (hold != Hold::by_distance) {
        w.sign = hold == Hold::closed ? info.closed : -info.closed;
        return w;
    }
    const double first = values_.front()[k], end = values_.back()[k];
    // A step that begins at a change counts as begun behind it; where both ends differ, the integrator has seen it.
    if (w.has_fired || (first != 0 && (first > 0) != (end > 0))) return std::nullopt;
    w.is_held = false;
    w.sign = end > 0 ? 1 : -1;
    return w;
}

/// With a fixed step nobody else sees that a contact is over before it was followed.
void HiddenSwitches::count_steps(const StepEnd& step, const ModelIntegrator& integrator) {
    constexpr int enough = 8;  // steps for half a vibration: of order 2, some per cent of the speed behind it
    for (std::size_t k = 0; k < switches_.size(); ++k) {
        if (integrator.hold(switches_[k]) != Hold::closed) {
            closed_steps_[k] = 0;
            continue;
        }
        ++closed_steps_[k];
        const bool ends = std::any_of(step.roots.begin(), step.roots.end(),
                                      [&](const Root& root) { return root.index == static_cast<int>(k); });
        if (ends && closed_steps_[k] < enough && !std::exchange(has_warned_, true))
            warnings_.add(fmt::format(
                "{}: the contact ends at t = {:.6g} s after {} of the fixed steps of {:.3g} s, too few to follow it; "
                "choose a shorter fixed_step, or leave it out",
                switches_[k].what, step.t, closed_steps_[k], fixed_step_));
    }
}

std::optional<StepEnd> HiddenSwitches::find(double t_begin, const StepEnd& step, const ModelIntegrator& integrator) {
    const double h = step.t - t_begin;
    if (switches_.empty() || !(h > 0)) return std::nullopt;
    integrator_ = &*integrator;
    for (int i = 0; i <= last_place; ++i) {
        times_[static_cast<std::size_t>(i)] = i == last_place ? step.t : t_begin + h * i / last_place;
        eval(times_[static_cast<std::size_t>(i)], values_[static_cast<std::size_t>(i)]);
    }
    if (fixed_step_ > 0) count_steps(step, integrator);
    std::optional<StepEnd> found;
    for (Index k = 0; k < trial_.size(); ++k) {
        const std::optional<Watched> w = watch(k, step, integrator);
        if (!w) continue;
        const std::optional<double> t = find_change(*w);
        if (!t || (found && *t >= found->t)) continue;
        // A second change of mind at the same time: the distance itself shall decide.
        const bool again = *t == t_begin && t_begin == turned_at_;
        found = StepEnd{*t, {Root{static_cast<int>(k), again ? 0 : w->sign > 0 ? -1 : 1}}};
    }
    if (found && found->t == t_begin) turned_at_ = t_begin;
    return found;
}

}  // namespace ritz
