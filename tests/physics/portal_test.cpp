// The small portal beside its own equations of motion: Lagrange's, by hand, for a trolley and a pendulum load on a
// pinned beam with shapes sin(kπx/L). With W = Σ φ_k(s) q_k, the trolley stands at (s, W), the load at
// (s + l sin θ, W - l cos θ); with velocities J u of both masses
//   (M_0 + Σ m JᵀJ) u' = Q - Σ m Jᵀ (J' u),   u = (q', s', θ')
// and beside it the integrals and the lag of the drive. Integrated by Runge and Kutta's method.
#include <numbers>

#include "core/signals/trajectory.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

struct SmallPortal {
    static constexpr int modes = 3, size = modes + 2;
    static constexpr double length = 12, trolley = 400, load = 250, rope = 2.5, g = 9.81, rotor = 0.004 * 60 * 60;
    double mu, EI;
    Trajectory path;

    SmallPortal() : path(make_path()) {
        const double b = 0.16, h = 0.3, t = 0.008;
        mu = 7850 * (b * h - (b - 2 * t) * (h - 2 * t));
        EI = 2.1e11 * (b * h * h * h - (b - 2 * t) * std::pow(h - 2 * t, 3)) / 12;
    }
    static Trajectory make_path() {
        TrajectorySpec spec;
        spec.profile = Profile::jerk_limited;
        spec.points = {3, 9};
        spec.start = 0.5;
        spec.max_velocity = 1.5;
        spec.max_acceleration = 1;
        spec.max_jerk = 4;
        return Trajectory(spec);
    }
    using Y = Eigen::Matrix<double, 2 * size + 2, 1>;  // q, s, θ; their rates; integral, lag

    Y rate(double time, const Y& y) const {
        const auto p = y.head<size>(), u = y.segment<size>(size);
        const double s = p[modes], theta = p[modes + 1], c = std::cos(theta), sn = std::sin(theta);
        Eigen::Matrix<double, modes, 1> phi, slope, bend;
        Eigen::Matrix<double, size, size> M = Eigen::Matrix<double, size, size>::Zero();
        Eigen::Matrix<double, size, 1> Q = Eigen::Matrix<double, size, 1>::Zero();
        for (int k = 0; k < modes; ++k) {
            const double a = (k + 1) * std::numbers::pi / length, m = mu * length / 2;
            phi[k] = std::sin(a * s), slope[k] = a * std::cos(a * s), bend[k] = -a * a * std::sin(a * s);
            const double omega = a * a * std::sqrt(EI / mu);
            M(k, k) = m;
            Q[k] = -m * (omega * omega * p[k] + 2 * 0.015 * omega * u[k]);  // cambered: no weight of its own
        }
        M(modes, modes) = rotor;
        const double W_x = slope.dot(p.head<modes>());
        const double convective =
            2 * slope.dot(u.head<modes>()) * u[modes] + bend.dot(p.head<modes>()) * u[modes] * u[modes];
        Eigen::Matrix<double, 2, size> J = Eigen::Matrix<double, 2, size>::Zero();
        J.row(1).head<modes>() = phi;
        J(0, modes) = 1;
        J(1, modes) = W_x;
        add_mass(trolley, J, {0, convective}, M, Q);
        J(0, modes + 1) = rope * c;
        J(1, modes + 1) = rope * sn;
        const double w2 = u[modes + 1] * u[modes + 1];
        add_mass(load, J, {-rope * sn * w2, convective + rope * c * w2}, M, Q);

        const Jet reference = path.at(time);
        const double wish = std::clamp(4 * (reference.value - s) + reference.rate, -2.0, 2.0);
        const double error = wish - u[modes], command = 8000 * error + y[2 * size];
        const double limited = std::clamp(command, -4000.0, 4000.0);
        Q[modes] += y[2 * size + 1];
        Y out;
        out.head<size>() = u;
        out.segment<size>(size) = M.ldlt().solve(Q);
        out[2 * size] = (limited - command) * error < 0 ? 0 : 20000 * error;
        out[2 * size + 1] = (limited - y[2 * size + 1]) / 0.01;
        return out;
    }
    static void add_mass(double m, const Eigen::Matrix<double, 2, size>& J, const Eigen::Vector2d& bias,
                         Eigen::Matrix<double, size, size>& M, Eigen::Matrix<double, size, 1>& Q) {
        M += m * J.transpose() * J;
        Q -= m * J.transpose() * (bias + Eigen::Vector2d(0, g));
    }
    double deflection(const Y& y, double x) const {
        double w = 0;
        for (int k = 0; k < modes; ++k) w += std::sin((k + 1) * std::numbers::pi * x / length) * y[k];
        return w;
    }
};

}  // namespace

