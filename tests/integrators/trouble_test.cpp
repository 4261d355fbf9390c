#include <doctest/doctest.h>

#include <limits>

#include "core/errors.hpp"
#include "integrators/implicit_stage.hpp"
#include "tests/integrators/problems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The message of the NumericalError that the run ends with, or nothing.
std::string failure(OdeProblem problem, const IntegratorOptions& options, const VecX& y0, double t_end) {
    try {
        solve(std::move(problem), options, y0, t_end);
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("What a right-hand side throws comes out of the step unchanged") {
    struct BrokenSpring : std::runtime_error {
        using std::runtime_error::runtime_error;
    };
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        OdeProblem problem = pendulum();
        problem.rhs = [f = problem.rhs](double t, const ConstVecMap& y, VecMap& ydot) {
            if (t > 0.5) throw BrokenSpring("spring 3 is broken");
            f(t, y, ydot);
        };
        CHECK_THROWS_AS_MESSAGE(solve(problem, options_for(method), vec({2, 0}), 1), BrokenSpring,
                                "spring 3 is broken");
    }
}

TEST_CASE("A right-hand side that is never finite beyond an instant ends the run with time, method and reason") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        OdeProblem problem = pendulum();
        problem.rhs = [f = problem.rhs](double t, const ConstVecMap& y, VecMap& ydot) {
            f(t, y, ydot);
            if (t > 0.5) ydot[1] = not_a_number;
        };
        const std::string message = failure(problem, options_for(method), vec({2, 0}), 1);
        CAPTURE(message);
        CHECK(message.find(make_integrator(pendulum(), options_for(method))->description()) == 0);
        CHECK(message.find("step size fell below") != std::string::npos);
        CHECK(message.find("component 1 was not finite at t = 0.5") != std::string::npos);
    }
}

TEST_CASE("A step into a forbidden region is made smaller, and the motion that avoids it goes on") {
    // y' = -sqrt(y) decays to zero in finite time 2; trial values below zero have no root.
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const auto problem =
            make_ode(1, [](double, const ConstVecMap& y, VecMap& ydot) { ydot[0] = -std::sqrt(y[0]); });
        IntegratorOptions o = options_for(method, 1e-3);
        o.initial_step = 1.9;  // the first trial leaves the region
        const VecX y = solve(problem, o, vec({1}), 1.5);
        CHECK(std::abs(y[0] - 0.0625) < 0.01);  // (1 - t/2)², ten tolerances
    }
}

TEST_CASE("A right-hand side that is not finite at the start is refused at once") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const auto problem = make_ode(1, [](double, const ConstVecMap&, VecMap& ydot) { ydot[0] = not_a_number; });
        const std::string message = failure(problem, options_for(method), vec({1}), 1);
        CAPTURE(message);
        CHECK(message.find("at t = 0 s") != std::string::npos);
        CHECK(message.find("not finite") != std::string::npos);
    }
}

TEST_CASE("An implicit stage without a solution is not called solved") {
    // x = b + β (1 + x²) has no real solution for 4 β (b + β) > 1, and two for less.
    ImplicitStage stage([](double, const ConstVecMap& x, VecMap& f) { f[0] = 1 + x[0] * x[0]; }, {}, 1);
    const VecX weights = vec({1e6});
    VecX x = vec({0});
    CHECK(stage.solve(0, vec({0}), 1.0, weights, x) == ImplicitStage::Result::diverged);
    stage.forget();
    x = vec({0});
    CHECK(stage.solve(0, vec({0}), 0.2, weights, x) == ImplicitStage::Result::converged);
    CHECK(std::abs(x[0] - 0.2 * (1 + x[0] * x[0])) < 1e-7);  // a tenth of what the weights ask for
}

TEST_CASE("A fixed step of generalised-alpha whose equations have no solution is halved, not accepted") {
    // y' = 1 + y², y = tan t. A step of 1.2 s from rest is too long for the stage above.
    IntegratorOptions o = options_for(Method::generalized_alpha, 1e-8);
    o.fixed_step = 1.2;
    const auto integrator =
        make_integrator(make_ode(1, [](double, const ConstVecMap& y, VecMap& ydot) { ydot[0] = 1 + y[0] * y[0]; }), o);
    integrator->start(0, vec({0}));
    integrator->step(1.2);
    CHECK(integrator->statistics().convergence_failures > 0);
    CHECK(integrator->time() < 1.2);
    run(*integrator, 1.2);
    CHECK(std::abs(integrator->state()[0] - std::tan(1.2)) < 1);  // coarse steps, but on the right branch
}

