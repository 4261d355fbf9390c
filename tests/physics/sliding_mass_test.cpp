// The mass that slides on an elastic beam ([FlexibleBodies] 2.3, theory §3): a bead on a moving curve w(s, t) = Σ
// Φ_i(s) q_i, z upwards.
//   q_i'' + 2 D ω_i q_i' + ω_i² q_i = -(∫ μ Φ_i dx) g - m Φ_i (g + a_z)
//   s'' = -w_s (g + a_z),    a_z = w_s s'' + Φᵀ q'' + 2 Φ'ᵀ q' s' + Φ''ᵀ q s'²
// integrated here by the classical Runge-Kutta method, with no line of the program.
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

class Bead {
  public:
    Bead(int modes, double damping) : n_(modes), damping_(damping) {}

    struct Accelerations {
        Eigen::VectorXd q;
        double s, z;
    };
    // y = (q, s, q', s')
    Accelerations accelerations(const Eigen::VectorXd& y) const {
        const double s = y[n_], s_dot = y[2 * n_ + 1];
        const auto q = y.head(n_), q_dot = y.segment(n_ + 1, n_);
        Eigen::VectorXd f(n_), f1(n_), f2(n_), force(n_);
        const double c = std::sqrt(2 / (mu_ * L_));
        for (int i = 0; i < n_; ++i) {
            const double k = (i + 1) * pi / L_, omega = k * k * std::sqrt(EI_ / mu_);
            f[i] = c * std::sin(k * s);
            f1[i] = c * k * std::cos(k * s);
            f2[i] = -c * k * k * std::sin(k * s);
            const double total = i % 2 == 0 ? 2 * c * mu_ / k : 0;
            force[i] = -total * g_ - 2 * damping_ * omega * q_dot[i] - omega * omega * q[i];
        }
        const double slope = f1.dot(q), b = 2 * f1.dot(q_dot) * s_dot + f2.dot(q) * s_dot * s_dot;
        Eigen::MatrixXd M(n_ + 1, n_ + 1);
        M << Eigen::MatrixXd::Identity(n_, n_) + m_ * f * f.transpose(), m_ * f * slope, m_ * slope * f.transpose(),
            m_ * (1 + slope * slope);
        Eigen::VectorXd r(n_ + 1);
        r << force - m_ * f * (g_ + b), -m_ * slope * (g_ + b);
        const Eigen::VectorXd a = M.llt().solve(r);
        return {a.head(n_), a[n_], slope * a[n_] + f.dot(a.head(n_)) + b};
    }

    Eigen::VectorXd start() const {
        Eigen::VectorXd y = Eigen::VectorXd::Zero(2 * n_ + 2);
        y[n_] = 2;
        return y;
    }

    void step(Eigen::VectorXd& y, double h) const {
        const auto rate = [&](const Eigen::VectorXd& at) {
            const Accelerations a = accelerations(at);
            Eigen::VectorXd d(at.size());
            d << at.tail(n_ + 1), a.q, a.s;
            return d;
        };
        const Eigen::VectorXd k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2), k4 = rate(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }

    double mid_deflection(const Eigen::VectorXd& y) const {
        double w = 0;
        for (int i = 0; i < n_; ++i) w += std::sqrt(2 / (mu_ * L_)) * std::sin((i + 1) * pi / 2) * y[i];
        return w;
    }
    double first_frequency() const { return std::pow(pi / L_, 2) * std::sqrt(EI_ / mu_) / (2 * pi); }

  private:
    int n_;
    double damping_, L_ = 15, mu_ = 78.5, EI_ = 2.1e11 * 1e-4 / 12, m_ = 100, g_ = 9.81;
};

