#pragma once
// The working part of Simulation: one turn of the run loop at a time. Private to engine/simulation.
#include <chrono>
#include <limits>
#include <optional>
#include <span>

#include "engine/simulation/attachments.hpp"
#include "engine/simulation/hidden_switches.hpp"
#include "engine/simulation/integrator_choice.hpp"
#include "engine/simulation/law_schedule.hpp"
#include "engine/simulation/loop_agreement.hpp"
#include "engine/simulation/problem.hpp"
#include "engine/simulation/sampler.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/simulation/singular_passage.hpp"

namespace ritz {

class Run {
  public:
    Run(Scene scene, RunOptions options);
    Run(Scene scene, RunOptions options, const Checkpoint& from);
    Run(const Run&) = delete;  // its parts refer to each other
    Run& operator=(const Run&) = delete;

    double time() const { return integrator().time(); }
    const Scene& scene() const { return scene_; }
    const State& state();
    const RunResult& result() const { return result_; }
    bool is_over() const { return is_over_; }

    /// One accepted step, not beyond the limit. False if the run is over.
    bool step(double limit);
    double measure(const Quantity& quantity);
    void set_input(InputSlot& slot, double value, double rate);
    Checkpoint make_checkpoint() const;  // run_restart.cpp
    void restore(const Checkpoint& checkpoint);
    /// Between two steps; observers are asked anew.
    void replace_body(const std::string& name, std::shared_ptr<const ElasticBody> body, const MatX& transfer);
    RunResult finish();

  private:
    Integrator& integrator() const { return **integrator_; }
    double seconds() const;

    // run.cpp: the beginning, the loop and the end
    void begin(const State& start);
    void make_schedule();
    void make_integrator_of_choice();
    void take_step(double limit);
    double next_stop(double t, double limit);
    void check_fixed_step(double t);
    void warn_of_blind_signals(double t);
    double bound_by_laws(double t, double stop);
    /// False if the run is over.
    bool act_on_roots(const StepEnd& step);
    bool report();
    void start_anew(std::span<const Root> roots = {});
    void stop(RunStatus status, const std::string& reason);
    void fail(const std::string& reason);
    void judge_balance();

    // run_observers.cpp: verdicts
    void add_monitors();
    /// False if the run is over; bases that are wanted are made, until no more are.
    bool ask_at_start();
    /// The bases that are wanted; a verdict Stop ends the run.
    std::vector<Refine> ask_observers(double t_begin);
    template <typename Ask>
    std::vector<Refine> collect_verdicts(const Ask& ask);
    void refine(const std::vector<Refine>& wanted);
    void announce_restart(double t);

    // run_restart.cpp: the run as a value, and its change
    void require_fit(const Checkpoint& checkpoint) const;
    void exchange_body(const std::string& name, std::shared_ptr<const ElasticBody> body, const MatX& transfer);
    void take_over_attachments(const AttachmentMemory& memory);
    void take_over(const Checkpoint& checkpoint);
    void take_over_choice(const Checkpoint& checkpoint);
    void recall(const RunMemory& memory);
    void recall_observers(const Checkpoint& checkpoint);
    Statistics count_all() const;

    // run_attachments.cpp: elements that are attached and released
    std::vector<char> find_conditions_at(const State& state);
    StepEnd end_at_condition(double t_begin, const StepEnd& step);
    bool switch_attachments();
    /// False if an element cannot reach: the run is over.
    bool change_system(const State& here, const std::vector<char>& before, const std::vector<char>& after);

    // run_steps.cpp: steps and rows
    StepEnd step_near_loops(double stop);
    StepEnd step_within_laws(double stop);
    StepEnd look_inside(double t_begin, const StepEnd& step);
    void require_progress(double step, double allowed);
    bool watch_loops(double stop);
    void watch_newton();
    void watch_choice();
    bool leave_failed_method(const std::string& why);
    void exchange_integrator();
    void watch_agreement();
    bool cross_singular_position(double stop);
    bool walk_near_loops(double stop);
    void see_energies_between_rows(double t_begin);
    void sample_until(double t);
    void sample_end();
    double output_time(long long number) const;
    template <typename Eval>
    void sample_each(double t, Eval eval);

    Scene scene_;
    RunOptions options_;
    std::chrono::steady_clock::time_point begin_;
    RunResult result_;
    Warnings warnings_;
    Sampler sampler_;
    IntegratorChoice choice_;
    std::optional<ChoiceWatch> choice_watch_;  // where the method is the engine's choice
    // Given back when the memory is full: what the rows leave free lies in pieces, too small to write the results with.
    static constexpr std::size_t reserve_bytes = std::size_t{1} << 24;
    std::unique_ptr<char[]> reserve_ =
        std::make_unique_for_overwrite<char[]>(reserve_bytes);  // untouched, so that it costs only addresses
    std::vector<std::unique_ptr<StepObserver>> monitors_;
    std::vector<SwitchInfo> switches_;
    std::optional<HiddenSwitches> hidden_;
    std::optional<SignalSchedule> schedule_, strict_schedule_;  // the second only to judge a fixed step
    std::optional<LawSchedule> laws_;                           // where a table or a moving load has to be followed
    double step_begin_ = 0;                                     // [s] of the step under way
    double last_step_ = 0;                                      // [s]
    int tiny_steps_ = 0, tiny_stretches_ = 0;
    long steps_unseen_ = 0;
    long steps_of_choice_ = 0;
    long steps_of_newton_ = 0, newton_failures_ = 0;  // as watch_newton last saw them
    bool has_warned_of_blind_ = false;
    bool has_left_failed_ = false;
    bool is_breakpoint_ = false;  // the stop of the step under way
    bool is_over_ = false, is_finished_ = false;
    std::unique_ptr<ModelIntegrator> integrator_;
    Statistics earlier_;                      // of integrators of systems before a change
    std::optional<SingularPassage> passage_;  // where there are loops
    std::optional<ActivationPlan> plan_;
    std::vector<char> conditions_;            // which of them hold
    std::optional<LoopAgreement> agreement_;  // where they are of rigid bodies
    long steps_taken_ = 0;
    std::vector<std::string> replaced_;  // bodies
    State begun_;                        // for which the integrator was made
    State state_;
    VecX y_, y_begin_;
    long long next_output_ = 1;
};

/// Rows for all output times up to t; eval puts the state at a time into state_.
template <typename Eval>
void Run::sample_each(double t, Eval eval) {
    const double dt = scene_.settings.output_step;
    // The last output is the end itself, whatever rounding says.
    const auto last = std::llround(scene_.settings.end / dt);
    for (; next_output_ <= last; ++next_output_) {
        const double at = next_output_ == last ? std::min(scene_.settings.end, static_cast<double>(last) * dt)
                                               : output_time(next_output_);
        if (at > t) return;
        eval(at);
        sampler_.sample(state_);
    }
}

}  // namespace ritz
