#include "scenes/loader/scene/read_force.hpp"

#include <fmt/format.h>

#include <tuple>

#include "scenes/loader/scene/read_frame.hpp"
#include "scenes/loader/scene/read_joint.hpp"

namespace ritz {
namespace {

enum class ForceType { spring, bushing, joint_spring, joint_stop, joint_friction };

/// "stiffness" or "table", and "damping"; at least one of them.
ForceLaw read_force_law(Reader& object) {
    ForceLaw law;
    const bool has_table = object.has("table"), has_stiffness = object.has("stiffness");
    if (has_table && has_stiffness) object.complain("table", "found next to \"stiffness\", expected only one of them");
    if (!has_table && !has_stiffness && !object.has("damping"))
        object.complain("expected \"stiffness\", \"table\" or \"damping\"");
    law.stiffness = object.optional<double>("stiffness", 0, non_negative());
    law.damping = object.optional<double>("damping", 0, non_negative());
    if (has_table) {
        Reader table = object.child("table");
        law.table = read_table(table);
    }
    return law;
}

/// The two ends of a spring or a bushing.
std::pair<Frame, Frame> read_ends(Reader& object, SceneContext& scene) {
    const FrameSpec from = read_frame(object, "from", scene), to = read_frame(object, "to", scene);
    if (from.body == "world" && to.body == "world")
        object.complain("to", "both ends are on the world, which nothing moves; expected one of them on a body");
    return {make_frame(from, scene), make_frame(to, scene)};
}

ForceElementKind read_spring(Reader& object, SceneContext& scene) {
    PointSpring spring;
    std::tie(spring.a, spring.b) = read_ends(object, scene);
    spring.law = read_force_law(object);
    const bool is_damper = !object.has("stiffness") && !object.has("table");
    spring.length = is_damper ? object.optional<double>("length", 0, non_negative())
                              : object.required<double>("length", non_negative());
    spring.sides = object.optional_choice<Sides>(
        "sides", {{"both", Sides::both}, {"compression", Sides::compression}, {"tension", Sides::tension}},
        Sides::both);
    return spring;
}

ForceElementKind read_bushing(Reader& object, SceneContext& scene) {
    Bushing bushing;
    std::tie(bushing.a, bushing.b) = read_ends(object, scene);
    VecX stiffness = VecX::Zero(6), damping = VecX::Zero(6);
    if (object.has("stiffness")) stiffness = object.required_vector("stiffness", 6, non_negative());
    if (object.has("damping")) damping = object.required_vector("damping", 6, non_negative());
    if (!object.has("stiffness") && !object.has("damping") && !object.has("tables"))
        object.complain("expected \"stiffness\", \"damping\" or \"tables\"");
    Reader tables = object.optional_child("tables");
    const std::array<const char*, 6> names = {"x", "y", "z", "rx", "ry", "rz"};
    for (std::size_t k = 0; k < 6; ++k) {
        ForceLaw& law = k < 3 ? bushing.translation[k] : bushing.rotation[k - 3];
        law.stiffness = stiffness[static_cast<Eigen::Index>(k)];
        law.damping = damping[static_cast<Eigen::Index>(k)];
        if (Reader table = tables.optional_child(names[k])) {
            law.table = read_table(table);
            if (law.stiffness != 0)
                table.complain("found next to a stiffness along the same axis, expected only one of them");
        }
    }
    tables.finish();
    return bushing;
}

ForceElementKind read_joint_spring(Reader& object, SceneContext& scene) {
    JointSpring spring;
    spring.node = read_driven_node(object, scene);
    spring.law = read_force_law(object);
    spring.position = object.optional_angle<double>("position", 0);
    return spring;
}

ForceElementKind read_joint_stop(Reader& object, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    JointStop stop;
    stop.node = read_driven_node(object, scene);
    // A coordinate in m or rad; degrees only if the twin is there.
    const auto end = [&](const std::string& key) {
        return object.has(key + "_deg") ? object.required_angle(key) : object.required<double>(key);
    };
    stop.lower = end("lower");
    stop.upper = end("upper");
    stop.stiffness = object.required<double>("stiffness", positive());
    stop.damping = object.optional<double>("damping", 0, non_negative());
    if (object.diagnostics().count() == before && !(stop.lower < stop.upper))
        object.complain("upper", fmt::format("found {}, expected more than \"lower\", {}", stop.upper, stop.lower));
    return stop;
}

ForceElementKind read_joint_friction(Reader& object, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    JointFriction friction;
    friction.node = read_driven_node(object, scene);
    if (!object.has("coulomb") && !object.has("viscous")) object.complain("expected \"coulomb\" or \"viscous\"");
    friction.coulomb = object.optional<double>("coulomb", 0, non_negative());
    friction.breakaway = object.optional<double>("breakaway", friction.coulomb, non_negative());
    friction.viscous = object.optional<double>("viscous", 0, non_negative());
    // Without dry friction nothing jumps at rest; the law still divides by it.
    const bool is_dry = friction.coulomb > 0 || friction.breakaway > 0;
    friction.regularisation = is_dry ? object.required<double>("regularisation", positive())
                                     : object.optional<double>("regularisation", 1, positive());
    if (object.has("stribeck_rate")) friction.stribeck_rate = object.required<double>("stribeck_rate", positive());
    if (object.diagnostics().count() != before) return friction;
    if (friction.breakaway < friction.coulomb)
        object.complain("breakaway", fmt::format("found {}, expected at least \"coulomb\", {}", friction.breakaway,
                                                 friction.coulomb));
    else if (friction.breakaway > friction.coulomb && friction.stribeck_rate == 0)
        object.complain("\"stribeck_rate\" is missing, since \"breakaway\" exceeds \"coulomb\"");
    return friction;
}

ForceElementKind read_kind(ForceType type, Reader& object, SceneContext& scene) {
    switch (type) {
        case ForceType::spring:
            return read_spring(object, scene);
        case ForceType::bushing:
            return read_bushing(object, scene);
        case ForceType::joint_spring:
            return read_joint_spring(object, scene);
        case ForceType::joint_stop:
            return read_joint_stop(object, scene);
        case ForceType::joint_friction:
            return read_joint_friction(object, scene);
    }
    return PointSpring{};
}

}  // namespace

void read_forces(Reader& root, SceneContext& scene) {
    for (auto& [name, object] : root.named("forces")) {
        const std::size_t before = object.diagnostics().count();
        const ForceType type =
            object.required_choice<ForceType>("type", {{"spring", ForceType::spring},
                                                       {"bushing", ForceType::bushing},
                                                       {"joint_spring", ForceType::joint_spring},
                                                       {"joint_stop", ForceType::joint_stop},
                                                       {"joint_friction", ForceType::joint_friction}});
        if (object.diagnostics().count() != before) continue;
        scene.builder.model().forces.push_back({name, read_kind(type, object, scene)});
        object.finish();
    }
}

}  // namespace ritz
