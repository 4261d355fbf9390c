// What the builder refuses and what it makes of joints and initial coordinates.
#include <doctest/doctest.h>

#include <functional>

#include "core/errors.hpp"
#include "engine/system/frames.hpp"
#include "tests/engine/system/systems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

JointSpec connect(const std::string& name, JointType type, FrameSpec parent, FrameSpec child) {
    JointSpec spec;
    spec.name = name;
    spec.type = type;
    spec.parent = std::move(parent);
    spec.child = std::move(child);
    return spec;
}

/// Arm, hand (rigid), beam; the caller adds the joints.
ModelBuilder three_bodies() {
    ModelBuilder b(Vec3(0, 0, -9.81));
    b.add_world_markers({{"post", Pose{Mat3::Identity(), Vec3(1, 0, 0)}}}, {{"rail", some_curve()}});
    b.add_rigid_body("arm", some_inertia(), {{"elbow", Pose{Mat3::Identity(), Vec3(0, 1, 0)}}},
                     {{"groove", some_curve()}});
    b.add_rigid_body("hand", some_inertia());
    b.add_elastic_body(some_beam("beam"));
    return b;
}

/// A tree of the three bodies, to which one test changes one thing.
std::vector<JointSpec> good_joints() {
    return {connect("shoulder", JointType::revolute, {"world", "post", {}, {}}, {"arm", "", {}, {}}),
            connect("wrist", JointType::spherical, {"arm", "elbow", {}, {}}, {"hand", "", {}, {}}),
            connect("clamp", JointType::fixed, {"hand", "", {}, {}}, {"beam", "start", {}, {}})};
}

std::string message_of(const std::vector<JointSpec>& joints) {
    ModelBuilder b = three_bodies();
    for (const JointSpec& joint : joints) b.add_joint(joint);
    try {
        b.finish();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& message, const std::vector<std::string>& parts) {
    CAPTURE(message);
    bool all = true;
    for (const std::string& part : parts) {
        const bool found = message.find(part) != std::string::npos;
        CHECK_MESSAGE(found, part);
        all = all && found;
    }
    return all;
}

Vec3 place(const Model& model, const State& state, const Frame& frame) {
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    return eval_frame_motion(model, state.q.data(), state.u.data(), frame, ws).X_WF.p;
}

}  // namespace

TEST_CASE("A sound tree is accepted") { CHECK(message_of(good_joints()).empty()); }

TEST_CASE("A joint that names an unknown body is refused with a suggestion") {
    auto joints = good_joints();
    joints[1].child.body = "hnad";
    CHECK(says(message_of(joints), {"\"hnad\"", "did you mean \"hand\""}));
    joints = good_joints();
    joints[1].parent.body = "amr";
    CHECK(says(message_of(joints), {"\"amr\"", "did you mean \"arm\""}));
}

TEST_CASE("A joint at an unknown marker is refused with a suggestion, on rigid and elastic bodies and the world") {
    auto joints = good_joints();
    joints[1].parent.marker = "elbwo";
    CHECK(says(message_of(joints), {"\"arm\"", "\"elbwo\"", "did you mean \"elbow\""}));
    joints = good_joints();
    joints[2].child.marker = "strat";
    CHECK(says(message_of(joints), {"\"beam\"", "\"strat\"", "did you mean \"start\""}));
    joints = good_joints();
    joints[0].parent.marker = "pots";
    CHECK(says(message_of(joints), {"\"world\"", "\"pots\"", "did you mean \"post\""}));
}

TEST_CASE("A place x is refused beyond the ends of a beam and on a body that is no beam") {
    for (const double x : {-0.1, 1.3, std::nan("")}) {
        auto joints = good_joints();
        joints[2].child = {"beam", "", x, {}};
        CHECK(says(message_of(joints), {"\"beam\"", "1.2"}));
    }
    auto joints = good_joints();
    joints[1].child = {"hand", "", 0.1, {}};
    CHECK(says(message_of(joints), {"\"hand\"", "no beam"}));
}

