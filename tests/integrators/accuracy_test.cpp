#include <doctest/doctest.h>

#include "tests/integrators/problems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// Error of the pendulum of amplitude 2 rad at its lowest point after a quarter period, φ = 0, φ' = -2 sin(a/2).
double quarter_swing_error(const IntegratorOptions& options) {
    const double amplitude = 2;
    const VecX y = solve(pendulum(), options, vec({amplitude, 0}), pendulum_quarter_period(amplitude));
    return (y - vec({0, -2 * std::sin(0.5 * amplitude)})).cwiseAbs().maxCoeff();
}

double observed_order(Method method, int max_order, double spectral_radius, int steps) {
    IntegratorOptions o = options_for(method, 1e-13);  // the Newton iteration must not be seen
    o.absolute_tolerance = 1e-14;
    o.max_order = max_order;
    o.spectral_radius = spectral_radius;
    o.fixed_step = pendulum_quarter_period(2) / steps;
    const double coarse = quarter_swing_error(o);
    o.fixed_step /= 2;
    return std::log2(coarse / quarter_swing_error(o));
}

}  // namespace

TEST_CASE("Halving the fixed step of a swinging pendulum divides the error by two to the order of the method") {
    // 0.25 below the order: at a step of a twentieth of a swing the next term of the error is still seen.
    CHECK(observed_order(Method::erk, 0, 0, 40) > 5.75);
    CHECK(observed_order(Method::erk, 5, 0, 20) > 4.75);
    CHECK(observed_order(Method::erk, 4, 0, 20) > 3.75);
    CHECK(observed_order(Method::erk, 3, 0, 20) > 2.75);
    CHECK(observed_order(Method::erk, 2, 0, 40) > 1.75);
    CHECK(observed_order(Method::sdirk, 0, 0, 20) > 3.75);
    CHECK(observed_order(Method::sdirk, 5, 0, 20) > 4.75);
    CHECK(observed_order(Method::sdirk, 3, 0, 20) > 2.75);
    CHECK(observed_order(Method::sdirk, 2, 0, 20) > 1.75);
    CHECK(observed_order(Method::rosenbrock, 0, 0, 40) > 2.75);
    for (double rho : {0.0, 0.5, 0.8, 1.0}) {
        CAPTURE(rho);
        const double order = observed_order(Method::generalized_alpha, 0, rho, 40);
        CHECK(order > 1.9);
        CHECK(order < 2.3);
    }
}

TEST_CASE("The error of a pendulum over a quarter swing follows the tolerance") {
    // The tolerance bounds the error of a step. A method of order p makes tol^(-1/(p+1)) steps, so the errors add up to
    // tol^(p/(p+1)); 30 for the length of the swing and for the pendulum, which stretches errors about threefold.
    for (Method method : ode_methods())
        for (double tolerance : {1e-4, 1e-6, 1e-8}) {
            CAPTURE(static_cast<int>(method));
            CAPTURE(tolerance);
            const bool second_order = method == Method::bdf || method == Method::generalized_alpha;
            const double error = quarter_swing_error(options_for(method, tolerance));
            const double power = second_order ? 2.0 / 3 : method == Method::rosenbrock ? 3.0 / 4 : 4.0 / 5;
            CHECK(error < 30 * std::pow(tolerance, power));
        }
}

TEST_CASE("Generalised-alpha with a changing step is of third order: error times steps cubed is constant") {
    const auto scaled_error = [](double tolerance) {
        const auto integrator = make_integrator(pendulum(), options_for(Method::generalized_alpha, tolerance));
        integrator->start(0, vec({2, 0}));
        const double quarter = pendulum_quarter_period(2);
        run(*integrator, quarter);
        const double error = std::abs(integrator->state()[0]);
        return error * std::pow(static_cast<double>(integrator->statistics().steps), 3);
    };
    // Second order, and its local error taken off. The spread of step sizes differs between tolerances; a method of
    // second order would change by a factor of ten.
    const double ratio = scaled_error(1e-5) / scaled_error(1e-8);
    CHECK(ratio > 0.3);
    CHECK(ratio < 3);
}

