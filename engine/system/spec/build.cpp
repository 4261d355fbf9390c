#include "engine/system/spec/build.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "core/printable.hpp"
#include "engine/system/dynamics.hpp"
#include "engine/system/measures/measure.hpp"
#include "engine/system/spec/activations.hpp"
#include "engine/system/spec/bind_inputs.hpp"
#include "engine/system/spec/build_controllers.hpp"
#include "engine/system/spec/finish_model.hpp"
#include "engine/system/spec/resolver.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

/// Forces and loads to elements of the model, whose nodes and frames are those of the tree.
struct ElementMaker {
    Resolver& names;
    const Subject& subject;

    /// Two places that nothing moves apart; those of an elastic body move.
    void refuse_rigid_pair(const FrameSpec& from, const FrameSpec& to, const Frame& a, const Frame& b) const {
        if (from.body == "world" && to.body == "world")
            names.faults().add(subject.at("to"),
                               "both ends are on the world, which nothing moves; expected one of them on a body");
        else if (from.body == to.body && !a.marker && !b.marker && a.node && names.is_connected())
            names.faults().add(subject.at("to"),
                               fmt::format("both ends are on the rigid body \"{}\", which nothing stretches; expected "
                                           "one of them on another body or on the world",
                                           to.body));
    }
    NodeId node(const CoordinateSpec& at) const { return names.find_driven_node(at, subject).value_or(NodeId()); }

    ForceElementKind operator()(const PointSpringSpec& s) const {
        const Frame from = names.make_frame(s.from, subject.at("from")), to = names.make_frame(s.to, subject.at("to"));
        refuse_rigid_pair(s.from, s.to, from, to);
        return PointSpring{from, to, s.law, s.length, s.sides};
    }
    ForceElementKind operator()(const BushingSpec& s) const {
        const Frame from = names.make_frame(s.from, subject.at("from")), to = names.make_frame(s.to, subject.at("to"));
        refuse_rigid_pair(s.from, s.to, from, to);
        return Bushing{from, to, s.translation, s.rotation};
    }
    ForceElementKind operator()(const JointSpringSpec& s) const { return JointSpring{node(s.at), s.law, s.position}; }
    ForceElementKind operator()(const JointStopSpec& s) const {
        if (!(s.lower < s.upper))
            names.faults().add(subject.at("upper"),
                               fmt::format("found {}, expected more than \"lower\", {}", s.upper, s.lower));
        return JointStop{node(s.at), s.lower, s.upper, s.stiffness, s.damping};
    }
    ForceElementKind operator()(const JointFrictionSpec& s) const {
        if (s.breakaway < s.coulomb)
            names.faults().add(subject.at("breakaway"),
                               fmt::format("found {}, expected at least \"coulomb\", {}", s.breakaway, s.coulomb));
        else if (s.breakaway > s.coulomb && s.stribeck_rate == 0)
            names.faults().add(subject, "\"stribeck_rate\" is missing, since \"breakaway\" exceeds \"coulomb\"");
        return JointFriction{node(s.at), s.coulomb, s.breakaway, s.stribeck_rate, s.viscous, s.regularisation};
    }
    ForceElementKind operator()(const PointLoadSpec& s) const {
        return PointLoad{names.make_frame(s.at, subject.at("at")), s.force, s.torque, s.in_body_axes};
    }
    ForceElementKind operator()(const MovingLoadSpec& s) const {
        MovingLoad load{{}, {}, s.s, s.force, s.in_body_axes};
        const auto track = names.find_track(s.body, s.track, subject);
        if (!track || !names.is_connected()) return load;
        load.node = names.builder().body_node(s.body);
        load.track = names.builder().use_track(s.body, *track);
        return load;
    }
    ForceElementKind operator()(const MotorSpec& s) const {
        const std::size_t before = names.faults().count();
        const NodeId at = node(s.at);
        if (names.faults().count() == before) check_motor(s);
        return JointLoad{at, s.force};
    }
    void check_motor(const MotorSpec& s) const {
        const auto found = names.find_coordinate(s.at, subject);
        if (!found) return;
        const bool turns = is_angular(found->joint->type, found->number);
        if (turns != s.is_torque)
            names.faults().add(
                subject.at(s.is_torque ? "torque" : "force"),
                fmt::format("coordinate \"{}\" of joint \"{}\" takes a \"{}\"",
                            coordinate_names(found->joint->type)[static_cast<std::size_t>(found->number)],
                            found->joint->name, turns ? "torque" : "force"));
    }
};

