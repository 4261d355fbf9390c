#include "engine/simulation/checkpoint_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/version.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using hdf5::any_size;
using hdf5::Group;

const char* const format_name = "ritz checkpoint";

constexpr std::array<std::pair<Method, const char*>, 7> methods = {{{Method::bdf, "bdf"},
                                                                    {Method::adams, "adams"},
                                                                    {Method::ida, "ida"},
                                                                    {Method::sdirk, "sdirk"},
                                                                    {Method::erk, "erk"},
                                                                    {Method::generalized_alpha, "generalized_alpha"},
                                                                    {Method::rosenbrock, "rosenbrock"}}};

VecX list(std::initializer_list<double> numbers) {
    return Eigen::Map<const VecX>(numbers.begin(), static_cast<Index>(numbers.size()));
}

std::vector<std::int64_t> widen(const std::vector<int>& integers) { return {integers.begin(), integers.end()}; }

std::vector<int> read_small(const Group& group, const std::string& name) {
    std::vector<int> small;
    for (const std::int64_t each : group.read_integers(name, any_size)) small.push_back(static_cast<int>(each));
    return small;
}

void write_state(const Group& parent, const std::string& name, const State& state) {
    const Group group = parent.create_group(name);
    group.write_numbers("t", list({state.t}));
    group.write_numbers("q", state.q);
    group.write_numbers("u", state.u);
    group.write_numbers("z", state.z);
    group.write_numbers("work", list({state.work}));
}

State read_state(const Group& parent, const std::string& name) {
    const Group group = parent.open_group(name);
    return {group.read_numbers("t", 1)[0], group.read_numbers("q", any_size), group.read_numbers("u", any_size),
            group.read_numbers("z", any_size), group.read_numbers("work", 1)[0]};
}

void write_options(const Group& parent, const IntegratorOptions& options, const std::string& reason) {
    const Group group = parent.create_group("integrator");
    const auto found =
        std::find_if(methods.begin(), methods.end(), [&](const auto& each) { return each.first == options.method; });
    group.write_texts("method", {found->second});
    group.write_texts("reason", {reason});
    group.write_numbers("tolerances", list({options.relative_tolerance, options.absolute_tolerance}));
    group.write_numbers("steps", list({options.max_step, options.initial_step, options.fixed_step}));
    group.write_numbers("spectral_radius", list({options.spectral_radius}));
    group.write_integers("limits", {options.max_order, options.max_steps});
    group.write_integers("by_differences", {options.jacobian == JacobianSource::differences ? 1 : 0});
}

void read_options(const Group& parent, IntegratorOptions& options, std::string& reason) {
    const Group group = parent.open_group("integrator");
    const std::string method = group.read_texts("method", 1)[0];
    const auto found =
        std::find_if(methods.begin(), methods.end(), [&](const auto& each) { return each.second == method; });
    if (found == methods.end()) group.complain("method", fmt::format("found \"{}\", expected a method", method));
    options.method = found->first;
    reason = group.read_texts("reason", 1)[0];
    const VecX tolerances = group.read_numbers("tolerances", 2), steps = group.read_numbers("steps", 3);
    options.relative_tolerance = tolerances[0], options.absolute_tolerance = tolerances[1];
    options.max_step = steps[0], options.initial_step = steps[1], options.fixed_step = steps[2];
    options.spectral_radius = group.read_numbers("spectral_radius", 1)[0];
    const std::vector<std::int64_t> limits = group.read_integers("limits", 2);
    options.max_order = static_cast<int>(limits[0]);
    options.max_steps = static_cast<long>(limits[1]);
    const bool by_differences = group.read_integers("by_differences", 1)[0] != 0;
    options.jacobian = by_differences ? JacobianSource::differences : JacobianSource::problem;
}

void write_record(const Group& parent, const Checkpoint& point) {
    const Group group = parent.create_group("record");
    group.write_integers("rows", {static_cast<std::int64_t>(point.rows)});
    group.write_integers("next_output", {point.next_output});
    group.write_numbers("last_row", list({point.last_row}));
    group.write_numbers("wall_time", list({point.wall_time}));
    const EnergyBalance::Record& b = point.balance;
    group.write_integers("balance_started", {b.started ? 1 : 0});
    group.write_numbers("balance", list({b.smallest, b.initial, b.last, b.gravity_start, b.largest_work, b.throughput,
                                         b.scale, b.largest_error, b.drift, b.broken_at}));
    group.write_numbers("loop_violation", list({point.loop_violation.position, point.loop_violation.velocity}));
    const Statistics& s = point.statistics;
    group.write_integers("statistics", {s.steps, s.rhs_evaluations, s.jacobian_evaluations, s.error_test_failures,
                                        s.convergence_failures});
    group.write_texts("events", point.events);
    group.write_texts("warnings", point.warnings);
    group.write_texts("replaced", point.replaced);
}

