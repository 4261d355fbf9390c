// The matrix of an implicit step by the recursion, against differences of the right-hand side. At rest, in balance and
// with relaxed springs nothing is left out of it: there both must agree to the accuracy of the differences.
#include <doctest/doctest.h>

#include "engine/system/frames.hpp"
#include "engine/system/implicit/newton_matrix.hpp"
#include "tests/engine/system/stiff_chain.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

MatX difference_jacobian(const Model& model, const VecX& y, Workspace& ws) {
    const double h = 1e-6;
    MatX J(y.size(), y.size());
    VecX moved = y, ahead(y.size()), behind(y.size());
    for (Eigen::Index k = 0; k < y.size(); ++k) {
        moved[k] = y[k] + h;
        eval_rates(model, 0, moved.data(), ahead.data(), ws);
        moved[k] = y[k] - h;
        eval_rates(model, 0, moved.data(), behind.data(), ws);
        moved[k] = y[k];
        J.col(k) = (ahead - behind) / (2 * h);
    }
    return J;
}

/// Largest difference between both solutions, relative to the solution, over random right-hand sides and step lengths.
/// Directions along which a quaternion grows are left out: no motion leads there.
double compare(const Model& model, const State& state) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Workspace ws(model);
    VecX y, f;
    pack(state, y);
    f.setZero(y.size());
    eval_rates(model, 0, y.data(), f.data(), ws);
    REQUIRE(f.lpNorm<Eigen::Infinity>() < 1e-9);  // in balance
    const MatX J = difference_jacobian(model, y, ws);
    NewtonMatrix newton(model);
    double worst = 0;
    for (const double gamma : {1e-4, 1e-2, 0.3}) {
        newton.setup(view(model, 0, y.data()), gamma, ws);
        const Eigen::PartialPivLU<MatX> lu(MatX::Identity(y.size(), y.size()) - gamma * J);
        for (int trial = 0; trial < 3; ++trial) {
            VecX r(y.size());
            for (double& x : r) x = uniform(random);
            for (const Node& node : model.nodes)
                if (node.nq > node.nu) {
                    auto part = r.segment<4>(node.q);
                    part -= part.dot(y.segment<4>(node.q)) * y.segment<4>(node.q);
                }
            for (const LoopConstraint& loop : model.loops)
                if (loop.s) r[*loop.s] = 0;
            const VecX expected = lu.solve(r);
            newton.solve(r.data());
            VecX error = r - expected;
            error[y.size() - 1] = 0;  // the work is no part of the motion
            for (const LoopConstraint& loop : model.loops)
                if (loop.s) error[*loop.s] = 0;
            worst = std::max(worst, error.norm() / expected.norm());
        }
    }
    return worst;
}

// Differences of step 1e-6 leave some 1e-9 of rates up to 1e4 1/s beside the solution.
constexpr double by_differences = 2e-6;

}  // namespace

TEST_CASE("Elastic bodies, joint springs, stops, friction and feedback stand in the matrix of an implicit step") {
    for (const JointType last : {JointType::revolute, JointType::universal, JointType::spherical, JointType::free}) {
        CAPTURE(static_cast<int>(last));
        ModelBuilder b = chain(last);
        b.connect();
        const NodeId hinge = b.coordinate_node("j1"), slider = b.coordinate_node("j2"), elbow = b.coordinate_node("j3");
        b.add_force({"spring", JointSpring{hinge, linear_law(3000, 20), 0}});
        b.add_force({"stop", JointStop{slider, -1, 1, 1e5, 30}});
        b.add_force({"friction", JointFriction{elbow, 3, 5, 0.5, 0.2, 0.05}});
        Controller pd;
        pd.name = "pd";
        pd.measured = JointQuantity{elbow, 0, Level::position};
        pd.measured_rate = JointQuantity{elbow, 0, Level::rate};
        pd.kp = 500;
        pd.kd = 12;
        pd.drives = {elbow};
        b.add_controller(pd);
        Controller velocity = pd;  // a loop over the rate
        velocity.name = "velocity";
        velocity.measured = JointQuantity{slider, 0, Level::rate};
        velocity.kd = 0;
        velocity.drives = {slider};
        b.add_controller(velocity);
        auto [model, state] = b.finish();
        CHECK(compare(model, state) < by_differences);
    }
}

