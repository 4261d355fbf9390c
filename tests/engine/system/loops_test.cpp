// Loops closed by every joint type between rigid and elastic bodies (theory §2.3), at closed states.
#include <doctest/doctest.h>

#include "tests/engine/system/cut_chain.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

VecX loop_error(const Model& model, const State& s, Workspace& ws) {
    eval_kinematics(model, view(s), ws);
    eval_loops(model, view(s), ws);
    return ws.loop_error;
}

VecX loop_rate(const Model& model, const State& s, Workspace& ws) {
    loop_error(model, s, ws);
    return ws.loop_rate;
}

/// Sixth-order central difference of f(step) at 0.
template <typename F>
VecX difference(double h, F f) {
    return ((f(3 * h) - f(-3 * h)) / 60 - (f(2 * h) - f(-2 * h)) * 0.15 + (f(h) - f(-h)) * 0.75) / h;
}

double largest(const VecX& x) { return x.size() == 0 ? 0.0 : x.lpNorm<Eigen::Infinity>(); }

}  // namespace

TEST_CASE("A chain that was cut and closed again stands on its constraints, in positions and velocities") {
    for_all_joint_types(1, [](const CutChain& chain, std::mt19937& random) {
        Workspace ws(chain.closed_model);
        const State s = chain.random_closed_state(random);
        // Lengths and rates are of order one, ten for the rates of beams.
        CHECK(largest(loop_error(chain.closed_model, s, ws)) < 1e-14 * 10);
        CHECK(largest(loop_rate(chain.closed_model, s, ws)) < 1e-13 * 10);
    });
}

TEST_CASE("The rate of a loop is the time derivative of its error, also where the velocities tear it open") {
    for_all_joint_types(2, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        Workspace ws(model);
        State s = chain.random_closed_state(random);
        s.u += VecX::Random(model.nu);
        VecX y_dot = rates(model, s, ws);
        y_dot.tail(model.nu + model.nz + 1).setZero();
        // Short steps: the third derivatives of curves through points jump at the points.
        const double h = 1e-5;
        const VecX change = difference(h, [&](double t) { return loop_error(model, moved(model, s, y_dot, t), ws); });
        CHECK(largest(change - loop_rate(model, s, ws)) < 1e-15 * 10 / h);
    });
}

TEST_CASE("The accelerations keep the loops closed: the second time derivative of the loop errors vanishes") {
    for_all_joint_types(3, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        Workspace ws(model);
        for (const double tearing : {0.0, 1.0}) {
            State s = chain.random_closed_state(random);
            s.u += tearing * VecX::Random(model.nu);
            const VecX y_dot = rates(model, s, ws);
            const VecX change =
                time_derivative(model, s, y_dot, [&](const State& at) { return loop_rate(model, at, ws); });
            // Rates of order ten.
            CHECK(largest(change) < difference_error(y_dot, 100));
        }
    });
}

TEST_CASE("The reactions of loops do no work: energy changes by the power of the other forces alone") {
    for_all_joint_types(4, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        Workspace ws(model);
        const State s = chain.random_closed_state(random);
        const VecX y_dot = rates(model, s, ws);
        const double change = time_derivative(model, s, y_dot, [&](const State& at) {
            eval_kinematics(model, view(at), ws);
            return compute_energies(model, view(at), ws).total();
        });
        CHECK(std::abs(change - y_dot[model.states() - 1]) < difference_error(y_dot, 300));
    });
}

TEST_CASE("The Jacobian of the loops is the derivative of their errors by every velocity direction") {
    for_all_joint_types(5, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        Workspace ws(model);
        const State s = chain.random_closed_state(random);
        const MatX G = compute_loop_jacobian(model, s);
        VecX reach = VecX::Ones(model.nu);  // by which deflections and twists are of the order of one
        for (const Node& node : model.nodes)
            for (int k = 0; k < node.n; ++k)
                reach[node.eu + k] = 1 / model.elastic_bodies[*node.elastic]->beam->modes[k].scale;
        for (int k = 0; k < model.nu; ++k) {
            const VecX slope = difference(2e-4, [&](double step) {
                State moved = s;
                move_along(model, step * reach[k] * VecX::Unit(model.nu, k), moved.q);
                return loop_error(model, moved, ws);
            });
            // Truncation of (2e-4)^6 times seventh derivatives, rounding of 1e-15/2e-4.
            CHECK(largest(slope - reach[k] * G.col(k)) < 1e-10);
        }
        CHECK(largest(G * s.u - loop_rate(model, s, ws)) < 1e-12);
    });
}

