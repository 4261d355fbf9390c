#include "engine/system/forces/straight_laws.hpp"

#include <limits>

#include "engine/system/frames.hpp"
#include "engine/system/measures/measure.hpp"

namespace ritz {
namespace {

/// At a kink the mean of both slopes: there neither side counts more.
ForceLaw straight_from(const ForceLaw& law, double deflection) {
    if (!law.table) return law;
    const double d = 1e-12 * (law.table->last() - law.table->first());
    const double force = law.table->at(deflection);
    const double slope = 0.5 * (law.table->jet(deflection - d).rate + law.table->jet(deflection + d).rate);
    TableOptions on;
    on.outside = Outside::extrapolate;
    ForceLaw straight = law;
    straight.table = Table({deflection, deflection + 1}, {force, force + slope}, on);
    return straight;
}

struct Straighten {
    const Model& model;
    const StateView& state;
    Workspace& ws;

    Pose pose(const Frame& frame) const { return eval_frame_motion(model, state.q, state.u, frame, ws).X_WF; }
    double position(NodeId node) const { return joint_position(model.nodes[node], state, ws); }

    ForceElementKind operator()(PointSpring spring) const {
        const double deflection = (pose(spring.b).p - pose(spring.a).p).norm() - spring.length;
        const bool touches = answers(spring.sides, deflection);
        spring.law = touches ? straight_from(spring.law, deflection) : ForceLaw{};
        spring.sides = Sides::both;
        return spring;
    }

    ForceElementKind operator()(Bushing bushing) const {
        const Pose a = pose(bushing.a), b = pose(bushing.b);
        const Vec3 p = a.R.transpose() * (b.p - a.p), theta = rotation_log(a.R.transpose() * b.R);
        for (int k = 0; k < 3; ++k) {
            bushing.translation[k] = straight_from(bushing.translation[k], p[k]);
            bushing.rotation[k] = straight_from(bushing.rotation[k], theta[k]);
        }
        return bushing;
    }

    ForceElementKind operator()(JointSpring spring) const {
        spring.law = straight_from(spring.law, position(spring.node) - spring.position);
        return spring;
    }

    ForceElementKind operator()(JointStop stop) const {
        const double at = position(stop.node);
        if (at > stop.upper || at < stop.lower)
            return JointSpring{
                stop.node, {stop.stiffness, stop.damping, std::nullopt}, at > stop.upper ? stop.upper : stop.lower};
        stop.upper = std::numeric_limits<double>::infinity();
        stop.lower = -stop.upper;
        return stop;
    }

    template <typename Other>
    ForceElementKind operator()(const Other& other) const {
        return other;
    }
};

}  // namespace

IndexedVector<ForceId, ForceElement> make_straight_laws(const Model& model, const StateView& state, Workspace& ws) {
    IndexedVector<ForceId, ForceElement> straight = model.forces;
    const Straighten straighten{model, state, ws};
    for (ForceElement& element : straight) element.kind = std::visit(straighten, element.kind);
    return straight;
}

}  // namespace ritz