TEST_CASE("Control states are eliminated from an implicit step") {
    ModelBuilder b = chain(JointType::revolute);
    b.connect();
    const NodeId elbow = b.coordinate_node("j3");
    Controller pid;
    pid.name = "pid";
    pid.measured = JointQuantity{elbow, 0, Level::position};
    pid.measured_rate = JointQuantity{elbow, 0, Level::rate};
    pid.kp = 500;
    pid.ki = 300;
    pid.kd = 12;
    pid.filter_time = 0.02;
    pid.drives = {elbow};
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

TEST_CASE("A position loop over a velocity loop over a lag, on an axis with a rotor, stands in the matrix") {
    ModelBuilder b = chain(JointType::revolute);
    b.connect();
    const NodeId elbow = b.coordinate_node("j3");
    Controller position;
    position.name = "position";
    position.measured = JointQuantity{elbow, 0, Level::position};
    position.measured_rate = JointQuantity{elbow, 0, Level::rate};
    position.kp = 15;
    position.ki = 2;
    position.kd = 0.3;
    position.filter_time = 0.02;
    Controller velocity;
    velocity.name = "velocity";
    velocity.measured = JointQuantity{elbow, 0, Level::rate};
    velocity.kp = 40;
    velocity.ki = 300;
    velocity.lag_time = 0.003;
    velocity.drives = {elbow};
    velocity.reference_controller = ControllerId(1);
    b.add_controller(velocity);  // before the one whose output it follows
    b.add_controller(position);
    auto [model, state] = b.finish();
    REQUIRE(model.nz == 4);
    model.nodes[elbow].rotor = 0.7;
    CHECK(compare(model, state) < by_differences);
}

TEST_CASE("Springs and bushings between bodies and to the world are a border of an implicit step") {
    for (const JointType last : {JointType::revolute, JointType::free}) {
        ModelBuilder b = chain(last);
        b.add_world_markers({{"above", {Mat3::Identity(), Vec3(0.4, 0.2, 0.5)}}});
        b.connect();
        const Frame end1 = b.make_frame(at("beam1", "end")), rigid = b.make_frame(at("rigid"));
        const Frame third = b.make_frame(at("beam2", "third")), tip = b.make_frame(at("tip"));
        const Frame world = b.make_frame(at("world", "above")), foot = b.make_frame(at("world"));
        const Frame beam1 = b.make_frame(at("beam1"));
        const std::array<ForceLaw, 3> stiff = {linear_law(9000, 20), linear_law(4000, 5), linear_law(0, 1)};
        b.add_force({"bushing", Bushing{end1, rigid, stiff, stiff}});       // in one place at the start
        b.add_force({"to the world", Bushing{foot, beam1, stiff, stiff}});  // too
        auto [model, state] = b.finish();
        // Springs of the length that they have at the start.
        Workspace ws(model);
        model.needs_world = true;
        eval_kinematics(model, view(state), ws);
        const auto place = [&model = model, &state = state, &ws](const Frame& f) {  // Clang 14 captures no bindings
            return eval_frame_motion(model, state.q.data(), state.u.data(), f, ws).X_WF.p;
        };
        for (const auto& [from, to] : {std::pair(end1, tip), std::pair(world, third), std::pair(third, rigid)}) {
            PointSpring spring{from, to, linear_law(2e4, 30), 0, Sides::both};
            spring.length = (place(to) - place(from)).norm();
            model.forces.add({"spring", spring});
        }
        CHECK(compare(model, state) < by_differences);
    }
}

TEST_CASE("Closed loops are a border of an implicit step, together with springs") {
    for (const JointType closing : {JointType::revolute, JointType::spherical, JointType::fixed}) {
        CAPTURE(static_cast<int>(closing));
        auto [model, state] = closed_chain(closing).finish();
        CHECK(compare(model, state) < by_differences);
    }
}
