#include "engine/system/spec/build_controllers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "engine/system/measures/measure.hpp"

namespace ritz {
namespace {

void measure_for(Resolver& names, const ControllerSpec& spec, const Subject& subject, Controller& controller) {
    const auto measured = names.resolve(spec.measure, subject);
    if (!measured) return;
    controller.measured = *measured;
    if (!is_measurable_by_controller(*measured)) {
        names.faults().add(
            subject,
            "a controller can measure only positions and rates: of a joint, a frame, an elastic coordinate "
            "or a deflection");
        return;
    }
    if (spec.kd == 0 || spec.filter_time > 0) return;
    try {
        controller.measured_rate = rate_of(*measured);
    } catch (const InputError& error) {
        names.faults().add(subject, error.what());
    }
}

bool is_reference(const Resolver& names, const std::string& controller) {
    const auto& all = names.spec().controllers;
    return std::any_of(all.begin(), all.end(),
                       [&](const ControllerSpec& each) { return each.reference_controller == controller; });
}

}  // namespace

void add_controller(Resolver& names, const ControllerSpec& spec) {
    const Subject subject{SubjectKind::controller, spec.name};
    if (!names.faults().is_sound(subject.kind, subject.name)) return;
    Controller controller;
    controller.name = spec.name;
    controller.reference = spec.reference;
    controller.kp = spec.kp;
    controller.ki = spec.ki;
    controller.kd = spec.kd;
    controller.filter_time = spec.filter_time;
    controller.windup_time = spec.windup_time;
    controller.lag_time = spec.lag_time;
    if (!spec.reference_controller.empty()) {
        if (const auto found = names.controllers().find(spec.reference_controller))
            controller.reference_controller = ControllerId(*found);
        else
            names.refuse_name(subject.at("reference").at("controller"), "controller", spec.reference_controller,
                              names.controllers().names());
    }
    controller.feed_forward = spec.feed_forward;
    controller.velocity_feed_forward = spec.velocity_feed_forward;
    controller.acceleration_feed_forward = spec.acceleration_feed_forward;
    if (spec.limits) {
        controller.lower = (*spec.limits)[0];
        controller.upper = (*spec.limits)[1];
        if (!(controller.lower < controller.upper))
            names.faults().add(subject.at("limits"), fmt::format("found [{}, {}], expected the lower limit first",
                                                                 controller.lower, controller.upper));
    }
    if (spec.drives.empty() && !is_reference(names, spec.name))
        names.faults().add(subject,
                           "\"joint\" is missing, expected the name of a joint, or another controller that takes "
                           "the output as its reference");
    for (std::size_t i = 0; i < spec.drives.size(); ++i) {
        const Subject drive = spec.drives.size() == 1 ? subject : subject.at("drives").at(std::to_string(i));
        const auto node = names.find_driven_node(spec.drives[i].at, drive);
        if (spec.drives[i].share == 0)
            names.faults().add(drive.at("share"), "found 0, which pushes nothing; expected another number");
        if (!node) continue;
        if (names.builder().nodes()[*node].is_prescribed())
            names.faults().add(drive.at("joint"), fmt::format("joint \"{}\" is prescribed by its \"motion\"; expected "
                                                              "one that the controller can move",
                                                              spec.drives[i].at.joint));
        for (const Drive& other : controller.drives)
            if (other.node == *node)
                names.faults().add(
                    drive.at("joint"),
                    fmt::format("the controller drives this coordinate of joint \"{}\" already; expected "
                                "each coordinate once, with the sum of its shares",
                                spec.drives[i].at.joint));
        controller.drives.emplace_back(*node, spec.drives[i].share);
    }
    measure_for(names, spec, subject.at("measure"), controller);
    if (names.is_connected()) names.builder().add_controller(std::move(controller));
}

}  // namespace ritz
