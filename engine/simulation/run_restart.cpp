// Checkpoints of a run, and the change of a body on the way.
#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "engine/simulation/run.hpp"
#include "engine/system/spec/transfer.hpp"

namespace ritz {
namespace {

Statistics add(Statistics sum, const Statistics& other, long sign) {
    sum.steps += sign * other.steps;
    sum.rhs_evaluations += sign * other.rhs_evaluations;
    sum.jacobian_evaluations += sign * other.jacobian_evaluations;
    sum.error_test_failures += sign * other.error_test_failures;
    sum.convergence_failures += sign * other.convergence_failures;
    return sum;
}

bool has_size_of(const State& state, const Model& model) {
    return state.q.size() == model.nq && state.u.size() == model.nu && state.z.size() == model.nz;
}

}  // namespace

Statistics Run::count_all() const { return add(integrator().statistics(), earlier_, 1); }

Checkpoint Run::make_checkpoint() const {
    Checkpoint point;
    unpack(scene_.model, time(), integrator().state().data(), point.state);
    point.begun = begun_;
    point.options = choice_.options;
    point.options_reason = choice_.reason;
    point.rows = sampler_.mark();
    point.last_row = sampler_.last_time();
    point.next_output = next_output_;
    point.balance = sampler_.balance().record();
    point.loop_violation = result_.loop_violation;
    point.statistics = count_all();
    point.wall_time = seconds();
    point.events = result_.events;
    point.warnings = warnings_.list();
    for (const auto& [name, slot] : scene_.inputs) point.inputs[name] = *slot;
    point.replaced = replaced_;
    point.memory.attachments = remember_attachments(scene_.spec, *plan_, conditions_);
    integrator_->remember(point.memory);
    if (hidden_) hidden_->remember(point.memory.switches);
    if (passage_) passage_->remember(point.memory.loops);
    point.memory.signals = schedule_->remember();
    if (strict_schedule_) point.memory.strict_signals = strict_schedule_->remember();
    point.memory.told = sampler_.told();
    point.memory.steps_unseen = steps_unseen_;
    if (choice_watch_) point.memory.choice = choice_watch_->memory();
    for (const StepObserver* observer : options_.observers) point.observers.push_back(observer->remember());
    return point;
}

/// A checkpoint of another system would be taken for this one's wherever the sizes agree; where they do not, it would
/// reach beyond the end of a list.
void Run::require_fit(const Checkpoint& point) const {
    const Model& model = scene_.model;
    const Workspace ws(model);
    const auto switches = list_switches(model).size();
    const SwitchMemory& contacts = point.memory.switches;
    const LoopMemory& loops = point.memory.loops;
    const auto rows = static_cast<std::size_t>(model.rows);
    const auto count = [](const auto& list) { return static_cast<std::size_t>(list.size()); };
    const bool has_loops = count(loops.rows) == rows && count(loops.reach) == rows;
    const bool has_none = loops.rows.empty() && count(loops.reach) == 0;
    const bool has_switches = count(contacts.laws) == 2 * ws.holds.size() &&
                              count(contacts.largest_at_start) == switches && count(contacts.farthest) == switches &&
                              contacts.closed_steps.size() == switches;
    std::size_t varying = 0;
    for_each_signal(model, [&](const Signal& signal, const std::string&) { varying += signal.is_constant() ? 0 : 1; });
    const SignalMemory &signals = point.memory.signals, &strict = point.memory.strict_signals;
    const bool has_signals = count(signals.sharpest) == varying && count(signals.size) == varying &&
                             count(strict.sharpest) == count(strict.size) &&
                             (count(strict.size) == 0 || count(strict.size) == varying);
    const bool has_inputs = std::all_of(point.inputs.begin(), point.inputs.end(),
                                        [&](const auto& input) { return scene_.inputs.count(input.first) > 0; });
    if (!has_size_of(point.state, model) || !has_size_of(point.begun, model) || !has_switches || !has_signals ||
        !(has_loops || has_none) || (model.rows > 0 && !has_size_of(loops.before, model)) ||
        count(point.memory.told) != sampler_.told().size() || !has_inputs)
        throw InputError(
            "the checkpoint is of another system: its numbers of coordinates, contacts, loops or signals are not those "
            "of the scene");
}

/// What they knew there: otherwise an observer would take what lies behind the checkpoint for what lies before it.
void Run::recall_observers(const Checkpoint& point) {
    if (point.observers.size() != options_.observers.size())
        throw InputError(fmt::format("the checkpoint is of a run with {} observers, found {}", point.observers.size(),
                                     options_.observers.size()));
    for (std::size_t i = 0; i < point.observers.size(); ++i) options_.observers[i]->recall(point.observers[i]);
}

void Run::restore(const Checkpoint& point) {
    if (is_finished_)
        throw InputError("the simulation is finished and its result handed over: nothing is left to go back in");
    if (point.replaced != replaced_)
        throw InputError(fmt::format(
            "the checkpoint is of the system before or behind another change: body \"{}\" was replaced in between, and "
            "a simulation does not go back over that",
            (replaced_.size() > point.replaced.size() ? replaced_ : point.replaced).back()));
    const AttachmentMemory& attachments = point.memory.attachments;
    const bool is_other = attachments.active != remember_attachments(scene_.spec, *plan_, {}).active ||
                          attachments.taken != remember_attachments(scene_.spec, *plan_, {}).taken;
    if (is_other) take_over_attachments(attachments);
    require_fit(point);
    if (is_other) {
        sampler_.rebuild();
        begin(point.begun);
    }
    if (point.rows > sampler_.mark())
        throw InputError(
            fmt::format("the checkpoint has {} rows, but of these only {} are left: the others were taken back",
                        point.rows, sampler_.mark()));
    take_over(point);
    recall_observers(point);
}

/// The system as it was, with what held then.
void Run::take_over_attachments(const AttachmentMemory& memory) {
    SceneSpec spec{scene_.name, scene_.description, scene_.spec, scene_.settings};
    const ActivationPlan plan(spec.system);
    recall_attachments(memory, plan, spec.system);
    if (plan.elements().empty()) return;
    const Inputs inputs = scene_.inputs;
    rebuild(spec, scene_);
    for (const auto& [name, slot] : inputs) *scene_.inputs.at(name) = *slot;
}

void Run::take_over(const Checkpoint& point) {
    sampler_.rollback(point.rows, point.last_row);
    next_output_ = point.next_output;
    result_.loop_violation = point.loop_violation;
    result_.events = point.events;
    result_.status = RunStatus::completed;
    result_.reason.clear();
    result_.interrupted = false;
    warnings_.restore(point.warnings);
    begin_ = std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                    std::chrono::duration<double>(point.wall_time));
    is_over_ = point.state.t >= scene_.settings.end;
    tiny_steps_ = tiny_stretches_ = 0;
    for (const auto& [name, slot] : point.inputs) *scene_.inputs.at(name) = slot;
    conditions_.assign(point.memory.attachments.conditions.begin(), point.memory.attachments.conditions.end());
    state_ = point.state;
    make_schedule();
    recall(point.memory);
    take_over_choice(point);
    integrator_->set_window(schedule_->window());
    integrator_->resume(state_, point.memory);
    earlier_ = add(point.statistics, integrator().statistics(), -1);
    sampler_.restore_balance(point.balance);
}