TEST_CASE("Equations without any solution end the run with a reason") {
    // The true motion y = tan t ends at π/2.
    const auto problem = make_ode(1, [](double, const ConstVecMap& y, VecMap& ydot) { ydot[0] = 1 + y[0] * y[0]; });
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const std::string message = failure(problem, options_for(method), vec({0}), 2);
        CAPTURE(message);
        CHECK(message.find("at t = 1.57") != std::string::npos);
    }
}

TEST_CASE("Statistics go on counting over a new start") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        long calls = 0;
        OdeProblem problem = pendulum();
        problem.rhs = [&calls, f = problem.rhs](double t, const ConstVecMap& y, VecMap& ydot) {
            ++calls;
            f(t, y, ydot);
        };
        const auto integrator = make_integrator(problem, options_for(method));
        integrator->start(0, vec({2, 0}));
        run(*integrator, 1);
        const Statistics first = integrator->statistics();
        integrator->start(0, vec({2, 0}));
        CHECK(integrator->statistics().steps == first.steps);
        CHECK(integrator->statistics().jacobian_evaluations == first.jacobian_evaluations);
        run(*integrator, 1);
        const Statistics second = integrator->statistics();
        CHECK(second.steps == 2 * first.steps);  // the same motion again, from a clean start
        CHECK(second.jacobian_evaluations == 2 * first.jacobian_evaluations);
        CHECK(second.rhs_evaluations == calls);
        CHECK(second.last_step > 0);
        CHECK(second.last_order > 0);
    }
}

TEST_CASE("Step limits and the first step are honoured") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        IntegratorOptions o = options_for(method, 1e-3);
        o.max_step = 0.01;
        o.initial_step = 1e-5;
        const auto integrator = make_integrator(pendulum(), o);
        integrator->start(0, vec({0.1, 0}));
        double before = 0;
        double longest = 0;
        integrator->step(1);
        CHECK(integrator->time() <= 1.01e-5);
        while (integrator->time() < 1) {
            before = integrator->time();
            integrator->step(1);
            longest = std::max(longest, integrator->time() - before);
        }
        CHECK(longest <= 0.01 * (1 + 1e-9));

        o.max_steps = 20;
        const std::string message = failure(pendulum(), o, vec({0.1, 0}), 1);
        CHECK(message.find("20 steps were not enough") != std::string::npos);
    }
}

TEST_CASE("Options and problems that make no sense are refused with what was expected") {
    const auto refused = [](IntegratorOptions o) { CHECK_THROWS_AS(make_integrator(pendulum(), o), InputError); };
    const auto with = [&](auto change) {
        IntegratorOptions o = options_for(Method::sdirk);
        change(o);
        refused(o);
    };
    with([](auto& o) { o.relative_tolerance = 0; });
    with([](auto& o) { o.absolute_tolerance = -1; });
    with([](auto& o) { o.max_order = -1; });
    with([](auto& o) { o.max_step = -1; });
    with([](auto& o) { o.initial_step = -1; });
    with([](auto& o) { o.fixed_step = not_a_number; });
    with([](auto& o) { o.spectral_radius = 1.1; });
    with([](auto& o) { o.max_steps = 0; });
    with([](auto& o) { o.method = Method::ida; });
    with([](auto& o) {
        o.method = Method::bdf;
        o.fixed_step = 0.1;
    });
    OdeProblem problem = pendulum();
    problem.absolute_tolerances = vec({1});
    CHECK_THROWS_AS(make_integrator(problem, options_for(Method::bdf)), InputError);
    DaeProblem dae;
    dae.size = 1;
    dae.residual = [](double, const ConstVecMap&, const ConstVecMap&, VecMap&) {};
    CHECK_THROWS_AS(make_integrator(dae, options_for(Method::bdf)), InputError);
    CHECK_THROWS_AS(make_integrator(dae, options_for(Method::ida))->start(0, vec({1})), std::invalid_argument);
}
