#pragma once
// Problems of known solution, shared by the tests of the integrators.
#include <cmath>
#include <string>
#include <vector>

#include "integrators/integrator.hpp"

namespace ritz::testing {

inline const std::vector<Method>& ode_methods() {
    static const std::vector<Method> all = {
        Method::bdf, Method::adams, Method::sdirk, Method::erk, Method::generalized_alpha, Method::rosenbrock};
    return all;
}

inline IntegratorOptions options_for(Method method, double relative_tolerance = 1e-6) {
    IntegratorOptions o;
    o.method = method;
    o.relative_tolerance = relative_tolerance;
    o.absolute_tolerance = 1e-2 * relative_tolerance;
    return o;
}

inline VecX vec(std::initializer_list<double> values) {
    VecX v(static_cast<Eigen::Index>(values.size()));
    Eigen::Index i = 0;
    for (double value : values) v[i++] = value;
    return v;
}

inline OdeProblem make_ode(Eigen::Index size, RightHandSide rhs) {
    OdeProblem p;
    p.size = size;
    p.rhs = std::move(rhs);
    return p;
}

/// φ'' = -sin φ
inline OdeProblem pendulum() {
    return make_ode(2, [](double, const ConstVecMap& y, VecMap& ydot) {
        ydot[0] = y[1];
        ydot[1] = -std::sin(y[0]);
    });
}

/// Quarter period of the pendulum of amplitude a: the complete elliptic integral K(sin a/2), by the
/// arithmetic-geometric mean.
inline double pendulum_quarter_period(double amplitude) {
    double a = 1;
    double b = std::cos(0.5 * amplitude);
    while (std::abs(a - b) > 1e-15) {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return M_PI / (2 * a);
}

/// A ball under gravity 10 m/s², y = (height, velocity); root 0 is the floor, root 1 the top of the flight.
inline OdeProblem ball() {
    OdeProblem p = make_ode(2, [](double, const ConstVecMap& y, VecMap& ydot) {
        ydot[0] = y[1];
        ydot[1] = -10;
    });
    p.root_count = 2;
    p.roots = [](double, const ConstVecMap& y, VecMap& g) {
        g[0] = y[0];
        g[1] = y[1];
    };
    return p;
}

/// The pendulum in Cartesian coordinates, (x, y, vx, vy), length 1 m, g = 9.81 m/s², with the string force solved for;
/// without projection its length drifts.
inline OdeProblem cartesian_pendulum() {
    OdeProblem p = make_ode(4, [](double, const ConstVecMap& q, VecMap& d) {
        const double lambda = (q[2] * q[2] + q[3] * q[3] - 9.81 * q[1]) / (q[0] * q[0] + q[1] * q[1]);
        d[0] = q[2];
        d[1] = q[3];
        d[2] = -lambda * q[0];
        d[3] = -9.81 - lambda * q[1];
    });
    p.project = [](double, VecMap& q) {
        const double r = std::hypot(q[0], q[1]);
        q[0] /= r;
        q[1] /= r;
        const double radial = q[0] * q[2] + q[1] * q[3];
        q[2] -= radial * q[0];
        q[3] -= radial * q[1];
    };
    return p;
}

inline void run(Integrator& integrator, double t_end) {
    while (integrator.time() < t_end) integrator.step(t_end);
}

inline VecX solve(OdeProblem problem, const IntegratorOptions& options, const VecX& y0, double t_end) {
    const auto integrator = make_integrator(std::move(problem), options);
    integrator->start(0, y0);
    run(*integrator, t_end);
    return integrator->state();
}

}  // namespace ritz::testing
