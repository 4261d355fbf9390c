#pragma once
// Jets with bounds: what a formula and its first two time derivatives can be while t runs through an interval, by the
// rules of core/signals/jet_math.hpp in interval arithmetic. Beside the bounds stands the jet's value at the middle of
// the interval: it says which branch counts, for an interval in which no branch changes.
#include "core/signals/expression_program.hpp"
#include "core/signals/interval.hpp"

namespace ritz {

struct IntervalJet {
    double middle = 0;
    Interval value, rate, acceleration;
};

/// Bounds of instructions that leave one value, for t in [t_begin, t_end]. Right only if no branch of them changes
/// inside; the program must be one of t alone.
IntervalJet run_bounds(std::span<const Instruction> code, double t_begin, double t_end);

}  // namespace ritz
