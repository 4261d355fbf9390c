// What a program is told of a specification with faults: each sentence names its element.
#include <doctest/doctest.h>

#include "engine/system/spec/build.hpp"

using namespace ritz;

namespace {

JointSpec make_hinge(const std::string& name, const std::string& child) {
    JointSpec hinge;
    hinge.name = name;
    hinge.type = JointType::revolute;
    hinge.child.body = child;
    return hinge;
}

SystemSpec make_pendulum() {
    SystemSpec spec;
    spec.bodies.push_back({"rod", RigidBodySpec{MassSpec{1, Vec3(1, 0, 0), Mat3(Mat3::Identity())}, {}}});
    spec.joints.push_back(make_hinge("hinge", "rod"));
    return spec;
}

std::vector<std::string> messages_about(const SystemSpec& spec) {
    try {
        build(spec);
        return {};
    } catch (const SpecError& error) {
        return error.messages();
    }
}

}  // namespace

TEST_CASE("every sentence about a wrong specification begins with the element that it is about") {
    SystemSpec spec = make_pendulum();
    spec.outputs = {{"x", EnergyMeasure{}}, {"x", EnergyMeasure{}}, {"a,b", EnergyMeasure{}}};
    spec.monitors.push_back({"guard", QuantityWatchSpec{}});
    spec.joints.push_back(make_hinge("hinge", "rod"));
    BeamSpec beam;
    beam.length = -1;
    spec.bodies.push_back({"bar", beam});
    spec.controllers.emplace_back().name = "pid";
    const std::vector<std::string> messages = messages_about(spec);
    const auto count_about = [&](const std::string& subject) {
        int count = 0;
        for (const std::string& message : messages) count += message.starts_with(subject) ? 1 : 0;
        return count;
    };
    for (const std::string& message : messages) CAPTURE(message);
    CHECK(count_about("output \"x\": makes a column") == 1);
    CHECK(count_about("output \"a,b\": the name of an output") == 1);
    CHECK(count_about("monitor \"guard\": expected \"above\" or \"below\"") == 1);
    CHECK(count_about("joint \"hinge\": the name \"hinge\" is taken already") == 1);
    CHECK(count_about("body \"bar\": ") >= 1);
    CHECK(count_about("controller \"pid\": \"joint\" is missing") == 1);
    for (const std::string& message : messages) {
        CAPTURE(message);
        const bool is_named = message.starts_with("output \"") || message.starts_with("monitor \"") ||
                              message.starts_with("joint \"") || message.starts_with("body \"") ||
                              message.starts_with("controller \"");
        CHECK(is_named);
    }
}

TEST_CASE("a sentence that begins with its element is not given its name twice") {
    SystemSpec spec = make_pendulum();
    spec.bodies.push_back({"stray", RigidBodySpec{MassSpec{1, Vec3(1, 0, 0), Mat3(Mat3::Identity())}, {}}});
    CHECK(messages_about(spec) ==
          std::vector<std::string>{"body \"stray\" hangs on no joint; add one (type \"free\" if it shall fly)"});
}

TEST_CASE("a loop between two places of one body is refused unless something between them bends") {
    SystemSpec spec = make_pendulum();
    JointSpec loop = make_hinge("clasp", "rod");
    loop.closes_loop = true;
    loop.parent.body = "rod";
    loop.parent.offset.p = Vec3(1, 0, 0);
    spec.joints.push_back(loop);
    CHECK(messages_about(spec) == std::vector<std::string>{"joint \"clasp\", child: both sides are on body \"rod\", at "
                                                           "places that nothing moves apart; expected one of them on "
                                                           "another body or on the world"});
    BeamSpec beam;
    beam.length = 1;
    beam.law = {1e6, 1e3, 1e3, 1e3, 1, 0.01, 0.01};
    beam.bending_z = 2;
    spec.bodies[0] = {"rod", beam};
    spec.joints[1].type = JointType::point_on_plane;
    CHECK(messages_about(spec).size() == 1);  // both on the floating frame
    spec.joints[1].parent.marker = "end";
    CHECK(messages_about(spec).empty());
}
