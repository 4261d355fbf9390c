// Bodies and joints of a specification, into the builder.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "engine/system/spec/resolver.hpp"
#include "engine/system/spec/take_apart.hpp"

namespace ritz {
namespace {

std::vector<std::pair<std::string, Pose>> make_markers(const PlacesSpec& places) {
    std::vector<std::pair<std::string, Pose>> markers;
    for (const RigidMarkerSpec& marker : places.markers) markers.emplace_back(marker.name, marker.pose);
    return markers;
}

void scale(RigidInertia& inertia, double factor) {
    inertia.mass *= factor;
    inertia.first_moment *= factor;
    inertia.J *= factor;
}

}  // namespace

RigidInertia make_inertia(const RigidBodySpec& body) {
    if (const auto* numbers = std::get_if<MassSpec>(&body.inertia))
        return make_rigid_inertia(numbers->mass, numbers->center, numbers->inertia.value_or(Mat3::Zero()));
    const auto& solid = std::get<SolidSpec>(body.inertia);
    if (solid.mass.has_value() == solid.density.has_value())
        throw InputError("expected one of \"density\" or \"mass\" beside a shape");
    RigidInertia inertia = make_rigid_inertia(solid.shape, 1, solid.pose);
    scale(inertia, solid.mass ? *solid.mass / inertia.mass : *solid.density);
    return inertia;
}

std::vector<std::pair<std::string, Track>> Resolver::make_tracks(const PlacesSpec& places, const Subject& subject) {
    std::vector<std::pair<std::string, Track>> tracks;
    for (const RigidTrackSpec& track : places.tracks) {
        Mat3X points(3, static_cast<Eigen::Index>(track.points.size()));
        for (std::size_t i = 0; i < track.points.size(); ++i)
            points.col(static_cast<Eigen::Index>(i)) = track.points[i];
        try {
            tracks.emplace_back(track.name, SplineTrack(points, {}, {}, track.closed, track.up));
        } catch (const InputError& error) {
            for (const std::string& message : error.messages())
                faults_.add(subject.at("tracks").at(track.name), message);
        }
    }
    return tracks;
}

void Resolver::add_world() {
    if (faults_.is_sound(SubjectKind::world, ""))
        builder_.add_world_markers(make_markers(spec_.world), make_tracks(spec_.world, {SubjectKind::world}));
}

void Resolver::add_rigid(const std::string& name, const RigidBodySpec& body) {
    const Subject subject{SubjectKind::body, name};
    const auto* numbers = std::get_if<MassSpec>(&body.inertia);
    if (numbers != nullptr && numbers->inertia)
        if (const std::string why = why_not_an_inertia(*numbers->inertia); !why.empty())
            return faults_.add(subject.at("inertia"), why);
    builder_.add_rigid_body(name, make_inertia(body), make_markers(body.places), make_tracks(body.places, subject));
}

/// What those throw who make a body is a fault of the body.
void Resolver::add_body(const BodySpec& body) {
    const auto add_elastic = [&](ElasticBody elastic) {
        elastic.name = body.name;
        builder_.add_elastic_body(std::make_shared<const ElasticBody>(std::move(elastic)), body.q, body.q_dot);
    };
    std::visit(Overloaded{[&](const RigidBodySpec& rigid) { add_rigid(body.name, rigid); },
                          [&](const BeamSpec& beam) { add_elastic(beams_.make(beam, body.name)); },
                          [&](NumericBodySpec numeric) {
                              numeric.name = body.name;
                              add_elastic(make_numeric_body(numeric));
                          },
                          [&](const MadeBodySpec& made) {
                              if (made.body == nullptr) throw InputError("found no body");
                              if (made.body->name == body.name)
                                  builder_.add_elastic_body(made.body, body.q, body.q_dot);
                              else
                                  add_elastic(*made.body);
                          }},
               body.kind);
}

void Resolver::add_bodies() {
    add_world();
    for (const BodySpec& body : spec_.bodies) {
        const Subject subject{SubjectKind::body, body.name};
        if (!faults_.is_sound(subject.kind, subject.name)) continue;
        try {
            add_body(body);
        } catch (const InputError& error) {
            for (const std::string& message : error.messages()) faults_.add(subject, message);
        }
    }
    refuse_ambiguous_names();
    check_instances();
}

void Resolver::check_joint_start(const JointSpec& joint, const Subject& subject) {
    const std::size_t count = coordinate_names(joint.type).size();
    if (joint.motion && count != 1)
        faults_.add(subject.at("motion"),
                    fmt::format("a {} joint has {} coordinates; only joints with one can be prescribed",
                                type_name(joint.type), count));
    if (joint.motion && joint.closes_loop)
        faults_.add(subject.at("motion"), "a joint that closes a loop cannot be prescribed");
    const bool has_start = joint.position.size() > 0 || joint.rate.size() > 0;
    if (joint.motion && has_start)
        faults_.add(subject.at("motion"), "found next to \"position\" or \"rate\", which follow from it");
    if (joint.closes_loop && has_start && joint.type != JointType::slide)
        faults_.add(subject,
                    "a joint that closes a loop has no \"position\" or \"rate\" of its own: the others give it");
    if (joint.closes_loop && joint.rate.size() > 0 && joint.type == JointType::slide)
        faults_.add(subject.at("rate"), "a slide that closes a loop has no rate of its own: the others give it");
}

void Resolver::check_slide(const JointSpec& joint, const Track& track, const Subject& subject) {
    if (joint.transition && track_is_closed(track))
        return faults_.add(subject.at("beyond"), "found on a closed track, which has no ends");
    double s = joint.position.size() > 0 ? joint.position[0] : 0;
    if (joint.motion) s = joint.motion->value(0);
    if (joint.transition || is_on_track(track, s)) return;
    faults_.add(subject.at(joint.motion ? "motion" : "position"),
                fmt::format("joint \"{}\" starts at s = {} m, outside its track [0, {}] m; \"beyond\": \"straight\" "
                            "would let the track go on there",
                            joint.name, s, track_length(track)));
}

/// A loop between two places that nothing moves apart; those of an elastic body move.
void Resolver::refuse_rigid_loop(const JointSpec& joint, const Subject& subject) {
    const std::string& body = joint.child.body;
    if (joint.parent.body != body) return;
    const bool may_bend = builder_.view_body(body).elastic != nullptr;
    const auto moves = [&](const FrameSpec& frame) { return may_bend && (!frame.marker.empty() || frame.x); };
    const bool track_moves = may_bend && joint.type == JointType::slide;
    if (body == "world")
        faults_.add(subject.at("child"),
                    "both sides are on the world, which nothing moves; expected a body as the child");
    else if (!moves(joint.parent) && !moves(joint.child) && !track_moves)
        faults_.add(subject.at("child"),
                    fmt::format("both sides are on body \"{}\", at places that nothing moves apart; "
                                "expected one of them on another body or on the world",
                                body));
}

/// With its names resolved; nothing after a fault.
std::optional<JointSpec> Resolver::check_joint(const JointSpec& given) {
    const Subject subject{SubjectKind::joint, given.name};
    const std::size_t before = faults_.count();
    JointSpec joint = given;
    bool is_parent_known = false, is_child_known = false;
    if (joint.type == JointType::slide) {
        take_apart(joint.parent, bodies_);
        if (!joint.parent.marker.empty() || joint.parent.x) {
            faults_.add(subject.at("parent"),
                        "a slide moves along a track, not on a marker; name the body and its \"track\"");
        } else if (const auto body = find_body(joint.parent.body, subject.at("parent").at("body"))) {
            is_parent_known = true;
            if (const auto track = find_track(joint.parent.body, joint.track, subject)) {
                joint.track = *track;
                for (const auto& [name, curve] : *body->tracks)
                    if (name == *track) check_slide(joint, curve, subject);
            }
        }
    } else if (const auto parent = resolve(joint.parent, subject.at("parent"))) {
        joint.parent = *parent;
        is_parent_known = true;
    }
    if (const auto child = resolve(joint.child, subject.at("child"))) {
        joint.child = *child;
        is_child_known = true;
    }
    if (joint.closes_loop && is_parent_known && is_child_known) refuse_rigid_loop(joint, subject);
    if (joint.axis && !has_axis(joint.type))
        faults_.add(subject.at("axis"), fmt::format("a {} joint has no axis", type_name(joint.type)));
    else if (joint.axis && !(joint.axis->norm() > 0))
        faults_.add(subject.at("axis"), "found a vector of length zero, expected a direction");
    if (joint.transition && joint.type != JointType::slide)
        faults_.add(subject.at("beyond"), fmt::format("a {} joint has no track", type_name(joint.type)));
    if (joint.transition && !(*joint.transition > 0))
        faults_.add(subject.at("transition"), "expected a length greater than zero");
    if (joint.rotor && (joint.closes_loop || coordinate_names(joint.type).size() != 1))
        faults_.add(subject.at("rotor"), "only a joint of the tree with one coordinate has a motor that turns with it");
    check_joint_start(joint, subject);
    if (faults_.count() != before) return {};
    return joint;
}

void Resolver::add_joints() {
    for (const JointSpec& joint : spec_.joints) {
        if (!faults_.is_sound(SubjectKind::joint, joint.name)) continue;
        auto checked = check_joint(joint);
        if (!checked || !faults_.empty() || is_absent(joint)) continue;
        if (joint.active && joint.active->taken) checked->child.offset = *joint.active->taken;
        builder_.add_joint(*checked);
    }
}

void Resolver::connect() {
    if (!faults_.empty()) return;
    try {
        builder_.connect();
        is_connected_ = true;
    } catch (const SpecError& error) {
        for (const Fault& fault : error.faults()) faults_.add(fault.subject, fault.what);
    }
}

}  // namespace ritz
