// Assembling loops by projection, and loops with more constraints than they need.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/system/cut_chain.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// q_b ⊖ q_a in velocity space, for small differences.
VecX compute_difference(const Model& model, const VecX& a, const VecX& b) {
    VecX delta(model.nu);
    for (const Node& node : model.nodes) {
        if (node.nq > node.nu) {
            const Mat3 Ra = quaternion_to_rotation(a.segment<4>(node.q)),
                       Rb = quaternion_to_rotation(b.segment<4>(node.q));
            delta.segment<3>(node.u) = rotation_log(Ra.transpose() * Rb);
            if (node.kind == JointKind::free)
                delta.segment<3>(node.u + 3) = Ra.transpose() * (b.segment<3>(node.q + 4) - a.segment<3>(node.q + 4));
        } else {
            delta.segment(node.u, node.nu) = b.segment(node.q, node.nq) - a.segment(node.q, node.nq);
        }
        delta.segment(node.eu, node.n) = b.segment(node.eq, node.n) - a.segment(node.eq, node.n);
    }
    return delta;
}

/// A direction in velocity space in which deflections and twists have the given size too.
VecX random_direction(const Model& model, std::mt19937& random, double size) {
    std::uniform_real_distribution<double> u(-size, size);
    VecX delta = VecX::NullaryExpr(model.nu, [&] { return u(random); });
    for (const Node& node : model.nodes)
        for (int k = 0; k < node.n; ++k)
            delta[node.eu + k] /= model.elastic_bodies[*node.elastic]->beam->modes[k].scale;
    return delta;
}

JointSpec hinge(const std::string& name, FrameSpec parent, FrameSpec child, bool closes_loop = false) {
    JointSpec spec;
    spec.name = name;
    spec.type = JointType::revolute;
    spec.parent = std::move(parent);
    spec.child = std::move(child);
    spec.closes_loop = closes_loop;
    return spec;
}

Pose at(double x, double y, double z = 0) { return {Mat3::Identity(), Vec3(x, y, z)}; }

/// World - crank - coupler - rocker - world in the xy plane, hinges about z.
void add_four_bar(ModelBuilder& b, const std::string& name, double mass, double crank, double coupler, double rocker,
                  double ground) {
    const auto rod = [&](const std::string& part, double length) {
        const Vec3 inertia = mass * length * length * Vec3(0.01, 0.1, 0.1);
        b.add_rigid_body(name + part, make_rigid_inertia(mass, Vec3(0.5 * length, 0, 0), inertia.asDiagonal()));
    };
    rod("crank", crank);
    rod("coupler", coupler);
    rod("rocker", rocker);
    JointSpec first = hinge(name + "A", {}, {name + "crank", "", {}, {}});
    first.position = VecX::Constant(1, 0.8);
    JointSpec second = hinge(name + "B", {name + "crank", "", {}, at(crank, 0)}, {name + "coupler", "", {}, {}});
    second.position = VecX::Constant(1, -0.5);
    JointSpec third = hinge(name + "C", {name + "coupler", "", {}, at(coupler, 0)}, {name + "rocker", "", {}, {}});
    third.position = VecX::Constant(1, -1.5);
    b.add_joint(first);
    b.add_joint(second);
    b.add_joint(third);
    b.add_joint(hinge(name + "D", {"world", "", {}, at(ground, 0)}, {name + "rocker", "", {}, at(rocker, 0)}, true));
}

ModelBuilder four_bar(double crank, double coupler, double rocker, double ground) {
    ModelBuilder b(Vec3(0, -9.81, 0));
    add_four_bar(b, "", 1, crank, coupler, rocker, ground);
    return b;
}

}  // namespace

TEST_CASE("Projection closes loops of every type from a disturbed start, quadratically at the end") {
    for_all_joint_types(1, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        Workspace ws(model);
        State s = chain.random_closed_state(random);
        move_along(model, random_direction(model, random, 0.03), s.q);
        s.u += random_direction(model, random, 1);
        const std::optional<int> iterations = project(model, s, ws);
        REQUIRE(iterations);
        CHECK(*iterations < 12);
        const LoopViolation left = compute_loop_violation(model, view(s), ws);
        CHECK(left.position < 1e-12);
        CHECK(left.velocity < 1e-10);  // rates of order ten, through a matrix of condition 1e4
    });
}

TEST_CASE("Projecting twice is projecting once") {
    for_all_joint_types(2, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        Workspace ws(model);
        State s = chain.random_closed_state(random);
        move_along(model, random_direction(model, random, 0.02), s.q);
        s.u += random_direction(model, random, 1);
        REQUIRE(project(model, s, ws));
        const State once = s;
        CHECK(project(model, s, ws).value() <= 1);
        CHECK((s.q - once.q).lpNorm<Eigen::Infinity>() < 1e-12);
        CHECK((s.u - once.u).lpNorm<Eigen::Infinity>() < 1e-11);
    });
}

TEST_CASE("Projection moves orthogonally to all admissible motions in the mass metric") {
    for_all_joint_types(3, [](const CutChain& chain, std::mt19937& random) {
        const Model& model = chain.closed_model;
        if (model.rows == 0) return;  // nothing to project
        Workspace ws(model);
        const double size = 1e-6;
        State s = chain.random_closed_state(random);
        move_along(model, random_direction(model, random, size), s.q);
        s.u += random_direction(model, random, 1);
        const State before = s;
        REQUIRE(project(model, s, ws));
        const MatX M = compute_mass_matrix(model, s), Z = compute_admissible(model, s);
        // Velocities: linear, so exact up to rounding. Positions: to first order in the distance, with curvatures of up
        // to 1e3 in the coordinates of the softest modes.
        const VecX velocity = s.u - before.u, position = compute_difference(model, before.q, s.q);
        REQUIRE(position.norm() > 0.1 * size);
        CHECK((Z.transpose() * (M * velocity)).norm() < 1e-10 * (M * velocity).norm());
        CHECK((Z.transpose() * (M * position)).norm() < 1000 * size * (M * position).norm());
    });
}