TEST_CASE("A chain moves the same whether its joints are in the tree or close loops, with the same reactions") {
    for_all_joint_types(6, [](const CutChain& chain, std::mt19937& random) {
        const Model &tree = chain.tree_model, &closed = chain.closed_model;
        Workspace tree_ws(tree), closed_ws(closed);
        const State s = random_state(tree, random), c = chain.cut(s);
        evaluate_for_outputs(tree, view(s), tree_ws);
        evaluate_for_outputs(closed, view(c), closed_ws);
        CHECK(closed_ws.loops.rank == closed.rows);
        // Accelerations go up to 1e5 and the closed form solves one more system, of condition up to 1e4.
        const double size = 1 + tree_ws.u_dot.lpNorm<Eigen::Infinity>();
        for (const BodyEntry& body : tree.bodies) {
            const Node &a = tree.nodes[body.node], &b = closed.nodes[CutChain::node_of(closed, body.name)];
            CHECK(largest(tree_ws.u_dot.segment(a.eu, a.n) - closed_ws.u_dot.segment(b.eu, b.n)) < 1e-10 * size);
        }
        for (std::size_t k = 0; k < chain.tree_frames.size(); ++k) {
            CAPTURE(k);
            const auto acceleration = [&](const Model& model, const State& at, const Frame& frame, Workspace& ws) {
                const FrameMotion motion = eval_frame_motion(model, at.q.data(), at.u.data(), frame, ws);
                return compute_frame_acceleration(model, frame.node, motion, ws.u_dot, true, ws);
            };
            for (int side = 0; side < 2; ++side) {
                const Vec6 a = acceleration(tree, s, chain.tree_frames[k][side], tree_ws);
                const Vec6 b = acceleration(closed, c, chain.closed_frames[k][side], closed_ws);
                CHECK((a - b).lpNorm<Eigen::Infinity>() < 1e-10 * size);
            }
            // The wrench on the child at M, in world axes.
            const Frame& M = chain.tree_frames[k][1];
            const NodeData& d = tree_ws.nodes[*M.node];
            const Vec3 p = eval_frame_motion(tree, s.q.data(), s.u.data(), M, tree_ws).X_WF.p;
            const Vec3 force = d.R_WB * d.fv, moment = d.R_WB * d.fw - (p - d.p_WB).cross(force);
            Vec3 loop_force = Vec3::Zero(), loop_moment = Vec3::Zero();
            const LoopConstraint& loop = closed.loops[LoopId(k)];
            for (int row = loop.row; row < loop.row + loop.rows; ++row) {
                loop_force += closed_ws.lambda[row] * closed_ws.loop_rows[row].vb;
                loop_moment += closed_ws.lambda[row] * closed_ws.loop_rows[row].wb;
            }
            loop_moment += (closed_ws.loop_motions[LoopId(k)].b.X_WF.p - p).cross(loop_force);
            CHECK((force - loop_force).norm() < 1e-10 * size);
            CHECK((moment - loop_moment).norm() < 1e-10 * size);
        }
    });
}

TEST_CASE("The stabilised form of the equations has no residual at a consistent point, and one elsewhere") {
    for_all_joint_types(8, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        const State s = chain.random_closed_state(random);
        GglSystem system(model, s);
        VecX y, yp, residual = VecX::Zero(system.size());
        system.make_consistent(s, y, yp);
        system.eval_residual(0, y.data(), yp.data(), residual.data());
        CHECK(system.size() == model.states() + 2 * model.rows);
        // M u' is of the order of the forces, 1e2 to 1e4; power of the order 1e3.
        CHECK(largest(residual) < 1e-8);
        yp[model.nq] += 1;
        system.eval_residual(0, y.data(), yp.data(), residual.data());
        CHECK(largest(residual) > 1e-3);
    });
}
