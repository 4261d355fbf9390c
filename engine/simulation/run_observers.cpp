// Monitors and observers of a run: they are asked at the start, behind a change of the system and after each step, and
// their verdicts are carried out.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "engine/simulation/run.hpp"

namespace ritz {
namespace {

/// A scene's monitor as a step observer.
class MonitorObserver : public StepObserver {
  public:
    MonitorObserver(const Model& model, const Monitor& monitor, Sampler& sampler)
        : model_(model), monitor_(monitor), sampler_(sampler) {}

    StepVerdict at_start(const Integrator& integrator) override { return after_step(0, integrator); }

    StepVerdict after_step(double, const Integrator& integrator) override {
        unpack(model_, integrator.time(), integrator.state().data(), state_);
        const double value = sampler_.measure_one(state_, monitor_.quantity);
        const bool high = monitor_.above && value > *monitor_.above, low = monitor_.below && value < *monitor_.below;
        if (!high && !low) return Continue{};
        return Stop{fmt::format("monitor \"{}\": {:.6g} is {} its limit {:.6g} at t = {:.6g} s", monitor_.name, value,
                                high ? "above" : "below", high ? *monitor_.above : *monitor_.below, integrator.time())};
    }

  private:
    const Model& model_;
    const Monitor& monitor_;
    Sampler& sampler_;
    State state_;
};

}  // namespace

void Run::add_monitors() {
    monitors_.clear();
    for (const Monitor& monitor : scene_.monitors)
        monitors_.push_back(std::make_unique<MonitorObserver>(scene_.model, monitor, sampler_));
}

/// All are asked, so that each sees every step; the first who stops the run gives the reason.
template <typename Ask>
std::vector<Refine> Run::collect_verdicts(const Ask& ask) {
    std::vector<Refine> wanted;
    const auto take = [&](StepVerdict verdict) {
        if (const auto* end = std::get_if<Stop>(&verdict)) {
            if (!is_over_) stop(RunStatus::stopped, end->reason);
        } else if (auto* better = std::get_if<Refine>(&verdict)) {
            wanted.push_back(std::move(*better));
        }
    };
    for (const auto& monitor : monitors_) take(ask(*monitor));
    for (StepObserver* observer : options_.observers) {
        if (observer == nullptr) throw InputError("RunOptions::observers holds a null pointer");
        take(ask(*observer));
    }
    return wanted;
}

std::vector<Refine> Run::ask_observers(double t_begin) {
    return collect_verdicts([&](StepObserver& observer) { return observer.after_step(t_begin, integrator()); });
}

bool Run::ask_at_start() {
    constexpr int most = 50;  // changes at one instant: an observer that is never content
    for (int changes = 0;; ++changes) {
        const auto wanted = collect_verdicts([&](StepObserver& observer) { return observer.at_start(integrator()); });
        if (is_over_) return false;
        if (wanted.empty()) return true;
        if (changes == most)
            throw NumericalError(
                fmt::format("after {} better bases at t = {:.6g} s another one of body \"{}\" is wanted", most, time(),
                            wanted.front().body));
        refine(wanted);
    }
}

/// Monitors look at states alone.
void Run::announce_restart(double t) {
    for (StepObserver* observer : options_.observers)
        if (observer != nullptr) observer->before_restart(step_begin_, t, integrator());
}

void Run::refine(const std::vector<Refine>& wanted) {
    for (const Refine& each : wanted) {
        if (!options_.refine) {
            stop(RunStatus::failed, fmt::format("a better basis of body \"{}\" is wanted at t = {:.6g} s, and "
                                                "RunOptions::refine is not set to make one",
                                                each.body, time()));
            return;
        }
        const Replacement better = options_.refine(scene_, each);
        exchange_body(each.body, better.body, better.transfer);
    }
}

}  // namespace ritz
