#include "engine/simulation/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "core/errors.hpp"
#include "engine/simulation/failure_cause.hpp"
#include "engine/simulation/note_event.hpp"
#include "engine/simulation/start.hpp"
#include "engine/simulation/validity.hpp"

namespace ritz {
namespace {

/// The inputs of a scene are set from outside: each run has its own, which begin as the specification says.
Scene with_own_inputs(Scene scene) {
    if (!scene.inputs.empty()) rebuild({scene.name, scene.description, scene.spec, scene.settings}, scene);
    return scene;
}

/// A limit that nobody looks at would be taken for one that was kept.
void require_watched_bounds(const Scene& scene, const RunOptions& options) {
    if (!scene.bound_monitors.empty() && !options.watches_bounds)
        throw InputError(
            fmt::format("{}: the error bound is not observed in this run, and the limit would be passed unseen; "
                        "simulate_guarded (engine/estimation/guarded_run.hpp) observes it",
                        scene.locate({SubjectKind::monitor, scene.bound_monitors.front().name})));
    for (const Output& output : scene.outputs)
        if (std::holds_alternative<BoundQuantity>(output.quantity) && !options.measure_bound)
            throw InputError(
                fmt::format("{}: the error bound is not observed in this run; simulate_guarded "
                            "(engine/estimation/guarded_run.hpp) observes it",
                            scene.locate({SubjectKind::output, output.name})));
}

/// Out of memory: drops the row that was being made, and of the states, which only the motion needs, all but a few.
void keep_what_fits(RunResult& result) {
    const std::size_t width = result.samples.empty() ? 0 : result.samples.front().size();
    while (!result.samples.empty() && result.samples.back().size() != width) result.samples.pop_back();
    const std::size_t rows = std::min(result.times.size(), result.samples.size());
    if (rows > 0) result.rows -= result.times.size() - rows;
    result.times.resize(rows);
    result.samples.resize(rows);
    constexpr std::size_t most = 100;
    const std::size_t stride = result.states.size() / most + 1;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < result.states.size(); i += stride) std::swap(result.states[kept++], result.states[i]);
    result.states.resize(kept);
}

}  // namespace

Run::Run(Scene scene, RunOptions options)
    : scene_(with_own_inputs(std::move(scene))),
      options_(std::move(options)),
      begin_(std::chrono::steady_clock::now()),
      warnings_(options_.warn),
      sampler_(scene_, options_, result_, warnings_) {
    require_watched_bounds(scene_, options_);
    for (const std::string& sentence : scene_.warnings) warnings_.add(sentence);
    const State start = make_consistent_start(scene_, warnings_);
    choice_ = choose_integrator(scene_, start);
    begin(start);
    conditions_ = find_conditions_at(start);
    if (options_.started) options_.started(result_);
    if (!ask_at_start()) is_over_ = true;  // a limit may be passed from the start
    sampler_.sample(state_);
}

Run::Run(Scene scene, RunOptions options, const Checkpoint& from)
    : scene_(with_own_inputs(std::move(scene))),
      options_(std::move(options)),
      begin_(std::chrono::steady_clock::now()),
      warnings_(options_.warn),
      sampler_(scene_, options_, result_, warnings_),
      choice_{from.options, from.options_reason},
      replaced_(from.replaced) {
    require_watched_bounds(scene_, options_);
    take_over_attachments(from.memory.attachments);
    require_fit(from);
    sampler_.rebuild();
    sampler_.skip_rows(from.rows);
    begin(from.begun);
    take_over(from);
    if (options_.started) options_.started(result_);
    if (!is_over_ && !ask_at_start()) is_over_ = true;
    recall_observers(from);
}

/// The integrator and everything beside it, for the model as it is now.
void Run::begin(const State& start) {
    const Model& model = scene_.model;
    if (integrator_) earlier_ = count_all();
    begun_ = state_ = start;
    passage_.reset();
    if (model.rows > 0) passage_.emplace(model, state_);
    agreement_.reset();
    if (model.rows > 0) agreement_.emplace(model);
    plan_.emplace(scene_.spec);
    switches_ = list_switches(model);
    hidden_.reset();
    if (!switches_.empty()) hidden_.emplace(model, scene_.settings.options, warnings_);
    make_schedule();
    laws_.emplace(model, choice_.options.relative_tolerance);
    if (laws_->is_empty()) laws_.reset();
    make_integrator_of_choice();
    if (scene_.settings.choose_method) choice_watch_.emplace(choice_).start(state_.t, 0);
    sampler_.set_smallest_energy(compute_smallest_energy(model, state_, choice_.options));
    add_monitors();
}

