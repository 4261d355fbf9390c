#include <doctest/doctest.h>

#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/system/frames.hpp"
#include "tests/engine/system/systems.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE(
    "Accelerations put back into the inverse dynamics leave nothing, for every joint between rigid and elastic "
    "bodies") {
    std::mt19937 random(1);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(name);
        auto [model, start] = tree_with(type, random).finish();
        Workspace ws(model);
        for (int trial = 0; trial < 3; ++trial) {
            const State s = random_state(model, random);
            const VecX y_dot = rates(model, s, ws);
            VecX residual(model.nu);
            eval_kinematics(model, view(s), ws);
            eval_forces(model, view(s), ws);
            eval_residual(model, view(s), y_dot.data() + model.nq, ws, residual);
            // Forces here are of the order 1e2; the two recursions differ by rounding times the condition of M.
            CHECK(residual.lpNorm<Eigen::Infinity>() < 1e-9);
        }
    }
}

TEST_CASE("Energy changes by exactly the power of the forces, for every joint between rigid and elastic bodies") {
    std::mt19937 random(2);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(name);
        auto [bare, start] = tree_with(type, random).finish();
        const Model model = with_world_poses(bare);
        Workspace ws(model);
        for (int trial = 0; trial < 3; ++trial) {
            const State s = random_state(model, random);
            const VecX y_dot = rates(model, s, ws);
            const auto energy = [&](const State& at) {
                eval_kinematics(model, view(at), ws);
                return compute_energies(model, view(at), ws).total();
            };
            const double change = time_derivative(model, s, y_dot, energy);
            CHECK(std::abs(change - y_dot[model.states() - 1]) < difference_error(y_dot, 300));  // joules in the system
        }
    }
}

TEST_CASE("A free tree without gravity keeps its linear and angular momentum, for every joint") {
    std::mt19937 random(3);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(name);
        ModelBuilder builder = tree_with(type, random);
        builder.set_gravity(Vec3::Zero());
        auto [bare, start] = builder.finish();
        const Model model = with_world_poses(bare);
        Workspace ws(model);
        const State s = random_state(model, random);
        const VecX y_dot = rates(model, s, ws);
        const auto momentum = [&](const State& at) {
            eval_kinematics(model, view(at), ws);
            return Vec6(compute_momentum(model, view(at), ws));
        };
        const Vec6 change = time_derivative(model, s, y_dot, momentum);
        CHECK(change.lpNorm<Eigen::Infinity>() < difference_error(y_dot, 100));  // momenta of the bodies
    }
}

TEST_CASE("Velocities and accelerations of markers are the time derivatives of their poses, for every joint") {
    std::mt19937 random(4);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(name);
        ModelBuilder builder = tree_with(type, random);
        builder.connect();
        const Frame tip = builder.make_frame({"beam3", "end", {}, random_pose(random)});
        const Frame rigid = builder.make_frame({"rigid2", "", {}, random_pose(random)});
        auto [bare, start] = builder.finish();
        const Model model = with_world_poses(bare);
        Workspace ws(model);
        const State s = random_state(model, random);
        const VecX y_dot = rates(model, s, ws);
        for (const Frame& frame : {tip, rigid}) {
            const auto motion = [&](const State& at) {
                eval_kinematics(model, view(at), ws);
                return eval_frame_motion(model, at.q.data(), at.u.data(), frame, ws);
            };
            const Vec3 v = time_derivative(model, s, y_dot, [&](const State& at) { return Vec3(motion(at).X_WF.p); });
            const Mat3 R_dot =
                time_derivative(model, s, y_dot, [&](const State& at) { return Mat3(motion(at).X_WF.R); });
            const Vec3 a = time_derivative(model, s, y_dot, [&](const State& at) { return Vec3(motion(at).v); });
            const Vec3 alpha = time_derivative(model, s, y_dot, [&](const State& at) { return Vec3(motion(at).w); });
            evaluate_for_outputs(model, view(s), ws);
            const FrameMotion now = eval_frame_motion(model, s.q.data(), s.u.data(), frame, ws);
            const Vec6 acceleration = compute_frame_acceleration(model, frame.node, now, ws.u_dot, true, ws);
            CHECK((now.v - v).norm() < difference_error(y_dot, 10));
            CHECK((skew(now.w) * now.X_WF.R - R_dot).norm() < difference_error(y_dot, 10));
            CHECK((acceleration.tail<3>() + model.gravity - a).norm() < difference_error(y_dot, 100));
            CHECK((acceleration.head<3>() - alpha).norm() < difference_error(y_dot, 100));
        }
    }
}

TEST_CASE("The mass matrix implied by the recursion is symmetric and positive definite") {
    std::mt19937 random(5);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(name);
        auto [model, start] = tree_with(type, random).finish();
        Workspace ws(model);
        const State s = random_state(model, random);
        rates(model, s, ws);
        MatX inverse_mass(model.nu, model.nu);
        for (int k = 0; k < model.nu; ++k) {
            clear_forces(ws);
            ws.generalized_force[k] = 1;
            solve_accelerations(model, ws, inverse_mass.col(k));
        }
        CHECK((inverse_mass - inverse_mass.transpose()).norm() < 1e-9 * inverse_mass.norm());
        CHECK(compute_symmetric_eigenvalues(inverse_mass).minCoeff() > 0);
    }
}
