#include "engine/system/spec/instances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/overloaded.hpp"
#include "core/signals/input.hpp"
#include "engine/system/spec/take_apart.hpp"

namespace ritz {
namespace {

Pose compose(const Pose& X_AB, const Pose& X_BC) { return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p}; }

/// Visits everything in a part that is or holds a name, and turns it into what it is in the whole.
class Placing {
  public:
    Placing(const Instance& instance, Faults& faults)
        : prefix_(instance.name + "."), world_(instance.world), places_(instance.part.world), faults_(faults) {
        for (const BodySpec& body : instance.part.bodies) bodies_.add(body.name);
    }

    void place(InputSpec&) const {}
    void place(ConditionSpec& condition) const {
        place(condition.quantity, {SubjectKind::condition, prefix_ + condition.name, "quantity"});
    }
    void place(std::optional<ActivationSpec>& active) const {
        if (!active) return;
        for (std::string& name : active->with) rename(name);
        for (std::string& name : active->unless) rename(name);
    }
    void place(BodySpec& body) const {
        if (body.camber)
            for (CamberLoad& load : body.camber->loads) load.at.body = prefix_ + body.name;
    }
    void place(InstanceSpec& inner) const {
        place(inner.world, {SubjectKind::instance, prefix_ + inner.name, "world"});
    }
    void place(JointSpec& joint) const {
        const Subject subject{SubjectKind::joint, prefix_ + joint.name};
        if (joint.type == JointType::slide && is_on_world(joint.parent)) {
            place_track(joint.track, subject);
            joint.parent.body = world_.body;  // the track has moved there; an offset is one of the frame that slides
        } else {
            place(joint.parent, subject.at("parent"));
        }
        place(joint.child, subject.at("child"));
        if (joint.motion) place(*joint.motion);
        place(joint.active);
    }
    void place(CouplingSpec& coupling) const {
        std::visit(Overloaded{[&](GearSpec& g) {
                                  rename(g.first.joint);
                                  rename(g.second.joint);
                              },
                              [&](CouplerSpec& c) {
                                  for (CouplingTermSpec& term : c.terms) rename(term.at.joint);
                              }},
                   coupling.kind);
    }
    void place(ForceSpec& force) const {
        const Subject subject{SubjectKind::force, prefix_ + force.name};
        place(force.active);
        const auto place_ends = [&](auto& element) {
            place(element.from, subject.at("from"));
            place(element.to, subject.at("to"));
        };
        std::visit(
            Overloaded{[&](PointSpringSpec& s) { place_ends(s); }, [&](BushingSpec& s) { place_ends(s); },
                       [&](JointSpringSpec& s) { rename(s.at.joint); }, [&](JointStopSpec& s) { rename(s.at.joint); },
                       [&](JointFrictionSpec& s) { rename(s.at.joint); }},
            force.kind);
    }
    void place(LoadSpec& load) const {
        const Subject subject{SubjectKind::load, prefix_ + load.name};
        std::visit(Overloaded{[&](PointLoadSpec& s) {
                                  place(s.at, subject.at("at"));
                                  place(s.force);
                                  place(s.torque);
                              },
                              [&](MovingLoadSpec& s) {
                                  if (s.body == "world") {
                                      place_track(s.track, subject);
                                      s.body = world_.body;
                                  } else {
                                      rename(s.body);
                                  }
                                  place(s.s);
                                  place(s.force);
                              },
                              [&](MotorSpec& s) {
                                  rename(s.at.joint);
                                  place(s.force);
                              }},
                   load.kind);
    }
    void place(ControllerSpec& controller) const {
        const Subject subject{SubjectKind::controller, prefix_ + controller.name};
        for (DriveSpec& drive : controller.drives) rename(drive.at.joint);
        place(controller.measure, subject.at("measure"));
        place(controller.reference);
        rename(controller.reference_controller);
        place(controller.feed_forward);
    }
    void place(OutputSpec& output) const { place(output.quantity, {SubjectKind::output, prefix_ + output.name}); }
    void place(MonitorSpec& monitor) const {
        const Subject subject{SubjectKind::monitor, prefix_ + monitor.name};
        std::visit(Overloaded{[&](QuantityWatchSpec& watch) { place(watch.quantity, subject.at("quantity")); },
                              [&](BoundWatchSpec& watch) { rename(watch.body); }},
                   monitor.watch);
    }
    /// A curve in the part's world, on the body that stands for it: X_BW is the pose of that world.
    RigidTrackSpec place(RigidTrackSpec track, const Pose& X_BW) const {
        rename(track.name);
        for (Vec3& point : track.points) point = X_BW.p + X_BW.R * point;
        track.up = X_BW.R * track.up;
        return track;
    }
    void place(FrameSpec& frame, const Subject& subject) const {
        if (frame.body.empty()) return;  // after a complaint
        take_apart(frame, bodies_);
        if (frame.body != "world") {
            if (!bodies_.find(frame.body))
                faults_.add(subject.at("body"),
                            fmt::format("no body \"{}\"{}", frame.body, suggest(frame.body, bodies_.names())));
            return rename(frame.body);
        }
        Pose X_WF = frame.offset;
        if (!frame.marker.empty())
            if (const RigidMarkerSpec* marker = find_marker(frame.marker, subject)) X_WF = compose(marker->pose, X_WF);
        frame = world_;
        frame.offset = compose(world_.offset, X_WF);
    }
    void rename(std::string& name) const {
        if (!name.empty()) name = prefix_ + name;
    }

