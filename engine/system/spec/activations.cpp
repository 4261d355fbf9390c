#include "engine/system/spec/activations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace ritz {
namespace {

void check_times(const ActivationSpec& active, const Subject& subject, Faults& faults) {
    double last = -std::numeric_limits<double>::infinity();
    for (const TimeSpan& span : active.times) {
        if (!(span.from < span.to))
            faults.add(subject.at("times"), fmt::format("found a span from {} to {} s, expected its end behind its "
                                                        "beginning",
                                                        span.from, span.to));
        else if (span.from < last)
            faults.add(subject.at("times"),
                       fmt::format("found a span that begins at {} s, before the one before it ends at {} s; expected "
                                   "spans in their order",
                                   span.from, last));
        last = span.to;
    }
}

void check(const ActivationSpec& active, const Subject& subject, Faults& faults) {
    check_times(active, subject, faults);
    if (active.times.empty() && active.with.empty() && active.unless.empty())
        faults.add(subject, "expected \"times\", \"while\" or \"unless\": when does the element hold?");
}

}  // namespace

ActivationSpec& activation_of(SystemSpec& spec, const ActivationPlan::Element& element) {
    return element.subject.kind == SubjectKind::joint ? *spec.joints[element.place].active
                                                      : *spec.forces[element.place].active;
}
const ActivationSpec& activation_of(const SystemSpec& spec, const ActivationPlan::Element& element) {
    return element.subject.kind == SubjectKind::joint ? *spec.joints[element.place].active
                                                      : *spec.forces[element.place].active;
}

void ActivationPlan::add(const Subject& subject, std::size_t place, const ActivationSpec& active) {
    elements_.push_back({subject, place, active.times, {}, {}, !active.with.empty()});
}

ActivationPlan::ActivationPlan(const SystemSpec& spec) {
    Faults ignored;
    *this = ActivationPlan(spec, ignored);
}

ActivationPlan::ActivationPlan(const SystemSpec& spec, Faults& faults) : conditions_(spec.conditions.size()) {
    for (std::size_t i = 0; i < spec.joints.size(); ++i) {
        const JointSpec& joint = spec.joints[i];
        const Subject subject{SubjectKind::joint, joint.name, "active"};
        if (!joint.active) continue;
        if (!joint.closes_loop)
            faults.add(subject, "a joint of the tree always holds; expected \"closes_loop\": true beside it");
        else if (joint.type == JointType::slide)
            faults.add(subject, "a slide always holds; expected another type of joint");
        else
            add(subject, i, *joint.active);
        check(*joint.active, subject, faults);
    }
    for (std::size_t i = 0; i < spec.forces.size(); ++i) {
        const ForceSpec& force = spec.forces[i];
        const Subject subject{SubjectKind::force, force.name, "active"};
        if (!force.active) continue;
        if (!std::holds_alternative<PointSpringSpec>(force.kind) && !std::holds_alternative<BushingSpec>(force.kind))
            faults.add(subject, "only springs and bushings are attached and released");
        else
            add(subject, i, *force.active);
        check(*force.active, subject, faults);
    }
    look_up(spec, faults);
    order(faults);
}

/// Names to numbers.
void ActivationPlan::look_up(const SystemSpec& spec, Faults& faults) {
    std::map<std::string, std::size_t> known;
    std::vector<std::string> names;
    const auto note = [&](const std::string& name, std::size_t number, const Subject& subject) {
        if (!known.emplace(name, number).second)
            faults.add(subject, fmt::format("the name \"{}\" is that of another condition or element with \"active\", "
                                            "too; expected one that nothing else has",
                                            name));
        names.push_back(name);
    };
    for (std::size_t i = 0; i < spec.conditions.size(); ++i)
        note(spec.conditions[i].name, i, {SubjectKind::condition, spec.conditions[i].name});
    for (std::size_t i = 0; i < elements_.size(); ++i)
        note(elements_[i].subject.name, conditions_ + i, elements_[i].subject);
    for (Element& element : elements_) {
        const ActivationSpec& active = activation_of(spec, element);
        const auto find = [&](const std::vector<std::string>& wanted, const char* key, std::vector<std::size_t>& list) {
            for (const std::string& name : wanted) {
                if (const auto found = known.find(name); found != known.end())
                    list.push_back(found->second);
                else
                    faults.add(element.subject.at(key),
                               fmt::format("no condition and no element with \"active\" \"{}\"{}", name,
                                           suggest(name, names)));
            }
        };
        find(active.with, "while", element.with);
        find(active.unless, "unless", element.unless);
    }
}

/// Each element behind those that it looks at; what is left over goes in circles.
void ActivationPlan::order(Faults& faults) {
    std::vector<char> is_placed(elements_.size(), 0);
    const auto is_known = [&](std::size_t number) {
        return number < conditions_ || is_placed[number - conditions_] != 0;
    };
    for (bool moves = true; moves;) {
        moves = false;
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            const Element& element = elements_[i];
            if (is_placed[i] || !std::all_of(element.with.begin(), element.with.end(), is_known) ||
                !std::all_of(element.unless.begin(), element.unless.end(), is_known))
                continue;
            is_placed[i] = 1;
            order_.push_back(i);
            moves = true;
        }
    }
    for (std::size_t i = 0; i < elements_.size(); ++i)
        if (!is_placed[i])
            faults.add(elements_[i].subject, "looks at elements that look back at it; expected no circle");
}

double ActivationPlan::next_time(double t) const {
    double next = std::numeric_limits<double>::infinity();
    for (const Element& element : elements_)
        for (const TimeSpan& span : element.times)
            for (const double each : {span.from, span.to})
                if (each > t) next = std::min(next, each);
    return next;
}

std::vector<char> ActivationPlan::find_active(double t, const std::vector<char>& conditions) const {
    std::vector<char> holds = conditions;
    holds.resize(conditions_ + elements_.size(), 0);
    const auto does_hold = [&](std::size_t number) { return holds[number] != 0; };
    for (const std::size_t i : order_) {
        const Element& element = elements_[i];
        const bool is_time =
            element.times.empty() || std::any_of(element.times.begin(), element.times.end(),
                                                 [&](const TimeSpan& span) { return t >= span.from && t < span.to; });
        const bool has_some = !element.needs_some || std::any_of(element.with.begin(), element.with.end(), does_hold);
        const bool is_free = std::none_of(element.unless.begin(), element.unless.end(), does_hold);
        holds[conditions_ + i] = is_time && has_some && is_free ? 1 : 0;
    }
    return {holds.begin() + static_cast<std::ptrdiff_t>(conditions_), holds.end()};
}

}  // namespace ritz
