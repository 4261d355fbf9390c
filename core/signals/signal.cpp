#include "core/signals/signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "core/signals/expression.hpp"
#include "core/signals/input.hpp"
#include "core/signals/interval_jet.hpp"
#include "core/signals/signal_cursor.hpp"
#include "core/signals/table.hpp"
#include "core/signals/trajectory.hpp"

namespace ritz {
namespace {

void sort_and_drop_twins(std::vector<double>& times) {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
}

/// Why the signal cannot be a motion at a time where it may jump; empty if it is smooth enough there.
std::string jump_at(const Signal& signal, double t) {
    const double d = 1e-12 * std::max(1.0, std::abs(t));  // the rounding errors of a computed breakpoint are smaller
    const Jet left = signal.at(t - d), right = signal.at(t + d);
    // Each side is continued to t by its slope, lest a steep but smooth signal look like a jump.
    const auto jumps = [&](double a, double a_slope, double b, double b_slope, double noise) {
        const double size = std::max(std::abs(a), std::abs(b));
        return !(std::abs(a + d * a_slope - b + d * b_slope) <= noise + 1e-9 * size);  // also if not a number
    };
    if (jumps(left.value, left.rate, right.value, right.rate, 1e-12))
        return fmt::format("its value jumps at t = {:.6g} from {:.6g} to {:.6g}", t, left.value, right.value);
    if (jumps(left.rate, left.acceleration, right.rate, right.acceleration, 1e-9)) {
        // A jump is as large from further away; a rate like √t is not.
        const double near = std::abs(right.rate - left.rate),
                     far = std::abs(signal.at(t + 1e4 * d).rate - signal.at(t - 1e4 * d).rate);
        if (far > 10 * near) return fmt::format("its acceleration grows beyond all bounds at t = {:.6g}", t);
        return fmt::format("its rate jumps at t = {:.6g} from {:.6g} to {:.6g}", t, left.rate, right.rate);
    }
    return {};
}

std::string first_jump(const Signal& signal, const std::vector<double>& times) {
    for (const double t : times)
        if (std::string why = jump_at(signal, t); !why.empty()) return why;
    return {};
}

}  // namespace

Signal::Signal(Expression expression) {
    if (expression.variables() != std::vector<std::string>{"t"})
        throw std::invalid_argument("a signal is an expression of t alone");
    source_ = std::make_shared<const Expression>(std::move(expression));
}
Signal::Signal(Table table) : source_(std::make_shared<const Table>(std::move(table))) {}
Signal::Signal(Trajectory trajectory) : source_(std::make_shared<const Trajectory>(std::move(trajectory))) {}
Signal::Signal(Input input) : source_(std::make_shared<const Input>(std::move(input))) {}

Jet Signal::at(double t) const {
    return std::visit(Overloaded{[](double constant) {
                                     return Jet{constant, 0, 0};
                                 },
                                 [&](const std::shared_ptr<const Table>& table) { return table->jet(t); },
                                 [&](const auto& source) { return source->at(t); }},
                      source_);
}

bool Signal::is_constant() const {
    return std::visit(Overloaded{[](double) { return true; }, [](const auto& source) { return source->is_constant(); }},
                      source_);
}

std::vector<double> Signal::breakpoints() const {
    auto times = std::visit(Overloaded{[](double) { return std::vector<double>{}; },
                                       [](const auto& source) { return source->breakpoints(); }},
                            source_);
    sort_and_drop_twins(times);
    return times;
}

std::vector<double> Signal::breakpoints(double t_begin, double t_end) const {
    std::vector<double> times;
    for_each_breakpoint(*this, t_begin, t_end, [&](double t) {
        times.push_back(t);
        return true;
    });
    return times;
}

SignalBounds Signal::bounds(double t_begin, double t_end) const {
    return std::visit(Overloaded{[](double constant) {
                                     return SignalBounds{constant, 0};
                                 },
                                 [&](const std::shared_ptr<const Expression>& expression) {
                                     const IntervalJet y = run_bounds(expression->program().code, t_begin, t_end);
                                     return SignalBounds{y.value, y.acceleration};
                                 },
                                 [&](const auto& source) { return source->bounds(t_begin, t_end); }},
                      source_);
}

double Signal::next_node(double t) const {
    constexpr double never = std::numeric_limits<double>::infinity();
    return std::visit(
        Overloaded{[](double) { return never; }, [](const std::shared_ptr<const Expression>&) { return never; },
                   [&](const auto& source) { return source->next_breakpoint(t); }},
        source_);
}

template <class Source>
const Source* Signal::source() const {
    const auto* source = std::get_if<std::shared_ptr<const Source>>(&source_);
    return source != nullptr ? source->get() : nullptr;
}
const Expression* Signal::expression() const { return source<Expression>(); }
const Table* Signal::table() const { return source<Table>(); }
const Trajectory* Signal::trajectory() const { return source<Trajectory>(); }
const Input* Signal::input() const { return source<Input>(); }

std::string Signal::why_not_a_motion() const {
    if (input() != nullptr) return "an input may jump whenever it is set";
    if (std::string why = first_jump(*this, breakpoints()); !why.empty()) return why;
    const auto* expression = std::get_if<std::shared_ptr<const Expression>>(&source_);
    if (!expression) return {};
    const std::string operation = (*expression)->unforeseen_switch();
    return operation.empty() ? operation : operation + " may make its value or rate jump; use smoothstep or a spline";
}

std::string Signal::why_not_a_motion(double t_begin, double t_end) const {
    if (input() != nullptr) return why_not_a_motion();
    std::string why;
    int looked_at = 0;
    constexpr int enough = 100'000;  // whoever jumps does so early among so many
    for_each_breakpoint(*this, t_begin, t_end, [&](double t) {
        // What happens before the beginning or after the end is nobody's concern.
        if (t > t_begin && t < t_end) why = jump_at(*this, t);
        return why.empty() && ++looked_at < enough;
    });
    return why;
}

}  // namespace ritz
