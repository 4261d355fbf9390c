// Where the equations change their form: the integrator finds these roots and starts anew behind them.
#include <fmt/format.h>

#include <algorithm>

#include "engine/system/forces/forces.hpp"
#include "engine/system/frames.hpp"

namespace ritz {
namespace {

/// Calls visit(name, track, position) for every slide, in the tree or closing a loop, that can reach an end of its
/// track.
template <typename Visit>
void for_each_open_slide(const Model& model, Visit visit) {
    for (const Joint& joint : model.joints) {
        const Node& node = model.nodes[joint.nodes.front()];
        if (node.kind == JointKind::slide && !track_is_closed(model.tracks[*node.track]))
            visit(joint.name, *node.track,
                  [&node](const StateView& state, const Workspace& ws) { return joint_position(node, state, ws); });
    }
    for (const LoopConstraint& loop : model.loops)
        if (loop.s && !track_is_closed(model.tracks[*loop.track]))
            visit(loop.name, *loop.track,
                  [&loop](const StateView& state, const Workspace&) { return state.q[*loop.s]; });
}

/// Null for a track that ends.
const ContinuedTrack* find_transition(const Model& model, TrackId track) {
    return std::get_if<ContinuedTrack>(&model.tracks[track]);
}

/// Springs that act on one side only look at the places of their ends; everything else at coordinates.
bool needs_places(const Model& model) {
    return std::any_of(model.forces.begin(), model.forces.end(), [](const ForceElement& element) {
        const auto* spring = std::get_if<PointSpring>(&element.kind);
        return spring != nullptr && spring->sides != Sides::both;
    });
}

}  // namespace

std::vector<SwitchInfo> list_switches(const Model& model) {
    std::vector<SwitchInfo> list;
    for (const ForceId id : model.forces.ids()) {
        const ForceElement& element = model.forces[id];
        if (const auto* stop = std::get_if<JointStop>(&element.kind)) {
            const std::string& joint = model.joints[model.nodes[stop->node].joint].name;
            list.push_back({SwitchInfo::Kind::stop,
                            fmt::format("joint \"{}\" at its lower stop \"{}\"", joint, element.name),
                            HoldPlace{id, 0}});
            list.push_back({SwitchInfo::Kind::stop,
                            fmt::format("joint \"{}\" at its upper stop \"{}\"", joint, element.name),
                            HoldPlace{id, 1}});
        } else if (const auto* spring = std::get_if<PointSpring>(&element.kind);
                   spring != nullptr && spring->sides != Sides::both) {
            list.push_back({SwitchInfo::Kind::lift_off, fmt::format("contact of spring \"{}\"", element.name),
                            HoldPlace{id, 0}, spring->sides == Sides::tension ? 1 : -1});
        } else if (const auto* load = std::get_if<MovingLoad>(&element.kind);
                   load != nullptr && !track_is_closed(model.tracks[load->track])) {
            for (const char* end : {"start", "end"})
                list.push_back({SwitchInfo::Kind::moving_load,
                                fmt::format("moving load \"{}\" at the {} of its track", element.name, end)});
        }
    }
    for_each_open_slide(model, [&](const std::string& name, TrackId track, const auto&) {
        const bool goes_on = find_transition(model, track) != nullptr;
        for (const char* end : {"start", "end"})
            list.push_back({goes_on ? SwitchInfo::Kind::passed_end : SwitchInfo::Kind::end_of_track,
                            fmt::format("joint \"{}\" {} the {} of its track \"{}\"", name,
                                        goes_on ? "passed" : "reached", end, model.track_names[track])});
        for (const char* end : {"start", "end"})
            if (goes_on)
                list.push_back({SwitchInfo::Kind::transition,
                                fmt::format("joint \"{}\" between the road and the transition at the {} of its track",
                                            name, end)});
    });
    return list;
}

void eval_switches(const Model& model, const StateView& state, Workspace& ws, VecMap& values) {
    if (needs_places(model))
        eval_kinematics(model, state, ws);
    else
        eval_motions(model, state.t, ws);
    Eigen::Index k = 0;
    for (const ForceElement& element : model.forces) {
        if (const auto* stop = std::get_if<JointStop>(&element.kind)) {
            const double position = joint_position(model.nodes[stop->node], state, ws);
            values[k++] = position - stop->lower;
            values[k++] = stop->upper - position;
        } else if (const auto* spring = std::get_if<PointSpring>(&element.kind);
                   spring != nullptr && spring->sides != Sides::both) {
            const Vec3 a = eval_frame_motion(model, state.q, state.u, spring->a, ws).X_WF.p;
            const Vec3 b = eval_frame_motion(model, state.q, state.u, spring->b, ws).X_WF.p;
            values[k++] = (b - a).norm() - spring->length;
        } else if (const auto* load = std::get_if<MovingLoad>(&element.kind);
                   load != nullptr && !track_is_closed(model.tracks[load->track])) {
            const double s = load->s.value(state.t);
            values[k++] = s;
            values[k++] = track_length(model.tracks[load->track]) - s;
        }
    }
    for_each_open_slide(model, [&](const std::string&, TrackId track, const auto& position) {
        const double s = position(state, ws);
        const double left = track_length(model.tracks[track]) - s;
        values[k++] = s;
        values[k++] = left;
        // Uniform motion on the road lets steps grow: they must not pass over what the transition does.
        if (const ContinuedTrack* on = find_transition(model, track)) {
            values[k++] = s + on->transition;
            values[k++] = left + on->transition;
        }
    });
}

}  // namespace ritz