/// For the state in which the system began: what is consistent there is so later.
void Run::make_integrator_of_choice() {
    integrator_ = std::make_unique<ModelIntegrator>(scene_.model, begun_, choice_.options,
                                                    static_cast<Eigen::Index>(switches_.size()), schedule_->window());
    result_.integrator = integrator().description();
    result_.integrator_reason = choice_.reason;
}

double Run::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

const State& Run::state() {
    unpack(scene_.model, time(), integrator().state().data(), state_);
    return state_;
}

void Run::make_schedule() {
    const double end = scene_.settings.end;
    const IntegratorOptions& options = choice_.options;
    const bool is_fixed = options.fixed_step > 0;
    schedule_.emplace(scene_.model, end,
                      is_fixed ? std::numeric_limits<double>::infinity() : options.relative_tolerance);
    strict_schedule_.reset();
    if (is_fixed) strict_schedule_.emplace(scene_.model, end, options.relative_tolerance);
    if (!(state_.t > 0)) return;
    schedule_->pass(state_.t);
    if (strict_schedule_) strict_schedule_->pass(state_.t);
}

bool Run::step(double limit) {
    if (is_over_) return false;
    try {
        take_step(std::min(limit, scene_.settings.end));
        if (time() >= scene_.settings.end) is_over_ = true;
    } catch (const LoopContradiction& error) {
        stop(RunStatus::failed, error.what());
    } catch (const NumericalError& error) {
        if (!leave_failed_method(error.what())) fail(error.what());
    } catch (const std::bad_alloc&) {
        reserve_.reset();
        keep_what_fits(result_);
        stop(
            RunStatus::failed,
            fmt::format("out of memory at t = {:.6g} s, with {} rows of outputs; a larger output_step or fewer outputs "
                        "need less",
                        time(), result_.rows));
    }
    return !is_over_;
}

void Run::stop(RunStatus status, const std::string& reason) {
    result_.status = status;
    result_.reason = reason;
    is_over_ = true;
}

void Run::fail(const std::string& reason) {
    const std::string cause =
        find_cause(scene_.model, time(), integrator().state(), scene_.settings.end, choice_.options);
    stop(RunStatus::failed, cause.empty() ? reason : reason + "; " + cause);
}

void Run::take_step(double limit) {
    const double t_begin = step_begin_ = time();
    const double target = next_stop(t_begin, std::min(limit, plan_->next_time(t_begin)));
    const StepEnd step = step_near_loops(target);
    last_step_ = step.t - t_begin;
    watch_agreement();
    sampler_.see_work(integrator().state()[scene_.model.states() - 1], integrator_->throughput() * (time() - t_begin));
    see_energies_between_rows(t_begin);
    const std::vector<Refine> wanted = ask_observers(t_begin);
    sample_until(step.t);  // the rows of the step are those of the system that made it
    if (is_over_ || !act_on_roots(step) || !report()) return;
    if (!wanted.empty()) {
        refine(wanted);
        ask_at_start();
        return;
    }
    if (switch_attachments()) {
        if (!is_over_) ask_at_start();
        return;
    }
    if (watch_loops(target)) return;
    watch_newton();
    watch_choice();
    if (is_breakpoint_ && step.t == target && target < scene_.settings.end) {  // the equations change their form here
        schedule_->pass(target);
        start_anew();
    }
}

/// A step may pass over nothing that a signal does ...
double Run::next_stop(double t, double limit) {
    const Reach reach = schedule_->reach(t);
    warn_of_blind_signals(t);
    integrator_->set_window(schedule_->window());
    if (strict_schedule_) check_fixed_step(t);
    const double stop = bound_by_laws(t, std::min(reach.t, limit));
    is_breakpoint_ = reach.is_breakpoint && reach.t <= stop;
    return stop;
}

/// ... and over nothing that a table or a moving load does on the way.
double Run::bound_by_laws(double t, double stop) {
    if (!laws_) return stop;
    const double h = laws_->reach(view(scene_.model, t, integrator().state().data()), schedule_->window());
    const double fixed = choice_.options.fixed_step;
    // Times are told apart to 1e-12 of the run; a step that would leave less than that goes to the stop.
    const double same = 1e-12 * scene_.settings.end;
    if (!(fixed > 0)) {
        const double bound = t + h < stop - same ? t + std::max(h, same) : stop;
        // IDA's error estimate shrinks with a step beside the one before it, as smooth equations allow; behind a long
        // quiet step it would take a feature of the law for nothing.
        if (choice_.options.method == Method::ida && 4 * (bound - t) < last_step_) start_anew();
        return bound;
    }
    if (h < fixed && t + h < stop)
        warnings_.add(
            fmt::format("the fixed step of {:.3g} s is too long for {}: what it does between two steps may "
                        "not be seen; choose a shorter fixed_step, or leave it out",
                        fixed, laws_->limited_by()));
    return stop;
}

