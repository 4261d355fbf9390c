#pragma once
// The range of a tabulated law in stretches, on each of which it does one thing only.
//
// An integrator knows a law where it has evaluated it. A step within one stretch from one end to the other knows it
// all: between its ends the law is one cubic to the tolerance, and it leaves the straight line between them by no more
// than half of what it changes, so that it cannot rise and come back unseen. One interval of straight lines is such a
// stretch; neighbours are put together where the points lie on one cubic, so that a fine table of a smooth law has few
// stretches. The intervals of a spline, which may swing between equal values, are divided into quarters first.
#include <vector>

#include "core/signals/table.hpp"

namespace ritz {

/// How far a step from one place may go.
struct Travel {
    double allowed;  // distance for which it is planned
    double limit;    // beyond which the step must not stand
};

struct Stretches {
    std::vector<double> ends;  // rising, at least two
    bool is_periodic = false;

    /// Upwards for a direction of 1, downwards for -1: to the end of the stretch, or if that is near, to the middle of
    /// the next one. Infinite where there is none.
    Travel travel(double x, int direction) const;
};

Stretches divide_into_stretches(const Table& table, double relative_tolerance);

}  // namespace ritz