  private:
    bool is_on_world(FrameSpec& frame) const {
        take_apart(frame, bodies_);
        return frame.body == "world";
    }

    const RigidMarkerSpec* find_marker(const std::string& name, const Subject& subject) const {
        for (const RigidMarkerSpec& marker : places_.markers)
            if (marker.name == name) return &marker;
        faults_.add(subject, fmt::format("body \"world\" has no marker \"{}\"{}", name,
                                         suggest(name, names_of(places_.markers))));
        return nullptr;
    }

    /// Only tracks of the part's own world: what others lie on the body that stands for it, the part cannot know.
    void place_track(std::string& track, const Subject& subject) const {
        const std::vector<std::string> known = names_of(places_.tracks);
        if (track.empty() && known.size() == 1) track = known[0];
        if (track.empty())
            faults_.add(subject, "\"track\" is missing, expected the name of a track of body \"world\"");
        else if (std::find(known.begin(), known.end(), track) == known.end())
            faults_.add(subject.at("track"),
                        fmt::format("no track of body \"world\" \"{}\"{}", track, suggest(track, known)));
        rename(track);
    }

    void place(Signal& signal) const {
        if (const Input* input = signal.input()) signal = Input(prefix_ + input->name());
    }
    void place(std::array<Signal, 3>& signals) const {
        for (Signal& signal : signals) place(signal);
    }

    void place(QuantitySpec& quantity, const Subject& subject) const {
        std::visit(
            Overloaded{[&](JointMeasure& m) { rename(m.at.joint); },
                       [&](FrameMeasure& m) {
                           place(m.frame, subject.at("frame"));
                           place(m.observer, subject.at("observer"));
                       },
                       [&](ElasticMeasure& m) { rename(m.body); },
                       [&](DeflectionMeasure& m) { place(m.place, subject.at("deflection")); },
                       [&](SectionForceMeasure& m) { rename(m.body); }, [&](ReactionMeasure& m) { rename(m.end); },
                       [](EnergyMeasure&) {},
                       [&](LoopErrorMeasure& m) {
                           if (m.loop != "all") rename(m.loop);
                       },
                       [&](CouplingMeasure& m) {
                           rename(m.coupling);
                           rename(m.on.joint);
                       },
                       [&](ControllerMeasure& m) { rename(m.controller); }, [&](BoundMeasure& m) { rename(m.body); }},
            quantity);
    }

    std::string prefix_;
    const FrameSpec& world_;
    const PlacesSpec& places_;
    Faults& faults_;
    NameIndex bodies_;
};

/// Adds the elements of parts, section by section.
class Adding {
  public:
    Adding(SystemSpec& whole, Faults& faults) : whole_(whole), faults_(faults) {
        const auto note = [&](const auto& items, SubjectKind kind) {
            for (const auto& item : items)
                if (item.name.find('.') != std::string::npos) taken_.emplace(kind, item.name);
        };
        note(whole.inputs, SubjectKind::input);
        note(whole.bodies, SubjectKind::body);
        note(whole.joints, SubjectKind::joint);
        note(whole.couplings, SubjectKind::coupling);
        note(whole.forces, SubjectKind::force);
        note(whole.loads, SubjectKind::load);
        note(whole.controllers, SubjectKind::controller);
        if (whole.outputs) note(*whole.outputs, SubjectKind::output);
        note(whole.monitors, SubjectKind::monitor);
        note(whole.conditions, SubjectKind::condition);
    }

