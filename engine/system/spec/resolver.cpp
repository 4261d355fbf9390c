#include "engine/system/spec/resolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/system/spec/take_apart.hpp"

namespace ritz {
namespace {

/// What the user called it; a number if it is one.
std::optional<int> as_number(const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return number;
}

std::vector<std::string> names_of(const std::vector<std::pair<std::string, Track>>& tracks) {
    std::vector<std::string> names;
    for (const auto& track : tracks) names.push_back(track.first);
    return names;
}

/// A marker or a place on a body by one name.
std::string name_frame(const FrameSpec& frame) {
    return fmt::format("{}\n{}\n{}", frame.body, frame.marker, frame.x ? fmt::to_string(*frame.x) : "");
}

}  // namespace

Resolver::Resolver(const SystemSpec& spec, Faults& faults) : spec_(spec), faults_(faults), builder_(spec.gravity) {
    const auto index = [&](const auto& items, SubjectKind kind, NameIndex& names) {
        for (const auto& item : items) {
            const Subject subject{kind, item.name};
            if (item.name.empty()) faults_.add(subject, "found an empty name");
            if (names.find(item.name)) faults_.add(subject, fmt::format("the name \"{}\" is taken already", item.name));
            names.add(item.name);
        }
    };
    index(spec.bodies, SubjectKind::body, bodies_);
    index(spec.joints, SubjectKind::joint, joints_);
    index(spec.couplings, SubjectKind::coupling, couplings_);
    index(spec.controllers, SubjectKind::controller, controllers_);
    if (bodies_.find("world"))
        faults_.add({SubjectKind::body, "world"}, "the name \"world\" is taken by the world itself");
    for (const JointSpec& joint : spec.joints)
        if (joint.closes_loop && !is_absent(joint)) loops_.add(joint.name);
}

void Resolver::refuse_name(const Subject& subject, const std::string& kind, const std::string& name,
                           const std::vector<std::string>& known) {
    constexpr std::size_t most_helped = 20;  // beyond, nobody reads them
    faults_.add(subject, fmt::format("no {} \"{}\"{}", kind, name,
                                     faults_.count() < most_helped ? suggest(name, known) : std::string()));
}

std::optional<ModelBuilder::BodyView> Resolver::find_body(const std::string& name, const Subject& subject) {
    if (name.empty() || refused_.count(name) != 0) return {};
    if (name != "world" && !bodies_.find(name)) {
        refuse_name(subject, "body", name, bodies_.names());
        return {};
    }
    if (!faults_.is_sound(name == "world" ? SubjectKind::world : SubjectKind::body, name == "world" ? "" : name))
        return {};
    return builder_.view_body(name);
}

std::optional<FrameSpec> Resolver::resolve(const FrameSpec& given, const Subject& subject) {
    if (given.body.empty()) return {};
    FrameSpec frame = given;
    take_apart(frame, bodies_);
    if (refused_.count(name_frame(frame)) != 0) return {};
    const auto body = find_body(frame.body, subject.at("body"));
    if (!body) return {};
    if (!frame.marker.empty() && !body->markers->find(frame.marker)) {
        if (given.marker.empty())  // written as one name
            faults_.add(subject, fmt::format("body \"{}\" has no marker \"{}\"{}", frame.body, frame.marker,
                                             suggest(frame.marker, body->markers->names())));
        else
            refuse_name(subject.at("marker"), fmt::format("marker of body \"{}\"", frame.body), frame.marker,
                        body->markers->names());
        return {};
    }
    if (!frame.x) return frame;
    const bool is_beam = body->elastic != nullptr && body->elastic->beam;
    const double length = is_beam ? body->elastic->beam->length : 0;
    if (!frame.marker.empty())
        faults_.add(subject.at("x"), "found next to \"marker\", expected only one of them");
    else if (!is_beam)
        faults_.add(subject.at("x"),
                    fmt::format("body \"{}\" is no beam: a place x along it has no meaning", frame.body));
    else if (!(*frame.x >= 0 && *frame.x <= length))
        faults_.add(subject.at("x"),
                    fmt::format("found the number {}, expected a number from 0 to {}", *frame.x, length));
    else
        return frame;
    return {};
}

/// The frames that stand for the worlds of parts: what is wrong with one is said once, at the instance.
void Resolver::check_instances() {
    for (const InstanceSpec& instance : spec_.instances) {
        const std::size_t before = faults_.count();
        resolve(instance.world, {SubjectKind::instance, instance.name, "world"});
        if (faults_.count() == before) continue;
        FrameSpec frame = instance.world;
        take_apart(frame, bodies_);
        refused_.insert(frame.body == "world" || bodies_.find(frame.body) ? name_frame(frame) : frame.body);
    }
}

/// "left.arm" must not be a body and a marker of another.
void Resolver::refuse_ambiguous_names() {
    for (const std::string& name : bodies_.names())
        for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
            const std::string head = name.substr(0, dot), tail = name.substr(dot + 1);
            if (head != "world" && !bodies_.find(head)) continue;
            const bool is_sound =
                head == "world" ? faults_.is_sound(SubjectKind::world, "") : faults_.is_sound(SubjectKind::body, head);
            if (is_sound && builder_.view_body(head).markers->find(tail))
                faults_.add(
                    {SubjectKind::body, name},
                    fmt::format("the name \"{}\" is that of marker \"{}\" of body \"{}\", too", name, tail, head));
        }
}

