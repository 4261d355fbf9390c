#include "engine/simulation/units.hpp"

namespace ritz {
namespace {

std::string with_level(const std::string& unit, Level level) {
    return level == Level::position ? unit : unit + (level == Level::rate ? "/s" : "/s²");
}

bool turns(const Model& model, NodeId node) { return model.nodes[node].kind == JointKind::revolute; }

struct Unit {
    const Model& model;

    std::string operator()(const JointQuantity& q) const {
        return with_level(turns(model, q.node) ? "rad" : "m", q.level);
    }
    std::string operator()(const JointForceQuantity& q) const {
        if (!q.component) return turns(model, q.node) ? "N m" : "N";
        return *q.component < 3 ? "N" : "N m";
    }
    std::string operator()(const FrameQuantity& q) const { return with_level(q.angular ? "rad" : "m", q.level); }
    std::string operator()(const ElasticQuantity&) const { return ""; }
    std::string operator()(const DeflectionQuantity& q) const { return with_level("m", q.level); }
    std::string operator()(const LoopForceQuantity& q) const { return q.component < 3 ? "N" : "N m"; }
    std::string operator()(const SectionForceQuantity& q) const { return q.component < 3 ? "N" : "N m"; }
    std::string operator()(const CutForceQuantity& q) const { return q.component < 3 ? "N" : "N m"; }
    std::string operator()(const ReactionQuantity& q) const { return q.component < 3 ? "N" : "N m"; }
    std::string operator()(const EnergyQuantity&) const { return "J"; }
    std::string operator()(const LoopErrorQuantity&) const { return ""; }
    std::string operator()(const CouplingForceQuantity& q) const {
        return turns(model, model.couplings[q.coupling].terms[q.term].node) ? "N m" : "N";
    }
    std::string operator()(const AbsentQuantity& q) const { return q.unit; }
    std::string operator()(const ControllerQuantity& q) const {
        return turns(model, model.controllers[q.controller].drives.front().node) ? "N m" : "N";
    }
    std::string operator()(const BoundQuantity& q) const {
        if (!q.motion) return "m sqrt(kg)";
        return q.motion->component < 3 ? "m" : "rad";
    }
};

}  // namespace

std::string unit_of(const Quantity& quantity, const Model& model) { return std::visit(Unit{model}, quantity); }

}  // namespace ritz