TEST_CASE("A four-bar linkage assembles if its rods reach, and says so if they do not") {
    auto [model, state] = four_bar(0.3, 0.8, 0.6, 0.9).finish();
    Workspace ws(model);
    CHECK(project(model, state, ws));
    CHECK(compute_loop_violation(model, view(state), ws).position < 1e-12);
    auto [short_model, short_state] = four_bar(0.3, 0.2, 0.2, 0.9).finish();
    Workspace short_ws(short_model);
    CHECK(!project(short_model, short_state, short_ws));
}

TEST_CASE("A planar four-bar closed by a spatial hinge has three redundant constraints and moves as with a ball") {
    const auto accelerate = [](JointType closing, int& rank) {
        ModelBuilder b = four_bar(0.3, 0.8, 0.6, 0.9);
        JointSpec last = hinge("E", {"world", "", {}, at(0.9, 0)}, {"rocker", "", {}, at(0.6, 0)}, true);
        last.type = closing;
        b.add_joint(last);  // closes what "D" has closed already
        auto [model, state] = b.finish();
        Workspace ws(model);
        state.u[0] = 2;
        REQUIRE(project(model, state, ws));
        const VecX y_dot = rates(model, state, ws);
        rank = ws.loops.rank;
        return VecX(y_dot.segment(model.nq, model.nu));
    };
    int rank_hinge = 0, rank_ball = 0;
    const VecX with_hinge = accelerate(JointType::revolute, rank_hinge);
    const VecX with_ball = accelerate(JointType::spherical, rank_ball);
    CHECK(rank_hinge == 2);
    CHECK(rank_ball == 2);
    CHECK(with_hinge.allFinite());
    CHECK((with_hinge - with_ball).norm() < 1e-9 * with_ball.norm());
}

TEST_CASE("A door on two hinges of one axis swings as on one") {
    const auto accelerate = [](bool second, int& rank) {
        ModelBuilder b(Vec3(0, -9.81, 0));
        b.add_rigid_body("door", some_inertia());
        const Pose slanted{rotation_exp(Vec3(0.4, 0.2, -0.1)), Vec3(0.3, 0.1, 0.2)};
        b.add_joint(hinge("lower", {"world", "", {}, slanted}, {"door", "", {}, at(0.1, 0.2, 0)}));
        if (second)
            b.add_joint(
                hinge("upper", {"world", "", {}, slanted * at(0, 0, 1.7)}, {"door", "", {}, at(0.1, 0.2, 1.7)}, true));
        auto [model, state] = b.finish();
        state.q[0] = 0.7;
        state.u[0] = -1.3;
        Workspace ws(model);
        CHECK(project(model, state, ws));
        const double result = rates(model, state, ws)[model.nq];
        rank = ws.loops.rank;
        return result;
    };
    int rank = -1;
    const double one = accelerate(false, rank), two = accelerate(true, rank);
    CHECK(rank == 0);  // the second hinge forbids nothing that the first has left
    CHECK(std::abs(one - two) < 1e-10 * std::abs(one));
}

TEST_CASE("An elastic beam on two hinges of one axis takes up the forces between them") {
    // The hinge line runs along the beam, which can bend between its hinges: of the five constraints of the second
    // hinge none is redundant, since the beam's own deflection, slope and stretch meet each of them.
    ModelBuilder b(Vec3(0, -9.81, 0));
    b.add_elastic_body(some_beam("beam", BeamEnds::free_free));
    const Pose along_beam{rotation_exp(Vec3(0, 1.5707963267948966, 0)), Vec3::Zero()};
    b.add_joint(hinge("first", {"world", "", {}, along_beam}, {"beam", "start", {}, along_beam}));
    b.add_joint(hinge("second", {"world", "", {}, at(1.2, 0) * along_beam}, {"beam", "end", {}, along_beam}, true));
    auto [model, state] = b.finish();
    Workspace ws(model);
    CHECK(project(model, state, ws));
    const VecX y_dot = rates(model, state, ws);
    CHECK(ws.loops.rank == 5);
    CHECK(y_dot.allFinite());
}

TEST_CASE("Loops on a heavy and on a light mechanism do not disturb each other") {
    // Rods of ten tons and of a milligram in one system: what is redundant must not depend on units or sizes.
    const auto first = [](bool heavy, bool light) {
        ModelBuilder b(Vec3(0, -9.81, 0));
        if (heavy) add_four_bar(b, "heavy", 1e4, 0.3, 0.8, 0.6, 0.9);
        if (light) add_four_bar(b, "light", 1e-6, 0.0003, 0.0008, 0.0006, 0.0009);
        auto [model, state] = b.finish();
        Workspace ws(model);
        REQUIRE(project(model, state, ws));
        const double result = rates(model, state, ws)[model.nq];
        CHECK(ws.loops.rank == (heavy ? 2 : 0) + (light ? 2 : 0));
        return result;
    };
    const double alone = first(true, false), together = first(true, true);
    CHECK(std::abs(alone - together) < 1e-9 * std::abs(alone));
}