TEST_CASE("Bodies whose joints form a cycle are refused") {
    auto joints = good_joints();
    joints[0].parent = {"hand", "", {}, {}};
    CHECK(says(message_of(joints), {"cycle", "closes_loop"}));
    joints = good_joints();
    joints[1].parent = {"hand", "", {}, {}};  // its own parent
    CHECK(says(message_of(joints), {"\"hand\"", "cycle"}));
}

TEST_CASE("A body with two joints to parents is refused, unless one closes a loop") {
    auto joints = good_joints();
    joints.push_back(connect("second", JointType::revolute, {"world", "", {}, {}}, {"hand", "", {}, {}}));
    CHECK(says(message_of(joints), {"\"hand\"", "\"wrist\"", "\"second\"", "closes_loop"}));
    joints.back().closes_loop = true;
    CHECK(message_of(joints).empty());
}

TEST_CASE("The world as a child is refused, and a body without a joint") {
    auto joints = good_joints();
    joints.push_back(connect("wrong", JointType::revolute, {"hand", "", {}, {}}, {"world", "", {}, {}}));
    CHECK(says(message_of(joints), {"\"wrong\"", "world"}));
    joints = good_joints();
    joints.pop_back();
    CHECK(says(message_of(joints), {"\"beam\"", "no joint", "free"}));
}

TEST_CASE("Initial coordinates must be as many as the joint has") {
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(std::string(name));
        const auto count = static_cast<Eigen::Index>(coordinate_names(type).size());
        auto joints = good_joints();
        joints[0].type = type;
        if (type == JointType::slide) {
            joints[0].track = "rail";
            joints[0].parent.marker.clear();
        }
        joints[0].position = VecX::Constant(count, 0.1);
        joints[0].rate = VecX::Constant(count, 0.1);
        CHECK(message_of(joints).empty());
        joints[0].position = VecX::Constant(count + 1, 0.1);
        CHECK(says(message_of(joints), {"\"shoulder\"", std::to_string(count + 1)}));
        joints[0].position = VecX::Constant(count, 0.1);
        joints[0].rate = VecX::Constant(count + 1, 0.1);
        CHECK(says(message_of(joints), {"\"shoulder\"", std::to_string(count + 1)}));
    }
}

TEST_CASE("A slide starts on its track, which must exist") {
    auto joints = good_joints();
    joints[1] = connect("slide", JointType::slide, {"arm", "", {}, {}}, {"hand", "", {}, {}});
    joints[1].track = "groove";
    for (const double s : {-0.01, 100.0, std::nan("")}) {
        joints[1].position = VecX::Constant(1, s);
        CHECK(says(message_of(joints), {"\"slide\"", "outside its track"}));
    }
    joints[1].position = VecX::Constant(1, 0.3);
    CHECK(message_of(joints).empty());
    joints[1].track = "grove";
    CHECK(says(message_of(joints), {"\"arm\"", "\"grove\"", "did you mean \"groove\""}));
}

TEST_CASE("Only one-coordinate joints of the tree can be prescribed") {
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        if (type == JointType::slide) continue;
        CAPTURE(std::string(name));
        auto joints = good_joints();
        joints[1].type = type;
        joints[1].motion = Signal(0.2);
        if (coordinate_names(type).size() == 1)
            CHECK(message_of(joints).empty());
        else
            CHECK(says(message_of(joints), {"\"wrist\"", "one-coordinate"}));
    }
    auto joints = good_joints();
    joints.push_back(connect("loop", JointType::revolute, {"world", "", {}, {}}, {"hand", "", {}, {}}));
    joints.back().closes_loop = true;
    joints.back().motion = Signal(0.2);
    CHECK(says(message_of(joints), {"\"loop\"", "prescribed"}));
}

TEST_CASE("Elastic initial values must be as many as the modes") {
    ModelBuilder b(Vec3::Zero());
    CHECK_THROWS_AS(b.add_elastic_body(some_beam("beam"), VecX::Zero(2)), InputError);
    CHECK_THROWS_AS(b.add_elastic_body(some_beam("beam"), VecX::Zero(6), VecX::Zero(7)), InputError);
}