void read_record(const Group& parent, Checkpoint& point) {
    const Group group = parent.open_group("record");
    point.rows = static_cast<std::size_t>(group.read_integers("rows", 1)[0]);
    point.next_output = group.read_integers("next_output", 1)[0];
    point.last_row = group.read_numbers("last_row", 1)[0];
    point.wall_time = group.read_numbers("wall_time", 1)[0];
    const VecX b = group.read_numbers("balance", 10);
    point.balance = {
        group.read_integers("balance_started", 1)[0] != 0, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9]};
    const VecX gaps = group.read_numbers("loop_violation", 2);
    point.loop_violation.position = gaps[0], point.loop_violation.velocity = gaps[1];
    const std::vector<std::int64_t> s = group.read_integers("statistics", 5);
    point.statistics.steps = static_cast<long>(s[0]);
    point.statistics.rhs_evaluations = static_cast<long>(s[1]);
    point.statistics.jacobian_evaluations = static_cast<long>(s[2]);
    point.statistics.error_test_failures = static_cast<long>(s[3]);
    point.statistics.convergence_failures = static_cast<long>(s[4]);
    point.events = group.read_texts("events", any_size);
    point.warnings = group.read_texts("warnings", any_size);
    point.replaced = group.read_texts("replaced", any_size);
}

void write_inputs(const Group& parent, const std::map<std::string, InputSlot>& inputs) {
    const Group group = parent.create_group("inputs");
    std::vector<std::string> names;
    MatX slots(static_cast<Index>(inputs.size()), 3);
    for (const auto& [name, slot] : inputs) {
        slots.row(static_cast<Index>(names.size())) << slot.value, slot.rate, slot.since;
        names.push_back(name);
    }
    group.write_texts("names", names);
    group.write_matrix("slots", slots);
}

std::map<std::string, InputSlot> read_inputs(const Group& parent) {
    const Group group = parent.open_group("inputs");
    const std::vector<std::string> names = group.read_texts("names", any_size);
    const MatX slots = group.read_matrix("slots", static_cast<Index>(names.size()), 3);
    std::map<std::string, InputSlot> inputs;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto row = static_cast<Index>(i);
        inputs[names[i]] = {slots(row, 0), slots(row, 1), slots(row, 2)};
    }
    return inputs;
}

void write_signals(const Group& parent, const std::string& name, const SignalMemory& signals) {
    const Group group = parent.create_group(name);
    group.write_numbers("sharpest", signals.sharpest);
    group.write_numbers("size", signals.size);
}

SignalMemory read_signals(const Group& parent, const std::string& name) {
    const Group group = parent.open_group(name);
    return {group.read_numbers("sharpest", any_size), group.read_numbers("size", any_size)};
}

void write_memory(const Group& parent, const RunMemory& memory) {
    const Group group = parent.create_group("memory");
    const Group attachments = group.create_group("attachments");
    attachments.write_integers("active", widen(memory.attachments.active));
    attachments.write_integers("conditions", widen(memory.attachments.conditions));
    attachments.write_numbers("taken", memory.attachments.taken.reshaped());
    const SwitchMemory& contacts = memory.switches;
    const Group switches = group.create_group("switches");
    switches.write_integers("laws", widen(contacts.laws));
    switches.write_numbers("largest_at_start", contacts.largest_at_start);
    switches.write_numbers("farthest", contacts.farthest);
    switches.write_integers("closed_steps", widen(contacts.closed_steps));
    switches.write_numbers("turned_at", list({contacts.turned_at}));
    switches.write_integers("has_warned", {contacts.has_warned ? 1 : 0});
    const Group loops = group.create_group("loops");
    loops.write_integers("rows", widen(memory.loops.rows));
    loops.write_numbers("reach", memory.loops.reach);
    loops.write_numbers("shares", list({memory.loops.largest_share, memory.loops.largest_hint, memory.loops.distance}));
    write_state(loops, "before", memory.loops.before);
    write_signals(group, "signals", memory.signals);
    write_signals(group, "strict_signals", memory.strict_signals);
    group.write_integers("told", widen(memory.told));
    group.write_integers("steps_unseen", {memory.steps_unseen});
    const ChoiceMemory& choice = memory.choice;
    group.write_numbers("choice", list({choice.expected, choice.race_work, choice.spent, choice.needed}));
}

