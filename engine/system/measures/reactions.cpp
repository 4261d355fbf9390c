// A beam on supports that its shapes stand for. Each held motion of an end is one shape ψ more that does not move; its
// row of the equations of motion (theory §1.3) gives the reaction,
//   R_ψ = [S(q)ᵀ a + Cr α + Me(q) q'' + bias]_ψ - Σ loads·δd_ψ            (no elastic part: bodies/beam_hold.cpp)
// with all terms of second order that the body itself has. So come the moments of clamped ends, and force and twisting
// moment of an end that is held along and about the axis. With the wrench W that holds the frame, the balance of the
// whole body gives the rest, d the place of the end:
//   W_moment = M_start + M_end + d × F_end,      F_start = W_force - F_end
#include "engine/system/measures/reactions.hpp"

#include <algorithm>

#include "bodies/beam_hold.hpp"
#include "engine/system/elastic_inertia.hpp"

namespace ritz {
namespace {

const ElasticBody& beam_at(const Model& model, NodeId index) {
    return *model.elastic_bodies[*model.nodes[index].elastic];
}

/// The elastic coordinates of a body with k virtual ones behind them, at rest.
VecX extend(const double* values, Eigen::Index n, Eigen::Index all) {
    VecX x = VecX::Zero(all);
    x.head(n) = ConstVecMap(values, n);
    return x;
}

class VirtualFields {
  public:
    VirtualFields(const Model& model, const StateView& state, NodeId index, const ElasticBody& fields,
                  const Workspace& ws)
        : fields_(fields), n_(model.nodes[index].n), all_(fields.modes()) {
        const Node& node = model.nodes[index];
        const NodeData& d = ws.nodes[index];
        q_ = extend(state.q + node.eq, n_, all_);
        const VecX qd = extend(state.u + node.eu, n_, all_), qdd = extend(ws.u_dot.data() + node.eu, n_, all_);
        const InertiaKernel kernel(fields);
        GeneralData g;
        size_inertia(kernel, g);
        eval_elastic_inertia(kernel, ConstVecMap(q_.data(), all_), ConstVecMap(qd.data(), all_), d.w, g);
        work_ =
            (g.mass_matrix() * qdd + g.bias_e + g.Crt().transpose() * d.aw + g.Sq().transpose() * d.av).tail(all_ - n_);
    }

    void add(const BodyLoad& load) {
        phi_.resize(3, all_);
        psi_.resize(3, all_);
        const double x = std::clamp(load.home.x(), 0.0, fields_.beam->length);
        fields_.beam->eval(x, 0, phi_, psi_);
        Vec3 d = Vec3(x, 0, 0) + phi_ * q_;
        if (fields_.beam->has_gamma()) {
            fields_.beam->eval_gamma(x, 0, gamma_);
            const VecX h = gamma_ * q_;
            d.x() += 0.5 * h.dot(q_);
            phi_.row(0) += h.transpose();
        }
        const Mat3 H = compute_rotation_rate(psi_ * q_, Vec3::Zero()).H;
        const Vec3 moment = load.moment + (load.p - d).cross(load.force);
        const VecX power = phi_.transpose() * load.force + psi_.transpose() * (H.transpose() * moment);
        work_ -= power.tail(all_ - n_);
    }

    const VecX& reactions() const { return work_; }

