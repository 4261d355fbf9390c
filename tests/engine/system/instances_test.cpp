// Specifications as parts of others, without files.
#include "engine/system/spec/instances.hpp"

#include <doctest/doctest.h>

#include "engine/system/spec/build.hpp"

using namespace ritz;

namespace {

/// A rod of 1 m that hangs on a marker of its world, 2 m above the origin.
SystemSpec make_rod_part() {
    SystemSpec part;
    part.world.markers.push_back({"hook", {Mat3::Identity(), Vec3(0, 0, 2)}});
    RigidBodySpec rod{MassSpec{1, Vec3(0.5, 0, 0), Mat3(Mat3::Identity())}, {}};
    rod.places.markers.push_back({"tip", {Mat3::Identity(), Vec3(1, 0, 0)}});
    part.bodies.push_back({"rod", rod});
    JointSpec hinge;
    hinge.name = "hinge";
    hinge.type = JointType::revolute;
    hinge.parent.body = "world.hook";
    hinge.child.body = "rod";
    part.joints.push_back(hinge);
    return part;
}

FrameSpec on(const std::string& body) {
    FrameSpec frame;
    frame.body = body;
    return frame;
}

}  // namespace

TEST_CASE("A part's marker on its world sits behind the frame that stands for that world") {
    SystemSpec whole;
    FrameSpec turned = on("world");
    turned.offset = {rotation_exp(Vec3(M_PI / 2, 0, 0)), Vec3(5, 0, 0)};  // z of the part is -y of the whole
    Faults faults;
    add_instances(whole, {{"a", turned, make_rod_part()}, {"b", on("a.rod.tip"), make_rod_part()}}, faults);
    REQUIRE(faults.empty());
    CHECK(whole.joints.at(0).name == "a.hinge");
    CHECK(whole.joints.at(0).parent.body == "world");
    CHECK((whole.joints.at(0).parent.offset.p - Vec3(5, -2, 0)).norm() < 1e-15);
    CHECK(whole.joints.at(1).parent.body == "a.rod");
    CHECK(whole.joints.at(1).parent.marker == "tip");
    CHECK(whole.joints.at(1).parent.offset.p == Vec3(0, 0, 2));
    CHECK(build(whole).model.bodies.size() == 2);
}

TEST_CASE("A frame that leads nowhere is a fault of the instance, once, whatever hangs on it") {
    SystemSpec whole, part = make_rod_part();
    part.forces.push_back({"spring", PointSpringSpec{on("world"), on("rod"), {}, 1}});
    Faults faults;
    add_instances(whole, {{"a", on("base.tip"), part}}, faults);
    build(whole, faults);
    REQUIRE(faults.list().size() == 1);
    CHECK(faults.list()[0].subject.kind == SubjectKind::instance);
    CHECK(describe(faults.list()[0].subject) == "instance \"a\", world/body");
}
