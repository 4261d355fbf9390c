#include <doctest/doctest.h>

#include "tests/integrators/problems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

double length_error(const VecX& q) { return std::abs(std::hypot(q[0], q[1]) - 1); }
double radial_speed(const VecX& q) { return std::abs(q[0] * q[2] + q[1] * q[3]); }
double energy(const VecX& q) { return 0.5 * (q[2] * q[2] + q[3] * q[3]) + 9.81 * q[1]; }

}  // namespace

TEST_CASE("A string pendulum keeps its length over hundreds of swings with every method") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const bool second_order = method == Method::bdf || method == Method::generalized_alpha;
        const double tolerance = second_order ? 1e-4 : 1e-6;  // the second-order methods would take minutes
        const double t_end = second_order ? 400 : 2000;
        const auto integrator = make_integrator(cartesian_pendulum(), options_for(method, tolerance));
        integrator->start(0, vec({1, 0, 0, 0}));
        double worst_length = 0, worst_speed = 0, worst_inside = 0;
        VecX inside;
        double t_begin = 0;
        while (integrator->time() < t_end) {
            integrator->step(t_end);
            worst_length = std::max(worst_length, length_error(integrator->state()));
            worst_speed = std::max(worst_speed, radial_speed(integrator->state()));
            integrator->interpolate(0.5 * (t_begin + integrator->time()), 0, inside);
            worst_inside = std::max(worst_inside, length_error(inside));
            t_begin = integrator->time();
        }
        // The projection leaves rounding only. Without it the length drifts by 0.03 to 1 in this time.
        CHECK(worst_length < 1e-12);
        CHECK(worst_speed < 1e-12);
        CHECK(worst_inside < 30 * tolerance);  // not projected: shows that the integrator itself does not drift
    }
}

TEST_CASE("Projecting the Adams method does not cost it its history: steps stay as long as without projection") {
    const auto count = [](bool projected) {
        OdeProblem problem = cartesian_pendulum();
        if (!projected) problem.project = nullptr;
        const auto integrator = make_integrator(problem, options_for(Method::adams, 1e-8));
        integrator->start(0, vec({1, 0, 0, 0}));
        run(*integrator, 50);
        return integrator->statistics();
    };
    const Statistics with = count(true);
    const Statistics without = count(false);
    CHECK(static_cast<double>(with.steps) < 1.1 * static_cast<double>(without.steps));  // 10 %: two different motions
    CHECK(with.last_order > 3);
}

TEST_CASE("Projected or not, the pendulum swings alike: energy follows the tolerance") {
    for (Method method : ode_methods()) {
        CAPTURE(static_cast<int>(method));
        const double tolerance = 1e-6;
        const VecX q = solve(cartesian_pendulum(), options_for(method, tolerance), vec({1, 0, 0, 0}), 10);
        // Ten seconds are five swings; the energy scale is 10, and second-order methods make some 1e4 steps.
        CHECK(std::abs(energy(q)) < 3000 * tolerance);
    }
}

TEST_CASE("IDA follows the pendulum in Gear-Gupta-Leimkuhler form with its length and its energy") {
    // States x, y, vx, vy, λ, μ;  x' = v - x μ,  v' = g - x λ,  |x|² = 1,  x·v = 0.
    DaeProblem dae;
    dae.size = 6;
    dae.residual = [](double, const ConstVecMap& q, const ConstVecMap& d, VecMap& r) {
        r[0] = d[0] - q[2] + q[0] * q[5];
        r[1] = d[1] - q[3] + q[1] * q[5];
        r[2] = d[2] + q[0] * q[4];
        r[3] = d[3] + 9.81 + q[1] * q[4];
        r[4] = q[0] * q[0] + q[1] * q[1] - 1;
        r[5] = q[0] * q[2] + q[1] * q[3];
    };
    dae.differential = vec({1, 1, 1, 1, 0, 0});
    dae.root_count = 1;
    dae.roots = [](double, const ConstVecMap& q, VecMap& g) { g[0] = q[0]; };
    IntegratorOptions o = options_for(Method::ida, 1e-8);
    const auto integrator = make_integrator(dae, o);
    integrator->start(0, vec({1, 0, 0, 0, 0, 0}), vec({0, 0, 0, -9.81, 0, 0}));

    StepEnd end;
    while (end.roots.empty()) end = integrator->step(10);
    // From the horizontal, the lowest point after a quarter period of amplitude 90 degrees.
    const double quarter = pendulum_quarter_period(0.5 * M_PI) / std::sqrt(9.81);
    CHECK(std::abs(end.t - quarter) < 1e-6);  // a hundred tolerances
    CHECK(end.roots[0].direction == -1);
    CHECK(integrator->state()[4] == doctest::Approx(3 * 9.81).epsilon(1e-5));  // string force 3 m g

    double worst_length = 0;
    while (integrator->time() < 10) {
        CHECK(integrator->step(10).t <= 10);
        worst_length = std::max(worst_length, length_error(integrator->state()));
    }
    CHECK(integrator->time() == 10);
    CHECK(worst_length < 1e-7);                           // the constraint is met to the tolerance of the iteration
    CHECK(std::abs(energy(integrator->state())) < 1e-4);  // BDF of order 5: 1e4 tolerances over 5 swings
    CHECK(integrator->statistics().jacobian_evaluations > 0);
    VecX rates;
    integrator->interpolate(10, 1, rates);
    CHECK(std::abs(rates[0] - integrator->state()[2]) < 1e-5);
}
