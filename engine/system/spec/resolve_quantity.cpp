// What is measured, from names to the model.
#include <fmt/format.h>

#include "core/overloaded.hpp"
#include "engine/system/spec/resolver.hpp"

namespace ritz {
namespace {

/// The wrench through a joint, at M in the axes of M.
Quantity make_wrench_quantity(const Joint& joint, int component) {
    if (joint.type == JointType::universal) {
        // The last axis of a universal joint is its y axis: the engine's axes are the user's z, x, y there.
        const std::array<int, 3> place = {1, 2, 0};
        component = component < 3 ? place[static_cast<std::size_t>(component)]
                                  : 3 + place[static_cast<std::size_t>(component - 3)];
    }
    return JointForceQuantity{joint.nodes.back(), 0, component};
}

/// Each returns nothing after a fault, or if the tree does not stand.
struct Measurer {
    Resolver& names;
    const Subject& subject;

    using Result = std::optional<Quantity>;

    Result operator()(const JointMeasure& m) const {
        if (m.aspect >= JointAspect::force_x) return measure_wrench(m);
        const auto found = names.find_coordinate(m.at, subject);
        if (!found) return {};
        if (m.aspect == JointAspect::force && !is_scalar(found->joint->type, found->number)) {
            names.faults().add(subject.at("quantity"),
                               fmt::format("joint \"{}\" is {}: measure \"force_x\" to \"moment_z\"",
                                           found->joint->name, type_name(found->joint->type)));
            return {};
        }
        if (!names.is_connected()) return {};
        if (m.aspect == JointAspect::force)
            return JointForceQuantity{names.builder().coordinate_node(found->joint->name, found->number), 0, {}};
        return names.measure_coordinate(*found->joint, found->number, static_cast<Level>(m.aspect));
    }

    Result measure_wrench(const JointMeasure& m) const {
        const int component = static_cast<int>(m.aspect) - static_cast<int>(JointAspect::force_x);
        if (!m.at.coordinate.empty()) {
            names.faults().add(subject.at("coordinate"), "the wrench through a joint belongs to no coordinate");
            return {};
        }
        if (names.is_absent(m.at.joint)) return AbsentQuantity{component < 3 ? "N" : "N m"};
        if (const auto loop = names.loops().find(m.at.joint)) return LoopForceQuantity{LoopId(*loop), component};
        const JointSpec* joint = names.find_tree_joint(m.at.joint, subject.at("joint"));
        if (joint == nullptr || !names.is_connected()) return {};
        return make_wrench_quantity(names.builder().joint(joint->name), component);
    }

    Result operator()(const FrameMeasure& m) const {
        FrameQuantity quantity;
        quantity.frame = names.make_frame(m.frame, subject.at("frame"));
        quantity.observer = names.make_frame(m.observer, subject.at("observer"));
        quantity.angular = m.angular;
        quantity.level = m.level;
        quantity.component = m.component;
        return quantity;
    }

    Result operator()(const ElasticMeasure& m) const {
        const auto body = names.find_body(m.body, subject.at("elastic"));
        if (!body) return {};
        if (body->elastic == nullptr) {
            names.faults().add(subject.at("elastic"), fmt::format("body \"{}\" is rigid", m.body));
            return {};
        }
        if (m.mode < 1 || m.mode > body->elastic->modes()) {
            names.faults().add(subject.at("mode"),
                               fmt::format("found the number {}, expected a whole number from 1 to {}", m.mode,
                                           body->elastic->modes()));
            return {};
        }
        if (!names.is_connected()) return {};
        return ElasticQuantity{names.builder().body_node(m.body).value(), m.mode - 1, m.level};
    }

