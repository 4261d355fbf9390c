// Elements that are attached and released on the way (attachments.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "engine/simulation/note_event.hpp"
#include "engine/simulation/run.hpp"
#include "engine/system/loops/constraints.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

double compute_energy(const Model& model, const State& state) {
    const Model with_poses = with_world_poses(model);
    Workspace ws(with_poses);
    eval_kinematics(with_poses, view(state), ws);
    return compute_energies(with_poses, view(state), ws).total();
}

}  // namespace

std::vector<char> Run::find_conditions_at(const State& state) {
    return find_conditions(scene_, conditions_,
                           [&](const Quantity& quantity) { return sampler_.measure_one(state, quantity); });
}

/// A step ends where a condition changes: halved until the change lies within the resolution of times.
StepEnd Run::end_at_condition(double t_begin, const StepEnd& step) {
    if (scene_.conditions.empty()) return step;
    const auto has_changed = [&](double t) {
        integrator().interpolate(t, 0, y_);
        unpack(scene_.model, t, y_.data(), state_);
        return find_conditions_at(state_) != conditions_;
    };
    constexpr int looks = 4;  // within a step, for what changes and changes back
    double before = t_begin, behind = step.t;
    bool is_found = false;
    for (int k = 1; k <= looks && !is_found; ++k) {
        behind = k == looks ? step.t : t_begin + (step.t - t_begin) * k / looks;
        is_found = has_changed(behind);
        if (!is_found) before = behind;
    }
    if (!is_found) return step;
    const double same = 1e-12 * scene_.settings.end;
    while (behind - before > same) {
        const double middle = 0.5 * (before + behind);
        if (!(middle > before && middle < behind)) break;
        (has_changed(middle) ? behind : before) = middle;
    }
    if (behind >= step.t) return step;
    sample_until(behind);
    announce_restart(behind);
    integrator().interpolate(behind, 0, y_);
    unpack(scene_.model, behind, y_.data(), state_);
    integrator_->restart(state_);
    return {behind, {}};
}

/// True if the system is another one from here on, or the run is over.
bool Run::switch_attachments() {
    if (plan_->elements().empty()) return false;
    constexpr int most = 50;
    for (int changes = 0;; ++changes) {
        const State here = state();
        conditions_ = find_conditions_at(here);
        const std::vector<char> before = list_active(scene_.spec, *plan_);
        const std::vector<char> after = plan_->find_active(here.t, conditions_);
        if (before == after) return changes > 0;
        if (changes == most)
            throw NumericalError(
                fmt::format("at t = {:.9g} s {} and so on, without an end: a condition that what it "
                            "switches switches back",
                            here.t, describe_change(*plan_, before, after)));
        if (!change_system(here, before, after)) return true;
    }
}

bool Run::change_system(const State& here, const std::vector<char>& before, const std::vector<char>& after) {
    SceneSpec spec{scene_.name, scene_.description, scene_.spec, scene_.settings};
    const std::string what = describe_change(*plan_, before, after);
    if (const auto far = switch_elements(scene_, here, *plan_, after, spec.system)) {
        stop(
            RunStatus::stopped,
            fmt::format("t = {:.9g} s: {}: the frames that it is to join are {:.4g} m apart, its \"reach\" is {:.4g} m",
                        here.t, scene_.locate(far->subject), far->distance, far->reach));
        return false;
    }
    const double energy = compute_energy(scene_.model, here);
    Scene changed = scene_;
    rebuild(spec, changed);
    for (const auto& [input, slot] : scene_.inputs) *changed.inputs.at(input) = *slot;
    State moved = here;
    Workspace ws(changed.model);
    if (!project(changed.model, moved, ws))
        throw NumericalError(fmt::format("t = {:.9g} s: {}, but the loops cannot be closed", here.t, what));
    const double gained = compute_energy(changed.model, moved) - energy;
    moved.work += gained;
    const double jump = (moved.u - here.u).lpNorm<Eigen::Infinity>();
    announce_restart(here.t);
    scene_ = std::move(changed);
    sampler_.rebuild();
    begin(moved);
    note_event(fmt::format("t = {:.9g} s: {}{}", here.t, what,
                           jump > 0 ? fmt::format("; velocities jump by at most {:.3g} m/s or rad/s, {:.4g} J are {}",
                                                  jump, std::abs(gained), gained > 0 ? "stored" : "lost")
                                    : std::string()),
               options_.log, result_.events);
    return true;
}

}  // namespace ritz
