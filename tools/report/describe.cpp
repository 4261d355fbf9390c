#include "tools/report/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numbers>

#include "core/printable.hpp"
#include "engine/system/joint_type.hpp"
#include "engine/system/spec/coordinate_count.hpp"
#include "tools/report/results.hpp"

namespace ritz {
namespace {

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string describe_body(const Model& model, const BodyEntry& body) {
    const Node& node = model.nodes[body.node];
    if (!node.elastic) return fmt::format("  body {}: rigid, {:.6g} kg\n", printable(body.name), node.inertia.mass);
    const ElasticBody& elastic = *model.elastic_bodies[*node.elastic];
    std::string text = fmt::format("  body {}: elastic, {:.6g} kg, {}\n", printable(body.name), elastic.inertia.mass,
                                   counted(elastic.mode_names.size(), "mode", "modes"));
    // Frequencies come in ascending order, and modes are named in the order of the coordinates: only one tells both.
    std::vector<std::string> frequencies;
    for (const double omega : compute_frequencies(elastic))
        frequencies.push_back(fmt::format("{:.4g}", omega / (2 * std::numbers::pi)));
    return text + fmt::format("    {}; held in its frame it vibrates at {} Hz\n", fmt::join(elastic.mode_names, ", "),
                              fmt::join(frequencies, ", "));
}

/// The body of each node; the first primitives of a joint have none.
IndexedVector<NodeId, std::string> list_body_names(const Model& model) {
    IndexedVector<NodeId, std::string> names(model.nodes.size());
    for (const BodyEntry& body : model.bodies) names[body.node] = printable(body.name);
    return names;
}

std::string describe_joint(const Model& model, const IndexedVector<NodeId, std::string>& bodies, const Joint& joint) {
    const auto name_of = [&](std::optional<NodeId> node) { return node ? bodies[*node] : "world"; };
    const Node& first = model.nodes[joint.nodes.front()];
    return fmt::format("  joint {}: {}, {} to {}{}\n", printable(joint.name), type_name(joint.type),
                       name_of(first.parent), name_of(joint.nodes.back()), first.is_prescribed() ? ", prescribed" : "");
}

}  // namespace

std::string describe_size(const Model& model) {
    const CoordinateCount count = count_coordinates(model);
    std::string text = fmt::format("{}, {}, {} rigid and {} elastic {}", counted(model.bodies.size(), "body", "bodies"),
                                   counted(model.joints.size() + model.loops.size(), "joint", "joints"), count.rigid,
                                   count.elastic, count.rigid + count.elastic == 1 ? "coordinate" : "coordinates");
    if (count.control > 0)
        text += ", " + counted(static_cast<std::size_t>(count.control), "control state", "control states");
    if (!model.couplings.empty()) text += ", " + counted(model.couplings.size(), "coupling", "couplings");
    if (!model.loops.empty()) text += ", " + counted(model.loops.size(), "closed loop", "closed loops");
    return text + fmt::format(", {} states", model.states());
}

std::string describe_scene(const Scene& scene) {
    const Model& model = scene.model;
    std::string text = fmt::format("{}: {}\n", printable(scene.name), describe_size(model));
    if (!scene.description.empty()) text += fmt::format("  {}\n", scene.description);
    for (const BodyEntry& body : model.bodies) text += describe_body(model, body);
    const IndexedVector<NodeId, std::string> bodies = list_body_names(model);
    for (const Joint& joint : model.joints) text += describe_joint(model, bodies, joint);
    for (const LoopConstraint& loop : model.loops)
        text += fmt::format("  joint {}: {}, closes a loop with {} constraints\n", printable(loop.name),
                            type_name(loop.type), loop.rows);
    for (const JointCoupling& coupling : model.couplings)
        text += fmt::format("  coupling {}: ties {} coordinates\n", printable(coupling.name), coupling.terms.size());
    for (const ForceElement& force : model.forces) text += fmt::format("  force {}\n", printable(force.name));
    for (const Controller& controller : model.controllers)
        text += fmt::format("  controller {}\n", printable(controller.name));
    std::vector<std::string> names;
    for (const Output& output : scene.outputs) names.push_back(printable(output.name));
    if (!names.empty()) text += fmt::format("  outputs {}\n", fmt::join(names, ", "));
    for (const Monitor& monitor : scene.monitors) text += fmt::format("  monitor {}\n", printable(monitor.name));
    for (const BoundMonitor& monitor : scene.bound_monitors)
        text += fmt::format("  monitor {}, of the error bound of {}\n", printable(monitor.name),
                            printable(monitor.watch.body));
    text += fmt::format("  gravity ({}, {}, {}) m/s²\n", model.gravity.x(), model.gravity.y(), model.gravity.z());
    return text + fmt::format("  {:g} s, an output every {:g} s{}\n", scene.settings.end, scene.settings.output_step,
                              scene.settings.static_start ? ", from static equilibrium" : "");
}

}  // namespace ritz
