#include <fmt/format.h>

#include <unordered_map>

#include "core/printable.hpp"
#include "scenes/loader/scene/read_quantity.hpp"

namespace ritz {
namespace {

/// A name becomes the head of a column.
void check_output_name(const std::string& name, const Reader& object) {
    if (name == "time") object.complain("the name \"time\" is taken by the first column");
    if (name.find_first_of(",;\"\t\r\n") != std::string::npos)
        object.complain("the name of an output must not contain commas, semicolons, quotes, tabs or line ends");
}

std::vector<Output> all_coordinates(SceneContext& scene) {
    std::vector<Output> outputs;
    if (!scene.is_connected) return outputs;
    for (const KnownJoint& joint : scene.joints) {
        if (joint.closes_loop) continue;
        const std::vector<std::string> names = coordinate_names(joint.type);
        for (std::size_t k = 0; k < names.size(); ++k)
            for (const auto& [ending, level] : {std::pair{"", Level::position}, std::pair{"_rate", Level::rate}})
                outputs.push_back({joint.name + "." + names[k] + ending,
                                   make_coordinate_quantity(joint, static_cast<int>(k), level, scene)});
    }
    return outputs;
}

}  // namespace

std::vector<Output> read_outputs(Reader& root, SceneContext& scene) {
    if (!root.has("outputs")) return all_coordinates(scene);
    std::vector<Output> outputs;
    std::unordered_map<std::string, std::string> columns;  // with control characters made visible two may be the same
    for (auto& [name, object] : root.named("outputs")) {
        check_output_name(name, object);
        if (const auto [twin, is_new] = columns.emplace(printable(name), object.pointer()); !is_new)
            object.complain(fmt::format("makes a column \"{}\" as {} does", twin->first, twin->second));
        if (const auto quantity = read_quantity(object, scene)) outputs.push_back({name, *quantity});
    }
    return outputs;
}

std::vector<Monitor> read_monitors(Reader& root, SceneContext& scene) {
    std::vector<Monitor> monitors;
    for (auto& [name, object] : root.named("monitors")) {
        Monitor monitor;
        monitor.name = name;
        Reader quantity = object.child("quantity");
        if (const auto measured = read_quantity(quantity, scene)) monitor.quantity = *measured;
        if (object.has("above")) monitor.above = object.required<double>("above");
        if (object.has("below")) monitor.below = object.required<double>("below");
        if (!monitor.above && !monitor.below) object.complain("expected \"above\" or \"below\", the limits of the run");
        if (monitor.above && monitor.below && !(*monitor.below < *monitor.above))
            object.complain("below",
                            fmt::format("found {}, expected less than \"above\", {}", *monitor.below, *monitor.above));
        object.finish();
        monitors.push_back(std::move(monitor));
    }
    return monitors;
}

}  // namespace ritz