/// The largest differences between the program's columns and the bead's motion up to the end of the run.
struct Distance {
    double s = 0, s_dot = 0, a_x = 0, a_z = 0, mid = 0;
    double a_z_max = 0, load_max = 0, s_min = 1e9, s_max = 0;  // of the bead
};
Distance compare(const Recording& motion, const Bead& bead, int modes, int steps_per_output) {
    const std::vector<double> s = motion.column("mass.s"), s_dot = motion.column("mass.s_dot"),
                              a_x = motion.column("mass.a_x"), a_z = motion.column("mass.a_z"),
                              mid = motion.column("beam.mid_deflection");
    Eigen::VectorXd y = bead.start();
    Distance d;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const double h = i == 0 ? 0 : (motion.times()[i] - motion.times()[i - 1]) / steps_per_output;
        for (int k = 0; i > 0 && k < steps_per_output; ++k) bead.step(y, h);
        const Bead::Accelerations a = bead.accelerations(y);
        d.s = std::max(d.s, std::abs(s[i] - y[modes]));
        d.s_dot = std::max(d.s_dot, std::abs(s_dot[i] - y[2 * modes + 1]));
        d.a_x = std::max(d.a_x, std::abs(a_x[i] - a.s));
        d.a_z = std::max(d.a_z, std::abs(a_z[i] - a.z));
        d.mid = std::max(d.mid, std::abs(mid[i] - bead.mid_deflection(y)));
        d.a_z_max = std::max(d.a_z_max, std::abs(a.z));
        d.load_max = std::max(d.load_max, std::abs(a.z + 9.81));
        d.s_min = std::min(d.s_min, y[modes]);
        d.s_max = std::max(d.s_max, y[modes]);
    }
    return d;
}

}  // namespace

TEST_CASE("a mass on an elastic beam moves as the two equations of the sliding mass say") {
    const Recording motion = run(example("sliding_mass", {integrator("adams", 1e-10, 1e-12)}));
    REQUIRE(motion.completed());
    const Bead bead(1, 0.02);
    CHECK(bead.first_frequency() == doctest::Approx(1.0424).epsilon(1e-4));
    // Step 1 ms: the bead's own error is (ω h)⁵/120 a step, 1e-9 over all 1e5 steps.
    const Distance d = compare(motion, bead, 1, 10);
    CHECK(d.s < 1e-6);
    CHECK(d.s_dot < 1e-6);
    CHECK(d.a_x < 1e-5);
    CHECK(d.a_z < 1e-5);
    CHECK(d.mid < 1e-7);
    // The reference's numbers, to their digits.
    CHECK(std::abs(d.a_z_max - 6.94) < 0.005);
    CHECK(std::abs(d.load_max - 16.75) < 0.005);
    CHECK(std::abs(d.s_min - 1.53) < 0.005);
    CHECK(std::abs(d.s_max - 13.47) < 0.005);
}

TEST_CASE("the sliding mass and its undamped beam keep their energy for 100 s") {
    const Recording motion =
        run(example("sliding_mass", {"/bodies/beam/damping={\"modal\": 0}",
                                     "/integrator={\"relative_tolerance\": 1e-9, \"absolute_tolerance\": 1e-11}"}));
    REQUIRE(motion.completed());
    CHECK(motion.result().energy_drift < 1e-6);
}

TEST_CASE("four more modes change the sliding mass a little, and just as the equations say") {
    const Recording motion = run(example("sliding_mass_5modes", {integrator("adams", 1e-10, 1e-12), "/time/end=20"}));
    REQUIRE(motion.completed());
    // The fifth mode is 25 times as fast: (ω₅ h)⁵/120 a step at 0.5 ms.
    const Distance d = compare(motion, Bead(5, 0.02), 5, 20);
    CHECK(d.s < 1e-5);
    CHECK(d.s_dot < 1e-5);
    CHECK(d.a_z < 1e-3);
    CHECK(d.mid < 1e-6);
    // Half a swing of the mass: the further modes add a few percent of the deflection, nowhere another motion.
    const Recording one = run(example("sliding_mass", {"/time/end=20"}));
    const std::vector<double> s5 = motion.column("mass.s"), s1 = one.column("mass.s");
    for (std::size_t i = 0; i < 500; i += 10) CHECK(std::abs(s5[i] - s1[i]) < 0.3);
}