TEST_CASE("Forces find scalar coordinates by joint and number, and are told where there are none") {
    ModelBuilder b = three_bodies();
    auto joints = good_joints();
    joints[0].type = JointType::planar;
    for (const JointSpec& joint : joints) b.add_joint(joint);
    b.connect();
    CHECK(b.nodes()[b.coordinate_node("shoulder", 0)].kind == JointKind::prismatic);
    CHECK(b.nodes()[b.coordinate_node("shoulder", 2)].kind == JointKind::revolute);
    CHECK_THROWS_AS(b.coordinate_node("shoulder", 3), InputError);
    CHECK_THROWS_AS(b.coordinate_node("shoulder", -1), InputError);
    CHECK_THROWS_AS(b.coordinate_node("clamp", 0), InputError);
    CHECK_THROWS_AS(b.coordinate_node("wrist"), InputError);
    CHECK_THROWS_AS(b.coordinate_node("shuolder"), InputError);
    CHECK_THROWS_AS(b.make_frame({"arm", "nowhere", {}, {}}), InputError);
    CHECK_THROWS_AS(b.use_track("arm", "nowhere"), InputError);
}

TEST_CASE("Spherical and free joints start at the rotation vector, with rates in the axes the user gave them") {
    std::mt19937 random(1);
    const Pose F = random_pose(random), M = random_pose(random);
    const Vec3 position = random_vector(random, 1), rotation = random_vector(random, 1);
    const Vec3 velocity = random_vector(random, 1), spin = random_vector(random, 1);
    for (const JointType type : {JointType::spherical, JointType::free}) {
        ModelBuilder b(Vec3::Zero());
        b.add_rigid_body("body", some_inertia());
        JointSpec joint = connect("joint", type, {"world", "", {}, F}, {"body", "", {}, M});
        if (type == JointType::spherical) {
            joint.position = rotation;
            joint.rate = spin;
        } else {
            joint.position.resize(6);
            joint.position << position, rotation;
            joint.rate.resize(6);
            joint.rate << velocity, spin;
        }
        b.add_joint(joint);
        b.connect();
        const Frame child = b.make_frame({"body", "", {}, M});
        auto [bare, state] = b.finish();
        const Model model = with_world_poses(bare);
        Workspace ws(model);
        eval_kinematics(model, view(state), ws);
        const FrameMotion at = eval_frame_motion(model, state.q.data(), state.u.data(), child, ws);
        const bool is_free = type == JointType::free;
        CHECK((at.X_WF.R - F.R * rotation_exp(rotation)).norm() < 1e-14 * 10);
        CHECK((at.X_WF.p - (is_free ? Vec3(F * position) : F.p)).norm() < 1e-14 * 10);
        CHECK((at.X_WF.R.transpose() * at.w - spin).norm() < 1e-14 * 10);
        CHECK((F.R.transpose() * at.v - (is_free ? velocity : Vec3::Zero())).norm() < 1e-14 * 10);
    }
}

TEST_CASE("Coordinates stand in the order of the tree, a joint's own before its body's elastic ones") {
    ModelBuilder b = three_bodies();
    auto joints = good_joints();
    joints[0].type = JointType::universal;
    joints[0].position = Eigen::Vector2d(0.3, -0.4);
    joints[0].rate = Eigen::Vector2d(1, 2);
    std::swap(joints[0], joints[2]);  // the order in which joints are named does not matter
    for (const JointSpec& joint : joints) b.add_joint(joint);
    auto [model, state] = b.finish();
    REQUIRE(model.nodes.size() == 4);
    CHECK(model.nq == 2 + 4 + 6);
    CHECK(model.nu == 2 + 3 + 6);
    CHECK(model.nz == 0);
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        CHECK((node.is_on_world() || *node.parent < i));
        CHECK(node.eq == node.q + node.nq);
        CHECK(node.eu == node.u + node.nu);
    }
    CHECK(model.nodes[NodeId(1)].name == "arm");
    CHECK(model.nodes[NodeId(3)].name == "beam");
    CHECK((state.q.head<2>() - Eigen::Vector2d(0.3, -0.4)).norm() == 0);
    CHECK((state.u.head<2>() - Eigen::Vector2d(1, 2)).norm() == 0);
}

