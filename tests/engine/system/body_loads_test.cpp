// The list of a body's loads against two balances that know nothing of it: the rate of the body's momentum, by
// differences in time, and its elastic equation, with Jacobians made here from the shapes.
#include "engine/system/measures/body_loads.hpp"

#include <doctest/doctest.h>

#include "engine/system/system.hpp"
#include "tests/engine/system/cut_chain.hpp"
#include "tests/engine/system/force_systems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// (angular, linear) about the world's origin, in world axes.
Vec6 momentum_of(const Model& model, const State& state, NodeId body, Workspace& ws) {
    eval_kinematics(model, view(state), ws);
    const Node& node = model.nodes[body];
    const NodeData& d = ws.nodes[body];
    Vec3 linear, angular;
    if (node.elastic) {
        const GeneralData& g = ws.general_of(body);
        const auto qd = state.u.segment(node.eu, node.n);
        linear = model.elastic_bodies[*node.elastic]->inertia.mass * d.v + d.w.cross(g.mc) + g.Sq() * qd;
        angular = g.J * d.w + g.mc.cross(d.v) + g.Crt() * qd;
    } else {
        linear = node.inertia.mass * d.v + d.w.cross(node.inertia.first_moment);
        angular = node.inertia.J * d.w + node.inertia.first_moment.cross(d.v);
    }
    const Vec3 p = d.R_WB * linear;
    Vec6 result;
    result << d.R_WB * angular + d.p_WB.cross(p), p;
    return result;
}

/// The same of gravity and of all loads. Needs evaluate_for_outputs.
Vec6 sum_of(const Model& model, const std::vector<BodyLoad>& loads, NodeId body, const Workspace& ws) {
    const Node& node = model.nodes[body];
    const NodeData& d = ws.nodes[body];
    const double mass = node.elastic ? model.elastic_bodies[*node.elastic]->inertia.mass : node.inertia.mass;
    const Vec3 mc = node.elastic ? ws.general_of(body).mc : node.inertia.first_moment;
    Vec6 sum;
    sum << (mass * d.p_WB + d.R_WB * mc).cross(model.gravity), mass * model.gravity;
    for (const BodyLoad& load : loads) {
        const Vec3 force = d.R_WB * load.force;
        sum.tail<3>() += force;
        sum.head<3>() += d.R_WB * (load.moment + load.p.cross(load.force)) + d.p_WB.cross(force);
    }
    return sum;
}

/// Φ, Ψ and Γ where a load takes hold.
struct Shapes {
    Vec3 c;
    Mat3X phi, psi;
    std::array<MatX, 3> gamma;
};
Shapes shapes_at(const Model& model, const BodyLoad& load) {
    if (const auto* at = std::get_if<MarkerLoad>(&load.source)) {
        const Marker& marker = model.markers[at->marker];
        return {marker.X_RM.p, marker.phi, marker.psi, marker.gamma};
    }
    const auto& at = std::get<TrackLoad>(load.source);
    TrackSample sample = make_track_sample(model.tracks[at.track]);
    eval_track(model.tracks[at.track], at.s, sample);
    return {sample.c, sample.phi, sample.psi, sample.has_gamma ? sample.gamma : std::array<MatX, 3>{}};
}

/// Work of a load on the shapes: δp = (Φ + Γq) δq, δθ = H Ψ δq, with the load carried rigidly to the place d(q).
VecX work_on_shapes(const Model& model, const BodyLoad& load, const VecX& q) {
    if (is_on_frame(load)) return VecX::Zero(q.size());
    Shapes at = shapes_at(model, load);
    Vec3 d = at.c + at.phi * q;
    for (int a = 0; a < 3; ++a)
        if (at.gamma[a].size() > 0) {
            const VecX h = at.gamma[a] * q;
            d[a] += 0.5 * q.dot(h);
            at.phi.row(a) += h.transpose();
        }
    const Mat3 H = compute_rotation_rate(at.psi * q, Vec3::Zero()).H;
    const Vec3 moment = load.moment + (load.p - d).cross(load.force);
    return at.phi.transpose() * load.force + (H * at.psi).transpose() * moment;
}

