// Breakpoints one after the other, and how far a step may go.
#include "core/signals/signal_cursor.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/signals/interval_jet.hpp"
#include "core/signals/table.hpp"
#include "core/signals/trajectory.hpp"

using namespace ritz;
using doctest::Approx;

namespace {

Signal formula(const std::string& text) { return Expression(text); }

std::vector<double> breakpoints(const std::string& text, double a, double b) { return formula(text).breakpoints(a, b); }

/// Number of steps that reach allows, each as long as it may be; calls visit(a, b) for each.
template <class Visit>
int march(const Signal& signal, double end, Visit visit) {
    SignalCursor cursor(signal, 0, end, 1e-9);
    int steps = 0;
    for (double t = 0; t < end && steps < 1000000; ++steps) {
        const Reach reach = cursor.reach(t);
        REQUIRE(reach.t > t);
        REQUIRE(reach.t <= end);
        visit(t, reach.t);
        t = reach.t;
        if (reach.is_breakpoint) cursor.start(t);
    }
    return steps;
}
int march(const std::string& text, double end) {
    return march(formula(text), end, [](double, double) {});
}

}  // namespace

TEST_CASE("Bounds of a formula hold what it and its derivatives do inside") {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(0.05, 3), width(1e-6, 0.7);
    for (const std::string text :
         {"sin(3*t)*exp(-t)", "t^3 - 2*t^2 + 1/t", "tan(0.3*t)", "asin(0.2*t) + acos(0.1*t)", "atan(t^2)",
          "sinh(t) - cosh(2*t)", "tanh(3*(t - 1))", "log(t) + log10(1 + t)", "sqrt(t + 0.1)", "smoothstep(0.5, 1.5, t)",
          "smoothstep(t)^2", "atan2(sin(0.8*t), cos(0.8*t))", "(1 + t)^t", "t^-1.5", "(t - 1)^4 - (t - 2)^3",
          "exp(-((t - 1)/0.01)^2)", "1/(1 + t*t)", "-t*cos(10*t)", "2^(-t)"}) {
        CAPTURE(text);
        const Expression expression(text);
        for (int i = 0; i < 200; ++i) {
            const double a = place(random), b = a + width(random);
            const IntervalJet bounds = run_bounds(expression.program().code, a, b);
            for (int k = 0; k <= 20; ++k) {
                const Jet y = expression.at(a + (b - a) * k / 20);
                const auto holds = [](const Interval& x, double value) {
                    // Bounds are rounded to nearest, not outwards.
                    const double slack = 1e-14 + 1e-12 * std::min(x.magnitude(), 1e300);
                    return x.low - slack <= value && value <= x.high + slack;
                };
                CHECK(holds(bounds.value, y.value));
                CHECK(holds(bounds.rate, y.rate));
                CHECK(holds(bounds.acceleration, y.acceleration));
            }
        }
    }
}

TEST_CASE("Every change of branch is found, however many there are and wherever they lie") {
    CHECK(breakpoints("mod(t, 0.5)", 0.1, 1.6) == std::vector<double>{0.5, 1, 1.5});
    const auto square_wave = breakpoints("sign(sin(pi*t))", 0.5, 3.5);
    REQUIRE(square_wave.size() == 3);
    for (int i = 0; i < 3; ++i) CHECK(square_wave[i] == Approx(i + 1).epsilon(1e-14));
    CHECK(breakpoints("sin(2*pi*50*t + 0.1) > 0 ? 1 : 0", 0, 100).size() == 10000);
    CHECK(breakpoints("mod(1000*t, 1) < 0.25", 0, 10).size() == 2 * 10000);
    CHECK(breakpoints("floor(1e5*t)", 0.000005, 2).size() == 200000);
    // Two changes 2e-6 s apart in a run of 100 s.
    const auto narrow = breakpoints("cos(t - 50) > 1 - 5e-13", 0, 54);
    REQUIRE(narrow.size() >= 2);
    CHECK(narrow[narrow.size() - 2] - 50 == Approx(-1e-6).epsilon(1e-3));
    CHECK(narrow.back() - 50 == Approx(1e-6).epsilon(1e-3));
    // A chirp, and an operation inside another.
    CHECK(breakpoints("sign(sin(pi*t^2))", 0.5, 30.01).size() == 900);
    CHECK(breakpoints("sign(sin(pi*t) + 2*step(t - 3.5))", 0.5, 8).size() == 3 + 1);
    CHECK(breakpoints("abs(sin(pi*t) - 0.5)", 0, 2).size() == 2);
    CHECK(breakpoints("atan2(sin(t), cos(t))", 0.1, 6).size() == 1);
}

TEST_CASE("An argument that only touches zero changes no branch, and one without proof stops nothing") {
    CHECK(breakpoints("sin(t) > 1", 0, 20).empty());
    CHECK(breakpoints("max(0, -(t - 3)^2)", 0, 20).size() <= 2);
    CHECK(breakpoints("abs(sin(t) - sin(t))", 0, 20).empty());
    CHECK(march("sin(t)^2 + cos(t)^2", 1) < 20000);
    CHECK(march("abs(sin(t) - sin(t))", 1) < 100000);
    CHECK(march("sqrt(t) + 1/(t + 1e-9)", 1) < 200);
}

TEST_CASE("At the start and behind a breakpoint the branch that follows is known") {
    for (const std::string text :
         {"sign(sin(6*t))", "abs(sin(t))", "max(0, sin(6*t))", "step(sin(10*t))", "t > 0 ? 1 : 0"}) {
        CAPTURE(text);
        const Signal signal = formula(text);
        SignalCursor cursor(signal, 0, 10, 1e-9);
        const double settled = cursor.start(0);
        CHECK(settled < 1e-13);
        const Jet y = signal.at(settled), later = signal.at(1e-6);
        CHECK(y.rate == Approx(later.rate).epsilon(1e-4));
        CHECK(std::abs(y.value - later.value) < 1e-5);
    }
}

TEST_CASE("No step passes over a pulse, and none is short for the sake of a plain wave") {
    // A pulse is seen when some step ends where it is high.
    const auto highest = [](const Signal& signal, double end) {
        double most = 0;
        const int steps = march(signal, end, [&](double, double b) { most = std::max(most, signal.value(b)); });
        CHECK(steps < 400);
        return most;
    };
    CHECK(highest(formula("smoothstep(0.5,0.51,t)-smoothstep(0.51,0.52,t)"), 1) > 0.2);
    CHECK(highest(formula("exp(-((t-1)/0.002)^2)"), 2) > 0.2);
    CHECK(highest(formula("exp(-((t-77.7)/1e-7)^2)"), 100) > 0.2);
    CHECK(highest(formula("1/(1+((t-3)/1e-3)^2)"), 100) > 0.2);
    TableOptions spline = {.interpolation = Interpolation::spline};
    CHECK(highest(Table({0, 50, 50.001, 50.002, 50.003, 100}, {0, 0, 0, 1, 0, 0}, spline), 100) > 0.2);
    CHECK(highest(Trajectory({.profile = Profile::quintic, .points = {0, 1, 0}, .start = 70, .durations = {0.01}}),
                  100) > 0.2);
    CHECK(march("sin(2*pi*t)", 100) < 600);  // six a period at most
    CHECK(march("exp(-0.1*t)*sin(2*pi*t)", 20) < 400);
    CHECK(march("3*t + 2", 100) == 1);
    CHECK(march("t^2", 100) < 10);
}
