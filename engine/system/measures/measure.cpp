#include "engine/system/measures/measure.hpp"

#include <cmath>

#include "core/errors.hpp"
#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/measures/reactions.hpp"
#include "engine/system/measures/section_forces.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

double pick(const Vec3& v, Component component) {
    return component == Component::norm ? v.norm() : v[static_cast<int>(component)];
}

struct Probe {
    const Model& model;
    const StateView& state;
    Workspace& ws;

    /// A coordinate by its places among the positions and among the velocities.
    double read_coordinate(Level level, int at_q, int at_u) const {
        switch (level) {
            case Level::position:
                return state.q[at_q];
            case Level::rate:
                return state.u[at_u];
            case Level::acceleration:
                return ws.u_dot[at_u];
        }
        return 0;
    }

    double operator()(const JointQuantity& q) const {
        const Node& node = model.nodes[q.node];
        if (node.motion) {
            const auto& source = q.level == Level::position ? ws.motion_value
                                 : q.level == Level::rate   ? ws.motion_rate
                                                            : ws.motion_acceleration;
            return source[*node.motion];
        }
        return read_coordinate(q.level, node.q + q.k, node.u + q.k);
    }

    double operator()(const JointForceQuantity& q) const {
        if (!q.component) {
            // A free coordinate carries what is applied to it; a prescribed one what its drive must give.
            return model.nodes[q.node].is_prescribed() ? compute_drive_force(model, q.node, ws)
                                                       : compute_joint_reaction(model, q.node, q.k, ws);
        }
        return compute_joint_wrench(model, state, q.node, ws)[*q.component];
    }

    double operator()(const FrameQuantity& q) const {
        const FrameMotion f = eval_frame_motion(model, state.q, state.u, q.frame, ws);
        const FrameMotion o = eval_frame_motion(model, state.q, state.u, q.observer, ws);
        const auto Rt = o.X_WF.R.transpose();
        const Vec3 d = f.X_WF.p - o.X_WF.p;
        const Vec3 relative = f.v - o.v - o.w.cross(d);
        switch (q.level) {
            case Level::position:
                return pick(q.angular ? rotation_log(Rt * f.X_WF.R) : Vec3(Rt * d), q.component);
            case Level::rate:
                return pick(Rt * (q.angular ? Vec3(f.w - o.w) : relative), q.component);
            case Level::acceleration:
                break;
        }
        const Vec6 a = compute_frame_acceleration(model, q.frame.node, f, ws.u_dot, true, ws);
        const Vec6 b = compute_frame_acceleration(model, q.observer.node, o, ws.u_dot, true, ws);
        const Vec3 alpha = b.head<3>();
        if (q.angular) return pick(Rt * (a.head<3>() - alpha - o.w.cross(f.w)), q.component);
        return pick(
            Rt * (a.tail<3>() - b.tail<3>() - alpha.cross(d) - o.w.cross(o.w.cross(d)) - 2 * o.w.cross(relative)),
            q.component);
    }

    double operator()(const ElasticQuantity& q) const {
        const Node& node = model.nodes[q.node];
        return read_coordinate(q.level, node.eq + q.mode, node.eu + q.mode);
    }

    double operator()(const DeflectionQuantity& q) const {
        const FrameMotion at = eval_frame_motion(model, state.q, state.u, q.place, ws);
        if (at.flex == nullptr) return 0;
        if (q.level == Level::position) return pick(at.flex->X.p - at.flex->home, q.component);
        return pick(at.flex->rate.tail<3>(), q.component);
    }

    double operator()(const SectionForceQuantity& q) const {
        return compute_section_forces(model, state, q.node, q.x, ws)[q.component];
    }

    double operator()(const CutForceQuantity& q) const {
        return compute_cut_forces(model, state, q.node, q.cut, ws)[q.component];
    }

