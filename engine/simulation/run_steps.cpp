#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "engine/simulation/note_event.hpp"
#include "engine/simulation/run.hpp"
#include "engine/simulation/track_ends.hpp"

namespace ritz {

/// Where rows are few, some of the steps between them show how large the energies are that a balance is about.
void Run::see_energies_between_rows(double t_begin) {
    if (sampler_.last_time() >= t_begin || ++steps_unseen_ % 4 != 0) return;
    unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
    sampler_.see_energies(state_);
}

/// A step; if it travelled over more of a table than it can have seen, it is taken again, shorter.
StepEnd Run::step_within_laws(double stop) {
    if (!laws_ || choice_.options.fixed_step > 0) return integrator().step(stop);
    const double begin = integrator().time();
    y_begin_ = integrator().state();
    for (;;) {
        const StepEnd step = integrator().step(stop);
        if (laws_->allows(view(scene_.model, step.t, integrator().state().data()), schedule_->window())) return step;
        stop = begin + 0.5 * (step.t - begin);
        if (stop - begin < 1e-12 * scene_.settings.end)
            throw NumericalError(
                fmt::format("at t = {:.9g} s no step is short enough to follow {}", begin, laws_->limited_by()));
        unpack(scene_.model, begin, y_begin_.data(), state_);
        integrator_->restart(state_);
    }
}

/// A step in which a switch changes and changes back ends at the first change.
StepEnd Run::look_inside(double t_begin, const StepEnd& step) {
    if (!hidden_) return step;
    const std::optional<StepEnd> earlier = hidden_->find(t_begin, step, *integrator_);
    if (!earlier) return step;
    announce_restart(earlier->t);  // observers first: rows ask what they know
    sample_until(earlier->t);
    integrator().interpolate(earlier->t, 0, y_);
    unpack(scene_.model, earlier->t, y_.data(), state_);
    integrator_->restart(state_, earlier->roots);
    return *earlier;
}

/// Steps that would need longer than anybody lives: better an end with a cause.
void Run::require_progress(double step, double allowed) {
    constexpr int patience = 200;    // a start may need some tiny steps
    constexpr int endless = 10'000;  // stretches between breakpoints that signals cannot mean
    const bool is_tiny = step < 1e-12 * scene_.settings.end;
    tiny_steps_ = is_tiny && step < 0.5 * allowed ? tiny_steps_ + 1 : 0;
    tiny_stretches_ = is_tiny ? tiny_stretches_ + 1 : 0;
    if (tiny_stretches_ > endless) throw NumericalError(schedule_->describe_accumulation(integrator().time()));
    if (tiny_steps_ > patience)
        throw NumericalError(fmt::format(
            "{}: the steps fell to {:.2g} s at t = {:.12g} s and stay there, so that the run would never end",
            integrator().description(), step, integrator().time()));
}

/// A step; where it fails near a singular position of a loop, the way over that.
StepEnd Run::step_near_loops(double stop) {
    try {
        const double begin = integrator().time();
        const StepEnd step = step_within_laws(stop);
        require_progress(step.t - begin, stop - begin);
        return end_at_condition(begin, look_inside(begin, step));
    } catch (const LoopContradiction&) {
        throw;
    } catch (const NumericalError& error) {
        if (!passage_) throw;
        unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
        if (!passage_->may_have_failed(state_)) throw;
        tiny_steps_ = 0;
        if (cross_singular_position(stop) || walk_near_loops(stop)) return {integrator().time(), {}};
        throw NumericalError(
            fmt::format("{} closes its loop in a singular position, and the motion does not lead out of it: {}",
                        passage_->name_loop(state_), error.what()));
    }
}

/// Motions may part at any time; the geometry of rigid bodies alone needs a look now and then.
void Run::watch_agreement() {
    if (!agreement_ || !agreement_->is_needed()) return;
    if (++steps_taken_ % 8 != 0 && !agreement_->is_driven()) return;
    unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
    agreement_->require(state_);
}

/// The matrix by the recursion leaves out what is not stiff. Where that is too much, Newton's iteration fails in step
/// after step, and the exact derivative is worth its price, unless the system is too large for it.
void Run::watch_newton() {
    constexpr long window = 100, many = 20;  // steps, failures in them
    constexpr int most_states = 2000;
    IntegratorOptions& options = choice_.options;
    const bool is_explicit = options.method == Method::adams || options.method == Method::erk;
    if (is_explicit || options.jacobian == JacobianSource::differences || scene_.model.states() > most_states) return;
    if (++steps_of_newton_ % window != 0) return;
    const long failures = integrator().statistics().convergence_failures, new_ones = failures - newton_failures_;
    newton_failures_ = failures;
    if (new_ones < many) return;
    options.jacobian = JacobianSource::differences;
    choice_.reason += fmt::format(
        "; from t = {:.6g} s on with the matrix by differences, as {} of {} steps did not converge with the structured "
        "one",
        time(), new_ones, window);
    options_.log.info(
        fmt::format("t = {:.6g} s: the structured matrix converges badly, differences from here on", time()));
    exchange_integrator();
}

/// A race, where the run is long enough; another one where it has become much dearer or cheaper than that let expect.
void Run::watch_choice() {
    if (!choice_watch_ || ++steps_of_choice_ % 16 != 0) return;  // a look costs some calls
    const double work = count_work(choice_.options, integrator().statistics(), scene_.model), end = scene_.settings.end;
    if (!choice_watch_->is_race_due(time(), work, end)) return;
    const State here = state();
    const IntegratorChoice choice = choose_again(scene_, here, choice_, choice_watch_->pace());
    const bool has_changed =
        choice.options.method != choice_.options.method || choice.options.max_order != choice_.options.max_order;
    choice_watch_->note_race(choice, has_changed);
    if (!has_changed) return;
    choice_ = choice;
    exchange_integrator();
    choice_watch_->start(here.t, 0);
    options_.log.info(fmt::format("t = {:.6g} s: {} from here on", here.t, result_.integrator));
}

/// What the engine chose to begin with may fail where the sturdiest method comes through.
bool Run::leave_failed_method(const std::string& why) {
    if (!choice_watch_ || has_left_failed_ || choice_.options.method == Method::sdirk) return false;
    has_left_failed_ = true;
    choice_.options.method = Method::sdirk;
    choice_.options.max_order = scene_.settings.options.max_order;
    choice_.reason += fmt::format("; sdirk from t = {:.6g} s on, as the other failed", time());
    options_.log.info(fmt::format("{}; sdirk from here on", why));
    exchange_integrator();
    choice_watch_->start(time(), 0);
    return true;
}

/// For one with the options of the choice as it is now; what contacts and loops remember goes on.
void Run::exchange_integrator() {
    RunMemory memory;
    integrator_->remember(memory);
    earlier_ = count_all();
    const State here = state();
    make_integrator_of_choice();
    integrator_->resume(here, memory);
    newton_failures_ = 0;
}

/// True if the run went on behind a singular position.
bool Run::watch_loops(double stop) {
    if (!passage_ || integrator().time() >= stop) return false;
    unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
    if (!passage_->is_near(state_, integrator_->loop_share())) return false;
    if (cross_singular_position(stop)) return true;
    if (passage_->is_within(state_))
        throw NumericalError(
            fmt::format("{} closes its loop in a singular position at t = {:.6g} s, where the motion can go on "
                        "in more than one way, and no continuous way out of it was found",
                        passage_->name_loop(state_), state_.t));
    return false;
}

/// False if no way over the position was found: the loops may turn before it, or stay near it for a while.
bool Run::cross_singular_position(double stop) {
    const State near = state_;
    const std::optional<State> behind = passage_->cross(stop);
    if (!behind || behind->t <= near.t) return false;
    sample_each(behind->t, [&](double at) { passage_->interpolate(at, state_); });
    note_event(
        fmt::format("t = {:.6g} s: {} passes a singular position of its loop", near.t, passage_->name_loop(near)),
        options_.log, result_.events);
    integrator_->restart(*behind);
    return true;
}

/// Out of the neighbourhood of a singular position, without the integrator.
bool Run::walk_near_loops(double stop) {
    const State from = state_;
    State there = from;
    if (!passage_->walk(stop, there) || there.t <= from.t) return false;
    sample_each(there.t, [&](double at) {
        state_ = from;
        passage_->move_to(at, state_);
    });
    integrator_->restart(there);
    return true;
}

/// Outputs at the output step, by dense output.
void Run::sample_until(double t) {
    sample_each(t, [&](double at) {
        integrator().interpolate(at, 0, y_);
        unpack(scene_.model, at, y_.data(), state_);
    });
}

/// Of a step of a tenth the third is 3 / 10, the number nearest to 0.3, which 3 times 0.1 is not.
double Run::output_time(long long number) const {
    const double dt = scene_.settings.output_step, parts = std::round(1 / dt);
    const auto k = static_cast<double>(number);
    return parts > 0 && 1 / parts == dt ? k / parts : k * dt;
}

/// The state in which a run ends is worth a row, also between two output times.
void Run::sample_end() {
    const double t = integrator().time();
    if (t - sampler_.last_time() < 1e-9 * scene_.settings.output_step) return;
    unpack(scene_.model, t, integrator().state().data(), state_);
    if (keep_on_tracks(scene_.model, state_)) sampler_.sample(state_);
}

}  // namespace ritz
