// A pendulum built by code: a point mass on a massless rod of 1 m, released from the horizontal.
#include <cstdio>

#include <ritz/core/errors.hpp>
#include <ritz/engine/simulation/simulate.hpp>
#include <ritz/engine/system/builder.hpp>

ritz::Scene make_pendulum() {
    ritz::ModelBuilder builder(ritz::Vec3(0, -9.81, 0));
    builder.add_rigid_body("bob", ritz::make_rigid_inertia(2.0, ritz::Vec3(1, 0, 0), ritz::Mat3::Zero()),
                           {{"tip", ritz::Pose{ritz::Mat3::Identity(), ritz::Vec3(1, 0, 0)}}});
    ritz::JointSpec pivot;
    pivot.name = "pivot";
    pivot.type = ritz::JointType::revolute;  // about z
    pivot.child.body = "bob";
    builder.add_joint(pivot);
    builder.connect();

    ritz::FrameQuantity x, y;
    x.frame = y.frame = builder.make_frame({"bob", "tip", {}, {}});
    y.component = ritz::Component::y;

    ritz::Scene scene;
    scene.name = "pendulum";
    scene.outputs = {{"tip.x", x}, {"tip.y", y}};
    scene.settings.end = 10;
    scene.settings.output_step = 0.5;
    scene.settings.options.relative_tolerance = 1e-10;
    scene.settings.options.absolute_tolerance = 1e-12;
    auto [model, initial] = builder.finish();
    scene.model = std::move(model);
    scene.initial = std::move(initial);
    return scene;
}

int main() {
    try {
        const ritz::RunResult result = ritz::simulate(make_pendulum());
        std::printf("time,tip.x,tip.y\n");
        for (std::size_t i = 0; i < result.times.size(); ++i)
            std::printf("%g,%.6f,%.6f\n", result.times[i], result.samples[i][0], result.samples[i][1]);
        std::fprintf(stderr, "%s, %ld steps, error of the energy balance %.1e\n", result.integrator.c_str(),
                     result.statistics.steps, result.energy_drift);
        return result.status == ritz::RunStatus::completed ? 0 : 3;
    } catch (const ritz::InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
