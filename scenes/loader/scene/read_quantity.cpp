#include "scenes/loader/scene/read_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/loader/scene/read_frame.hpp"
#include "scenes/loader/scene/read_joint.hpp"

namespace ritz {
namespace {

const std::vector<std::pair<std::string, Level>>& levels_of_coordinates() {
    static const std::vector<std::pair<std::string, Level>> levels = {
        {"position", Level::position}, {"rate", Level::rate}, {"acceleration", Level::acceleration}};
    return levels;
}

Component read_component(Reader& object) {
    return object.required_choice<Component>(
        "component", {{"x", Component::x}, {"y", Component::y}, {"z", Component::z}, {"norm", Component::norm}});
}

/// Along a coordinate, or one component of the wrench.
enum class JointAspect { position, rate, acceleration, force, force_x, force_y, force_z, moment_x, moment_y, moment_z };

const std::vector<std::pair<std::string, JointAspect>>& joint_aspects() {
    using A = JointAspect;
    static const std::vector<std::pair<std::string, JointAspect>> aspects = {
        {"position", A::position}, {"rate", A::rate},         {"acceleration", A::acceleration},
        {"force", A::force},       {"force_x", A::force_x},   {"force_y", A::force_y},
        {"force_z", A::force_z},   {"moment_x", A::moment_x}, {"moment_y", A::moment_y},
        {"moment_z", A::moment_z}};
    return aspects;
}

/// The wrench through a joint, at M in the axes of M.
Quantity make_wrench_quantity(const KnownJoint& joint, int component, const SceneContext& scene) {
    if (joint.type == JointType::universal) {
        // The last axis of a universal joint is its y axis: the engine's axes are the user's z, x, y there.
        const std::array<int, 3> place = {1, 2, 0};
        component = component < 3 ? place[static_cast<std::size_t>(component)]
                                  : 3 + place[static_cast<std::size_t>(component - 3)];
    }
    return JointForceQuantity{scene.builder.joint(joint.name).nodes.back(), 0, component};
}

/// The number of the loop that the joint named here closes, if it closes one.
std::optional<int> find_loop(Reader& object, const SceneContext& scene) {
    const Reader name = object.optional_value("joint");
    if (!name.is_string()) return {};
    const auto found = scene.loops.find(name.as<std::string>());
    if (!found) return {};
    return static_cast<int>(*found);
}

std::optional<Quantity> read_joint_quantity(Reader& object, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    const JointAspect aspect = object.optional_choice("quantity", joint_aspects(), JointAspect::position);
    const bool is_wrench = aspect >= JointAspect::force_x;
    if (object.diagnostics().count() != before) {
        object.has("coordinate");
        return {};
    }
    if (is_wrench) {
        const int component = static_cast<int>(aspect) - static_cast<int>(JointAspect::force_x);
        if (const auto loop = find_loop(object, scene)) return LoopForceQuantity{*loop, component};
        const int i = read_tree_joint(object, scene);
        if (object.has("coordinate"))
            object.complain("coordinate", "the wrench through a joint belongs to no coordinate");
        if (i < 0 || !scene.is_connected) return {};
        return make_wrench_quantity(scene.joints[static_cast<std::size_t>(i)], component, scene);
    }
    const CoordinateReference reference = read_coordinate(object, scene);
    if (!reference.is_valid()) return {};
    const KnownJoint& joint = scene.joints[static_cast<std::size_t>(reference.joint)];
    if (aspect == JointAspect::force && !has_scalar_coordinates(joint.type)) {
        object.complain("quantity", fmt::format("joint \"{}\" is {}: measure \"force_x\" to \"moment_z\"", joint.name,
                                                type_name(joint.type)));
        return {};
    }
    if (!scene.is_connected) return {};
    if (aspect == JointAspect::force)
        return JointForceQuantity{scene.builder.coordinate_node(joint.name, reference.coordinate), 0, -1};
    return make_coordinate_quantity(joint, reference.coordinate, static_cast<Level>(aspect), scene);
}

std::optional<Quantity> read_frame_quantity(Reader& object, SceneContext& scene) {
    struct Aspect {
        bool angular;
        Level level;
    };
    const Aspect aspect = object.optional_choice<Aspect>("quantity",
                                                         {{"position", {false, Level::position}},
                                                          {"velocity", {false, Level::rate}},
                                                          {"acceleration", {false, Level::acceleration}},
                                                          {"rotation", {true, Level::position}},
                                                          {"angular_velocity", {true, Level::rate}},
                                                          {"angular_acceleration", {true, Level::acceleration}}},
                                                         {false, Level::position});
    FrameQuantity quantity;
    quantity.frame = make_frame(read_frame(object, "frame", scene), scene);
    quantity.observer = make_frame(read_frame(object, "observer", scene, {}), scene);
    quantity.angular = aspect.angular;
    quantity.level = aspect.level;
    quantity.component = read_component(object);
    return quantity;
}

std::optional<Quantity> read_elastic_quantity(Reader& object, SceneContext& scene) {
    const KnownBody* body = read_body_name(object, "elastic", scene);
    const Level level = object.optional_choice("quantity", levels_of_coordinates(), Level::position);
    const bool is_known = body != nullptr && body->is_sound;
    if (is_known && !body->is_elastic) {
        object.complain("elastic", fmt::format("body \"{}\" is rigid", body->name));
        object.has("mode");
        return {};
    }
    const int mode = object.required<int>("mode", is_known ? between(1, body->modes) : at_least(1));
    if (!is_known || !scene.is_connected) return {};
    return ElasticQuantity{scene.builder.body_node(body->name), mode - 1, level};
}

std::optional<Quantity> read_deflection(Reader& object, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    const FrameSpec place = read_frame(object, "deflection", scene);
    const Level level = object.optional_choice<Level>(
        "quantity", {{"position", Level::position}, {"velocity", Level::rate}}, Level::position);
    const Component component = read_component(object);
    if (object.diagnostics().count() != before) return {};
    const KnownBody* body = scene.find_body(place.body);
    if (body != nullptr && body->is_sound && !(body->is_elastic && (!place.marker.empty() || place.x)))
        object.complain("deflection", body->is_elastic ? "expected a marker, or a place x along a beam"
                                                       : fmt::format("body \"{}\" is rigid", body->name));
    return DeflectionQuantity{make_frame(place, scene), component, level};
}

std::optional<Quantity> read_section_force(Reader& object, SceneContext& scene) {
    const KnownBody* body = read_body_name(object, "section_force", scene);
    const int component =
        object.required_choice<int>("component", {{"N", 0}, {"Qy", 1}, {"Qz", 2}, {"Mx", 3}, {"My", 4}, {"Mz", 5}});
    const bool is_known = body != nullptr && body->is_sound, is_beam = is_known && body->length;
    if (is_known && !is_beam && body->cuts.empty())
        object.complain("section_force",
                        fmt::format("body \"{}\" is no beam and has no cuts: give its model \"cuts\" (docs/model.md), "
                                    "or divide it and measure the joint between its parts",
                                    body->name));
    if (!is_known || (!is_beam && body->cuts.empty())) {  // whether x or a cut is expected is not known
        object.has("x");
        object.has("cut");
        return {};
    }
    if (!is_beam) {
        const int cut = object.required_reference("cut", "cut", body->cuts);
        if (cut < 0 || !scene.is_connected) return {};
        return CutForceQuantity{scene.builder.body_node(body->name), cut, component};
    }
    const double x = object.required<double>("x", between(0, *body->length));
    if (!scene.is_connected) return {};
    return SectionForceQuantity{scene.builder.body_node(body->name), x, component};
}

std::optional<Quantity> read_reaction(Reader& object, SceneContext& scene) {
    const int component =
        object.required_choice<int>("component", {{"Fx", 0}, {"Fy", 1}, {"Fz", 2}, {"Mx", 3}, {"My", 4}, {"Mz", 5}});
    std::vector<std::string> places;
    for (const KnownBody& body : scene.bodies)
        if (body.length)
            for (const char* end : {".start", ".end"}) places.push_back(body.name + end);
    const Reader value = object.optional_value("reaction");
    const std::string named = value.is_string() ? value.as<std::string>() : "";
    const KnownBody* other = scene.find_body(named.substr(0, named.find('.')));
    if (other != nullptr && other->is_sound && !other->length) {
        object.complain("reaction",
                        fmt::format("body \"{}\" is no beam; what holds it is measured at its joint (\"force_x\" to "
                                    "\"moment_z\"), what passes through it at a cut",
                                    other->name));
        return {};
    }
    const int i = object.required_reference("reaction", "beam's end", places);
    if (i < 0 || !scene.is_connected) return {};
    const std::string& place = places[static_cast<std::size_t>(i)];
    const std::string name = place.substr(0, place.rfind('.'));
    return ReactionQuantity{scene.builder.body_node(name), i % 2 == 0 ? BeamEnd::start : BeamEnd::end, component};
}

Quantity read_energy(Reader& object) {
    using K = EnergyKind;
    return EnergyQuantity{object.required_choice<K>("energy", {{"kinetic", K::kinetic},
                                                               {"gravity", K::gravity},
                                                               {"elastic", K::elastic},
                                                               {"spring", K::spring},
                                                               {"potential", K::potential},
                                                               {"total", K::total},
                                                               {"work", K::work},
                                                               {"balance", K::balance}})};
}

int find_loop_by_name(Reader& object, const SceneContext& scene) {
    const Reader name = object.value("loop_error");
    if (const auto found = name.is_string() ? scene.loops.find(name.as<std::string>()) : std::nullopt)
        return static_cast<int>(*found);
    std::vector<std::string> names = scene.loops.names();
    names.push_back("all");
    return object.required_reference("loop_error", "loop", names);
}

Quantity read_loop_error(Reader& object, const SceneContext& scene) {
    const Reader name = object.optional_value("loop_error");
    const bool all = name.is_string() && name.as<std::string>() == "all" && !scene.loops.find("all");
    const int i = all ? -1 : find_loop_by_name(object, scene);
    const bool velocity = object.optional_choice<bool>("quantity", {{"position", false}, {"rate", true}}, false);
    return LoopErrorQuantity{i, velocity};
}

}  // namespace

Quantity make_coordinate_quantity(const KnownJoint& joint, int coordinate, Level level, SceneContext& scene) {
    if (has_scalar_coordinates(joint.type))
        return JointQuantity{scene.builder.coordinate_node(joint.name, coordinate), 0, level};
    // Spherical and free joints count in quaternions; the user sees position and rotation vector in the parent's frame.
    const Joint& entry = scene.builder.joint(joint.name);
    const bool angular = is_angular(joint.type, coordinate);
    return FrameQuantity{entry.child, entry.parent, angular, level, static_cast<Component>(coordinate % 3)};
}

std::optional<Quantity> read_quantity(Reader& object, SceneContext& scene) {
    if (!object) return {};
    const std::size_t before = object.diagnostics().count();
    const std::string kind = object.exactly_one_of(
        {"joint", "frame", "elastic", "deflection", "section_force", "reaction", "energy", "loop_error", "controller"});
    if (kind.empty()) return {};
    std::optional<Quantity> quantity;
    if (kind == "joint") quantity = read_joint_quantity(object, scene);
    if (kind == "frame") quantity = read_frame_quantity(object, scene);
    if (kind == "elastic") quantity = read_elastic_quantity(object, scene);
    if (kind == "deflection") quantity = read_deflection(object, scene);
    if (kind == "section_force") quantity = read_section_force(object, scene);
    if (kind == "reaction") quantity = read_reaction(object, scene);
    if (kind == "energy") quantity = read_energy(object);
    if (kind == "loop_error") quantity = read_loop_error(object, scene);
    if (kind == "controller")
        quantity = ControllerQuantity{object.required_reference("controller", "controller", scene.controllers)};
    if (object.diagnostics().count() == before) object.finish();
    return object.diagnostics().count() == before ? quantity : std::nullopt;
}

}  // namespace ritz