    Result operator()(const DeflectionMeasure& m) const {
        const Subject place = subject.at("deflection");
        const auto frame = names.resolve(m.place, place);
        if (!frame) return {};
        const auto body = names.find_body(frame->body, place);
        if (!body) return {};
        if (body->elastic == nullptr)
            names.faults().add(place, fmt::format("body \"{}\" is rigid", frame->body));
        else if (frame->marker.empty() && !frame->x)
            names.faults().add(place, "expected a marker, or a place x along a beam");
        return DeflectionQuantity{names.make_frame(m.place, place), m.component, m.level};
    }

    Result operator()(const SectionForceMeasure& m) const {
        const auto body = names.find_body(m.body, subject.at("section_force"));
        if (!body) return {};
        if (body->elastic != nullptr && body->elastic->beam) return measure_beam(m, body->elastic->beam->length);
        if (body->elastic == nullptr || body->elastic->cuts.empty()) {
            names.faults().add(
                subject.at("section_force"),
                fmt::format("body \"{}\" is no beam and has no cuts: give its model \"cuts\" (docs/model.md), "
                            "or divide it and measure the joint between its parts",
                            m.body));
            return {};
        }
        if (m.x) {
            names.faults().add(subject.at("x"), fmt::format("body \"{}\" is no beam: name a \"cut\" of it", m.body));
            return {};
        }
        std::vector<std::string> cuts;
        for (const BodyCut& cut : body->elastic->cuts) cuts.push_back(cut.name);
        for (std::size_t i = 0; i < cuts.size(); ++i)
            if (cuts[i] == m.cut && names.is_connected())
                return CutForceQuantity{names.builder().body_node(m.body).value(), static_cast<int>(i), m.component};
        if (m.cut.empty())
            names.faults().add(subject, "\"cut\" is missing, expected the name of a cut");
        else if (std::find(cuts.begin(), cuts.end(), m.cut) == cuts.end())
            names.refuse_name(subject.at("cut"), "cut", m.cut, cuts);
        return {};
    }

    Result measure_beam(const SectionForceMeasure& m, double length) const {
        if (!m.cut.empty()) {
            names.faults().add(subject.at("cut"), fmt::format("body \"{}\" is a beam: give the place \"x\"", m.body));
            return {};
        }
        if (!m.x) {
            names.faults().add(subject, fmt::format("\"x\" is missing, expected a number from 0 to {}", length));
            return {};
        }
        if (!(*m.x >= 0 && *m.x <= length)) {
            names.faults().add(subject.at("x"),
                               fmt::format("found the number {}, expected a number from 0 to {}", *m.x, length));
            return {};
        }
        if (!names.is_connected()) return {};
        return SectionForceQuantity{names.builder().body_node(m.body).value(), *m.x, m.component};
    }

    Result operator()(const ReactionMeasure& m) const { return names.measure_reaction(m, subject.at("reaction")); }

    Result operator()(const EnergyMeasure& m) const { return EnergyQuantity{m.kind}; }

    Result operator()(const LoopErrorMeasure& m) const {
        if (m.loop.empty()) return {};
        if (names.is_absent(m.loop)) return AbsentQuantity{};
        if (const auto loop = names.loops().find(m.loop)) return LoopErrorQuantity{LoopId(*loop), m.velocity};
        if (const auto coupling = names.couplings().find(m.loop))
            return LoopErrorQuantity{{}, m.velocity, CouplingId(*coupling)};
        if (m.loop == "all") return LoopErrorQuantity{{}, m.velocity};
        std::vector<std::string> known = names.loops().names();
        known.insert(known.end(), names.couplings().names().begin(), names.couplings().names().end());
        known.emplace_back("all");
        names.refuse_name(subject.at("loop_error"), "loop", m.loop, known);
        return {};
    }

    Result operator()(const CouplingMeasure& m) const { return names.measure_coupling(m, subject); }

    Result operator()(const ControllerMeasure& m) const {
        if (m.controller.empty()) return {};
        if (const auto found = names.controllers().find(m.controller)) return ControllerQuantity{ControllerId(*found)};
        names.refuse_name(subject.at("controller"), "controller", m.controller, names.controllers().names());
        return {};
    }

