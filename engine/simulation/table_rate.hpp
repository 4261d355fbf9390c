#pragma once
#include "core/signals/signal.hpp"

namespace ritz {

/// How fast a table, above all one of straight lines, varies within [0, end], as ω of a wave [1/s]; 0 if it never comes
/// back.
///
/// Curvature says nothing here: it sits in the points, and grows with their number for a step or for noise. Counted is
/// the shortest time D between two passages of the middle of its range, up and down again, each by a quarter of the
/// range beyond it: ω = 3π/(4 D), which is 1.4/σ for a pulse exp(-(t/σ)²), as the curvature of the formula gives, and
/// three quarters of a sine's. Steps, ramps and ripple below a quarter of the range have none.
double compute_table_rate(const Signal& table, double end);

}  // namespace ritz
