// Every force element by its energy balance, its momentum and its potential.
#include <doctest/doctest.h>

#include "tests/engine/system/force_systems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// tree_with hinges and the elements that `wanted` picks.
Model make_model(const std::function<bool(const NamedElement&)>& wanted, bool controllers = false,
                 bool gravity = true) {
    std::mt19937 random(11);
    ModelBuilder b = tree_with(JointType::revolute, random);
    if (!gravity) b.set_gravity(Vec3::Zero());
    b.connect();
    for (const NamedElement& element : all_elements(b, random))
        if (wanted(element)) b.add_force({element.name, element.kind});
    if (controllers)
        for (const Controller& controller : all_controllers(b, random)) b.add_controller(controller);
    return with_world_poses(b.finish().model);
}

std::vector<NamedElement> list_elements() {
    std::mt19937 random(11);
    ModelBuilder b = tree_with(JointType::revolute, random);
    b.connect();
    return all_elements(b, random);
}

State some_state(const Model& model, std::mt19937& random) {
    State s = random_state(model, random);
    s.t = 0.4;
    s.z = VecX::Random(model.nz);
    return s;
}

double energy_change(const Model& model, const State& s, const VecX& y_dot, Workspace& ws) {
    return time_derivative(model, s, y_dot, [&](const State& at) {
        eval_kinematics(model, view(at), ws);
        return compute_energies(model, view(at), ws).total();
    });
}

void check_energy_balance(const Model& model, std::mt19937& random) {
    Workspace ws(model);
    for (int trial = 0; trial < 3; ++trial) {
        const State s = some_state(model, random);
        const VecX y_dot = rates(model, s, ws);
        // Joules in the system and its springs.
        CHECK(std::abs(energy_change(model, s, y_dot, ws) - y_dot[model.states() - 1]) < difference_error(y_dot, 2000));
    }
}

}  // namespace

TEST_CASE("Energy changes by exactly the power that a force element reports, for each element on its own") {
    std::mt19937 random(1);
    for (const NamedElement& element : list_elements()) {
        CAPTURE(element.name);
        check_energy_balance(make_model([&](const NamedElement& e) { return e.name == element.name; }), random);
    }
}

TEST_CASE("Energy changes by exactly the reported power with all force elements and controllers at once") {
    std::mt19937 random(2);
    check_energy_balance(make_model([](const NamedElement&) { return true; }, true), random);
    check_energy_balance(make_model([](const NamedElement&) { return false; }, true), random);
}

TEST_CASE("Every force element but the lifted ones acts, in the states of these tests") {
    std::mt19937 random(3);
    for (const NamedElement& element : list_elements()) {
        CAPTURE(element.name);
        const Model model = make_model([&](const NamedElement& e) { return e.name == element.name; });
        Workspace ws(model);
        const State s = some_state(model, random);
        eval_kinematics(model, view(s), ws);
        eval_forces(model, view(s), ws);
        VecX f(model.nu);
        compute_generalized_forces(model, ws, f);
        const bool lifted = element.name == "lifted spring" || element.name == "load beyond the track";
        CHECK((f.norm() == 0) == lifted);
    }
}

TEST_CASE("Forces between parts of a free system leave its linear and angular momentum alone") {
    std::mt19937 random(4);
    const Model model = make_model([](const NamedElement& e) { return e.internal; }, true, false);
    Workspace ws(model);
    const State s = some_state(model, random);
    const VecX y_dot = rates(model, s, ws);
    const Vec6 change = time_derivative(model, s, y_dot, [&](const State& at) {
        eval_kinematics(model, view(at), ws);
        return Vec6(compute_momentum(model, view(at), ws));
    });
    CHECK(change.lpNorm<Eigen::Infinity>() < difference_error(y_dot, 100));
}

