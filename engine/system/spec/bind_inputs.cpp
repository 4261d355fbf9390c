#include "engine/system/spec/bind_inputs.hpp"

#include <fmt/format.h>

#include "core/overloaded.hpp"

namespace ritz {
namespace {

struct Binder {
    const Inputs& inputs;
    Faults& faults;

    void operator()(Signal& signal, const Subject& subject) const {
        const Input* input = signal.input();
        if (input == nullptr) return;
        if (const auto found = inputs.find(input->name()); found != inputs.end()) {
            signal = Input(input->name(), found->second);
            return;
        }
        std::vector<std::string> known;
        for (const auto& each : inputs) known.push_back(each.first);
        faults.add(subject.at("input"), fmt::format("no input \"{}\"{}", input->name(), suggest(input->name(), known)));
    }
    void operator()(std::array<Signal, 3>& signals, const Subject& subject) const {
        for (std::size_t i = 0; i < signals.size(); ++i) (*this)(signals[i], subject.at(std::to_string(i)));
    }
};

}  // namespace

Inputs bind_inputs(const std::vector<InputSpec>& specs, Model& model, Faults& faults) {
    Inputs inputs;
    for (const InputSpec& spec : specs)
        inputs[spec.name] = std::make_shared<InputSlot>(InputSlot{spec.value, spec.rate, 0});
    const Binder bind{inputs, faults};
    for (ForceElement& element : model.forces) {
        const Subject subject{SubjectKind::load, element.name};
        std::visit(Overloaded{[&](PointLoad& load) {
                                  bind(load.force, subject.at("force"));
                                  bind(load.torque, subject.at("torque"));
                              },
                              [&](MovingLoad& load) {
                                  bind(load.s, subject.at("s"));
                                  bind(load.force, subject.at("force"));
                              },
                              [&](JointLoad& load) {
                                  const bool turns = model.nodes[load.node].kind == JointKind::revolute;
                                  bind(load.force, subject.at(turns ? "torque" : "force"));
                              },
                              [](auto&) {}},
                   element.kind);
    }
    for (Controller& controller : model.controllers) {
        const Subject subject{SubjectKind::controller, controller.name};
        bind(controller.reference, subject.at("reference"));
        bind(controller.feed_forward, subject.at("feed_forward"));
    }
    return inputs;
}

}  // namespace ritz
