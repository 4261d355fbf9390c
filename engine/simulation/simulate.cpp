#include "engine/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include "core/errors.hpp"
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/failure_cause.hpp"
#include "engine/simulation/hidden_switches.hpp"
#include "engine/simulation/problem.hpp"
#include "engine/simulation/sampler.hpp"
#include "engine/simulation/singular_passage.hpp"
#include "engine/simulation/start.hpp"
#include "engine/simulation/track_ends.hpp"
#include "engine/simulation/validity.hpp"

namespace ritz {
namespace {

using Clock = std::chrono::steady_clock;

/// A scene's monitor as a step observer.
class MonitorObserver : public StepObserver {
  public:
    MonitorObserver(const Model& model, const Monitor& monitor, Sampler& sampler)
        : model_(model), monitor_(monitor), sampler_(sampler) {}

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

/// Out of memory: drops the row that was being made, and of the states, which only the motion needs, all but a few.
void keep_what_fits(RunResult& result) {
    const std::size_t width = result.samples.empty() ? 0 : result.samples.front().size();
    while (!result.samples.empty() && result.samples.back().size() != width) result.samples.pop_back();
    const std::size_t rows = std::min(result.times.size(), result.samples.size());
    result.times.resize(rows);
    result.samples.resize(rows);
    if (rows > 0) result.rows = rows;
    constexpr std::size_t most = 100;
    const std::size_t stride = result.states.size() / most + 1;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < result.states.size(); i += stride) std::swap(result.states[kept++], result.states[i]);
    result.states.resize(kept);
}

class Run {
  public:
    Run(const Scene& scene, const RunOptions& options)
        : scene_(scene),
          options_(options),
          begin_(Clock::now()),
          warnings_(options.warn),
          sampler_(scene, options, result_, warnings_) {
        for (const Monitor& monitor : scene.monitors)
            monitors_.push_back(std::make_unique<MonitorObserver>(scene.model, monitor, sampler_));
    }

    RunResult execute() {
        for (const std::string& sentence : scene_.warnings) warnings_.add(sentence);
        state_ = make_consistent_start(scene_, warnings_);
        if (scene_.model.rows > 0) passage_.emplace(scene_.model, state_);
        switches_ = list_switches(scene_.model);
        if (!switches_.empty()) hidden_.emplace(scene_.model, scene_.settings.options, warnings_);
        IntegratorChoice choice = choose_integrator(scene_, state_);
        result_.integrator_reason = choice.reason;
        make_schedule(choice.options);
        integrator_ = std::make_unique<ModelIntegrator>(
            scene_.model, state_, choice.options, static_cast<Eigen::Index>(switches_.size()), schedule_->window());
        result_.integrator = integrator().description();
        sampler_.set_smallest_energy(compute_smallest_energy(scene_.model, state_, choice.options));
        if (options_.started) options_.started(result_);
        sampler_.sample(state_);
        next_output_ = 1;
        try {
            integrate();
            sample_end();
            judge_balance();
        } catch (const NumericalError& error) {
            result_.status = RunStatus::failed;
            result_.reason = error.what();
            const std::string cause = find_cause(scene_.model, integrator().time(), integrator().state(),
                                                 scene_.settings.end, choice.options);
            if (!cause.empty()) result_.reason += "; " + cause;
        } catch (const std::bad_alloc&) {
            reserve_.reset();
            keep_what_fits(result_);
            result_.status = RunStatus::failed;
            result_.reason = fmt::format(
                "out of memory at t = {:.6g} s, with {} rows of outputs; a larger output_step or fewer outputs need "
                "less",
                integrator().time(), result_.rows);
        }
        warn_of_fast_loads(scene_.model, *schedule_, integrator().time(), warnings_);
        warn_of_slow_steps(scene_.model, choice.options, integrator().statistics(), integrator().time(),
                           scene_.settings.output_step, warnings_);
        result_.simulated_time = integrator().time();
        result_.statistics = integrator().statistics();
        result_.wall_time = seconds();
        result_.warnings = warnings_.list();
        return std::move(result_);
    }

