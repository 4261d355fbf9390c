#include "engine/system/spec/builder.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {
namespace {

template <typename Range, typename Name>
std::vector<std::string> names_of(const Range& range, Name name) {
    std::vector<std::string> names;
    for (const auto& item : range) names.push_back(name(item));
    return names;
}

/// Turns a frame so that its z axis becomes the given axis of it.
Pose turned(const Vec3& z) { return {rotation_with_z(z), Vec3::Zero()}; }

/// The primitives of a joint, parent side first, each with the axis of F (turned so far) it moves along.
struct Primitive {
    JointKind kind;
    Vec3 axis;
};
std::vector<Primitive> primitives(JointType type) {
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
    switch (type) {
        case JointType::fixed:
            return {{JointKind::fixed, z}};
        case JointType::revolute:
            return {{JointKind::revolute, z}};
        case JointType::prismatic:
            return {{JointKind::prismatic, z}};
        case JointType::universal:
            return {{JointKind::revolute, x}, {JointKind::revolute, y}};
        case JointType::cylindrical:
            return {{JointKind::prismatic, z}, {JointKind::revolute, z}};
        case JointType::planar:
            return {{JointKind::prismatic, x}, {JointKind::prismatic, y}, {JointKind::revolute, z}};
        case JointType::spherical:
            return {{JointKind::spherical, z}};
        case JointType::free:
            return {{JointKind::free, z}};
        case JointType::slide:
            return {{JointKind::slide, z}};
        case JointType::point_on_line:
            return {{JointKind::prismatic, z}, {JointKind::spherical, z}};
        case JointType::point_on_plane:
            return {{JointKind::prismatic, x}, {JointKind::prismatic, y}, {JointKind::spherical, z}};
    }
    return {};
}

std::size_t find_marker(const std::string& body, const NameIndex& markers, const std::string& name) {
    if (const auto found = markers.find(name)) return *found;
    throw InputError(fmt::format("body \"{}\" has no marker \"{}\"{}", body, name, suggest(name, markers.names())));
}

bool moves(const Marker& marker) {
    bool any = !marker.phi.isZero(0) || !marker.psi.isZero(0);
    for (const MatX& gamma : marker.gamma) any = any || (gamma.size() > 0 && !gamma.isZero(0));
    return any;
}

}  // namespace

ModelBuilder::ModelBuilder(const Vec3& gravity) {
    model_.gravity = gravity;
    BodyDraft world;
    world.name = "world";
    add_draft(std::move(world));
}

void ModelBuilder::add_rigid_body(const std::string& name, const RigidInertia& inertia,
                                  std::vector<std::pair<std::string, Pose>> markers,
                                  std::vector<std::pair<std::string, Track>> tracks) {
    BodyDraft body;
    body.name = name;
    body.inertia = inertia;
    body.markers = std::move(markers);
    for (const auto& marker : body.markers) body.marker_names.add(marker.first);
    body.tracks = std::move(tracks);
    add_draft(std::move(body));
}

void ModelBuilder::add_elastic_body(std::shared_ptr<const ElasticBody> elastic, const VecX& q, const VecX& q_dot) {
    BodyDraft body;
    body.name = elastic->name;
    body.tracks = elastic->tracks;
    body.q = q.size() > 0 ? q : VecX(VecX::Zero(elastic->modes()));
    body.q_dot = q_dot.size() > 0 ? q_dot : VecX(VecX::Zero(elastic->modes()));
    if (body.q.size() != elastic->modes() || body.q_dot.size() != elastic->modes())
        throw SpecError({SubjectKind::body, body.name},
                        fmt::format("body \"{}\" has {} elastic coordinates, but {} and {} initial values were given",
                                    body.name, elastic->modes(), body.q.size(), body.q_dot.size()));
    for (const Marker& marker : elastic->markers) body.marker_names.add(marker.name);
    body.elastic = std::move(elastic);
    add_draft(std::move(body));
}

void ModelBuilder::add_world_markers(std::vector<std::pair<std::string, Pose>> markers,
                                     std::vector<std::pair<std::string, Track>> tracks) {
    drafts_[world_].markers = std::move(markers);
    drafts_[world_].marker_names = {};
    for (const auto& marker : drafts_[world_].markers) drafts_[world_].marker_names.add(marker.first);
    drafts_[world_].tracks = std::move(tracks);
}

void ModelBuilder::add_joint(const JointSpec& joint) {
    joint_names_.add(joint.name);
    joints_.add(joint);
    if (!joint.axis) return;
    const Pose turn = turned(*joint.axis);
    joints_.back().parent.offset = joint.parent.offset * turn;
    joints_.back().child.offset = joint.child.offset * turn;
}

ModelBuilder::BodyView ModelBuilder::view_body(const std::string& name) const {
    const BodyDraft& body = draft(name);
    return {body.elastic.get(), &body.marker_names, &body.tracks};
}

void ModelBuilder::add_draft(BodyDraft body) {
    draft_names_.add(body.name);
    drafts_.add(std::move(body));
}