/// A bushing is relaxed as it was when it was attached.
decltype(ForceSpec::kind) as_taken(const ForceSpec& force) {
    auto kind = force.kind;
    if (force.active && force.active->taken) std::get<BushingSpec>(kind).to.offset = *force.active->taken;
    return kind;
}
const decltype(LoadSpec::kind)& as_taken(const LoadSpec& load) { return load.kind; }

bool is_present(const ForceSpec& force) { return !force.active || force.active->is_on; }
bool is_present(const LoadSpec&) { return true; }

template <class Items>
void add_elements(Resolver& names, const Items& items, SubjectKind kind) {
    for (const auto& item : items) {
        const Subject subject{kind, item.name};
        if (!names.faults().is_sound(kind, item.name)) continue;
        ForceElementKind element = std::visit(ElementMaker{names, subject}, as_taken(item));
        if (names.is_connected() && is_present(item)) names.builder().add_force({item.name, std::move(element)});
    }
}

/// A name becomes the head of a column.
void check_output_name(const std::string& name, const Subject& subject, Faults& faults) {
    if (name == "time") faults.add(subject, "the name \"time\" is taken by the first column");
    if (name.find_first_of(",;\"\t\r\n") != std::string::npos)
        faults.add(subject, "the name of an output must not contain commas, semicolons, quotes, tabs or line ends");
}

void add_outputs(Resolver& names, const std::vector<OutputSpec>& specs, System& system) {
    std::unordered_map<std::string, std::string> columns;  // with control characters made visible two may be the same
    for (const OutputSpec& output : specs) {
        const Subject subject{SubjectKind::output, output.name};
        check_output_name(output.name, subject, names.faults());
        if (const auto [twin, is_new] = columns.emplace(printable(output.name), output.name); !is_new)
            names.faults().add(subject,
                               fmt::format("makes a column \"{}\" as output \"{}\" does", twin->first, twin->second));
        if (!names.faults().is_sound(subject.kind, subject.name)) continue;
        if (const auto quantity = names.resolve(output.quantity, subject))
            system.outputs.push_back({output.name, *quantity});
    }
}

void add_all_coordinates(Resolver& names, const SystemSpec& spec, System& system) {
    if (!names.is_connected()) return;
    for (const JointSpec& joint : spec.joints) {
        if (joint.closes_loop) continue;
        const std::vector<std::string> coordinates = coordinate_names(joint.type);
        for (std::size_t k = 0; k < coordinates.size(); ++k)
            for (const auto& [ending, level] : {std::pair{"", Level::position}, std::pair{"_rate", Level::rate}})
                system.outputs.push_back({joint.name + "." + coordinates[k] + ending,
                                          names.measure_coordinate(joint, static_cast<int>(k), level)});
    }
}

void add_monitor(Resolver& names, const QuantityWatchSpec& given, const Subject& subject, System& system) {
    Monitor monitor{subject.name, {}, given.above, given.below};
    if (const auto quantity = names.resolve(given.quantity, subject.at("quantity"))) monitor.quantity = *quantity;
    if (!given.above && !given.below)
        names.faults().add(subject, "expected \"above\" or \"below\", the limits of the run");
    if (given.above && given.below && !(*given.below < *given.above))
        names.faults().add(subject.at("below"),
                           fmt::format("found {}, expected less than \"above\", {}", *given.below, *given.above));
    system.monitors.push_back(std::move(monitor));
}

