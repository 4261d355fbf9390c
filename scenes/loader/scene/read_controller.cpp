#include <fmt/format.h>

#include "engine/system/measure.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/read_force.hpp"
#include "scenes/loader/scene/read_joint.hpp"
#include "scenes/loader/scene/read_quantity.hpp"

namespace ritz {
namespace {

void read_measure(Reader& object, Controller& controller, SceneContext& scene) {
    Reader measure = object.child("measure");
    const std::optional<Quantity> measured = read_quantity(measure, scene);
    if (!measured) return;
    controller.measured = *measured;
    if (!is_measurable_by_controller(*measured)) {
        measure.complain(
            "a controller can measure only positions and rates: of a joint, a frame, an elastic coordinate "
            "or a deflection");
        return;
    }
    if (controller.kd == 0 || controller.filter_time > 0) return;
    if (const auto rate = complain_if_thrown(measure, [&] { return rate_of(*measured); }))
        controller.measured_rate = *rate;
}

void read_limits(Reader& object, Controller& controller) {
    if (!object.has("limits")) return;
    const std::size_t before = object.diagnostics().count();
    const VecX limits = object.required_vector("limits", 2);
    if (object.diagnostics().count() == before && !(limits[0] < limits[1]))
        object.complain("limits", fmt::format("found [{}, {}], expected the lower limit first", limits[0], limits[1]));
    controller.lower = limits[0];
    controller.upper = limits[1];
}

Controller read_controller(const std::string& name, Reader& object, SceneContext& scene) {
    Controller controller;
    controller.name = name;
    controller.node = read_driven_node(object, scene);
    controller.reference = read_signal(object, "reference", scene.constants);
    controller.kp = object.optional<double>("kp", 0);
    controller.ki = object.optional<double>("ki", 0);
    controller.kd = object.optional<double>("kd", 0);
    controller.filter_time = object.optional<double>("filter_time", 0, non_negative());
    controller.windup_time = object.optional<double>("windup_time", 0, non_negative());
    controller.feed_forward = read_signal(object, "feed_forward", scene.constants, Signal());
    controller.velocity_feed_forward = object.optional<double>("velocity_feed_forward", 0);
    controller.acceleration_feed_forward = object.optional<double>("acceleration_feed_forward", 0);
    read_limits(object, controller);
    read_measure(object, controller, scene);
    object.finish();
    return controller;
}

}  // namespace

void read_controllers(Reader& root, SceneContext& scene) {
    for (auto& [name, object] : root.named("controllers")) {
        scene.builder.model().controllers.push_back(read_controller(name, object, scene));
        scene.controllers.add(name);
    }
}

}  // namespace ritz