TEST_CASE("At rest the generalised forces of springs are the negative slopes of their energy in every direction") {
    std::mt19937 random(5);
    for (const NamedElement& element : list_elements()) {
        const bool conservative = std::visit(
            [](const auto& e) {
                using T = std::decay_t<decltype(e)>;
                return std::is_same_v<T, PointSpring> || std::is_same_v<T, Bushing> || std::is_same_v<T, JointSpring> ||
                       std::is_same_v<T, JointStop>;
            },
            element.kind);
        if (!conservative) continue;
        CAPTURE(element.name);
        const Model model = make_model([&](const NamedElement& e) { return e.name == element.name; });
        Workspace ws(model);
        State s = some_state(model, random);
        s.u.setZero();
        eval_kinematics(model, view(s), ws);
        eval_forces(model, view(s), ws);
        CHECK(ws.power == 0);
        VecX f(model.nu);
        compute_generalized_forces(model, ws, f);
        const double h = 1e-3;
        for (int k = 0; k < model.nu; ++k) {
            const auto energy_at = [&](double step) {
                State moved = s;
                move_along(model, step * VecX::Unit(model.nu, k), moved.q);
                eval_kinematics(model, view(moved), ws);
                return compute_spring_energy(model, view(moved), ws);
            };
            const double slope =
                ((energy_at(3 * h) - energy_at(-3 * h)) / 60 - (energy_at(2 * h) - energy_at(-2 * h)) * 0.15 +
                 (energy_at(h) - energy_at(-h)) * 0.75) /
                h;
            // Energies up to 1e4 J: rounding 1e-12/h. Knots of tables within 3h would show as 1e-3.
            CHECK(std::abs(slope + f[k]) < 1e-8 * (1 + f.norm()));
        }
    }
}

TEST_CASE("A bushing turned far follows its energy, up to just short of half a turn") {
    std::mt19937 random(6);
    for (const double angle : {0.0, 1e-9, 0.3, 1.6, 2.8, 3.1}) {
        CAPTURE(angle);
        ModelBuilder b(Vec3::Zero());
        b.add_rigid_body("body", some_inertia());
        JointSpec joint;
        joint.name = "fly";
        joint.type = JointType::free;
        joint.child.body = "body";
        joint.position.setZero(6);
        joint.position.tail<3>() = angle * Vec3(1, -2, 0.5).normalized();
        b.add_joint(joint);
        b.connect();
        const std::array<ForceLaw, 3> law = {linear_law(20, 1), linear_law(50, 0.3), linear_law(5, 0.1)};
        b.add_force({"bushing", Bushing{b.make_frame({}), b.make_frame({"body", "", {}, {}}), law, law}});
        auto [model, s] = b.finish();
        s.u = VecX::Random(6);
        Workspace ws(model);
        const VecX y_dot = rates(model, s, ws);
        // Short of π the rotation vector turns ever faster; its differences lose accordingly.
        CHECK(std::abs(energy_change(model, s, y_dot, ws) - y_dot[model.states() - 1]) < (angle > 3 ? 1e-6 : 1e-9));
    }
}

TEST_CASE("A load in body axes turns with its body, one in world axes does not") {
    for (const bool in_body_axes : {false, true}) {
        ModelBuilder b(Vec3::Zero());
        b.add_rigid_body("body", make_rigid_inertia(2, Vec3::Zero(), Mat3::Identity()));
        JointSpec joint;
        joint.name = "fly";
        joint.type = JointType::free;
        joint.child.body = "body";
        joint.position.setZero(6);
        joint.position[5] = 1.5707963267948966;
        b.add_joint(joint);
        b.connect();
        b.add_force(
            {"load", PointLoad{b.make_frame({"body", "", {}, {}}), {6.0, 0.0, 0.0}, {0.0, 3.0, 0.0}, in_body_axes}});
        auto [model, s] = b.finish();
        Workspace ws(model);
        const VecX y_dot = rates(model, s, ws);
        const Mat3 R = in_body_axes ? Mat3::Identity() : rotation_exp(Vec3(0, 0, -1.5707963267948966));
        CHECK((y_dot.segment<3>(model.nq) - R * Vec3(0, 3, 0)).norm() < 1e-14 * 10);
        CHECK((y_dot.segment<3>(model.nq + 3) - R * Vec3(3, 0, 0)).norm() < 1e-14 * 10);
    }
}