/// The method of a run may change on the way, and the checkpoint lie before that.
void Run::take_over_choice(const Checkpoint& point) {
    const IntegratorOptions now = choice_.options;
    choice_.options = point.options;
    choice_.reason = point.options_reason;
    if (now.method != point.options.method || now.max_order != point.options.max_order ||
        now.jacobian != point.options.jacobian)
        make_integrator_of_choice();
    result_.integrator_reason = choice_.reason;
    if (choice_watch_)
        choice_watch_->start(point.state.t, count_work(choice_.options, integrator().statistics(), scene_.model));
}

void Run::recall(const RunMemory& memory) {
    if (hidden_) hidden_->recall(memory.switches);
    if (passage_) passage_->recall(memory.loops);
    schedule_->recall(memory.signals);
    if (strict_schedule_ && memory.strict_signals.size.size() == 0 && schedule_->signals() > 0)
        strict_schedule_.reset();  // its warning was given
    if (strict_schedule_) strict_schedule_->recall(memory.strict_signals);
    sampler_.recall(memory.told);
    steps_unseen_ = memory.steps_unseen;
    if (choice_watch_) choice_watch_->recall(memory.choice);
}

void Run::replace_body(const std::string& name, std::shared_ptr<const ElasticBody> body, const MatX& transfer) {
    if (is_over_) throw InputError(fmt::format("body \"{}\" cannot be replaced: the simulation is over", name));
    exchange_body(name, std::move(body), transfer);
    ask_at_start();
}

void Run::exchange_body(const std::string& name, std::shared_ptr<const ElasticBody> body, const MatX& transfer) {
    if (body == nullptr) throw InputError(fmt::format("the new body for \"{}\" is a null pointer", name));
    if (!transfer.allFinite()) throw InputError(fmt::format("the transfer to the new body \"{}\" is not finite", name));
    SceneSpec spec{scene_.name, scene_.description, scene_.spec, scene_.settings};
    const auto found = std::find_if(spec.system.bodies.begin(), spec.system.bodies.end(),
                                    [&](const auto& b) { return b.name == name; });
    if (found == spec.system.bodies.end() || std::holds_alternative<RigidBodySpec>(found->kind))
        throw InputError(fmt::format("no elastic body \"{}\"{}", name, suggest(name, names_of(spec.system.bodies))));
    *found = BodySpec{name, MadeBodySpec{std::move(body)}};
    Scene changed = scene_;
    rebuild(spec, changed);
    const auto convert = [&](const State& from) {
        return transfer_state(scene_.model, from, changed.model, name, transfer);
    };
    State moved = convert(state());
    Workspace ws(changed.model);
    if (!project(changed.model, moved, ws))
        throw NumericalError(
            fmt::format("the loops cannot be closed with the new body \"{}\" at t = {:.6g} s", name, moved.t));
    for (const auto& [input, slot] : scene_.inputs) *changed.inputs.at(input) = *slot;
    sampler_.convert_states(convert);
    scene_ = std::move(changed);
    sampler_.rebuild();
    replaced_.push_back(name);
    begin(moved);
}

}  // namespace ritz
