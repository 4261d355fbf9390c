#include "engine/simulation/held_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/system/frames.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

bool holds_both_ends(const ElasticBody& body) {
    return body.beam && body.hold &&
           (body.hold->ends == BeamEnds::clamped_clamped || body.hold->ends == BeamEnds::clamped_pinned);
}

bool is_prescribed(const Model& model, const Joint& joint) {
    return std::any_of(joint.nodes.begin(), joint.nodes.end(),
                       [&](NodeId i) { return model.nodes[i].is_prescribed(); });
}

/// Whether the joint lets the child turn about an axis, given in the axes of its frame there.
bool frees(JointType type, const Vec3& axis) {
    switch (type) {
        case JointType::revolute:
        case JointType::cylindrical:
        case JointType::planar:
            return std::abs(axis.z()) > 0.5;
        case JointType::universal:
        case JointType::spherical:
        case JointType::free:
        case JointType::point_on_line:
        case JointType::point_on_plane:
            return true;
        case JointType::fixed:
        case JointType::prismatic:
        case JointType::slide:
            return false;
    }
    return false;
}

bool has(const BeamShapes& shapes, BeamMotion motion) {
    return std::any_of(shapes.modes.begin(), shapes.modes.end(), [&](const BeamMode& m) { return m.motion == motion; });
}

const ElasticBody* find_child(const Model& model, const Joint& joint) {
    if (!joint.child.node) return nullptr;
    const Node& node = model.nodes[*joint.child.node];
    return node.elastic ? model.elastic_bodies[*node.elastic].get() : nullptr;
}

}  // namespace

std::vector<std::string> find_held_shapes(const Model& model, const State& start) {
    std::vector<std::string> found;
    if (std::none_of(model.elastic_bodies.begin(), model.elastic_bodies.end(),
                     [](const auto& body) { return holds_both_ends(*body); }))
        return found;
    const Model world = with_world_poses(model);
    Workspace ws(world);
    eval_kinematics(world, view(start), ws);
    for (const Joint& joint : world.joints) {
        const ElasticBody* body = find_child(world, joint);
        if (body == nullptr || !holds_both_ends(*body)) continue;
        const Pose place = eval_frame_motion(world, start.q.data(), start.u.data(), joint.child, ws).X_WF;
        const NodeData& frame = ws.nodes[*joint.child.node];
        const double x = (frame.R_WB.transpose() * (place.p - frame.p_WB)).x(), length = body->beam->length;
        if (x > 0.01 * length && x < 0.99 * length)
            found.push_back(fmt::format(
                "body \"{}\" has ends that are clamped by its shapes, but joint \"{}\" holds it between them, at "
                "x = {:.3g} m: the ends stay in line with each other all the same, whatever the number of "
                "shapes; choose \"ends\": \"clamped-free\" or two bodies",
                body->name, joint.name, x));
        if (is_prescribed(world, joint)) continue;
        const Mat3 R_MB = place.R.transpose() * frame.R_WB;
        const bool y = frees(joint.type, R_MB.col(1)) && has(*body->beam, BeamMotion::bending_z);
        const bool z = frees(joint.type, R_MB.col(2)) && has(*body->beam, BeamMotion::bending_y);
        if (!y && !z) continue;
        const bool both = body->hold->ends == BeamEnds::clamped_clamped;
        found.push_back(fmt::format(
            "body \"{}\" is {}, but joint \"{}\" lets it turn: its shapes hold the far end {} all the same, whatever "
            "their number; choose \"ends\": \"pinned-pinned\" or \"clamped-free\"",
            body->name, both ? "clamped-clamped" : "clamped-pinned", joint.name,
            both ? "and its direction" : "on the tangent at the start"));
    }
    return found;
}

}  // namespace ritz