ModelBuilder::DraftId ModelBuilder::draft_index(const std::string& name) const {
    if (const auto found = draft_names_.find(name)) return DraftId(*found);
    throw InputError(fmt::format("no body \"{}\"{}", name, suggest(name, draft_names_.names())));
}

const ModelBuilder::BodyDraft& ModelBuilder::draft(const std::string& name) const { return drafts_[draft_index(name)]; }

void ModelBuilder::connect() {
    std::vector<Fault> faults;
    for (const JointSpecId j : joints_.ids()) {
        if (joints_[j].closes_loop) continue;
        const Subject subject{SubjectKind::joint, joints_[j].name};
        BodyDraft& child = drafts_[draft_index(joints_[j].child.body)];
        if (child.name == "world") {
            faults.push_back({subject, fmt::format("joint \"{}\" has the world as its child; exchange parent and child",
                                                   joints_[j].name)});
        } else if (child.inboard) {
            faults.push_back(
                {subject, fmt::format("body \"{}\" is the child of joints \"{}\" and \"{}\"; a tree has one: mark "
                                      "the other with \"closes_loop\": true",
                                      child.name, joints_[*child.inboard].name, joints_[j].name)});
        } else {
            child.inboard = j;
        }
    }
    const bool is_tree = faults.empty();
    for (const DraftId b : drafts_.ids())
        if (is_tree && b != world_ && !drafts_[b].inboard)
            faults.push_back({{SubjectKind::body, drafts_[b].name},
                              fmt::format("body \"{}\" hangs on no joint; add one (type \"free\" if it shall fly)",
                                          drafts_[b].name)});
    if (!faults.empty()) throw SpecError(faults);
    for (const DraftId b : drafts_.ids()) place_body(b);
    for (const JointSpec& joint : joints_)
        if (joint.closes_loop) add_loop(joint);
    connected_ = true;
}

void ModelBuilder::place_body(DraftId index) {
    // Walk up to the first placed ancestor; iterative, so that long chains need no deep stack.
    std::vector<DraftId> path;
    for (DraftId b = index; b != world_ && !drafts_[b].node;
         b = draft_index(joints_[*drafts_[b].inboard].parent.body)) {
        if (path.size() > drafts_.size())
            throw SpecError({SubjectKind::body, drafts_[index].name},
                            fmt::format("the joints of body \"{}\" form a cycle (it is its own ancestor); mark one "
                                        "with \"closes_loop\": true",
                                        drafts_[index].name));
        path.push_back(b);
    }
    for (auto b = path.rbegin(); b != path.rend(); ++b) add_tree_joint(*drafts_[*b].inboard);
}

Frame ModelBuilder::frame_on(const BodyDraft& body, const FrameSpec& spec) {
    Frame frame;
    frame.node = body.node;
    if (body.elastic != nullptr && (!spec.marker.empty() || spec.x)) {
        Marker marker;
        if (spec.x) {
            if (!body.elastic->beam)
                throw InputError(fmt::format("body \"{}\" is no beam: a place x along it has no meaning", body.name));
            const double length = body.elastic->beam->length;
            if (!(*spec.x >= 0 && *spec.x <= length))
                throw InputError(
                    fmt::format("x = {} lies outside beam \"{}\" of length {} m", *spec.x, body.name, length));
            marker = make_beam_marker(*body.elastic->beam, fmt::format("x={}", *spec.x), *spec.x);
        } else {
            frame.body_marker = BodyMarkerId(find_marker(body.name, body.marker_names, spec.marker));
            marker = body.elastic->markers[frame.body_marker->value()];
        }
        frame.offset = spec.offset;
        frame.marker = model_.markers.add(std::move(marker));
        return frame;
    }
    if (spec.x) throw InputError(fmt::format("body \"{}\" is no beam: a place x along it has no meaning", body.name));
    Pose X_UF = spec.offset;
    if (!spec.marker.empty()) {
        frame.body_marker = BodyMarkerId(find_marker(body.name, body.marker_names, spec.marker));
        X_UF = body.markers[frame.body_marker->value()].second * spec.offset;
    }
    frame.offset = body.X_BU * X_UF;
    return frame;
}

Frame ModelBuilder::make_frame(const FrameSpec& spec) { return frame_on(draft(spec.body), spec); }

TrackId ModelBuilder::use_track(const std::string& body_name, const std::string& track,
                                std::optional<double> transition) {
    const BodyDraft& body = draft(body_name);
    const auto found =
        std::find_if(body.tracks.begin(), body.tracks.end(), [&](const auto& t) { return t.first == track; });
    if (found == body.tracks.end())
        throw InputError(fmt::format("body \"{}\" has no track \"{}\"{}", body_name, track,
                                     suggest(track, names_of(body.tracks, [](const auto& t) { return t.first; }))));
    model_.track_names.add(body_name + "." + track);
    Track used = found->second;
    if (const auto* curve = std::get_if<SplineTrack>(&used); body.elastic == nullptr && curve != nullptr)
        used = curve->transformed(body.X_BU);  // given in the user's frame
    return model_.tracks.add(transition ? make_continued(used, *transition) : used);
}