Frame Resolver::make_frame(const FrameSpec& frame, const Subject& subject) {
    const auto resolved = resolve(frame, subject);
    return resolved && is_connected_ ? builder_.make_frame(*resolved) : Frame{};
}

std::optional<std::string> Resolver::find_track(const std::string& body, const std::string& track,
                                                const Subject& owner) {
    const auto view = find_body(body, owner.at("body"));
    if (!view) return {};
    const std::string kind = fmt::format("track of body \"{}\"", body);
    const auto& tracks = *view->tracks;
    if (track.empty() && tracks.size() == 1) return tracks[0].first;
    if (track.empty()) {
        faults_.add(owner, fmt::format("\"track\" is missing, expected the name of a {}", kind));
        return {};
    }
    const std::vector<std::string> known = names_of(tracks);
    if (std::find(known.begin(), known.end(), track) != known.end()) return track;
    refuse_name(owner.at("track"), kind, track, known);
    return {};
}

const JointSpec* Resolver::find_joint(const std::string& name, const Subject& subject) {
    if (name.empty()) return nullptr;
    const auto found = joints_.find(name);
    if (!found) refuse_name(subject, "joint", name, joints_.names());
    if (!found || !faults_.is_sound(SubjectKind::joint, name)) return nullptr;
    return &spec_.joints[*found];
}

bool Resolver::is_absent(const std::string& joint) const {
    const auto found = joints_.find(joint);
    return found && is_absent(spec_.joints[*found]);
}

const JointSpec* Resolver::find_tree_joint(const std::string& name, const Subject& subject) {
    const JointSpec* joint = find_joint(name, subject);
    if (joint == nullptr || !joint->closes_loop) return joint;
    faults_.add(subject, fmt::format("joint \"{}\" closes a loop and has no coordinate of its own; \"force_x\" to "
                                     "\"moment_z\" are known of it",
                                     name));
    return nullptr;
}

std::optional<Resolver::Coordinate> Resolver::find_coordinate(const CoordinateSpec& at, const Subject& owner) {
    const JointSpec* joint = find_tree_joint(at.joint, owner.at("joint"));
    if (joint == nullptr) return {};
    const std::vector<std::string> names = coordinate_names(joint->type);
    const int count = static_cast<int>(names.size());
    if (count == 0) {
        faults_.add(owner.at("joint"), fmt::format("joint \"{}\" is fixed and has no coordinate", joint->name));
        return {};
    }
    if (at.coordinate.empty()) {
        if (count == 1) return Coordinate{joint, 0};
        faults_.add(owner, fmt::format("\"coordinate\" is missing, since joint \"{}\" has {}: {}", joint->name, count,
                                       fmt::join(names, ", ")));
        return {};
    }
    const Subject subject = owner.at("coordinate");
    if (const auto number = as_number(at.coordinate)) {
        if (*number >= 0 && *number < count) return Coordinate{joint, *number};
        faults_.add(subject,
                    fmt::format("found the number {}, expected a whole number from 0 to {}", *number, count - 1));
        return {};
    }
    const auto match = std::find(names.begin(), names.end(), at.coordinate);
    if (match != names.end()) return Coordinate{joint, static_cast<int>(match - names.begin())};
    refuse_name(subject, fmt::format("coordinate of joint \"{}\"", joint->name), at.coordinate, names);
    return {};
}

std::optional<NodeId> Resolver::find_driven_node(const CoordinateSpec& at, const Subject& owner) {
    const auto found = find_coordinate(at, owner);
    if (!found) return {};
    if (const JointType type = found->joint->type; !is_scalar(type, found->number)) {
        const bool has_some = is_scalar(type, 0);
        faults_.add(owner.at(has_some ? "coordinate" : "joint"),
                    fmt::format("{} to act on; use a torque or a bushing between its bodies",
                                has_some ? fmt::format("\"{}\" of joint \"{}\" belongs to a rotation and is no "
                                                       "scalar coordinate",
                                                       coordinate_names(type)[static_cast<std::size_t>(found->number)],
                                                       found->joint->name)
                                         : fmt::format("joint \"{}\" is {}: it has no scalar coordinate",
                                                       found->joint->name, type_name(type))));
        return {};
    }
    if (!is_connected_) return {};
    return builder_.coordinate_node(found->joint->name, found->number);
}

}  // namespace ritz
