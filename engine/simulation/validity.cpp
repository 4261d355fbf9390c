#include "engine/simulation/validity.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "engine/simulation/table_rate.hpp"

namespace ritz {
namespace {

constexpr double slowest_sound = 10, fastest_sound = 3e4;  // [m/s] foam, diamond
constexpr double least_slenderness = 3;                    // length over radius of gyration
// Of the deflection by a force at the tip shear adds 3 E/(κG) (r/L)², with ν = 0.3 and κ = 5/6: a twentieth below 14.
constexpr double shear_share = 9.4, stocky = 13.7;
constexpr double most_slenderness = 1e5;
constexpr double longest_beam = 5000;                 // [m]
constexpr double long_beam = 500, thick_section = 5;  // [m] together only of beams in mm; decks of bridges are flatter

std::string describe_odd_sound(double speed) {
    if (speed >= slowest_sound && speed <= fastest_sound) return {};
    return fmt::format(
        "sound would run through it at {:.3g} m/s, in real materials at 10 to 3e4 m/s: is Young's modulus in MPa, or "
        "the "
        "density in g/cm³? Everything is SI: Pa, kg/m³, m",
        speed);
}

/// The length of a rod with the same inertia about its centre.
double length_of(const ElasticBody& body) {
    if (body.beam) return body.beam->length;
    const InertiaInvariants& inertia = body.inertia;
    const double about_origin = inertia.J0.trace() / inertia.mass;
    return std::sqrt(6 * std::max(0.0, about_origin - 2 * (inertia.mc0 / inertia.mass).squaredNorm()));
}

/// The highest frequency with which a body of the basis answers a force [rad/s]: of a beam in bending.
double highest_frequency(const ElasticBody& body) {
    if (!body.beam || body.beam->size() != body.modes()) return compute_frequencies(body).maxCoeff();
    double highest = 0;
    for (Eigen::Index i = 0; i < body.modes(); ++i)
        if (is_bending(body.beam->modes[static_cast<std::size_t>(i)].motion))
            highest = std::max(highest, std::sqrt(body.Ke(i, i) / body.inertia.Me(i, i)));
    return highest;
}

/// Of the tables among the components of a force.
double fastest_table(const std::array<Signal, 3>& components, double end) {
    double fastest = 0;
    for (const Signal& component : components) fastest = std::max(fastest, compute_table_rate(component, end));
    return fastest;
}

bool is_elastic(const Model& model, NodeId node) { return model.nodes[node].elastic.has_value(); }

const ElasticBody& elastic_body_of(const Model& model, NodeId node) {
    return *model.elastic_bodies[*model.nodes[node].elastic];
}

/// The elastic bodies that a drive at the joint of a node shakes first: with only rigid ones between it and them.
std::vector<NodeId> find_driven_bodies(const Model& model, NodeId driven) {
    std::vector<NodeId> found;
    std::optional<NodeId> below = model.nodes[driven].parent;
    while (below && !is_elastic(model, *below)) below = model.nodes[*below].parent;
    if (below) found.push_back(*below);
    // With the drive; parents stand before their children.
    IndexedVector<NodeId, bool> moves_rigidly(model.nodes.size(), false);
    for (const NodeId k : model.nodes.ids_from(driven)) {
        const std::optional<NodeId> parent = model.nodes[k].parent;
        const bool is_moved = k == driven || (parent && moves_rigidly[*parent]);
        if (!is_moved) continue;
        if (is_elastic(model, k))
            found.push_back(k);
        else
            moves_rigidly[k] = true;
    }
    return found;
}

double in_hertz(double omega) { return omega / (2 * std::numbers::pi); }

}  // namespace

std::string find_odd_material(const Material& material) {
    if (!(material.density > 0)) return {};
    return describe_odd_sound(std::sqrt(material.youngs_modulus / material.density));
}

std::vector<std::string> find_odd_measures(const BeamSpec& spec) {
    std::vector<std::string> odd;
    const BeamLaw& law = spec.law;
    if (law.EA > 0 && law.mass > 0)
        if (std::string sound = describe_odd_sound(std::sqrt(law.EA / law.mass)); !sound.empty()) odd.push_back(sound);
    const double EI = std::max(law.EIy, law.EIz);
    if (law.EA > 0 && EI > 0) {
        const double slenderness = spec.length / std::sqrt(EI / law.EA);
        if (slenderness < least_slenderness || slenderness > most_slenderness)
            odd.push_back(
                fmt::format("it is {:.3g} times as long as its section's radius of gyration, for a beam 10 or more: "
                            "are length and section in the same unit, m?",
                            slenderness));
        const double bent = std::max(spec.bending_z > 0 ? law.EIy : 0, spec.bending_y > 0 ? law.EIz : 0);
        const double stockiness = bent > 0 ? spec.length / std::sqrt(bent / law.EA) : most_slenderness;
        if (slenderness >= least_slenderness && stockiness < stocky)
            odd.push_back(fmt::format(
                "it is only {:.3g} times as long as its section's radius of gyration: shear, which it does not have, "
                "bends such a cantilever by some {:.0f} % more; a body of finite elements has it (beam_frame with "
                "\"theory\": \"timoshenko\", or solids)",
                stockiness, 100 * shear_share / (stockiness * stockiness)));
    }
    // No section of thickness d has a radius of gyration above d/2, that of two thin flanges.
    const double thickness = law.EA > 0 ? 2 * std::sqrt(std::min(law.EIy, law.EIz) / law.EA) : 0;
    if (spec.length > long_beam && thickness > thick_section)
        odd.push_back(fmt::format(
            "it is {:.6g} m long and at least {:.3g} m thick: are length and section in mm? Everything is SI",
            spec.length, thickness));
    else if (spec.length > longest_beam)
        odd.push_back(fmt::format("it is {:.6g} m long: is the length in mm? Everything is SI", spec.length));
    return odd;
}

ValidityWatch::ValidityWatch(const Model& model, Warnings& warnings) : warnings_(warnings) {
    for (const Node& node : model.nodes) {
        if (!node.elastic) continue;
        Body watched;
        watched.body = model.elastic_bodies[*node.elastic].get();
        watched.eq = node.eq;
        watched.n = node.n;
        watched.length = length_of(*watched.body);
        for (const Marker& marker : watched.body->markers)
            watched.places.push_back({"marker \"" + marker.name + "\"", marker.phi, marker.psi});
        if (watched.body->beam)
            for (const double part : {0.25, 0.5, 0.75}) {
                const Marker at = make_beam_marker(*watched.body->beam, "", part * watched.length);
                watched.places.push_back({fmt::format("x = {:.3g} m", part * watched.length), at.phi, at.psi});
            }
        bodies_.push_back(std::move(watched));
    }
}

void ValidityWatch::look(const State& state) {
    for (Body& body : bodies_) look(body, state.q, state.t);
}

std::vector<int> ValidityWatch::told() const {
    std::vector<int> told;
    for (const Body& body : bodies_) told.push_back((body.has_bent ? 1 : 0) + (body.has_turned ? 2 : 0));
    return told;
}

void ValidityWatch::recall(const std::vector<int>& told) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i].has_bent = told[i] % 2 != 0;
        bodies_[i].has_turned = told[i] >= 2;
    }
}

