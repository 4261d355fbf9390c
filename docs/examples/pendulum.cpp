// A pendulum built by code: a point mass on a massless rod of 1 m, released from the horizontal.
#include <cstdio>

#include <ritz/engine/simulation/simulation.hpp>

ritz::SceneSpec make_pendulum() {
    ritz::RigidBodySpec bob;
    bob.inertia = ritz::MassSpec{2.0, ritz::Vec3(1, 0, 0), {}};
    bob.places.markers = {{"tip", ritz::Pose{ritz::Mat3::Identity(), ritz::Vec3(1, 0, 0)}}};

    ritz::JointSpec pivot;  // between the world and the bob, about z
    pivot.name = "pivot";
    pivot.type = ritz::JointType::revolute;
    pivot.child.body = "bob";

    ritz::FrameMeasure x, y;
    x.frame.body = y.frame.body = "bob.tip";
    y.component = ritz::Component::y;

    ritz::SceneSpec scene;
    scene.name = "pendulum";
    scene.system.gravity = ritz::Vec3(0, -9.81, 0);
    scene.system.bodies = {{"bob", bob}};
    scene.system.joints = {pivot};
    scene.system.outputs = {{"tip.x", x}, {"tip.y", y}};
    scene.settings.end = 10;
    scene.settings.output_step = 0.5;
    scene.settings.options.relative_tolerance = 1e-10;
    scene.settings.options.absolute_tolerance = 1e-12;
    return scene;
}

int main() {
    try {
        const ritz::RunResult result = ritz::simulate(ritz::make_scene(make_pendulum()));
        std::printf("time,tip.x,tip.y\n");
        for (std::size_t i = 0; i < result.times.size(); ++i)
            std::printf("%g,%.6f,%.6f\n", result.times[i], result.samples[i][0], result.samples[i][1]);
        std::fprintf(stderr, "%s, %ld steps, error of the energy balance %.1e\n", result.integrator.c_str(),
                     result.statistics.steps, result.energy_drift);
        return result.status == ritz::RunStatus::completed ? 0 : 3;
    } catch (const ritz::InputError& error) {  // what is wrong with the specification, all of it
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