    double operator()(const ReactionQuantity& q) const {
        std::vector<BodyLoad> loads;
        collect_body_loads(model, state, q.node, ws, loads);
        const BeamReactions reactions = compute_beam_reactions(model, state, q.node, loads, ws);
        return (q.end == BeamEnd::end ? reactions.end : reactions.start)[q.component];
    }

    double operator()(const EnergyQuantity& q) const {
        const Energies e = compute_energies(model, state, ws);
        const double work = state.work;
        switch (q.kind) {
            case EnergyKind::kinetic:
                return e.kinetic;
            case EnergyKind::gravity:
                return e.gravity;
            case EnergyKind::elastic:
                return e.elastic;
            case EnergyKind::spring:
                return e.spring;
            case EnergyKind::potential:
                return e.potential();
            case EnergyKind::total:
                return e.total();
            case EnergyKind::work:
                return work;
            case EnergyKind::balance:
                return e.total() - work;
        }
        return 0;
    }

    double operator()(const LoopErrorQuantity& q) const {
        const VecX& error = q.velocity ? ws.loop_rate : ws.loop_error;
        if (error.size() == 0) return 0;
        if (q.coupling) return std::abs(error[model.couplings[*q.coupling].row]);
        if (!q.loop) return error.lpNorm<Eigen::Infinity>();
        const LoopConstraint& loop = model.loops[*q.loop];
        return error.segment(loop.row, loop.rows).lpNorm<Eigen::Infinity>();
    }

    double operator()(const LoopForceQuantity& q) const {
        const LoopConstraint& loop = model.loops[q.loop];
        Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
        for (int k = loop.row; k < loop.row + loop.rows; ++k) {
            const ConstraintRow& row = ws.loop_rows[static_cast<std::size_t>(k)];
            force += ws.lambda[k] * row.vb;
            moment += ws.lambda[k] * row.wb;
        }
        const Mat3& R = ws.loop_motions[q.loop].b.X_WF.R;
        return q.component < 3 ? R.col(q.component).dot(force) : R.col(q.component - 3).dot(moment);
    }

    double operator()(const CouplingForceQuantity& q) const {
        const JointCoupling& coupling = model.couplings[q.coupling];
        return coupling.terms[q.term].factor * ws.lambda[coupling.row];
    }

    double operator()(const ControllerQuantity& q) const { return ws.controller_output[q.controller]; }

    double operator()(const AbsentQuantity&) const { return 0; }

    double operator()(const BoundQuantity&) const {
        throw InputError("an error bound is no function of the state: only a run that is followed has it");
    }
};

}  // namespace

double measure(const Model& model, const StateView& state, const Quantity& quantity, Workspace& ws) {
    return std::visit(Probe{model, state, ws}, quantity);
}

bool is_measurable_by_controller(const Quantity& quantity) {
    if (const auto* q = std::get_if<JointQuantity>(&quantity)) return q->level != Level::acceleration;
    if (const auto* q = std::get_if<FrameQuantity>(&quantity)) return q->level != Level::acceleration;
    if (const auto* q = std::get_if<ElasticQuantity>(&quantity)) return q->level != Level::acceleration;
    if (const auto* q = std::get_if<DeflectionQuantity>(&quantity)) return q->level != Level::acceleration;
    return false;
}

Quantity rate_of(const Quantity& quantity) {
    Quantity rate = quantity;
    bool known = false;
    std::visit(
        [&](auto& q) {
            if constexpr (requires { q.level; }) {
                known = q.level == Level::position;
                q.level = Level::rate;
            }
            // A rotation vector's rate is not the angular velocity, and the rate of a norm is not the norm of a rate.
            if constexpr (requires { q.angular; }) known = known && !q.angular;
            if constexpr (requires { q.component == Component::norm; }) known = known && q.component != Component::norm;
        },
        rate);
    if (!known) throw InputError("the measured quantity has no rate that can be fed back; give \"filter_time\" > 0");
    return rate;
}

}  // namespace ritz
