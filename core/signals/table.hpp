#pragma once
// A function given by points, joined by straight lines or by a cubic spline: a signal of time or a force law.
//
// The spline is not-a-knot (the third derivative is continuous at the second and the last but one point): it
// reproduces cubics exactly and keeps the fourth order up to the ends, where the natural spline falls to the second,
// and it asks the user for no slopes. Where the table is held at its end values, `SplineEnds::rest` (zero slopes)
// makes that join smooth.
#include <vector>

#include "core/cubic_spline.hpp"
#include "core/signals/signal.hpp"

namespace ritz {

enum class Interpolation { linear, spline };
enum class Outside { hold, extrapolate };  // beyond the ends: the end value, or on along the end slope

struct TableOptions {
    Interpolation interpolation = Interpolation::linear;
    Outside outside = Outside::hold;
    SplineEnds ends = SplineEnds::not_a_knot;  // of a spline that is not periodic
    bool periodic = false;  // with the period x.back() - x.front(); the first and last value must agree
};

class Table {
  public:
    /// Throws InputError unless x is strictly increasing and everything is finite.
    Table(std::vector<double> x, std::vector<double> y, const TableOptions& options = {});

    double at(double x, double* slope = nullptr) const;
    /// Value, slope and curvature at x: for x = t the value with its time derivatives.
    Jet jet(double x) const;
    /// ∫ from a to b, exact for the interpolant (not for periodic tables): the energy of a force law.
    double integral(double a, double b) const;
    bool is_constant() const { return is_constant_; }
    /// The abscissae, in the first period if there are periods, at which slope or curvature may jump.
    std::vector<double> breakpoints() const;
    /// The next of them after x, in all periods; infinite if there is none.
    double next_breakpoint(double x) const;
    /// For x in [x_begin, x_end]; between the points the values of a spline may be a little beyond.
    SignalBounds bounds(double x_begin, double x_end) const;

    double first() const { return x_.front(); }
    double last() const { return x_.back(); }
    const TableOptions& options() const { return options_; }
    const std::vector<double>& x() const { return x_; }
    const std::vector<double>& y() const { return y_; }

  private:
    Jet inside(double x) const;

    std::vector<double> x_, y_;
    VecX curvature_;  // y'' at the points; all zero for straight lines
    TableOptions options_;
    bool is_constant_ = false;
};

}  // namespace ritz
