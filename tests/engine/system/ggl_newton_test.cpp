// The matrix of IDA's steps by the recursion, against differences of the residual. At rest, in balance and with relaxed
// springs nothing is left out of it: there both must agree to the accuracy of the differences.
#include <doctest/doctest.h>

#include <random>

#include "engine/system/implicit/ggl_newton.hpp"
#include "tests/engine/system/stiff_chain.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// ∂F/∂y + c ∂F/∂y'.
MatX difference_matrix(GglSystem& system, const VecX& y, const VecX& yp, double c) {
    const Eigen::Index n = system.size();
    const double h = 1e-6;
    MatX J(n, n);
    VecX moved = y, moved_rates = yp, ahead(n), behind(n);
    for (Eigen::Index k = 0; k < n; ++k) {
        moved[k] = y[k] + h;
        moved_rates[k] = yp[k] + c * h;
        system.eval_residual(0, moved.data(), moved_rates.data(), ahead.data());
        moved[k] = y[k] - h;
        moved_rates[k] = yp[k] - c * h;
        system.eval_residual(0, moved.data(), moved_rates.data(), behind.data());
        moved[k] = y[k];
        moved_rates[k] = yp[k];
        J.col(k) = (ahead - behind) / (2 * h);
    }
    return J;
}

/// Largest residual of the matrix' own solutions, in parts of the right-hand side, row by row of the same kind.
double compare(const Model& model, const State& state) {
    GglSystem system(model, state);
    VecX y, yp;
    system.make_consistent(state, y, yp);
    REQUIRE(yp.lpNorm<Eigen::Infinity>() < 1e-9);  // in balance
    GglNewton newton(model, system);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    double worst = 0;
    for (const double c : {1e4, 1e2, 3.0}) {
        newton.setup(0, y.data(), c);
        const Eigen::PartialPivLU<MatX> lu(difference_matrix(system, y, yp, c));
        for (int trial = 0; trial < 3; ++trial) {
            VecX x(system.size());
            for (double& each : x) each = uniform(random);
            for (const Node& node : model.nodes)  // no motion leads to where a quaternion grows
                if (node.nq > node.nu) {
                    auto part = x.segment<4>(node.q);
                    part -= part.dot(y.segment<4>(node.q)) * y.segment<4>(node.q);
                }
            VecX expected = lu.solve(x);
            newton.solve(x.data());
            x[model.states() - 1] = expected[model.states() - 1] = 0;  // the work is no part of the motion
            // Multipliers are of another size than the motion.
            const Eigen::Index n = model.states(), rank = (system.size() - n) / 2;
            for (const auto& [begin, size] :
                 {std::pair(Eigen::Index(0), n), std::pair(n, rank), std::pair(n + rank, rank)})
                if (size > 0)
                    worst = std::max(worst,
                                     (x - expected).segment(begin, size).norm() / expected.segment(begin, size).norm());
        }
    }
    return worst;
}

// As for the matrix of the other methods: differences of step 1e-6 of residuals of some 1e5 N.
constexpr double by_differences = 2e-6;

}  // namespace

TEST_CASE("IDA's matrix holds elastic bodies, springs, bushings and control states of a tree") {
    ModelBuilder b = chain(JointType::revolute);
    b.connect();
    b.add_force({"spring", JointSpring{b.coordinate_node("j1"), linear_law(3000, 20), 0}});
    const std::array<ForceLaw, 3> stiff = {linear_law(9000, 20), linear_law(4000, 5), linear_law(0, 1)};
    b.add_force({"bushing", Bushing{b.make_frame(at("beam1", "end")), b.make_frame(at("rigid")), stiff, stiff}});
    Controller pid;
    pid.name = "pid";
    pid.measured = JointQuantity{b.coordinate_node("j3"), 0, Level::position};
    pid.measured_rate = JointQuantity{b.coordinate_node("j3"), 0, Level::rate};
    pid.kp = 500;
    pid.ki = 300;
    pid.kd = 12;
    pid.filter_time = 0.02;
    pid.drives = {b.coordinate_node("j3")};
    pid.z_integral = 0;
    pid.z_filter = 1;
    b.add_controller(pid);
    auto [model, state] = b.finish();
    if (model.nz == 0) {
        model.nz = 2;
        state.z.setZero(2);
    }
    CHECK(compare(model, state) < by_differences);
}

TEST_CASE("Reactions, gaps and rates of closed loops are unknowns of IDA's matrix") {
    for (const JointType closing : {JointType::revolute, JointType::spherical, JointType::fixed}) {
        CAPTURE(static_cast<int>(closing));
        auto [model, state] = closed_chain(closing).finish();
        CHECK(compare(model, state) < by_differences);
    }
}

TEST_CASE("The place of a loop that slides along an elastic body is an unknown of IDA's matrix") {
    ModelBuilder b(Vec3::Zero());
    b.add_elastic_body(some_beam("beam"));
    b.add_rigid_body("car", some_inertia());
    b.add_joint(joint("hinge", JointType::revolute, at("world"), at("beam")));
    auto free = joint("free", JointType::free, at("world"), at("car"));
    free.position = VecX::Zero(6);
    free.position[0] = 0.4;
    b.add_joint(free);
    auto slide = joint("slide", JointType::slide, at("beam"), at("car"));
    slide.track = "axis";
    slide.closes_loop = true;
    slide.position = VecX::Constant(1, 0.4);
    b.add_joint(slide);
    b.connect();
    b.add_force({"spring", JointSpring{b.coordinate_node("hinge"), linear_law(3000, 20), 0}});
    auto [model, state] = b.finish();
    REQUIRE(model.rows == 5);
    CHECK(compare(model, state) < by_differences);
}