void add_monitor(Resolver& names, const BoundWatchSpec& given, const Subject& subject, System& system) {
    names.refuse_without_bound(given.body, given.output, subject.at("bound"), "body");
    system.bound_monitors.push_back({subject.name, given});
}

void add_monitors(Resolver& names, const SystemSpec& spec, System& system) {
    for (const MonitorSpec& given : spec.monitors) {
        const Subject subject{SubjectKind::monitor, given.name};
        if (!names.faults().is_sound(subject.kind, subject.name)) continue;
        std::visit([&](const auto& watch) { add_monitor(names, watch, subject, system); }, given.watch);
    }
}

void add_conditions(Resolver& names, const SystemSpec& spec, System& system) {
    for (const ConditionSpec& given : spec.conditions) {
        const Subject subject{SubjectKind::condition, given.name};
        if (!names.faults().is_sound(subject.kind, subject.name)) continue;
        Condition condition{given.name, {}, given.above, given.below, given.is_latched};
        if (const auto quantity = names.resolve(given.quantity, subject.at("quantity"))) condition.quantity = *quantity;
        if (!given.above && !given.below)
            names.faults().add(subject, "expected \"above\", \"below\" or both: where does the condition hold?");
        if (given.above && given.below && !(*given.above < *given.below))
            names.faults().add(subject.at("below"),
                               fmt::format("found {}, expected more than \"above\", {}", *given.below, *given.above));
        system.conditions.push_back(std::move(condition));
    }
}

void add_attachments(Resolver& names, const SystemSpec& spec, System& system) {
    const ActivationPlan plan(spec, names.faults());
    if (!names.is_connected() || !names.faults().empty()) return;
    for (const ActivationPlan::Element& element : plan.elements()) {
        const auto* joint = element.subject.kind == SubjectKind::joint ? &spec.joints[element.place] : nullptr;
        const auto* bushing = joint ? nullptr : std::get_if<BushingSpec>(&spec.forces[element.place].kind);
        AttachmentFrames frames;
        frames.is_taken = joint != nullptr || bushing != nullptr;
        if (frames.is_taken) {
            FrameSpec child = joint ? joint->child : bushing->to;
            const FrameSpec& parent = joint ? joint->parent : bushing->from;
            frames.parent = names.make_frame(parent, element.subject);
            frames.child = names.make_frame(child, element.subject);
            child.offset = Pose();
            frames.child_place = names.make_frame(child, element.subject);
        }
        system.attachments.push_back(frames);
    }
}

/// The velocity coordinates of a joint, or of one of its coordinates, by name.
std::vector<int> find_coordinates(const Model& model, const std::string& name) {
    for (const Joint& joint : model.joints) {
        const std::vector<std::string> names = coordinate_names(joint.type);
        const int count = static_cast<int>(names.size());
        std::vector<int> all;
        for (int k = 0; k < count; ++k) {
            const CoordinatePlace place = place_coordinate(joint.type, k);
            const Node& node = model.nodes[joint.nodes[place.primitive]];
            if (node.nu == 0) continue;  // prescribed
            // A free joint's rates are angular first, its coordinates are lengths first.
            const int at = joint.type == JointType::free ? (k + 3) % 6 : place.number;
            if (name == joint.name + "." + names[static_cast<std::size_t>(k)]) return {node.u + at};
            all.push_back(node.u + at);
        }
        if (name == joint.name) return all;
    }
    return {};
}

void hold_coordinates(const SystemSpec& spec, Faults& faults, System& system) {
    if (spec.hold.empty()) return;
    std::vector<std::string> known;
    for (const Joint& joint : system.model.joints)
        for (const std::string& coordinate : coordinate_names(joint.type))
            known.push_back(joint.name + "." + coordinate);
    for (const std::string& name : spec.hold) {
        const std::vector<int> found = find_coordinates(system.model, name);
        if (found.empty())
            faults.add({SubjectKind::start, "", "hold"},
                       fmt::format("found \"{}\", expected a joint in the tree with a free coordinate, or one of its "
                                   "coordinates{}",
                                   name, suggest(name, known)));
        system.held.insert(system.held.end(), found.begin(), found.end());
    }
}

