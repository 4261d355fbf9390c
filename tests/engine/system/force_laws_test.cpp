// Laws of single elements on one mass: contacts that never pull, friction, controllers, drives.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/system/force_systems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// One mass of 2 kg on a rail along z, so that q and u are its position and velocity.
ModelBuilder mass_on_rail() {
    ModelBuilder b(Vec3::Zero());
    b.add_rigid_body("mass", make_rigid_inertia(2, Vec3::Zero(), Mat3::Identity()));
    JointSpec joint;
    joint.name = "rail";
    joint.type = JointType::prismatic;
    joint.child.body = "mass";
    b.add_joint(joint);
    b.connect();
    return b;
}

struct Push {
    double force, power;
};

/// Generalised force on the mass at (position, rate), and the power the element reports.
Push push(const Model& model, double position, double rate, Workspace& ws) {
    State s;
    s.q = VecX::Constant(1, position);
    s.u = VecX::Constant(1, rate);
    s.z = VecX::Zero(model.nz);
    eval_kinematics(model, view(s), ws);
    eval_forces(model, view(s), ws);
    VecX f(1);
    compute_generalized_forces(model, ws, f);
    return {f[0], ws.power};
}

Model with_element(const std::function<ForceElementKind(ModelBuilder&)>& make) {
    ModelBuilder b = mass_on_rail();
    b.add_force({"element", make(b)});
    return b.finish().model;
}

}  // namespace

TEST_CASE("A one-sided spring pushes or pulls, never the other way, however fast its ends move") {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> place(0.1, 2), speed(-100, 100);
    for (const Sides sides : {Sides::compression, Sides::tension})
        for (const bool table : {false, true}) {
            const Model model = with_element([&](ModelBuilder& b) {
                return PointSpring{b.make_frame({}), b.make_frame({"mass", "", {}, {}}),
                                   table ? table_law(5) : linear_law(40, 5), 1, sides};
            });
            Workspace ws(model);
            for (int trial = 0; trial < 200; ++trial) {
                const double position = place(random), rate = speed(random);
                const Push p = push(model, position, rate, ws);
                const double pushed_apart = sides == Sides::compression ? p.force : -p.force;
                CHECK(pushed_apart >= 0);
                CHECK(p.power <= 0);
                const bool touches = sides == Sides::compression ? position < 1 : position > 1;
                if (!touches) CHECK(p.force == 0);
            }
        }
}

TEST_CASE("A joint stop pushes back into its range and never holds") {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> place(-2, 2), speed(-100, 100);
    const Model model = with_element([](ModelBuilder& b) {
        return JointStop{b.coordinate_node("rail"), -1, 1.2, 30, 4};
    });
    Workspace ws(model);
    for (int trial = 0; trial < 400; ++trial) {
        const double position = place(random), rate = speed(random);
        const Push p = push(model, position, rate, ws);
        if (position > 1.2) CHECK(p.force <= 0);
        if (position < -1) CHECK(p.force >= 0);
        if (position > -1 && position < 1.2) CHECK(p.force == 0);
        CHECK(p.power <= 0);
    }
    CHECK(push(model, 1.5, 0, ws).force == doctest::Approx(-30 * 0.3));
    CHECK(push(model, 1.5, 1, ws).force == doctest::Approx(-30 * 0.3 - 4));
    CHECK(push(model, -1.5, 0, ws).force == doctest::Approx(30 * 0.5));
}

TEST_CASE("Friction always opposes the motion and takes energy") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> positive(0, 5), speed(-3, 3);
    for (int trial = 0; trial < 200; ++trial) {
        const double coulomb = positive(random);
        const JointFriction law{NodeId(0),        coulomb,          coulomb + positive(random),
                                positive(random), positive(random), 0.01};
        const Model model = with_element([&](ModelBuilder& b) {
            JointFriction friction = law;
            friction.node = b.coordinate_node("rail");
            return friction;
        });
        Workspace ws(model);
        const double rate = speed(random);
        const Push p = push(model, 0.3, rate, ws);
        CHECK(p.force * rate <= 0);
        CHECK(p.power == p.force * rate);
        CHECK(push(model, 0.3, -rate, ws).force == -p.force);
        CHECK(push(model, 0.3, 0, ws).force == 0);
    }
}

TEST_CASE("Friction rises to breakaway, falls to Coulomb's level and grows with the viscous part") {
    const double Fc = 3, Fs = 5, vs = 0.2, d = 0.4, vr = 1e-4;
    const Model model =
        with_element([&](ModelBuilder& b) { return JointFriction{b.coordinate_node("rail"), Fc, Fs, vs, d, vr}; });
    Workspace ws(model);
    const auto drag = [&](double v) { return -push(model, 0, v, ws).force; };
    CHECK(drag(vr / 100) == doctest::Approx(Fs / 100).epsilon(1e-3));  // linear through zero
    CHECK(drag(20 * vr) == doctest::Approx(Fs).epsilon(1e-3));         // (vr/vs)² away from breakaway
    CHECK(drag(vs) == doctest::Approx(Fc + (Fs - Fc) / std::exp(1.0) + d * vs));
    CHECK(drag(10 * vs) == doctest::Approx(Fc + d * 10 * vs));  // e^-100 is gone
    CHECK(drag(vs) < drag(20 * vr));
    CHECK(drag(100 * vs) > drag(10 * vs));
}