  private:
    const ElasticBody& fields_;
    Eigen::Index n_, all_;
    VecX q_, work_;
    Mat3X phi_, psi_;
    MatX gamma_;
};

Vec3 place_of_end(const Model& model, const StateView& state, NodeId index) {
    const Node& node = model.nodes[index];
    const BeamShapes& beam = *beam_at(model, index).beam;
    const ConstVecMap q(state.q + node.eq, node.n);
    Mat3X phi(3, node.n), psi(3, node.n);
    beam.eval(beam.length, 0, phi, psi);
    Vec3 d = Vec3(beam.length, 0, 0) + phi * q;
    if (beam.has_gamma()) {
        MatX gamma(node.n, node.n);
        beam.eval_gamma(beam.length, 0, gamma);
        d.x() += 0.5 * q.dot(gamma * q);
    }
    return d;
}

bool has_far_support(const ElasticBody& body) {
    return body.hold && (holds_end(body.hold->ends) || !body.hold->motions.empty());
}

/// One that keeps both ends of the beam where the parent has them: fixed, or a turning of the shaft about its own axis.
bool is_support(const Model& model, NodeId index) {
    const Node& node = model.nodes[index];
    if (node.own_flexes) return false;
    if (node.kind == JointKind::fixed) return true;
    const Pose& M = node.outboard.offset;
    if (node.kind != JointKind::revolute || std::abs(M.R(0, 2)) < 1 - 1e-12 || M.p.tail<2>().norm() > 0) return false;
    return model.joints[node.joint].nodes.size() == 1;
}

}  // namespace

bool acts_on_supports(const ElasticBody& beam, const BodyLoad& load) {
    const double length = beam.beam->length, x = load.home.x();
    const bool is_at_clamped_end =
        beam.hold->ends == BeamEnds::clamped_clamped && std::abs(x - length) <= 1e-9 * length;
    // What stands on the road before or behind the beam is carried by what carries the frame.
    const auto* on_track = std::get_if<TrackLoad>(&load.source);
    if (on_track != nullptr && (on_track->s < 0 || on_track->s > length)) return true;
    return is_on_frame(load) && (load.through_own_joint || !is_at_clamped_end);
}

BeamReactions compute_beam_reactions(const Model& model, const StateView& state, NodeId index,
                                     const std::vector<BodyLoad>& loads, const Workspace& ws) {
    const ElasticBody& beam = beam_at(model, index);
    const BeamHold& hold = *beam.hold;
    BeamReactions r;
    if (hold.ends == BeamEnds::free_free && hold.motions.empty()) return r;
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  // W
    for (const BodyLoad& load : loads) {
        if (!acts_on_supports(beam, load)) continue;
        force += load.force;
        moment += load.moment + load.p.cross(load.force);
    }
    r.end_place = place_of_end(model, state, index);
    if (!hold.motions.empty()) {
        VirtualFields fields(model, state, index, *hold.fields, ws);
        for (const BodyLoad& load : loads)
            if (!acts_on_supports(beam, load)) fields.add(load);
        for (std::size_t k = 0; k < hold.motions.size(); ++k)
            (hold.motions[k].end == BeamEnd::end ? r.end : r.start)[hold.motions[k].component] =
                fields.reactions()[static_cast<Eigen::Index>(k)];
    }
    if (holds_end(hold.ends)) {
        const Vec3 rest = moment - r.start.tail<3>() - r.end.tail<3>();  // d × F_end, about y and z
        r.end[1] = rest.z() / r.end_place.x();
        r.end[2] = -rest.y() / r.end_place.x();
    }
    const Vec3 F_end = r.end.head<3>();
    r.start << force - F_end, moment - r.end.tail<3>() - r.end_place.cross(F_end);
    return r;
}

Vec6 compute_joint_wrench(const Model& model, const StateView& state, NodeId index, Workspace& ws) {
    const Node& node = model.nodes[index];
    const NodeData& d = ws.nodes[index];
    const Pose X_BM = node.n > 0 ? ws.general_of(index).own.X : Pose{};
    Vec3 force = d.fv, moment = d.fw;  // at B
    if (node.n > 0 && has_far_support(beam_at(model, index)) && is_support(model, index)) {
        std::vector<BodyLoad> loads;
        collect_body_loads(model, state, index, ws, loads);
        const BeamReactions r = compute_beam_reactions(model, state, index, loads, ws);
        // The joint stands at the far end of a clamped-clamped beam, or else at the start.
        const bool at_end = (X_BM.p - r.end_place).norm() < 1e-9 * r.end_place.norm();
        Vec3 other_force = at_end ? r.start.head<3>() : r.end.head<3>();
        Vec3 other_moment = at_end ? Vec3(r.start.tail<3>()) : r.end.tail<3>() + r.end_place.cross(other_force);
        if (node.kind == JointKind::revolute) other_moment.x() = 0;  // the drive turns both ends
        force -= other_force;
        moment -= other_moment;
    }
    Vec6 wrench;
    wrench << X_BM.R.transpose() * force, X_BM.R.transpose() * (moment - X_BM.p.cross(force));
    return wrench;
}

}  // namespace ritz
