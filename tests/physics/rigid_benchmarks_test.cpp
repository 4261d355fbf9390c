// Rigid mechanisms against published or closed-form solutions.

#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/system/loops/ggl.hpp"
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("a pendulum released from the horizontal follows the elliptic functions") {
    const Recording motion = run(example("pendulum", {integrator("adams", 1e-12, 1e-13)}));
    REQUIRE(motion.completed());
    // θ from the vertical: sin(θ/2) = -k cd(ω0 t), k = sin(π/4), for a start at rest at θ = -π/2.
    const double omega = std::sqrt(9.81), k = std::sqrt(0.5);
    const auto angle = [&](double t) {
        const JacobiFunctions j = jacobi(omega * t, k);
        return -2 * std::asin(k * j.cn / j.dn);
    };
    // Errors of a multistep method at tolerance 1e-12 over about 1e3 steps, with a wide margin.
    CHECK(motion.distance_to("pendulum.x", [&](double t) { return std::sin(angle(t)); }) < 1e-9);
    CHECK(motion.distance_to("pendulum.y", [&](double t) { return -std::cos(angle(t)); }) < 1e-9);
    struct Point {
        double t, x, y;
    };
    for (const Point& p : {Point{1, 0.986291751132, -0.165010853126}, Point{5, -0.942305435044, -0.334754338414},
                           Point{10, -0.275087462576, -0.961419205099}}) {
        CHECK(std::abs(motion.at("pendulum.x", p.t) - p.x) < 1e-8);
        CHECK(std::abs(motion.at("pendulum.y", p.t) - p.y) < 1e-8);
    }
    CHECK(motion.result().energy_drift < 1e-10);
}

TEST_CASE("Andrews' squeezing mechanism reaches the reference angles of the IVP test set") {
    const Recording motion = run(example("andrews"));
    REQUIRE(motion.completed());
    const std::vector<std::pair<std::string, double>> reference = {
        {"andrews.beta", 15.81077119629904},    {"andrews.theta", -15.75637105984298},
        {"andrews.gamma", 0.04082224013073101}, {"andrews.phi", -0.5347301163226948},
        {"andrews.delta", 0.5244099658805304},  {"andrews.omega", 0.5347301163226948},
        {"andrews.epsilon", 1.048080741042263}};
    // The scene's tolerances are 1e-9; the mechanism amplifies errors about a thousandfold in its fifteen radians.
    for (const auto& entry : reference) {
        const auto& name = entry.first;
        const auto& angle = entry.second;
        CAPTURE(name);
        CHECK(std::abs(motion.last(name) - angle) < 1e-6 * std::max(1.0, std::abs(angle)));
    }
    CHECK(motion.largest("loops.error") < 1e-9);  // at the outputs, between two projected steps: the tolerance
}

TEST_CASE("Bricard's mechanism moves although counting says it cannot, and keeps its energy") {
    const Scene scene = example("bricard");
    const Recording motion = run(scene);
    REQUIRE(motion.completed());
    CHECK(motion.result().energy_drift < 1e-6);
    CHECK(motion.largest("loops.error") < 1e-8);  // the tolerance: outputs lie between projected steps
    CHECK(motion.largest("energy.kinetic") > 1);  // falls by some decimetres with 5 kg
    const std::vector<double> angle = motion.column("A.angle");
    CHECK(*std::max_element(angle.begin(), angle.end()) - *std::min_element(angle.begin(), angle.end()) > 1);
    // Five conditions, one of them redundant in every position.
    for (std::size_t i : {0U, 250U, 500U, 1000U}) {
        const Svd svd = compute_svd(compute_loop_jacobian(scene.model, motion.result().states[i]));
        REQUIRE(svd.sigma.size() == 5);
        CHECK(svd.sigma[3] > 1e-3);
        CHECK(svd.sigma[4] < 1e-10);
    }
}