TEST_CASE("Dense output of a swinging pendulum keeps its order between the steps") {
    // Reference: the explicit method at the rounding of doubles.
    const auto error_inside = [](Method method, double h, int derivative) {
        IntegratorOptions o = options_for(method, 1e-13);
        o.absolute_tolerance = 1e-14;
        o.fixed_step = h;
        const auto integrator = make_integrator(pendulum(), o);
        integrator->start(0, vec({2, 0}));
        integrator->step(1);
        VecX inside;
        integrator->interpolate(0.37 * h, derivative, inside);
        VecX exact = solve(pendulum(), options_for(Method::erk, 1e-13), vec({2, 0}), 0.37 * h);
        if (derivative == 1) exact = vec({exact[1], -std::sin(exact[0])});
        return (inside - exact).cwiseAbs().maxCoeff();
    };
    const auto order = [&](Method method, double h, int derivative) {
        return std::log2(error_inside(method, h, derivative) / error_inside(method, h / 2, derivative));
    };
    // Local orders: a polynomial of degree p gives h^(p+1), its derivative h^p. Generalised-alpha: its own local error
    // h³. 0.3 for the next term of the error.
    CHECK(order(Method::generalized_alpha, 0.1, 0) > 2.7);
    CHECK(order(Method::generalized_alpha, 0.1, 1) > 1.7);
    CHECK(order(Method::rosenbrock, 0.1, 0) > 3.7);
    CHECK(order(Method::rosenbrock, 0.1, 1) > 2.7);
    CHECK(order(Method::sdirk, 0.2, 0) > 3.7);
    CHECK(order(Method::sdirk, 0.2, 1) > 2.7);
    CHECK(order(Method::erk, 0.4, 0) > 5.7);
    CHECK(order(Method::erk, 0.4, 1) > 4.7);
}

TEST_CASE("Dense output agrees with the states at both ends of a step and with the energy in between") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const double tolerance = 1e-7;
        const auto integrator = make_integrator(pendulum(), options_for(method, tolerance));
        integrator->start(0, vec({2, 0}));
        VecX before = integrator->state();
        VecX y, ydot;
        double worst_end = 0, worst_energy = 0, worst_rate = 0;
        double t_begin = 0;
        while (integrator->time() < 5) {
            integrator->step(5);
            integrator->interpolate(t_begin, 0, y);
            worst_end = std::max(worst_end, (y - before).cwiseAbs().maxCoeff());
            integrator->interpolate(0.5 * (t_begin + integrator->time()), 0, y);
            worst_energy = std::max(worst_energy, std::abs(0.5 * y[1] * y[1] - std::cos(y[0]) + std::cos(2)));
            integrator->interpolate(0.5 * (t_begin + integrator->time()), 1, ydot);
            worst_rate = std::max(worst_rate, std::abs(ydot[1] + std::sin(y[0])));
            t_begin = integrator->time();
            before = integrator->state();
        }
        // The polynomials of the multistep methods pass the last point within the local error.
        CHECK(worst_end < 10 * tolerance);
        // The energy error grows over 5 s as the global error does.
        CHECK(worst_energy < 300 * tolerance);
        // A derivative loses one power of h; the steps are some 1e-2 s.
        CHECK(worst_rate < 1000 * tolerance);
    }
}