TEST_CASE("Joints of several coordinates are the products of their parts") {
    std::mt19937 random(2);
    const Pose F = random_pose(random), M = random_pose(random);
    const auto pose_of = [&](JointType type, const VecX& position) {
        ModelBuilder b(Vec3::Zero());
        b.add_rigid_body("body", some_inertia());
        JointSpec joint = connect("joint", type, {"world", "", {}, F}, {"body", "", {}, M});
        joint.position = position;
        b.add_joint(joint);
        b.connect();
        const Frame child = b.make_frame({"body", "", {}, M});
        auto [bare, state] = b.finish();
        const Model model = with_world_poses(bare);
        Workspace ws(model);
        eval_kinematics(model, view(state), ws);
        return inverse(F) * eval_frame_motion(model, state.q.data(), state.u.data(), child, ws).X_WF;
    };
    const auto turn = [](int axis, double angle) { return rotation_exp(angle * Vec3::Unit(axis)); };
    const auto is = [](const Pose& X, const Mat3& R, const Vec3& p) {
        return (X.R - R).norm() < 1e-14 * 10 && (X.p - p).norm() < 1e-14 * 10;
    };
    CHECK(is(pose_of(JointType::fixed, VecX()), Mat3::Identity(), Vec3::Zero()));
    CHECK(is(pose_of(JointType::revolute, VecX::Constant(1, 0.7)), turn(2, 0.7), Vec3::Zero()));
    CHECK(is(pose_of(JointType::prismatic, VecX::Constant(1, 0.7)), Mat3::Identity(), Vec3(0, 0, 0.7)));
    CHECK(is(pose_of(JointType::universal, Eigen::Vector2d(0.7, -0.4)), turn(0, 0.7) * turn(1, -0.4), Vec3::Zero()));
    CHECK(is(pose_of(JointType::cylindrical, Eigen::Vector2d(0.7, -0.4)), turn(2, -0.4), Vec3(0, 0, 0.7)));
    CHECK(is(pose_of(JointType::planar, Vec3(0.7, -0.4, 0.3)), turn(2, 0.3), Vec3(0.7, -0.4, 0)));
}

TEST_CASE("A track lies where its body carries it, wherever the body's own joint is") {
    // The same disc, hung at its centre or at an eccentric turned frame; at rest, its groove does not notice.
    std::mt19937 random(3);
    const Pose M = random_pose(random);
    const auto hand = [&](bool eccentric, bool as_loop) {
        ModelBuilder b = three_bodies();
        auto joints = good_joints();
        const Pose offset = eccentric ? M : Pose{};
        joints[0].parent.offset = offset;
        joints[0].child.offset = offset;
        joints[1] = connect("slide", JointType::slide, {"arm", "", {}, {}}, {"hand", "", {}, {}});
        joints[1].track = "groove";
        joints[1].position = VecX::Constant(1, 0.3);
        if (as_loop) {
            joints[1].closes_loop = true;
            joints.push_back(connect("fly", JointType::free, {"world", "", {}, {}}, {"hand", "", {}, {}}));
            joints.back().position.setZero(6);
            joints.back().position[0] = 1;
        }
        for (const JointSpec& joint : joints) b.add_joint(joint);
        b.connect();
        const Frame frame = b.make_frame({"hand", "", {}, {}});
        auto [bare, state] = b.finish();
        const Model model = with_world_poses(bare);
        Workspace ws(model);
        if (as_loop) {  // the arm is far heavier to move than to leave: compare the error instead of projecting
            eval_kinematics(model, view(state), ws);
            eval_loops(model, view(state), ws);
            return Vec3(ws.loop_error.head<3>());
        }
        return place(model, state, frame);
    };
    CHECK((hand(false, false) - hand(true, false)).norm() < 1e-14 * 10);
    CHECK((hand(false, true) - hand(true, true)).norm() < 1e-14 * 10);
}
