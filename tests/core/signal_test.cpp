#include "core/signals/signal.hpp"

#include <doctest/doctest.h>

#include "core/signals/expression.hpp"
#include "core/signals/table.hpp"
#include "core/signals/trajectory.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using doctest::Approx;
using testing::contains;

TEST_CASE("A signal is zero, a number, or what it was made from") {
    CHECK(Signal().value(3) == 0);
    CHECK(Signal(2.5).value(3) == 2.5);
    CHECK(Signal(2.5).at(3).rate == 0);
    CHECK(Signal(Expression("t^2")).at(3).rate == 6);
    CHECK(Signal(Table({0, 1}, {0, 2})).at(0.5).value == 1);
    CHECK(Signal(Trajectory({.points = {0, 1}, .max_velocity = 1, .max_acceleration = 1})).value(9) == 1);
    CHECK_THROWS_AS(Signal(Expression("x", {}, {"x"})), std::invalid_argument);
}

TEST_CASE("A signal knows whether it is constant") {
    CHECK(Signal(1.0).is_constant());
    CHECK(Signal(Expression("2*pi")).is_constant());
    CHECK(Signal(Table({0, 1}, {2, 2})).is_constant());
    CHECK_FALSE(Signal(Expression("t")).is_constant());
    CHECK_FALSE(Signal(Table({0, 1}, {2, 3})).is_constant());
}

TEST_CASE("Breakpoints come in order and once") {
    CHECK(Signal(Expression("step(t - 2) - step(t - 1) + 3*step(t - 2)")).breakpoints() == std::vector<double>{1, 2});
    CHECK(Signal(Expression("step(t - 2) - step(t - 1)")).breakpoints(1.5, 9) == std::vector<double>{2});
    CHECK(Signal(1.0).breakpoints().empty());
    CHECK(Signal(1.0).breakpoints(0, 1).empty());
}

TEST_CASE("A prescribed motion must not jump in value or rate") {
    CHECK(contains(Signal(Table({0, 1, 2}, {0, 1, 0})).why_not_a_motion(), "its rate jumps at t = 0 from 0 to 1"));
    CHECK(contains(Signal(Expression("step(t - 1)")).why_not_a_motion(), "its value jumps at t = 1 from 0 to 1"));
    CHECK(contains(Signal(Expression("abs(t - 1)")).why_not_a_motion(), "its rate jumps at t = 1 from -1 to 1"));
    CHECK(contains(Signal(Expression("max(0, t - 1)^1.5")).why_not_a_motion(),
                   "its acceleration grows beyond all bounds at t = 1"));
    CHECK(Signal(Expression("max(0, t - 1)^2.5")).why_not_a_motion().empty());
    CHECK(contains(Signal(Expression("t + mod(t, 1)")).why_not_a_motion(), "the operation at column 5"));
    CHECK(contains(Signal(Expression("t < 1 ? 1/(t - 1) : 0")).why_not_a_motion(), "its value jumps at t = 1"));
    // A spline held at its ends with a slope jumps there, but not within.
    const Signal table = Table({0, 1, 2}, {0, 1, 4}, {.interpolation = Interpolation::spline});
    CHECK(contains(table.why_not_a_motion(), "its rate jumps at t = 2 from 4 to 0"));
    CHECK(table.why_not_a_motion(0, 2).empty());
    CHECK(contains(Signal(Expression("mod(t, 1)")).why_not_a_motion(0.5, 3), "its value jumps at t = 1 from 1 to"));
}

TEST_CASE("Smooth signals are motions") {
    CHECK(Signal(1.0).why_not_a_motion().empty());
    CHECK(Signal(Expression("sin(t)")).why_not_a_motion().empty());
    CHECK(Signal(Expression("t < 1 ? sin(pi*t)^2 : 0")).why_not_a_motion().empty());
    CHECK(Signal(Expression("max(0, t - 0.7)^2")).why_not_a_motion().empty());
    CHECK(Signal(Expression("mod(t, 1)")).why_not_a_motion(0.1, 0.9).empty());
    for (const Profile profile : {Profile::trapezoidal, Profile::jerk_limited, Profile::quintic})
        CHECK(Signal(Trajectory({profile, {0, 2, -1}, 0.3, 1.5, 4, 20, {1.2}, {0.2}})).why_not_a_motion().empty());
    TableOptions rest = {.interpolation = Interpolation::spline};
    rest.ends = SplineEnds::rest;
    CHECK(Signal(Table({0, 1, 2}, {0, 1, 4}, rest)).why_not_a_motion().empty());
    TableOptions periodic = {.interpolation = Interpolation::spline};
    periodic.periodic = true;
    CHECK(Signal(Table({0, 1, 2}, {0, 1, 0}, periodic)).why_not_a_motion().empty());
}
