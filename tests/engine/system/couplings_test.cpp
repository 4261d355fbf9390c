// Couplings of coordinates beside loops: their rows against differences, their work, and their place in implicit steps.
#include <doctest/doctest.h>

#include "engine/system/implicit/newton_matrix.hpp"
#include "engine/system/measures/body_loads.hpp"
#include "tests/engine/system/cut_chain.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A tree between rigid and elastic bodies with two couplings of three and two coordinates; j3 may follow a signal.
Model coupled_tree(JointType type, std::mt19937& random, bool is_prescribed) {
    const Signal wave = Expression("0.6 + 0.1*sin(3*t)");
    ModelBuilder b = tree_with(type, random, is_prescribed ? "j3" : "", wave);
    b.connect();
    b.add_coupling(
        {"three", {{b.coordinate_node("j1"), 1.5}, {b.coordinate_node("j2"), -0.4}, {b.coordinate_node("j4"), 3}}}, {});
    b.add_coupling({"two", {{b.coordinate_node("j3"), -2}, {b.coordinate_node("j5"), 1}}}, 0.1);
    return with_world_poses(b.finish().model);
}

/// Slides must not be moved off their tracks.
void keep_positions(Model& model, const State& s, Workspace& ws) {
    eval_kinematics(model, view(s), ws);
    eval_loops(model, view(s), ws);
    for (JointCoupling& coupling : model.couplings) coupling.constant += ws.loop_error[coupling.row];
}

template <class Test>
void for_coupled_trees(unsigned seed, const Test& test) {
    std::mt19937 random(seed);
    for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::slide, JointType::cylindrical,
                                 JointType::point_on_line})
        for (const bool is_prescribed : {false, true}) {
            if (is_prescribed && coordinate_names(type).size() > 1) continue;
            CAPTURE(type_name(type));
            CAPTURE(is_prescribed);
            Model model = coupled_tree(type, random, is_prescribed);
            Workspace ws(model);
            State s = random_state(model, random);
            s.t = 0.2;
            if (type == JointType::slide) keep_positions(model, s, ws);
            REQUIRE(project(model, s, ws));
            test(model, s, ws);
        }
}

}  // namespace

TEST_CASE("Couplings hold after projection, their accelerations keep them, and their reactions do no work") {
    for_coupled_trees(31, [](const Model& model, const State& s, Workspace& ws) {
        CHECK(compute_loop_violation(model, view(s), ws).position < 1e-13);
        CHECK(compute_loop_violation(model, view(s), ws).velocity < 1e-11);
        const VecX y_dot = rates(model, s, ws);
        const VecX change = time_derivative(model, s, y_dot, [&](const State& at) {
            eval_kinematics(model, view(at), ws);
            eval_loops(model, view(at), ws);
            return VecX(ws.loop_rate);
        });
        CHECK(change.lpNorm<Eigen::Infinity>() < difference_error(y_dot, 100));
        const double power = time_derivative(model, s, y_dot, [&](const State& at) {
            eval_kinematics(model, view(at), ws);
            return compute_energies(model, view(at), ws).total();
        });
        CHECK(std::abs(power - y_dot[model.states() - 1]) < difference_error(y_dot, 300));
    });
}

TEST_CASE("The rows of couplings are the derivatives of their errors, and leave no residual in the stabilised form") {
    for_coupled_trees(32, [](const Model& model, const State& s, Workspace& ws) {
        const MatX G = compute_loop_jacobian(model, s);
        for (const JointCoupling& coupling : model.couplings) {
            VecX expected = VecX::Zero(model.nu);
            double largest = 0;
            for (const JointCoupling::Term& term : coupling.terms) {
                largest = std::max(largest, std::abs(term.factor));
                if (model.nodes[term.node].nu > 0) expected[model.nodes[term.node].u] = term.factor;
            }
            CHECK(largest == 1);
            CHECK((G.row(coupling.row).transpose() - expected).norm() < 1e-14);
        }
        GglSystem system(model, s);
        VecX y, yp, residual = VecX::Zero(system.size());
        system.make_consistent(s, y, yp);
        system.eval_residual(s.t, y.data(), yp.data(), residual.data());
        CHECK(residual.lpNorm<Eigen::Infinity>() < 1e-8);  // forces of 1e2 to 1e4
        CHECK(ws.loops.rank == 2);
    });
}

TEST_CASE("An implicit step with couplings stays on them") {
    for_coupled_trees(33, [](const Model& model, const State& s, Workspace& ws) {
        rates(model, s, ws);
        NewtonMatrix matrix(model);
        matrix.setup(view(s), 1e-2, ws);
        VecX x = VecX::Random(model.states());
        const VecX r = x;
        matrix.solve(x.data());
        // δu = r_u + x with G x = 0
        const VecX change = (x - r).segment(model.nq, model.nu);
        CHECK((compute_loop_jacobian(model, s) * change).norm() < 1e-10 * (1 + change.norm()));
    });
}

TEST_CASE("Forces of couplings are among the loads of both bodies of a joint") {
    for_coupled_trees(34, [](const Model& model, const State& s, Workspace& ws) {
        evaluate_for_outputs(model, view(s), ws);
        for (const BodyEntry& body : model.bodies) {
            const NodeData& d = ws.nodes[body.node];
            std::vector<BodyLoad> loads;
            collect_body_loads(model, view(s), body.node, ws, loads);
            if (model.nodes[body.node].n > 0) continue;
            Vec3 force = Vec3::Zero();
            for (const BodyLoad& load : loads) force += load.force;
            const RigidInertia& I = model.nodes[body.node].inertia;
            const Vec3 inertia = I.mass * d.av - I.first_moment.cross(d.aw) + d.w.cross(d.w.cross(I.first_moment));
            CHECK((force - inertia).norm() < 1e-9 * (1 + inertia.norm()));
        }
    });
}