    void add_bodies(Instance& instance, const Placing& placing) {
        append(whole_.bodies, instance.part.bodies, SubjectKind::body, instance.name, placing);
    }
    void add_others(Instance& instance, const Placing& placing) {
        SystemSpec& part = instance.part;
        const auto add = [&](auto& all, auto& more, SubjectKind kind) {
            append(all, more, kind, instance.name, placing);
        };
        add(whole_.inputs, part.inputs, SubjectKind::input);
        add(whole_.joints, part.joints, SubjectKind::joint);
        add(whole_.couplings, part.couplings, SubjectKind::coupling);
        add(whole_.forces, part.forces, SubjectKind::force);
        add(whole_.loads, part.loads, SubjectKind::load);
        add(whole_.controllers, part.controllers, SubjectKind::controller);
        if (part.outputs) {
            if (!whole_.outputs) whole_.outputs.emplace();
            add(*whole_.outputs, *part.outputs, SubjectKind::output);
        }
        add(whole_.monitors, part.monitors, SubjectKind::monitor);
        add(whole_.conditions, part.conditions, SubjectKind::condition);
        whole_.instances.push_back({instance.name, instance.world});
        add(whole_.instances, part.instances, SubjectKind::instance);
    }

  private:
    template <class Item>
    void append(std::vector<Item>& all, std::vector<Item>& more, SubjectKind kind, const std::string& instance,
                const Placing& placing) {
        for (Item& item : more) {
            const std::string inside = item.name;
            placing.place(item);
            placing.rename(item.name);
            if (taken_.count({kind, item.name}) == 0)
                all.push_back(std::move(item));
            else
                faults_.add({kind, item.name}, fmt::format("the name \"{}\" is that of {} of instance \"{}\", too",
                                                           item.name, describe({kind, inside}), instance));
        }
    }

    SystemSpec& whole_;
    Faults& faults_;
    std::set<std::pair<SubjectKind, std::string>> taken_;  // by the whole's own elements
};

/// Markers and tracks of something rigid; null for an elastic body or none.
PlacesSpec* find_places(SystemSpec& whole, const NameIndex& bodies, const std::string& name) {
    if (name == "world") return &whole.world;
    const auto found = bodies.find(name);
    auto* rigid = found ? std::get_if<RigidBodySpec>(&whole.bodies[*found].kind) : nullptr;
    return rigid == nullptr ? nullptr : &rigid->places;
}

/// The tracks of a part's world, to the body that stands for it.
void move_tracks(SystemSpec& whole, const NameIndex& bodies, const Instance& instance, const Placing& placing,
                 Faults& faults) {
    const FrameSpec& frame = instance.world;
    if (instance.part.world.tracks.empty()) return;
    PlacesSpec* places = find_places(whole, bodies, frame.body);
    if (places == nullptr) {
        if (bodies.find(frame.body))  // who is not there is named by build()
            faults.add({SubjectKind::instance, instance.name, "world"},
                       fmt::format("body \"{}\" is elastic and cannot carry the track \"{}\" of the part's world; "
                                   "expected a rigid body or the world",
                                   frame.body, instance.part.world.tracks[0].name));
        return;
    }
    Pose X_BW = frame.offset;
    for (const RigidMarkerSpec& marker : places->markers)
        if (marker.name == frame.marker) X_BW = compose(marker.pose, frame.offset);
    for (const RigidTrackSpec& track : instance.part.world.tracks) places->tracks.push_back(placing.place(track, X_BW));
}

}  // namespace

void add_instances(SystemSpec& whole, std::vector<Instance> instances, Faults& faults) {
    std::vector<Placing> placings;
    placings.reserve(instances.size());
    Adding adding(whole, faults);
    for (Instance& instance : instances) {
        placings.emplace_back(instance, faults);
        adding.add_bodies(instance, placings.back());
    }
    NameIndex bodies;
    for (const BodySpec& body : whole.bodies) bodies.add(body.name);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        take_apart(instances[i].world, bodies);
        move_tracks(whole, bodies, instances[i], placings[i], faults);
        adding.add_others(instances[i], placings[i]);
    }
}

FrameSpec place_frame(const Instance& instance, FrameSpec frame, const Subject& subject, Faults& faults) {
    Placing(instance, faults).place(frame, subject);
    return frame;
}

}  // namespace ritz