void check_balances(const Model& model, const State& s) {
    Workspace ws(model), moving(model);
    const VecX y_dot = rates(model, s, moving);
    evaluate_for_outputs(model, view(s), ws);
    std::vector<BodyLoad> loads;
    for (const BodyEntry& body : model.bodies) {
        CAPTURE(body.name);
        collect_body_loads(model, view(s), body.node, ws, loads);
        const Vec6 rate = time_derivative(model, s, y_dot,
                                          [&](const State& at) { return momentum_of(model, at, body.node, moving); });
        // The momentum of a body is some tens of N s; of the loads themselves rounding is left.
        double size = 0;
        for (const BodyLoad& load : loads) size += load.force.norm() + load.moment.norm();
        CHECK((rate - sum_of(model, loads, body.node, ws)).norm() < difference_error(y_dot, 100) + 1e-11 * size);
        const Node& node = model.nodes[body.node];
        if (!node.elastic) continue;
        const ElasticBody& elastic = *model.elastic_bodies[*node.elastic];
        const GeneralData& g = ws.general_of(body.node);
        const NodeData& d = ws.nodes[body.node];
        const VecX q = s.q.segment(node.eq, node.n), qd = s.u.segment(node.eu, node.n);
        const VecX inertia = g.mass_matrix() * ws.u_dot.segment(node.eu, node.n) + g.Crt().transpose() * d.aw +
                             g.Sq().transpose() * d.av + g.bias_e;
        VecX missing = inertia + elastic.Ke * q + elastic.De * qd;
        double terms = inertia.norm() + (elastic.Ke * q).norm() + (elastic.De * qd).norm();
        for (const BodyLoad& load : loads) {
            const VecX work = work_on_shapes(model, load, q);
            missing -= work;
            terms += work.norm();
        }
        // Rounding of terms that cancel; accelerations come from a recursion whose condition stands in 1e-11.
        CHECK(missing.norm() < 1e-11 * terms);
    }
}

/// Of a load on the material that it touches. Needs evaluate_for_outputs.
double power_of(const Model& model, const BodyLoad& load, NodeId body, const State& s, const Workspace& ws) {
    const Node& node = model.nodes[body];
    const NodeData& d = ws.nodes[body];
    const double rigid = load.force.dot(d.v + d.w.cross(load.p)) + load.moment.dot(d.w);
    if (node.n == 0) return rigid;
    return rigid + work_on_shapes(model, load, s.q.segment(node.eq, node.n)).dot(s.u.segment(node.eu, node.n));
}

/// What a joint exerts beside forces on its coordinates holds, but does no work: on both sides together none is left.
void check_powers(const Model& model, const State& s) {
    Workspace ws(model);
    evaluate_for_outputs(model, view(s), ws);
    IndexedVector<JointId, double> joints(model.joints.size(), 0);
    IndexedVector<LoopId, double> loops(model.loops.size(), 0);
    IndexedVector<MotionId, double> motions(model.motions.size(), 0);
    double size = 0;
    std::vector<BodyLoad> loads;
    for (const NodeId body : model.nodes.ids()) {
        collect_body_loads(model, view(s), body, ws, loads);
        for (const BodyLoad& load : loads) {
            const double power = power_of(model, load, body, s, ws);
            size += std::abs(power);
            if (const auto* own = std::get_if<OwnJointCause>(&load.cause)) joints[own->joint] += power;
            if (const auto* child = std::get_if<ChildJointCause>(&load.cause)) joints[child->joint] += power;
            if (const auto* loop = std::get_if<LoopCause>(&load.cause)) loops[loop->loop] += power;
            if (const auto* drive = std::get_if<MotionCause>(&load.cause)) motions[drive->motion] += power;
        }
    }
    // Powers that cancel, of some kW in all; a wrench through a joint carries the rounding of all loads beyond it.
    const double rounding = 1e-11 * (size + 1);
    for (const double power : joints) CHECK(std::abs(power) < rounding);
    for (const double power : loops) CHECK(std::abs(power) < rounding);
    for (const NodeId i : model.nodes.ids())
        if (const auto motion = model.nodes[i].motion) {
            const double given = compute_drive_force(model, i, ws) * ws.motion_rate[*motion];
            CHECK(std::abs(motions[*motion] - given) < rounding);
        }
}

/// All force elements and controllers on the tree of revolute joints.
ModelBuilder::Result loaded_tree(std::mt19937& random) {
    ModelBuilder b = tree_with(JointType::revolute, random);
    b.connect();
    for (NamedElement& element : all_elements(b, random)) b.add_force({element.name, element.kind});
    for (Controller& controller : all_controllers(b, random)) b.add_controller(controller);
    auto result = b.finish();
    result.model = with_world_poses(result.model);
    return result;
}