TEST_CASE("The small portal moves as the Lagrangian of a trolley and a pendulum on a pinned beam says") {
    const Recording run(example("portal_small"));
    REQUIRE(run.completed());
    const SmallPortal portal;
    SmallPortal::Y y = SmallPortal::Y::Zero();
    y[SmallPortal::modes] = 3;
    // Steps of 0.5 ms beside a fastest rate of 500 1/s, damped, and a lag of 100 1/s: the error is 1e-6 of the
    // vibration.
    constexpr int per_row = 40;
    const double h = 0.02 / per_row;
    double s = 0, x = 0, z = 0, w = 0, force = 0;
    const auto columns = {run.column("trolley.s"), run.column("load.x"), run.column("load.z"),
                          run.column("girder.mid_deflection"), run.column("trolley.force")};
    const std::vector<std::vector<double>> of(columns);
    for (std::size_t i = 0; i < run.times().size(); ++i) {
        const double at = y[SmallPortal::modes], theta = y[SmallPortal::modes + 1], W = portal.deflection(y, at);
        s = std::max(s, std::abs(of[0][i] - at));
        x = std::max(x, std::abs(of[1][i] - (at + portal.rope * std::sin(theta))));
        z = std::max(z, std::abs(of[2][i] - (W - portal.rope * std::cos(theta))));
        w = std::max(w, std::abs(of[3][i] - portal.deflection(y, 6)));
        force = std::max(force, std::abs(of[4][i] - y[2 * SmallPortal::size + 1]));
        for (int k = 0; k < per_row; ++k) {
            const double t = run.times()[i] + k * h;
            const SmallPortal::Y a = portal.rate(t, y), b = portal.rate(t + h / 2, y + h / 2 * a),
                                 c = portal.rate(t + h / 2, y + h / 2 * b), d = portal.rate(t + h, y + h * c);
            y += h / 6 * (a + 2 * b + 2 * c + d);
        }
    }
    // Deflections are some millimetres, the way is 6 m, the force some kN; the run's tolerance is 1e-7.
    CHECK(s < 1e-5);
    CHECK(x < 1e-5);
    CHECK(z < 1e-5);
    CHECK(w < 1e-6);
    CHECK(force < 0.5);
    CHECK(run.largest("girder.mid_deflection") > 5e-3);
    CHECK(run.result().energy_drift < 1e-6);
}

TEST_CASE("The girder of the small portal sags by the weight of robot and load alone") {
    const Recording run(
        example("portal_small",
                {"/start={\"static_equilibrium\": true}", "/time={\"end\": 0.02, \"output_step\": 0.02}",
                 "/bodies/girder/modes={\"bending_z\": 40}", "/controllers={}",
                 "/joints/travel={\"type\": \"slide\", \"parent\": \"girder\", \"child\": \"trolley\", \"motion\": 3}",
                 "/outputs={\"girder.mid_deflection\": {\"deflection\": \"girder.mid\", \"component\": \"z\"}}"}));
    const SmallPortal portal;
    // A force P at a = 3 m: w(L/2) = P a (3 L² - 4 a²)/(48 EI).
    const double P = 650 * 9.81, expected = -P * 3 * (3 * 144 - 4 * 9) / (48 * portal.EI);
    CHECK(run.first("girder.mid_deflection") == doctest::Approx(expected).epsilon(1e-4));
}