    Result operator()(const BoundMeasure& m) const {
        if (m.body.empty()) return {};
        const bool is_corrected = m.aspect == BoundAspect::corrected || m.aspect == BoundAspect::corrected_bound;
        if (is_corrected && !m.motion)
            names.faults().add(subject.at("quantity"),
                               "found no \"marker\" beside it, expected one: only outputs are "
                               "corrected");
        if (m.aspect == BoundAspect::system_estimate && m.motion)
            names.faults().add(subject.at("quantity"),
                               "the estimate of the whole system is of a body's state: expected "
                               "no \"marker\"");
        if (!names.refuse_without_bound(m.body, m.motion, subject, "bound") || !names.is_connected()) return {};
        return BoundQuantity{names.builder().body_node(m.body).value(), m.motion, m.aspect};
    }
};

}  // namespace

std::optional<Quantity> Resolver::resolve(const QuantitySpec& quantity, const Subject& subject) {
    const std::size_t before = faults_.count();
    const std::optional<Quantity> result = std::visit(Measurer{*this, subject}, quantity);
    return faults_.count() == before ? result : std::nullopt;
}

bool Resolver::refuse_without_bound(const std::string& name, const std::optional<MarkerMotion>& motion,
                                    const Subject& at, const std::string& member) {
    const auto body = find_body(name, at.at(member));
    if (!body) return false;
    const bool has_marker = !motion || body->markers->find(motion->marker).has_value();
    if (body->elastic == nullptr)
        faults_.add(at.at(member), fmt::format("body \"{}\" is rigid: no reduction that could have an error", name));
    else if (!has_marker)
        refuse_name(at.at("marker"), fmt::format("marker of body \"{}\"", name), motion->marker,
                    body->markers->names());
    return body->elastic != nullptr && has_marker;
}

std::optional<Quantity> Resolver::measure_reaction(const ReactionMeasure& m, const Subject& subject) {
    if (m.end.empty()) return {};
    const std::size_t dot = m.end.rfind('.');
    const std::string name = m.end.substr(0, dot), end = dot == std::string::npos ? "" : m.end.substr(dot + 1);
    const bool is_body = bodies_.find(name).has_value();
    if (is_body && !faults_.is_sound(SubjectKind::body, name)) return {};
    const ElasticBody* elastic = is_body ? builder_.view_body(name).elastic : nullptr;
    const bool is_beam = elastic != nullptr && elastic->beam;
    if (is_body && !is_beam) {
        faults_.add(subject,
                    fmt::format("body \"{}\" is no beam; what holds it is measured at its joint (\"force_x\" to "
                                "\"moment_z\"), what passes through it at a cut",
                                name));
        return {};
    }
    if (is_beam && (end == "start" || end == "end")) {
        if (!is_connected_) return {};
        return ReactionQuantity{builder_.body_node(name).value(), end == "start" ? BeamEnd::start : BeamEnd::end,
                                m.component};
    }
    std::vector<std::string> known;
    for (const BodySpec& body : spec_.bodies)
        if (std::holds_alternative<BeamSpec>(body.kind))
            for (const char* each : {".start", ".end"}) known.push_back(body.name + each);
    refuse_name(subject, "beam's end", m.end, known);
    return {};
}

Quantity Resolver::measure_coordinate(const JointSpec& joint, int coordinate, Level level) {
    if (is_scalar(joint.type, coordinate))
        return JointQuantity{builder_.coordinate_node(joint.name, coordinate), 0, level};
    // Rotations and free joints are counted in quaternions; the user sees position and rotation vector in the parent's
    // frame.
    const Joint& entry = builder_.joint(joint.name);
    return FrameQuantity{entry.child, entry.parent, is_angular(joint.type, coordinate), level,
                         static_cast<Component>(place_coordinate(joint.type, coordinate).number % 3)};
}

}  // namespace ritz