template <class Cause>
const BodyLoad* find_load(const std::vector<BodyLoad>& loads, const auto& is_meant) {
    for (const BodyLoad& load : loads)
        if (const auto* cause = std::get_if<Cause>(&load.cause); cause != nullptr && is_meant(*cause)) return &load;
    return nullptr;
}

}  // namespace

TEST_CASE("Loads from every force element and controller balance the momentum and the elastic equation of each body") {
    std::mt19937 random(11);
    const Model model = loaded_tree(random).model;
    for (int trial = 0; trial < 4; ++trial) {
        State s = random_state(model, random);
        s.t = 0.3;
        check_balances(model, s);
    }
}

TEST_CASE("Loads balance the momentum and the elastic equation of each body, for joints of every type") {
    std::mt19937 random(12);
    for (const auto& entry : all_joint_types()) {
        const auto& name = entry.second;
        CAPTURE(name);
        const Model model = with_world_poses(tree_with(entry.first, random).finish().model);
        for (int trial = 0; trial < 2; ++trial) check_balances(model, random_state(model, random));
    }
}

TEST_CASE(
    "Springs, motors and drives on coordinates that turn, shift and slide balance on both bodies, and the joint does "
    "no work") {
    std::mt19937 random(13);
    const Signal wave = Expression("0.6 + 0.1*sin(3*t)");
    for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::slide, JointType::universal,
                                 JointType::cylindrical, JointType::planar})
        for (const bool is_prescribed : {false, true}) {
            const std::size_t count = coordinate_names(type).size();
            if (is_prescribed && count > 1) continue;
            CAPTURE(type_name(type));
            CAPTURE(is_prescribed);
            ModelBuilder b = tree_with(type, random, is_prescribed ? "j3" : "", wave);
            b.connect();
            for (const char* joint : {"j1", "j2", "j3"})
                for (int k = 0; k < static_cast<int>(count); ++k) {
                    b.add_force({"spring", JointSpring{b.coordinate_node(joint, k), linear_law(30, 2), 0.1}});
                    b.add_force({"motor", JointLoad{b.coordinate_node(joint, k), Signal(7.0 + k)}});
                }
            const Model model = with_world_poses(b.finish().model);
            for (int trial = 0; trial < 2; ++trial) {
                const State s = random_state(model, random);
                check_balances(model, s);
                check_powers(model, s);
            }
        }
}

TEST_CASE("A motor on a slide pushes along the track, at the track, wherever the joint's own frame is") {
    std::mt19937 random(18);
    ModelBuilder b = tree_with(JointType::slide, random);
    b.connect();
    b.add_force({"motor", JointLoad{b.coordinate_node("j4"), Signal(7.0)}});
    const Model model = with_world_poses(b.finish().model);
    const State s = random_state(model, random);
    const Node& rider = model.nodes[CutChain::node_of(model, "rigid3")];
    TrackSample at = make_track_sample(model.tracks[*rider.track]);  // as the rigid body has it, in B
    eval_track(model.tracks[*rider.track], s.q[rider.q], at);
    const std::vector<BodyLoad> loads = collect_body_loads(model, s, *rider.parent);
    const BodyLoad* motor = find_load<AppliedCause>(loads, [](const auto&) { return true; });
    REQUIRE(motor != nullptr);
    CHECK(std::get<TrackLoad>(motor->source).s == s.q[rider.q]);
    CHECK((motor->p - at.c).norm() > 0.1);  // the frame stands off the track
    CHECK((motor->force + 7.0 * at.t / at.t.squaredNorm()).norm() < 1e-13 * 7);
    CHECK((motor->moment + (motor->p - at.c).cross(motor->force)).norm() < 1e-13 * 7);
}

TEST_CASE("Reactions of closed loops balance the momentum and the elastic equation of each body, and do no work") {
    for_all_joint_types(14, [](const CutChain& chain, std::mt19937& random) {
        const State s = chain.random_closed_state(random);
        check_balances(chain.closed_model, s);
        check_powers(chain.closed_model, s);
    });
}