TEST_CASE("A controller adds its terms, stays within its limits and lets its integral unwind") {
    ModelBuilder b = mass_on_rail();
    Controller c;
    c.name = "pid";
    c.measured = JointQuantity{b.coordinate_node("rail"), 0, Level::position};
    c.measured_rate = rate_of(c.measured);
    c.reference = Expression("2 + 3*t + 0.5*t^2");
    c.kp = 7;
    c.ki = 4;
    c.kd = 1.5;
    c.feed_forward = Signal(0.25);
    c.velocity_feed_forward = 0.1;
    c.acceleration_feed_forward = 0.2;
    c.drives = {b.coordinate_node("rail")};
    Controller limited = c, unwinding = c, filtered = c;
    limited.lower = -1, limited.upper = 1;
    unwinding = limited;
    unwinding.windup_time = 0.5;
    filtered.filter_time = 0.05;
    for (const Controller& each : {c, limited, unwinding, filtered}) b.add_controller(each);
    auto [model, s] = b.finish();
    REQUIRE(model.nz == 5);  // four integrals, one filter
    s.t = 1;
    s.q[0] = 0.5;
    s.u[0] = -2;
    const int filter = *model.controllers[ControllerId(3)].z_filter;
    s.z << 0.3, 0.3, 0.3, 0, 0;
    s.z[*model.controllers[ControllerId(3)].z_integral] = 0.3;
    s.z[filter] = 4.8;
    Workspace ws(model);
    const VecX y_dot = rates(model, s, ws);
    const VecX z_dot = y_dot.segment(model.nq + model.nu, model.nz);
    const double r = 5.5, r_dot = 4, r_ddot = 1, e = r - 0.5;
    const double common = 7 * e + 0.3 + 0.25 + 0.1 * r_dot + 0.2 * r_ddot;
    CHECK(ws.controller_output[ControllerId(0)] == doctest::Approx(common + 1.5 * (r_dot + 2)));
    CHECK(ws.controller_output[ControllerId(1)] == 1);
    CHECK(ws.controller_output[ControllerId(3)] == doctest::Approx(common + 1.5 * (e - 4.8) / 0.05));
    CHECK(z_dot[*model.controllers[ControllerId(0)].z_integral] == doctest::Approx(4 * e));
    CHECK(z_dot[*model.controllers[ControllerId(1)].z_integral] == 0);  // pushing further into the limit
    CHECK(z_dot[*model.controllers[ControllerId(2)].z_integral] ==
          doctest::Approx(4 * e + (1 - ws.controller_output[ControllerId(0)]) / 0.5));
    CHECK(z_dot[filter] == doctest::Approx((e - 4.8) / 0.05));
    double sum = 0;
    for (const double output : ws.controller_output) sum += output;
    CHECK(y_dot[model.nq] == doctest::Approx(sum / 2));
}

TEST_CASE("A prescribed coordinate follows its signal, and its drive's power closes the energy balance") {
    std::mt19937 random(4);
    const Signal motion = Expression("0.6 + 0.2*sin(3*t) + 0.1*t^2");
    for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::slide})
        for (const char* driven : {"j1", "j2", "j3", "j4"})
            for (const bool loaded : {false, true}) {
                CAPTURE(coordinate_names(type)[0]);
                CAPTURE(std::string(driven));
                CAPTURE(loaded);
                ModelBuilder b = tree_with(type, random, driven, motion);
                b.connect();
                const NodeId node = b.coordinate_node(driven);
                const std::vector<ForceElement> elements = {{"spring", JointSpring{node, linear_law(50, 3), 0.1}},
                                                            {"stop", JointStop{node, -1, 0.3, 70, 2}},
                                                            {"friction", JointFriction{node, 3, 5, 0.5, 0.2, 0.05}},
                                                            {"motor", JointLoad{node, Expression("4*cos(t)")}}};
                for (const ForceElement& element : elements)
                    if (loaded) b.add_force(element);
                const Model model = with_world_poses(b.finish().model);
                Workspace ws(model);
                State s = random_state(model, random);
                s.t = 0.4;
                const VecX y_dot = rates(model, s, ws);
                const double change = time_derivative(model, s, y_dot, [&](const State& at) {
                    eval_kinematics(model, view(at), ws);
                    return compute_energies(model, view(at), ws).total();
                });
                CHECK(std::abs(change - y_dot[model.states() - 1]) < difference_error(y_dot, 1000));
                eval_kinematics(model, view(s), ws);
                const Jet jet = motion.at(s.t);
                CHECK(joint_position(model.nodes[node], view(s), ws) == jet.value);
                CHECK(joint_rate(model.nodes[node], view(s), ws) == jet.rate);
            }
}