  private:
    Integrator& integrator() const { return **integrator_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

    void make_schedule(const IntegratorOptions& options) {
        const double end = scene_.settings.end;
        if (options.fixed_step <= 0) {
            schedule_.emplace(scene_.model, end, options.relative_tolerance);
            return;
        }
        schedule_.emplace(scene_.model, end, std::numeric_limits<double>::infinity());
        strict_schedule_.emplace(scene_.model, end, options.relative_tolerance);
    }

    void integrate() {
        const double end = scene_.settings.end;
        if (!monitors_.empty() && !ask_observers(0)) return;  // a limit may be passed from the start
        while (integrator().time() < end) {
            const double t_begin = integrator().time();
            const double stop = next_stop(t_begin);
            const StepEnd step = step_near_loops(stop);
            sampler_.see_work(integrator().state()[scene_.model.states() - 1]);
            see_energies_between_rows(t_begin);
            sample_until(step.t);
            if (!ask_observers(t_begin) || !act_on_roots(step) || !report(end)) return;
            if (watch_loops(stop)) continue;
            if (is_breakpoint_ && step.t == stop && stop < end) {  // the equations change their form here
                schedule_->pass(stop);
                start_anew();
            }
        }
    }

    /// Where rows are few, some of the steps between them show how large the energies are that a balance is about.
    void see_energies_between_rows(double t_begin) {
        if (sampler_.last_time() >= t_begin || ++steps_unseen_ % 4 != 0) return;
        unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
        sampler_.see_energies(state_);
    }

    /// A step in which a switch changes and changes back ends at the first change.
    StepEnd look_inside(double t_begin, const StepEnd& step) {
        if (!hidden_) return step;
        const std::optional<StepEnd> earlier = hidden_->find(t_begin, step, *integrator_);
        if (!earlier) return step;
        sample_until(earlier->t);
        integrator().interpolate(earlier->t, 0, y_);
        unpack(scene_.model, earlier->t, y_.data(), state_);
        integrator_->restart(state_, earlier->roots);
        return *earlier;
    }

    /// Steps that would need longer than anybody lives: better an end with a cause.
    void require_progress(double step, double allowed) {
        constexpr int patience = 200;  // a start may need some tiny steps
        const bool is_tiny = step < 1e-12 * scene_.settings.end && step < 0.5 * allowed;
        tiny_steps_ = is_tiny ? tiny_steps_ + 1 : 0;
        if (tiny_steps_ > patience)
            throw NumericalError(fmt::format(
                "{}: the steps fell to {:.2g} s at t = {:.12g} s and stay there, so that the run would never end",
                integrator().description(), step, integrator().time()));
    }

    /// A step; where it fails near a singular position of a loop, the way over that.
    StepEnd step_near_loops(double stop) {
        try {
            const double begin = integrator().time();
            const StepEnd step = integrator().step(stop);
            require_progress(step.t - begin, stop - begin);
            return look_inside(begin, step);
        } catch (const NumericalError& error) {
            if (!passage_) throw;
            unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
            if (!passage_->may_have_failed(state_)) throw;
            tiny_steps_ = 0;
            if (cross_singular_position(stop) || walk_near_loops(stop)) return {integrator().time(), {}};
            throw NumericalError(fmt::format(
                "joint \"{}\" closes its loop in a singular position, and the motion does not lead out of it: {}",
                passage_->name_loop(state_), error.what()));
        }
    }

    /// True if the run went on behind a singular position.
    bool watch_loops(double stop) {
        if (!passage_ || integrator().time() >= stop) return false;
        unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
        if (!passage_->is_near(state_, integrator_->loop_share())) return false;
        if (cross_singular_position(stop)) return true;
        if (passage_->is_within(state_))
            throw NumericalError(fmt::format(
                "joint \"{}\" closes its loop in a singular position at t = {:.6g} s, where the motion can go on "
                "in more than one way, and no continuous way out of it was found",
                passage_->name_loop(state_), state_.t));
        return false;
    }

    /// False if no way over the position was found: the loops may turn before it, or stay near it for a while.
    bool cross_singular_position(double stop) {
        const State near = state_;
        const std::optional<State> behind = passage_->cross(stop);
        if (!behind || behind->t <= near.t) return false;
        sample_each(behind->t, [&](double at) { passage_->interpolate(at, state_); });
        if (result_.events.size() < 1000)
            result_.events.push_back(fmt::format("t = {:.6g} s: joint \"{}\" passes a singular position of its loop",
                                                 near.t, passage_->name_loop(near)));
        integrator_->restart(*behind);
        return true;
    }

    /// Out of the neighbourhood of a singular position, without the integrator.
    bool walk_near_loops(double stop) {
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

    /// A step may pass over nothing that a signal does.
    double next_stop(double t) {
        const Reach reach = schedule_->reach(t);
        integrator_->set_window(schedule_->window());
        is_breakpoint_ = reach.is_breakpoint;
        if (strict_schedule_) check_fixed_step(t);
        return reach.t;
    }

    /// A fixed step is the user's own choice, and stops at breakpoints only.
    void check_fixed_step(double t) {
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

    /// Outputs at the output step, by dense output.
    void sample_until(double t) {
        sample_each(t, [&](double at) {
            integrator().interpolate(at, 0, y_);
            unpack(scene_.model, at, y_.data(), state_);
        });
    }

    /// Of a step of a tenth the third is 3 / 10, the number nearest to 0.3, which 3 times 0.1 is not.
    double output_time(long long number) const {
        const double dt = scene_.settings.output_step, parts = std::round(1 / dt);
        const auto k = static_cast<double>(number);
        return parts > 0 && 1 / parts == dt ? k / parts : k * dt;
    }

    /// Rows for all output times up to t; eval puts the state at a time into state_.
    template <typename Eval>
    void sample_each(double t, Eval eval) {
        const double dt = scene_.settings.output_step;
        // The last output is the end itself, whatever rounding says.
        const auto last = std::llround(scene_.settings.end / dt);
        for (; next_output_ <= last; ++next_output_) {
            const double at =
                next_output_ == last ? std::min(scene_.settings.end, last * dt) : output_time(next_output_);
            if (at > t) return;
            eval(at);
            sampler_.sample(state_);
        }
    }

    /// The state in which a run ends is worth a row, also between two output times.
    void sample_end() {
        const double t = integrator().time();
        if (t - sampler_.last_time() < 1e-9 * scene_.settings.output_step) return;
        unpack(scene_.model, t, integrator().state().data(), state_);
        if (keep_on_tracks(scene_.model, state_)) sampler_.sample(state_);
    }

    /// What was computed is kept, but it is no result.
    void judge_balance() {
        if (result_.status != RunStatus::completed || !sampler_.balance().is_broken()) return;
        result_.status = RunStatus::failed;
        result_.reason =
            fmt::format("{}; at the end it is off by {:.3g}. If that is meant, allow it by /integrator/energy_limit",
                        sampler_.balance().describe(), sampler_.balance().drift());
    }

    bool ask_observers(double t_begin) {
        const auto ask = [&](StepObserver& observer) {
            const StepVerdict verdict = observer.after_step(t_begin, integrator());
            if (const auto* stop = std::get_if<Stop>(&verdict)) {
                result_.status = RunStatus::stopped;
                result_.reason = stop->reason;
                return false;
            }
            return true;
        };
        for (const auto& monitor : monitors_)
            if (!ask(*monitor)) return false;
        for (StepObserver* observer : options_.observers)
            if (!ask(*observer)) return false;
        return true;
    }

    bool act_on_roots(const StepEnd& step) {
        if (step.roots.empty()) return true;
        for (const Root& root : step.roots) {
            const SwitchInfo& info = switches_[static_cast<std::size_t>(root.index)];
            const std::string text = fmt::format("t = {:.9g} s: {}", step.t, info.what);
            if (info.kind == SwitchInfo::Kind::end_of_track && root.direction < 0) {
                result_.status = RunStatus::stopped;
                result_.reason = text + "; the run ends here (a stop before the end would hold it)";
                return false;
            }
            if (result_.events.size() < 1000) result_.events.push_back(text);
        }
        start_anew(step.roots);
        return true;
    }

    void start_anew(std::span<const Root> roots = {}) {
        unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
        integrator_->restart(state_, roots);
    }

    bool report(double end) {
        if (!options_.progress) return true;
        if (options_.progress(integrator().time(), end, seconds())) return true;
        result_.status = RunStatus::stopped;
        result_.interrupted = true;
        result_.reason = fmt::format("interrupted at t = {:.6g} s", integrator().time());
        return false;
    }

    const Scene& scene_;
    const RunOptions& options_;
    Clock::time_point begin_;
    RunResult result_;
    Warnings warnings_;
    Sampler sampler_;
    // Given back when the memory is full: what the rows leave free lies in pieces, too small to write the results with.
    static constexpr std::size_t reserve_bytes = std::size_t{1} << 24;
    std::unique_ptr<char[]> reserve_ =
        std::make_unique_for_overwrite<char[]>(reserve_bytes);  // untouched, so that it costs only addresses
    std::vector<std::unique_ptr<MonitorObserver>> monitors_;
    std::vector<SwitchInfo> switches_;
    std::optional<HiddenSwitches> hidden_;
    std::optional<SignalSchedule> schedule_, strict_schedule_;  // the second only to judge a fixed step
    int tiny_steps_ = 0;
    long steps_unseen_ = 0;
    bool is_breakpoint_ = false;  // the stop of the step under way
    std::unique_ptr<ModelIntegrator> integrator_;
    std::optional<SingularPassage> passage_;  // where there are loops
    State state_;
    VecX y_;
    long long next_output_ = 1;
};

}  // namespace

RunResult simulate(const Scene& scene, const RunOptions& options) { return Run(scene, options).execute(); }

}  // namespace ritz