void ValidityWatch::look(Body& body, const VecX& q, double t) {
    constexpr double most_bent = 0.1, most_turned = 0.3, absurd = 2;
    const auto elastic = q.segment(body.eq, body.n);
    for (const Place& place : body.places) {
        const double moved = (place.phi * elastic).norm(), turned = (place.psi * elastic).norm();
        if (!(moved <= absurd * body.length))
            throw NumericalError(
                fmt::format("body \"{}\" is bent by {:.3g} m at {}, more than twice its length of {:.3g} m: nothing "
                            "bends like that; is "
                            "its geometric_stiffening off, or does a load grow without bounds?",
                            body.body->name, moved, place.name, body.length));
        if (!body.has_bent && moved > most_bent * body.length) {
            body.has_bent = true;
            warnings_.add(fmt::format(
                "body \"{}\" is bent by {:.3g} m at {}, more than a tenth of its length of {:.3g} m, at t = {:.6g} s: "
                "its shapes "
                "are those of small deflections; divide it into several bodies, or look for what drives it so far",
                body.body->name, moved, place.name, body.length, t));
        }
        if (!body.has_turned && turned > most_turned) {
            body.has_turned = true;
            warnings_.add(fmt::format(
                "body \"{}\" is turned by {:.3g} rad at {} by its own deformation, more than 0.3 rad, at t = {:.6g} s: "
                "its shapes "
                "are those of small rotations; divide it into several bodies, or look for what drives it so far",
                body.body->name, turned, place.name, t));
        }
    }
}

