#pragma once
// A scalar of time: number, expression of t, table, trajectory, or an input set from outside, with its first two
// derivatives.
#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/signals/interval.hpp"

namespace ritz {

/// A value with its first and second time derivative.
struct Jet {
    double value = 0;
    double rate = 0;
    double acceleration = 0;
};

/// What a value and its second time derivative can be within some time.
struct SignalBounds {
    Interval value, acceleration;
};

class Expression;  // core/signals/expression.hpp
class Table;       // core/signals/table.hpp
class Trajectory;  // core/signals/trajectory.hpp
class Input;       // core/signals/input.hpp

/// Immutable and cheap to copy; evaluation allocates nothing.
class Signal {
  public:
    Signal() = default;  // zero
    Signal(double constant) : source_(constant) {}
    Signal(Expression expression);
    Signal(Table table);
    Signal(Trajectory trajectory);
    Signal(Input input);

    Jet at(double t) const;
    double value(double t) const { return at(t).value; }
    bool is_constant() const;
    /// Times at which the value or its first two derivatives jump: the integrator stops and starts anew there.
    /// Those that come again and again (a periodic table, mod) only in the first period, or not at all.
    std::vector<double> breakpoints() const;
    /// All of them within [t_begin, t_end], increasing. A run asks a SignalCursor instead, which needs no memory for
    /// them.
    std::vector<double> breakpoints(double t_begin, double t_end) const;
    /// Empty if usable as a prescribed motion (continuous value and rate); otherwise the reason why not.
    std::string why_not_a_motion() const;
    /// The same for t_begin < t < t_end only; more lenient, since jumps outside do no harm.
    std::string why_not_a_motion(double t_begin, double t_end) const;

    /// Bounds for t in [t_begin, t_end], provided that no breakpoint of an expression lies inside.
    SignalBounds bounds(double t_begin, double t_end) const;
    /// The next breakpoint after t of a table or trajectory; infinite if there is none.
    double next_node(double t) const;
    /// What it is made from: one of these is not null, or it is a constant.
    const Expression* expression() const;
    const Table* table() const;
    const Trajectory* trajectory() const;
    const Input* input() const;

  private:
    template <class Source>
    const Source* source() const;

    std::variant<double, std::shared_ptr<const Expression>, std::shared_ptr<const Table>,
                 std::shared_ptr<const Trajectory>, std::shared_ptr<const Input>>
        source_ = 0.0;
};

}  // namespace ritz
