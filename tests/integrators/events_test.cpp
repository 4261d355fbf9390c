#include <doctest/doctest.h>

#include "tests/integrators/problems.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("A thrown ball passes the top of its flight and meets the floor at the exact instants, falling") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const auto integrator = make_integrator(ball(), options_for(method, 1e-9));
        integrator->start(0, vec({1.75, 5}));  // top at 0.5 s, height 3 m; floor at 0.5 + sqrt(0.6) s
        std::vector<StepEnd> events;
        std::vector<VecX> states;
        while (integrator->time() < 2) {
            const StepEnd end = integrator->step(2);
            CHECK(end.t == integrator->time());
            if (end.roots.empty()) continue;
            events.push_back(end);
            states.push_back(integrator->state());
        }
        REQUIRE(events.size() == 2);
        // Ten tolerances: the error of the state divided by its rate, which is above 7 and 10.
        CHECK(std::abs(events[0].t - 0.5) < 1e-8);
        CHECK(std::abs(events[1].t - 0.5 - std::sqrt(0.6)) < 1e-8);
        CHECK(std::abs(states[0][1]) < 1e-12);  // the root itself is found to rounding
        CHECK(std::abs(states[1][0]) < 1e-12);
        REQUIRE(events[0].roots.size() == 1);
        CHECK(events[0].roots[0].index == 1);
        CHECK(events[0].roots[0].direction == -1);
        CHECK(events[1].roots[0].index == 0);
        CHECK(events[1].roots[0].direction == -1);
    }
}

TEST_CASE("A root function that rises is reported as rising") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const auto integrator = make_integrator(ball(), options_for(method));
        integrator->start(0, vec({-0.2, 3}));  // comes up through the floor
        const double first_root = 0.3 - std::sqrt(0.05);
        StepEnd end;
        while (end.roots.empty()) end = integrator->step(2);
        CHECK(end.t == doctest::Approx(first_root).epsilon(1e-5));  // ten tolerances
        CHECK(end.roots[0].index == 0);
        CHECK(end.roots[0].direction == 1);
    }
}

TEST_CASE("A root function that is exactly zero at the start does not fire before it has left zero") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const auto integrator = make_integrator(ball(), options_for(method));
        integrator->start(0, vec({0, 5}));
        StepEnd end;
        while (end.roots.empty()) end = integrator->step(2);
        CHECK(end.roots[0].index == 1);  // the top, at 0.5 s
        CHECK(end.t == doctest::Approx(0.5).epsilon(1e-5));
    }
}

TEST_CASE("A bouncing ball rebounds once at each impact, and its impacts are a geometric series") {
    const double restitution = 0.7;
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        OdeProblem problem = ball();
        problem.root_count = 1;
        problem.roots = [](double, const ConstVecMap& y, VecMap& g) { g[0] = y[0]; };
        const auto integrator = make_integrator(problem, options_for(method, 1e-9));
        integrator->start(0, vec({0, 5}));
        double expected = 0;
        double flight = 1;
        long steps_before = 0;
        for (int impact = 0; impact < 12; ++impact) {
            StepEnd end;
            while (end.roots.empty() && integrator->time() < 5) end = integrator->step(5);
            expected += flight;
            flight *= restitution;
            REQUIRE(end.roots.size() == 1);
            CHECK(end.roots[0].direction == -1);
            CHECK(std::abs(end.t - expected) < 1e-7);  // a hundred tolerances, over twelve flights
            CHECK(integrator->statistics().steps > steps_before);
            steps_before = integrator->statistics().steps;
            VecX y = integrator->state();
            y[1] *= -restitution;
            integrator->start(end.t, y);
        }
    }
}

TEST_CASE("The integration goes on behind a root that nobody acts on, and stops at a limit inside the same step") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const auto integrator = make_integrator(ball(), options_for(method, 1e-8));
        integrator->start(0, vec({3, 0}));
        StepEnd end;
        while (end.roots.empty() || end.roots[0].index != 0) end = integrator->step(3);
        const double limit = end.t + 1e-7;
        end = integrator->step(limit);
        CHECK(end.t == limit);
        CHECK(end.roots.empty());
        CHECK(std::abs(integrator->state()[0] - (3 - 5 * limit * limit)) < 1e-6);  // a hundred tolerances
        while (integrator->time() < 3) CHECK(integrator->step(3).roots.empty());
        CHECK(std::abs(integrator->state()[0] - (3 - 5 * 9.0)) < 1e-5);
    }
}

TEST_CASE("Neither a step nor the right-hand side goes beyond the limit, and the limit is met exactly") {
    for (Method method : ode_methods())
        for (bool fixed : {false, true}) {
            if (fixed && (method == Method::bdf || method == Method::adams)) continue;
            CAPTURE(static_cast<int>(method));
            CAPTURE(fixed);
            double latest = 0;
            OdeProblem problem = pendulum();
            problem.rhs = [&latest, f = problem.rhs](double t, const ConstVecMap& y, VecMap& ydot) {
                latest = std::max(latest, t);
                f(t, y, ydot);
            };
            IntegratorOptions o = options_for(method);
            o.fixed_step = fixed ? 0.013 : 0;
            const auto integrator = make_integrator(problem, o);
            integrator->start(0, vec({2, 0}));
            VecX y;
            for (double limit : {0.1, 0.1000001, 0.35, 1.0 / 3 + 0.1, 1.0, 7.0}) {
                while (integrator->time() < limit) {
                    integrator->step(limit);
                    CHECK(integrator->time() <= limit);
                    integrator->interpolate(integrator->time(), 1, y);
                }
                CHECK(integrator->time() == limit);
                CHECK(latest <= limit);
            }
        }
}
