// Problems that bring the matrix of their implicit steps themselves.
#include <doctest/doctest.h>

#include "tests/integrators/problems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// Solves with I - γ J for a constant J.
NewtonSolver constant_newton(const MatX& J, int* setups = nullptr) {
    auto factors = std::make_shared<Eigen::PartialPivLU<MatX>>();
    return {[=](double, const ConstVecMap& y, double gamma) {
                if (setups != nullptr) ++*setups;
                factors->compute(MatX::Identity(y.size(), y.size()) - gamma * J);
            },
            [=](VecMap& x) { x = factors->solve(VecX(x)); }};
}

/// A heavy pendulum on a stiff damped spring, (φ, x, φ', x'): the spring is stiff, the swing is not.
OdeProblem stiff_and_swinging(double stiffness) {
    return make_ode(4, [stiffness](double t, const ConstVecMap& y, VecMap& d) {
        d[0] = y[2];
        d[1] = y[3];
        d[2] = -std::sin(y[0]) + 0.1 * y[1];
        d[3] = -stiffness * (y[1] - 0.1 * std::cos(t)) + std::sin(y[0]) - 0.02 * stiffness * y[3];
    });
}

MatX stiff_part(double stiffness) {
    MatX J = MatX::Zero(4, 4);
    J(0, 2) = J(1, 3) = 1;
    J(3, 1) = -stiffness;
    J(3, 3) = -0.02 * stiffness;
    return J;
}

const std::vector<Method>& implicit_methods() {
    static const std::vector<Method> all = {Method::bdf, Method::sdirk, Method::generalized_alpha, Method::rosenbrock};
    return all;
}

}  // namespace

TEST_CASE("A matrix with the stiff part alone leads to the same motion as differences") {
    const VecX start = vec({1, 0.1, 0, 0});
    const VecX exact = solve(stiff_and_swinging(1e4), options_for(Method::erk, 1e-9), start, 5);
    for (Method method : implicit_methods()) {
        CAPTURE(static_cast<int>(method));
        int setups = 0;
        OdeProblem own = stiff_and_swinging(1e4);
        own.newton = constant_newton(stiff_part(1e4), &setups);
        IntegratorOptions o = options_for(method, 1e-6);
        const auto by_problem = make_integrator(own, o);
        by_problem->start(0, start);
        run(*by_problem, 5);
        CHECK(setups > 0);
        const int setups_before = setups;
        o.jacobian = JacobianSource::differences;
        const auto by_differences = make_integrator(own, o);
        by_differences->start(0, start);
        run(*by_differences, 5);
        CHECK(setups == setups_before);
        // Errors of steps of one tolerance add up over hundreds of them; methods of low order add most.
        CHECK((by_problem->state() - exact).cwiseAbs().maxCoeff() < 3e-4);
        CHECK((by_differences->state() - exact).cwiseAbs().maxCoeff() < 3e-4);
        CHECK(by_problem->statistics().steps < 1.2 * static_cast<double>(by_differences->statistics().steps));
    }
}

TEST_CASE("A W-method keeps its order with a wrong matrix and with none, at fixed steps") {
    const VecX start = vec({1, 0.2, 0, 0});
    const double stiffness = 4;
    const VecX exact = solve(stiff_and_swinging(stiffness), options_for(Method::erk, 1e-13), start, 2);
    MatX wrong = stiff_part(stiffness);
    wrong(2, 0) = 3;
    wrong(3, 0) = -1;
    wrong(1, 1) = 0.5;
    for (const MatX& J : {MatX(MatX::Zero(4, 4)), stiff_part(stiffness), wrong}) {
        OdeProblem own = stiff_and_swinging(stiffness);
        own.newton = constant_newton(J);
        const auto error = [&](double h) {
            IntegratorOptions o = options_for(Method::rosenbrock);
            o.fixed_step = h;
            return (solve(own, o, start, 2) - exact).norm();
        };
        // 0.25 for the next term of the error.
        CHECK(std::log2(error(0.02) / error(0.01)) > 2.75);
    }
}

TEST_CASE("IDA solves with the matrix of the problem itself") {
    // y' = -1000 (y - z), 0 = z - cos t.
    DaeProblem problem;
    problem.size = 2;
    problem.residual = [](double t, const ConstVecMap& y, const ConstVecMap& yp, VecMap& r) {
        r[0] = yp[0] + 1000 * (y[0] - y[1]);
        r[1] = y[1] - std::cos(t);
    };
    problem.differential = vec({1, 0});
    int setups = 0;
    double c = 0;
    problem.newton.setup = [&](double, const ConstVecMap&, const ConstVecMap&, double factor) {
        ++setups;
        c = factor;
    };
    problem.newton.solve = [&](VecMap& x) { x[0] = (x[0] + 1000 * x[1]) / (c + 1000); };
    const auto integrator = make_integrator(problem, options_for(Method::ida, 1e-7));
    integrator->start(0, vec({1, 1}), vec({0, 0}));
    run(*integrator, 3);
    CHECK(setups > 0);
    // Exact: y = Re(1000 / (1000 + i) exp(i t)) behind the transient.
    const double a = 1e6 / (1e6 + 1), b = 1000 / (1e6 + 1);
    CHECK(std::abs(integrator->state()[0] - (a * std::cos(3.0) + b * std::sin(3.0))) < 1e-5);  // a hundred tolerances
}