void warn_of_fast_loads(const Model& model, const SignalSchedule& schedule, double simulated, Warnings& warnings) {
    const auto judge = [&](const std::string& what, double excited, NodeId node) {
        const ElasticBody& body = elastic_body_of(model, node);
        const double highest = highest_frequency(body);
        // A pulse or wave of that rate still moves a mode half as fast again.
        if (highest > 0 && excited > 1.5 * highest)
            warnings.add(
                fmt::format("{} varies as fast as a wave of {:.3g} Hz, but the shapes of body \"{}\" end at {:.3g} Hz: "
                            "what it excites above is missing; give the body more modes",
                            what, in_hertz(excited), body.name, in_hertz(highest)));
    };
    for (const ForceElement& element : model.forces) {
        const std::string what = fmt::format("load \"{}\"", element.name);
        const auto judge_load = [&](double tables, std::optional<NodeId> node) {
            if (node && is_elastic(model, *node))
                judge(what, std::max(tables, schedule.fastest_rate(element.name)), *node);
        };
        if (const auto* point = std::get_if<PointLoad>(&element.kind))
            judge_load(std::max(fastest_table(point->force, simulated), fastest_table(point->torque, simulated)),
                       point->frame.node);
        else if (const auto* moving = std::get_if<MovingLoad>(&element.kind))
            judge_load(fastest_table(moving->force, simulated), moving->node);
        else if (const auto* motor = std::get_if<JointLoad>(&element.kind))
            for (const NodeId node : find_driven_bodies(model, motor->node))
                judge_load(compute_table_rate(motor->force, simulated), node);
    }
    for (const Joint& joint : model.joints)
        for (const NodeId driven : joint.nodes) {
            const std::optional<MotionId> motion = model.nodes[driven].motion;
            if (!motion) continue;
            const double table = compute_table_rate(model.motions[*motion], simulated);
            for (const NodeId node : find_driven_bodies(model, driven))
                judge(fmt::format("the motion of joint \"{}\"", joint.name),
                      std::max(table, schedule.fastest_motion(joint.name)), node);
        }
}

void warn_of_slow_steps(const Model& model, const IntegratorOptions& options, const Statistics& statistics,
                        double simulated, double output_step, Warnings& warnings) {
    const bool is_explicit = options.method == Method::adams || options.method == Method::erk;
    constexpr long many = 20'000;
    if (!is_explicit || options.fixed_step > 0 || statistics.steps < many) return;
    double fastest = 0;
    std::string mode;
    for (const auto& body : model.elastic_bodies) {
        const VecX frequencies = compute_frequencies(*body);
        if (frequencies.size() == 0 || frequencies.maxCoeff() <= fastest) continue;
        fastest = frequencies.maxCoeff();
        mode = fmt::format("mode {} of body \"{}\", {:.3g} Hz", frequencies.size(), body->name, in_hertz(fastest));
    }
    const double step = simulated / static_cast<double>(statistics.steps);
    // An explicit step is some tenths of a radian, to a few; the outputs show a motion up to some radians between them.
    if (fastest * output_step < 50 || fastest * step > 5 || fastest * step < 0.05) return;
    warnings.add(
        fmt::format("{} steps of {:.2g} s in the mean were held down by {}, which the outputs every {:.3g} s cannot "
                    "show: leave it out of "
                    "the basis, damp it, or choose the method \"sdirk\"",
                    statistics.steps, step, mode, output_step));
}

}  // namespace ritz
