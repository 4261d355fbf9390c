// A step observer of one's own: the rope of a pendulum breaks at 40 N, and the run stops there.
#include <cstdio>

#include <ritz/engine/simulation/simulation.hpp>
#include <ritz/engine/system/measures/measure.hpp>

using namespace ritz;

/// Asked after every accepted step.
class RopeGuard : public StepObserver {
  public:
    RopeGuard(const Scene& scene, double limit)
        : model_(with_world_poses(scene.model)), workspace_(model_), force_(scene.outputs[0].quantity), limit_(limit) {}

    StepVerdict after_step(double, const Integrator& integrator) override {
        const StateView state = view(model_, integrator.time(), integrator.state().data());
        evaluate_for_outputs(model_, state, workspace_);
        const double tension = -measure(model_, state, force_, workspace_);  // the pivot pulls the bob along -x
        if (tension < limit_) return Continue{};
        char reason[80];
        std::snprintf(reason, sizeof reason, "the rope breaks at t = %.2f s", integrator.time());
        return Stop{reason};
    }

  private:
    Model model_;
    Workspace workspace_;
    Quantity force_;
    double limit_;
};

int main() {
    JointSpec pivot;
    pivot.name = "pivot";
    pivot.type = JointType::revolute;
    pivot.child.body = "bob";

    SceneSpec spec;
    spec.system.gravity = Vec3(0, -9.81, 0);
    spec.system.bodies = {{"bob", RigidBodySpec{MassSpec{2.0, Vec3(1, 0, 0), {}}, {}}}};
    spec.system.joints = {pivot};
    spec.system.outputs = {{"pull", JointMeasure{{"pivot"}, JointAspect::force_x}}};
    spec.settings.end = 10;
    spec.settings.output_step = 0.01;
    const Scene scene = make_scene(spec);

    RopeGuard guard(scene, 40);
    RunOptions options;
    options.observers = {&guard};
    const RunResult result = simulate(scene, options);
    std::printf("%s\n", result.reason.c_str());
    return result.status == RunStatus::stopped ? 0 : 1;
}