/// Where no bounds of a signal can be found, steps see it at a thousand places of the run only.
void Run::warn_of_blind_signals(double t) {
    if (has_warned_of_blind_) return;
    const std::string signal = schedule_->find_blind(1e-4 * scene_.settings.end);
    if (signal.empty()) return;
    has_warned_of_blind_ = true;
    warnings_.add(
        fmt::format("at t = {:.6g} s nothing can be said of how {} goes on (an infinite or undefined part of its "
                    "formula?): what it "
                    "does between two steps may not be seen; write it in another way, or set /integrator/max_step",
                    t, signal));
}

/// A fixed step is the user's own choice, and stops at breakpoints only.
void Run::check_fixed_step(double t) {
    const double h = scene_.settings.options.fixed_step;
    const Reach needed = strict_schedule_->reach(t);
    if (needed.is_breakpoint && t + h >= needed.t) strict_schedule_->pass(needed.t);
    if (needed.is_breakpoint || needed.t >= t + h || needed.t >= scene_.settings.end) return;
    warnings_.add(fmt::format(
        "at t = {:.6g} s the fixed step of {:.3g} s is too long for {}, which needs {:.3g} s there: what it does "
        "between two steps may not be seen; choose a shorter fixed_step, or leave it out",
        t, h, strict_schedule_->limited_by(), needed.t - t));
    strict_schedule_.reset();  // once is enough
}

bool Run::act_on_roots(const StepEnd& step) {
    if (step.roots.empty()) return true;
    for (const Root& root : step.roots) {
        const SwitchInfo& info = switches_[static_cast<std::size_t>(root.index)];
        const std::string text = fmt::format("t = {:.9g} s: {}", step.t, info.what);
        if (info.kind == SwitchInfo::Kind::end_of_track && root.direction < 0) {
            stop(RunStatus::stopped, text + "; the run ends here (a stop before the end would hold it)");
            return false;
        }
        if (info.kind != SwitchInfo::Kind::transition) note_event(text, options_.log, result_.events);
    }
    start_anew(step.roots);
    return true;
}

void Run::start_anew(std::span<const Root> roots) {
    options_.log.debug_at(time(), "the integrator starts anew");
    announce_restart(time());
    integrator_->restart(state(), roots);
}

bool Run::report() {
    if (!options_.progress || options_.progress(time(), scene_.settings.end, seconds())) return true;
    stop(RunStatus::stopped, fmt::format("interrupted at t = {:.6g} s", time()));
    result_.interrupted = true;
    return false;
}

double Run::measure(const Quantity& quantity) { return sampler_.measure_one(state(), quantity); }

void Run::set_input(InputSlot& slot, double value, double rate) {
    const double t = time();
    const bool is_same = slot.at(t) == value && slot.rate == rate;
    slot = {value, rate, t};
    if (!is_same) start_anew();  // the right-hand side jumps here
}

/// What was computed is kept, but it is no result.
void Run::judge_balance() {
    if (const std::string loose = sampler_.balance().describe_loose(); !loose.empty()) warnings_.add(loose);
    if (result_.status != RunStatus::completed || !sampler_.balance().is_broken()) return;
    result_.status = RunStatus::failed;
    result_.reason =
        fmt::format("{}; at the end it is off by {:.3g}. If that is meant, allow it by /integrator/energy_limit",
                    sampler_.balance().describe(), sampler_.balance().drift());
}

RunResult Run::finish() {
    is_over_ = true;
    if (result_.status != RunStatus::failed && !is_finished_) {
        try {
            sample_end();
            judge_balance();
        } catch (const NumericalError& error) {
            fail(error.what());
        }
    }
    is_finished_ = true;
    result_.statistics = count_all();
    warn_of_fast_loads(scene_.model, *schedule_, time(), warnings_);
    warn_of_slow_steps(scene_.model, choice_.options, result_.statistics, time(), scene_.settings.output_step,
                       warnings_);
    result_.simulated_time = time();
    result_.wall_time = seconds();
    result_.warnings = warnings_.list();
    return std::move(result_);
}

}  // namespace ritz