void ModelBuilder::set_parent_frame(const JointSpec& spec, Node& node) {
    const BodyDraft& parent = draft(spec.parent.body);
    node.parent = parent.node;
    if (spec.type == JointType::slide) {
        node.track = use_track(spec.parent.body, spec.track, spec.transition);
        node.X_TM = spec.parent.offset;
        node.inboard.node = parent.node;
        node.parent_flexes = true;
        return;
    }
    node.inboard = frame_on(parent, spec.parent);
    if (node.inboard.marker) {
        const Marker& marker = model_.markers[*node.inboard.marker];
        node.parent_flexes = moves(marker);
        if (!node.parent_flexes) {  // a clamped marker is a constant frame
            node.inboard.offset = marker.X_RM * node.inboard.offset;
            node.inboard.marker.reset();
        }
    }
}

void ModelBuilder::set_child_frame(const JointSpec& spec, BodyDraft& child, Node& node) {
    const Frame M = frame_on(child, spec.child);  // child.node and X_BU are still unset: poses are in the user's frame
    if (child.elastic == nullptr) {
        child.X_BU = inverse(M.offset);
        node.outboard.body_marker = M.body_marker;
        node.inertia = transform_inertia(child.inertia, child.X_BU);
        return;
    }
    node.outboard = M;
    node.n = static_cast<int>(child.elastic->modes());
    node.elastic = model_.elastic_bodies.add(child.elastic);
    if (!M.marker) return;
    const Marker& marker = model_.markers[*M.marker];
    node.own_flexes = moves(marker);
    if (!node.own_flexes) {
        node.outboard.offset = marker.X_RM * M.offset;
        node.outboard.marker.reset();
    }
}

void ModelBuilder::add_tree_joint(JointSpecId index) {
    const JointSpec& spec = joints_[index];
    BodyDraft& child = drafts_[draft_index(spec.child.body)];
    const std::vector<Primitive> chain = primitives(spec.type);
    if (spec.motion && coordinate_names(spec.type).size() != 1)
        throw SpecError({SubjectKind::joint, spec.name},
                        fmt::format("joint \"{}\" has {} coordinates; only one-coordinate joints can be prescribed",
                                    spec.name, coordinate_names(spec.type).size()));
    Joint joint{spec.name, spec.type, {}, {}, {}};
    const JointId id(model_.joints.size());
    Mat3 before = Mat3::Identity();  // from the joint's F to the axes of the last primitive
    for (std::size_t k = 0; k < chain.size(); ++k) {
        Node node;
        const bool first = k == 0, last = k + 1 == chain.size();
        node.joint = id;
        node.kind = chain[k].kind;
        node.name = last ? child.name : spec.name + "/" + coordinate_names(spec.type)[k];
        const Mat3 axes = turned(chain[k].axis).R;
        const Pose X_to_axis{before.transpose() * axes, Vec3::Zero()};
        if (first) {
            set_parent_frame(spec, node);
            joint.parent = node.inboard;
            if (spec.type != JointType::slide) node.inboard.offset = node.inboard.offset * X_to_axis;
        } else {
            node.parent = joint.nodes.back();
            node.inboard.node = node.parent;
            node.inboard.offset = X_to_axis;
        }
        before = axes;
        if (last) {
            JointSpec child_spec = spec;
            child_spec.child.offset = spec.child.offset * Pose{axes, Vec3::Zero()};
            set_child_frame(child_spec, child, node);
        }
        if (spec.motion) node.motion = model_.motions.add(*spec.motion);
        if (spec.rotor) node.rotor = spec.rotor->inertia * spec.rotor->ratio * spec.rotor->ratio;
        joint.nodes.push_back(model_.nodes.add(node));
    }
    child.node = joint.nodes.back();
    joint.child = model_.nodes.back().outboard;
    joint.child.node = child.node;
    in_model_.emplace(joint.name, id);
    model_.joints.add(joint);
    model_.bodies.push_back({child.name, *child.node, child.X_BU, {}});
}

void ModelBuilder::add_loop(const JointSpec& spec) {
    LoopConstraint loop;
    loop.name = spec.name;
    loop.type = spec.type;
    if (spec.motion)
        throw SpecError({SubjectKind::joint, spec.name},
                        fmt::format("joint \"{}\" closes a loop and cannot be prescribed", spec.name));
    if (spec.type == JointType::slide) {
        loop.track = use_track(spec.parent.body, spec.track, spec.transition);
        loop.X_TM = spec.parent.offset;
        loop.a.node = draft(spec.parent.body).node;
    } else {
        loop.a = make_frame(spec.parent);
    }
    loop.b = make_frame(spec.child);
    loop.rows = 6 - count_freedoms(spec.type);
    model_.loops.add(loop);
}

}  // namespace ritz