TEST_CASE("A stiff damped mode is followed with steps of the slow motion") {
    // y' = -λ (y - cos t) - sin t with λ = 1e6: after the transient y = cos t.
    const auto problem = make_ode(
        1, [](double t, const ConstVecMap& y, VecMap& ydot) { ydot[0] = -1e6 * (y[0] - std::cos(t)) - std::sin(t); });
    for (Method method : {Method::bdf, Method::sdirk, Method::generalized_alpha, Method::rosenbrock}) {
        CAPTURE(static_cast<int>(method));
        const auto integrator = make_integrator(problem, options_for(method, 1e-5));
        integrator->start(0, vec({1.5}));
        run(*integrator, 10);
        CHECK(std::abs(integrator->state()[0] - std::cos(10.0)) < 1e-4);  // ten tolerances
        // An explicit method would need λ t / 3, three million.
        CHECK(integrator->statistics().steps < 3000);
        CHECK(integrator->statistics().rhs_evaluations < 20000);
    }
}

TEST_CASE("The van der Pol oscillator with stiffness 1000 ends its relaxation where the literature says") {
    const auto problem = make_ode(2, [](double, const ConstVecMap& y, VecMap& ydot) {
        ydot[0] = y[1];
        ydot[1] = 1e6 * ((1 - y[0] * y[0]) * y[1] - y[0]);
    });
    // [Hairer1996], IV.10, with ε = 1e-6: y(2).
    const VecX reference = vec({0.1706167732170483e1, -0.8928097010247975});
    for (Method method : {Method::bdf, Method::sdirk, Method::generalized_alpha, Method::rosenbrock}) {
        CAPTURE(static_cast<int>(method));
        const VecX y = solve(problem, options_for(method, 1e-6), vec({2, -0.66}), 2);
        // The instants of the jumps carry the error of the slow phases: a thousand tolerances.
        CHECK(std::abs(y[0] - reference[0]) < 1e-3);
        CHECK(std::abs(y[1] - reference[1]) < 1e-3);
    }
}

TEST_CASE("BDF of order two lets a lightly damped mode decay, while order three pumps it up") {
    // Slow motion with a mode of 1 kHz and 0.1 % damping that is hardly excited; steps follow the slow motion.
    const double omega = 2 * M_PI * 1000;
    const auto problem = make_ode(3, [omega](double, const ConstVecMap& y, VecMap& ydot) {
        ydot[0] = y[1];
        ydot[1] = -omega * omega * y[0] - 2e-3 * omega * y[1];
        ydot[2] = -y[2];
    });
    const auto run_with_order = [&](int max_order, double& largest) {
        IntegratorOptions o = options_for(Method::bdf, 1e-4);
        o.absolute_tolerance = 1e-4;
        o.max_order = max_order;
        const auto integrator = make_integrator(problem, o);
        integrator->start(0, vec({1e-6, 0, 1}));
        largest = 0;
        while (integrator->time() < 3) {
            integrator->step(3);
            largest = std::max(largest, std::abs(integrator->state()[0]));
        }
        return integrator->statistics();
    };
    double largest = 0;
    const Statistics second = run_with_order(0, largest);
    CHECK(second.last_order <= 2);
    CHECK(largest <= 1e-6);  // A-stable: the free vibration can only decay
    const Statistics third = run_with_order(3, largest);
    CHECK(largest > 1e-5);                    // ten times the start: the instability
    CHECK(third.steps > 100 * second.steps);  // and what the error control then makes of it
}

TEST_CASE("dense output that knows the rate at the end of a step spares the next step its first stage") {
    const auto count = [](bool with_output) {
        const auto integrator = make_integrator(pendulum(), options_for(Method::erk, 1e-8));
        integrator->start(0, vec({1, 0}));
        VecX y;
        long steps = 0;
        while (integrator->time() < 5) {
            const double before = integrator->time();
            integrator->step(5);
            ++steps;
            if (with_output) integrator->interpolate(0.5 * (before + integrator->time()), 0, y);
        }
        return std::pair(integrator->statistics().rhs_evaluations, steps);
    };
    const auto [plain, steps] = count(false);
    const auto [with_output, same_steps] = count(true);
    CHECK(steps == same_steps);
    // A quintic takes five evaluations, the rate at the end of the step among them.
    CHECK(with_output <= plain + 4 * steps + 2);
}