void write_observers(const Group& parent, const std::vector<ObserverMemory>& observers) {
    const Group group = parent.create_group("observers");
    group.write_integers("count", {static_cast<std::int64_t>(observers.size())});
    for (std::size_t i = 0; i < observers.size(); ++i) {
        const std::vector<double>& numbers = observers[i].numbers;
        group.write_numbers(fmt::format("numbers {}", i),
                            Eigen::Map<const VecX>(numbers.data(), static_cast<Index>(numbers.size())));
        group.write_texts(fmt::format("texts {}", i), observers[i].texts);
    }
}

std::vector<ObserverMemory> read_observers(const Group& parent) {
    const Group group = parent.open_group("observers");
    const std::int64_t count = group.read_integers("count", 1)[0];
    std::vector<ObserverMemory> observers;
    for (std::int64_t i = 0; i < count; ++i) {
        const VecX numbers = group.read_numbers(fmt::format("numbers {}", i), any_size);
        observers.push_back({{numbers.begin(), numbers.end()}, group.read_texts(fmt::format("texts {}", i), any_size)});
    }
    return observers;
}

RunMemory read_memory(const Group& parent) {
    const Group group = parent.open_group("memory");
    RunMemory memory;
    const Group attachments = group.open_group("attachments");
    memory.attachments.active = read_small(attachments, "active");
    memory.attachments.conditions = read_small(attachments, "conditions");
    const auto elements = static_cast<Eigen::Index>(memory.attachments.active.size());
    memory.attachments.taken = attachments.read_numbers("taken", 12 * elements).reshaped(3, 4 * elements);
    const Group switches = group.open_group("switches");
    memory.switches = {read_small(switches, "laws"),
                       switches.read_numbers("largest_at_start", any_size),
                       switches.read_numbers("farthest", any_size),
                       read_small(switches, "closed_steps"),
                       switches.read_numbers("turned_at", 1)[0],
                       switches.read_integers("has_warned", 1)[0] != 0};
    const Group loops = group.open_group("loops");
    memory.loops.rows = read_small(loops, "rows");
    memory.loops.reach = loops.read_numbers("reach", any_size);
    const VecX shares = loops.read_numbers("shares", 3);
    memory.loops.largest_share = shares[0], memory.loops.largest_hint = shares[1], memory.loops.distance = shares[2];
    memory.loops.before = read_state(loops, "before");
    memory.signals = read_signals(group, "signals");
    memory.strict_signals = read_signals(group, "strict_signals");
    memory.told = read_small(group, "told");
    memory.steps_unseen = static_cast<long>(group.read_integers("steps_unseen", 1)[0]);
    const VecX choice = group.read_numbers("choice", 4);
    memory.choice = {choice[0], choice[1], choice[2], choice[3]};
    return memory;
}

}  // namespace

void write_checkpoint_groups(const Group& root, const Checkpoint& point) {
    root.write_attribute("format", format_name);
    root.write_attribute("program", program_version());
    const Group group = root.create_group("run");
    write_state(group, "state", point.state);
    write_state(group, "begun", point.begun);
    write_options(group, point.options, point.options_reason);
    write_record(group, point);
    write_inputs(group, point.inputs);
    write_memory(group, point.memory);
    write_observers(group, point.observers);
}

Checkpoint read_checkpoint_groups(const Group& root) {
    if (const std::string found = root.read_text_attribute("format"); found != format_name)
        root.complain("format", fmt::format("found \"{}\", expected \"{}\"", found, format_name));
    if (const std::string found = root.read_text_attribute("program"); found != program_version())
        root.complain("program", fmt::format("found a checkpoint by ritz {}, expected one by ritz {}: another version "
                                             "may compute otherwise, so that the parts would not fit; go on with the "
                                             "version that began, or begin anew",
                                             found, program_version()));
    const Group group = root.open_group("run");
    Checkpoint point;
    point.state = read_state(group, "state");
    point.begun = read_state(group, "begun");
    read_options(group, point.options, point.options_reason);
    read_record(group, point);
    point.inputs = read_inputs(group);
    point.memory = read_memory(group);
    point.observers = read_observers(group);
    return point;
}

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
    const hdf5::File file = hdf5::File::create(path);
    write_checkpoint_groups(file.root(), checkpoint);
    std::string bytes = file.image(user_block);
    seal(checkpoint_kind, bytes);
    write_whole_file_through(path, bytes);
}

Checkpoint read_checkpoint(const std::string& path) {
    const std::string bytes = read_whole_file(path);
    return read_checkpoint_groups(hdf5::File::open(check_seal(checkpoint_kind, bytes, path), path).root());
}

}  // namespace ritz
