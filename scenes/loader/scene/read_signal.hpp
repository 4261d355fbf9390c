#pragma once
// Signals and tables of a scene. A signal is one of
//   2.5                                                                                        a number
//   "10*sin(2*pi*t)"                                                                           an expression
//   {"table": {"t": [..], "value": [..], "interpolation": "linear" | "spline", "periodic": false,
//              "outside": "hold" | "extrapolate", "ends": "not_a_knot" | "rest"}}
//   {"table": {"file": "x.csv", "column": "name" or number from 0, "t_column": 0, ...}}
//   {"input": "name"}                                                                          set from outside
//   {"trajectory": {"profile": "trapezoidal" | "jerk_limited" | "quintic", "points": [..], "start": 0,
//                   "max_velocity": v, "max_acceleration": a, "max_jerk": j, "durations": [..], "dwell": d or [..]}}
// What is wrong is recorded in the reader's diagnostics; the result is then zero.
#include "core/signals/expression.hpp"
#include "core/signals/signal.hpp"
#include "core/signals/table.hpp"
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

/// The signal that the value at the reader describes.
Signal read_signal(Reader& value);
/// The signal at a key which must be there, or which has a default.
Signal read_signal(Reader& parent, const std::string& key);
Signal read_signal(Reader& parent, const std::string& key, const Signal& otherwise);

/// A table, whose abscissae stand under the given name: "t" in a signal, "x" in a force law.
Table read_table(Reader& object, const std::string& abscissa = "x");

}  // namespace ritz