TEST_CASE("A load says which marker, which place of a track, and who exerts it") {
    std::mt19937 random(15);
    const Model model = loaded_tree(random).model;
    State s = random_state(model, random);
    s.t = 0.3;
    const auto loads_on = [&](const char* body) {
        return collect_body_loads(model, s, CutChain::node_of(model, body));
    };
    const auto named = [&](const char* name) {
        return [&model, name](const auto& cause) { return model.forces[cause.force].name == name; };
    };

    const std::vector<BodyLoad> on_beam3 = loads_on("beam3"), on_beam2 = loads_on("beam2");
    const BodyLoad* spring = find_load<ElementCause>(on_beam3, named("spring between elastic bodies"));
    REQUIRE(spring != nullptr);
    const auto& at_end = std::get<MarkerLoad>(spring->source);
    CHECK(model.markers[at_end.marker].name == "end");
    const ElasticBody& beam3 = *model.elastic_bodies[*model.nodes[CutChain::node_of(model, "beam3")].elastic];
    REQUIRE(at_end.in_body);
    CHECK(beam3.markers[at_end.in_body->value()].name == "end");
    CHECK((spring->home - Vec3(1.2, 0, 0)).norm() < 1e-15);  // the length of the beam

    const BodyLoad* moving = find_load<AppliedCause>(on_beam2, named("load moving on a beam"));
    REQUIRE(moving != nullptr);
    CHECK(std::get<TrackLoad>(moving->source).s == doctest::Approx(0.7 + 0.3 * 0.3));
    CHECK(model.track_names[std::get<TrackLoad>(moving->source).track] == "beam2.axis");
    CHECK(find_load<AppliedCause>(on_beam2, named("load beyond the track")) == nullptr);
    const BodyLoad* bushing = find_load<ElementCause>(on_beam2, named("bushing to the world"));
    REQUIRE(bushing != nullptr);
    CHECK(!std::get<MarkerLoad>(bushing->source).in_body);  // a place x of the beam, no marker of it

    const std::vector<BodyLoad> on_rigid1 = loads_on("rigid1");
    const BodyLoad* by_marker = find_load<ElementCause>(on_rigid1, named("spring between rigid bodies"));
    REQUIRE(by_marker != nullptr);
    CHECK(std::get<FrameLoad>(by_marker->source).in_body == BodyMarkerId(0));
    CHECK(std::get<OwnJointCause>(on_rigid1.front().cause).joint == model.nodes[*model.nodes.ids().begin()].joint);
}

TEST_CASE("A controller turns the child of its joint and the parent with opposite moments of the size of its output") {
    std::mt19937 random(16);
    const Model model = loaded_tree(random).model;
    const State s = random_state(model, random);
    Workspace ws(model);
    evaluate_for_outputs(model, view(s), ws);
    const auto turns = [&](const char* body) {
        const NodeId node = CutChain::node_of(model, body);
        std::vector<BodyLoad> loads;
        collect_body_loads(model, view(s), node, ws, loads);
        const BodyLoad* load = find_load<ControllerCause>(
            loads, [&](const auto& cause) { return model.controllers[cause.controller].name == "modal"; });
        REQUIRE(load != nullptr);
        CHECK(load->force.norm() == 0);
        return Vec3(ws.nodes[node].R_WB * load->moment);
    };
    const Vec3 on_child = turns("beam3"), on_parent = turns("beam2");  // of joint j5, at markers of both
    CHECK((on_child + on_parent).norm() < 1e-13 * on_child.norm());
    CHECK(on_child.norm() == doctest::Approx(std::abs(ws.controller_output[ControllerId(3)])).epsilon(1e-13));
}

TEST_CASE("What is collected in one list again takes no new memory and is the same") {
    std::mt19937 random(17);
    const Model model = loaded_tree(random).model;
    const State s = random_state(model, random);
    Workspace ws(model);
    evaluate_for_outputs(model, view(s), ws);
    std::vector<BodyLoad> loads;
    const NodeId body = CutChain::node_of(model, "beam2");
    collect_body_loads(model, view(s), body, ws, loads);
    const std::vector<BodyLoad> before = loads;
    const BodyLoad* memory = loads.data();
    collect_body_loads(model, view(s), body, ws, loads);
    CHECK(loads.data() == memory);
    REQUIRE(loads.size() == before.size());
    for (std::size_t k = 0; k < loads.size(); ++k) {
        CHECK(loads[k].force == before[k].force);
        CHECK(loads[k].moment == before[k].moment);
    }
}
