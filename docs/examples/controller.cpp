// A controller of one's own: it measures an angle every hundredth of a second and sets a torque, which holds an
// inverted pendulum upright. The torque is an input of the system.
#include <cmath>
#include <cstdio>

#include <ritz/core/signals/input.hpp>
#include <ritz/engine/simulation/simulation.hpp>

using namespace ritz;

SceneSpec make_inverted_pendulum() {
    JointSpec pivot;
    pivot.name = "pivot";
    pivot.type = JointType::revolute;
    pivot.child.body = "rod";
    pivot.position = VecX::Constant(1, 0.2);  // [rad] beside the vertical

    SceneSpec scene;
    SystemSpec& system = scene.system;
    system.gravity = Vec3(0, -9.81, 0);
    system.inputs = {{"torque"}};
    system.bodies = {{"rod", RigidBodySpec{MassSpec{2.0, Vec3(0, 0.5, 0), Mat3(0.17 * Mat3::Identity())}, {}}}};
    system.joints = {pivot};
    system.loads = {{"motor", MotorSpec{{"pivot"}, Input("torque"), true}}};
    system.outputs = {{"angle", JointMeasure{{"pivot"}}}, {"rate", JointMeasure{{"pivot"}, JointAspect::rate}}};
    scene.settings.end = 5;
    scene.settings.output_step = 0.01;
    return scene;
}

int main() {
    Simulation run(make_scene(make_inverted_pendulum()));
    constexpr double sample_time = 0.01;
    for (int k = 1; !run.is_over(); ++k) {
        run.set_input("torque", -60 * run.value("angle") - 12 * run.value("rate"));
        run.advance_to(k * sample_time);
    }
    const double angle = run.value("angle");
    std::printf("t = %g s: angle %.2e rad\n", run.time(), angle);
    return run.finish().status == RunStatus::completed && std::abs(angle) < 1e-6 ? 0 : 1;
}