Subject find_owner(const Model& model, const std::string& node) {
    for (const BodyEntry& body : model.bodies)
        if (body.name == node) return {SubjectKind::body, node};
    return {SubjectKind::joint, node.substr(0, node.rfind('/'))};
}

/// One evaluation at the start finds what no single member shows: a body without inertia along its joint.
void check_start(const System& system, Faults& faults) {
    const Model& model = system.model;
    Workspace ws(model);
    VecX y, y_dot(model.states());
    pack(system.start, y);
    try {
        eval_rates(model, 0, y.data(), y_dot.data(), ws);
    } catch (const InertiaError& error) {
        return faults.add(find_owner(model, error.node()), error.what());
    } catch (const NumericalError& error) {
        return faults.add({SubjectKind::system, "", "joints"}, error.what());
    }
    if (y_dot.allFinite()) return;
    for (const Joint& joint : model.joints)
        for (const NodeId k : joint.nodes) {
            const Node& node = model.nodes[k];
            if (!y_dot.segment(model.nq + node.u, node.nu + node.n).allFinite())
                return faults.add({SubjectKind::joint, joint.name},
                                  fmt::format("the accelerations of joint \"{}\" are not finite at the start: has its "
                                              "body an inertia along every coordinate?",
                                              joint.name));
        }
    faults.add({SubjectKind::system}, "the accelerations are not finite at the start");
}

/// The frames of cambers' loads, which finish() gives no names to look up any more.
std::vector<BodyCamber> resolve_cambers(Resolver& names, const SystemSpec& spec) {
    std::vector<BodyCamber> cambers;
    for (const BodySpec& body : spec.bodies) {
        const Subject subject{SubjectKind::body, body.name, "camber"};
        if (!body.camber || !names.faults().is_sound(SubjectKind::body, body.name)) continue;
        BodyCamber camber{body.name, body.camber->own_weight, {}};
        for (const CamberLoad& load : body.camber->loads) {
            FrameSpec at = load.at;
            at.body = body.name;
            camber.loads.emplace_back(names.make_frame(at, subject.at("loads")), load.force);
        }
        cambers.push_back(std::move(camber));
    }
    return cambers;
}

void finish(Resolver& names, const SystemSpec& spec, const std::vector<BodyCamber>& cambers, System& system) {
    Faults& faults = names.faults();
    try {
        ModelBuilder::Result result = names.builder().finish();
        system.model = std::move(result.model);
        system.start = std::move(result.state);
    } catch (const SpecError& error) {
        for (const Fault& fault : error.faults()) faults.add(fault.subject, fault.what);
        return;
    }
    system.inputs = bind_inputs(spec.inputs, system.model, faults);
    if (faults.empty()) add_cambers(cambers, system.start, system.model);
    if (!faults.empty()) return;
    check_start(system, faults);
    if (faults.empty()) hold_coordinates(spec, faults, system);
}

}  // namespace

System build(const SystemSpec& spec, Faults& faults) {
    Resolver names(spec, faults);
    System system;
    names.add_bodies();
    names.add_joints();
    names.connect();
    names.add_couplings();
    add_elements(names, spec.forces, SubjectKind::force);
    add_elements(names, spec.loads, SubjectKind::load);
    for (const ControllerSpec& controller : spec.controllers) add_controller(names, controller);
    if (spec.outputs)
        add_outputs(names, *spec.outputs, system);
    else
        add_all_coordinates(names, spec, system);
    add_outputs(names, spec.bound_outputs, system);
    add_monitors(names, spec, system);
    add_conditions(names, spec, system);
    add_attachments(names, spec, system);
    const auto cambers = resolve_cambers(names, spec);
    if (faults.empty()) finish(names, spec, cambers, system);
    return system;
}

System build(const SystemSpec& spec) {
    Faults faults;
    System system = build(spec, faults);
    if (!faults.empty()) throw SpecError(faults.list());
    return system;
}

}  // namespace ritz
