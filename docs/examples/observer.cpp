// A step observer of one's own: the rope of a pendulum breaks at 40 N, and the run stops there.
#include <cstdio>

#include <ritz/engine/simulation/simulate.hpp>
#include <ritz/engine/system/builder.hpp>

using namespace ritz;

/// Asked after every accepted step.
class RopeGuard : public StepObserver {
  public:
    RopeGuard(const Model& model, int node, double limit)
        : model_(with_world_poses(model)), workspace_(model_), force_{node, 0, 0}, limit_(limit) {}

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
    JointForceQuantity force_;
    double limit_;
};

int main() {
    ModelBuilder builder(Vec3(0, -9.81, 0));
    builder.add_rigid_body("bob", make_rigid_inertia(2.0, Vec3(1, 0, 0), Mat3::Zero()));
    JointSpec pivot;
    pivot.name = "pivot";
    pivot.type = JointType::revolute;
    pivot.child.body = "bob";
    builder.add_joint(pivot);
    builder.connect();
    const int node = builder.coordinate_node("pivot");

    Scene scene;
    scene.settings.end = 10;
    scene.settings.output_step = 0.01;
    auto [model, initial] = builder.finish();
    scene.model = std::move(model);
    scene.initial = std::move(initial);

    RopeGuard guard(scene.model, node, 40);
    RunOptions options;
    options.observers = {&guard};
    const RunResult result = simulate(scene, options);
    std::printf("%s\n", result.reason.c_str());
    return result.status == RunStatus::stopped ? 0 : 1;
}
