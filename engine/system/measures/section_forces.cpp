// For the part ξ ∈ (x, L] of the beam, with all applied loads F_k, M_k at ξ_k > x, among them the reaction of a support
// that holds the end (engine/system/measures/reactions.cpp), and the acceleration a(ξ) - g:
//   force on the face at x   = Σ F_k - ∫ μ (a - g) dξ
//   moment on it             = Σ M_k + (d_k - d_x) × F_k - ∫ (d - d_x) × μ (a - g) dξ - ∫ h' dξ
// h' is the rate of a section's angular momentum about its own centre,
//   with rotary inertia     h' = I α_s + ω_s × I ω_s,   I = R_s diag(ρI_p, ρI_y, ρI_z) R_sᵀ,  R_s = exp((Ψq)~)
//   without                 the same of R_s = exp(θ e_x~), less that of diag(0, ρI_y, ρI_z) which stays with R:
// in bending the mass sits on the axis, while a section still turns about it (bodies/beam_integrals.cpp).
#include "engine/system/measures/section_forces.hpp"

#include <algorithm>

#include "bodies/quadrature.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/measures/reactions.hpp"

namespace ritz {
namespace {

struct BeamPoint {
    Vec3 d;             // place in R
    Vec3 acceleration;  // a - g, in R
    Vec3 spin_rate;     // h' [N]
    Mat3 R;
};

class BeamMotionProbe {
  public:
    BeamMotionProbe(const Model& model, const StateView& state, NodeId index, const Workspace& ws)
        : node_(model.nodes[index]),
          d_(ws.nodes[index]),
          body_(*model.elastic_bodies[*node_.elastic]),
          beam_(*body_.beam),
          q_(state.q + node_.eq, node_.n),
          qd_(state.u + node_.eu, node_.n),
          qdd_(ws.u_dot.data() + node_.eu, node_.n),
          phi_(3, node_.n),
          psi_(3, node_.n),
          gamma_(node_.n, node_.n) {}

    BeamPoint at(double x) {
        beam_.eval(x, 0, phi_, psi_);
        BeamPoint p;
        p.d = Vec3(x, 0, 0) + phi_ * q_;
        Vec3 rate = phi_ * qd_;
        Vec3 relative = phi_ * qdd_;
        if (beam_.has_gamma()) {
            beam_.eval_gamma(x, 0, gamma_);
            const VecX h = gamma_ * q_;
            p.d.x() += 0.5 * h.dot(q_);
            rate.x() += h.dot(qd_);
            relative.x() += h.dot(qdd_) + qd_.dot(gamma_ * qd_);
        }
        p.acceleration = d_.av + d_.aw.cross(p.d) + d_.w.cross(d_.w.cross(p.d)) + 2 * d_.w.cross(rate) + relative;
        p.spin_rate = eval_spin_rate();
        p.R = rotation_exp(psi_ * q_);
        return p;
    }

  private:
    Vec3 eval_spin_rate() const {
        const BeamHold& hold = *body_.hold;
        const Vec3 moments(hold.rho_Iy + hold.rho_Iz, hold.rho_Iy, hold.rho_Iz);
        const double bends = hold.rotary_inertia ? 1 : 0;
        const Vec3 mask(1, bends, bends);
        const Vec3 theta = mask.cwiseProduct(psi_ * q_), theta_dot = mask.cwiseProduct(psi_ * qd_);
        const RotationRate turn = compute_rotation_rate(theta, theta_dot);
        const Vec3 w = d_.w + turn.w;
        const Vec3 alpha = d_.aw + turn.H * mask.cwiseProduct(psi_ * qdd_) + turn.bias + d_.w.cross(turn.w);
        const Mat3 inertia = turn.R * moments.asDiagonal() * turn.R.transpose();
        Vec3 rate = inertia * alpha + w.cross(inertia * w);
        if (!hold.rotary_inertia) {
            const Vec3 missing(0, hold.rho_Iy, hold.rho_Iz);
            rate -= missing.cwiseProduct(d_.aw) + d_.w.cross(missing.cwiseProduct(d_.w));
        }
        return rate;
    }

    const Node& node_;
    const NodeData& d_;
    const ElasticBody& body_;
    const BeamShapes& beam_;
    ConstVecMap q_, qd_, qdd_;
    Mat3X phi_, psi_;
    MatX gamma_;
};

/// What acts on the frame of a free beam. Its frame are the mean axes, held by nothing but the momentum of the mass: so
/// such a load does no work on the shapes, and enters the beam as an even acceleration of all its mass would.
class EvenLoad {
  public:
    EvenLoad(const ElasticBody& body, const std::vector<BodyLoad>& loads) {
        if (body.hold->ends != BeamEnds::free_free) return;
        const double length = body.beam->length;
        const BeamHold& hold = *body.hold;
        centre_ = Vec3(0.5 * length, 0, 0);
        Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
        for (const BodyLoad& load : loads) {
            if (!is_on_frame(load)) continue;
            force += load.force;
            moment += load.moment + (load.p - centre_).cross(load.force);
        }
        const double rod = body.inertia.mass * length * length / 12, bends = hold.rotary_inertia ? length : 0;
        sections_ = Vec3(hold.rho_Iy + hold.rho_Iz, hold.rotary_inertia ? hold.rho_Iy : 0,
                         hold.rotary_inertia ? hold.rho_Iz : 0);
        const Vec3 inertia(sections_.x() * length, rod + bends * hold.rho_Iy, rod + bends * hold.rho_Iz);
        linear_ = force / body.inertia.mass;
        for (int k = 0; k < 3; ++k) angular_[k] = inertia[k] > 0 ? moment[k] / inertia[k] : 0;
    }

    Vec3 acceleration(double x) const { return linear_ + angular_.cross(Vec3(x, 0, 0) - centre_); }
    Vec3 spin_rate() const { return sections_.cwiseProduct(angular_); }

  private:
    Vec3 centre_ = Vec3::Zero(), linear_ = Vec3::Zero(), angular_ = Vec3::Zero(), sections_ = Vec3::Zero();
};

double highest_wave(const BeamShapes& beam) {
    double beta = 0;
    for (const BeamMode& mode : beam.modes) beta = std::max(beta, mode.shape.beta);
    return beta;
}

}  // namespace

Vec6 compute_section_forces(const Model& model, const StateView& state, NodeId index, double x, Workspace& ws) {
    const ElasticBody& body = *model.elastic_bodies[*model.nodes[index].elastic];
    std::vector<BodyLoad> loads;
    collect_body_loads(model, state, index, ws, loads);
    const BeamReactions reactions = compute_beam_reactions(model, state, index, loads, ws);
    BeamMotionProbe probe(model, state, index, ws);
    const BeamPoint face = probe.at(x);
    const EvenLoad on_frame(body, loads);
    const double length = body.beam->length, mu = body.inertia.mass / length;
    Vec3 force = reactions.end.head<3>();
    Vec3 moment = reactions.end.tail<3>() + (reactions.end_place - face.d).cross(force);
    for (const BodyLoad& load : loads) {
        // The section at the end is that just before it.
        const double place = load.home.x();
        if (acts_on_supports(body, load) || !(place > x || (x >= length && place >= length))) continue;
        force += load.force;
        moment += load.moment + (load.p - face.d).cross(load.force);
    }
    // Products of two waves; foreshortening makes four of them, for which the rule is still exact to 1e-16.
    const double part = length - x;
    const QuadratureRule rule = make_wave_rule(2 * highest_wave(*body.beam) * part / length);
    for (Eigen::Index k = 0; k < rule.points.size(); ++k) {
        const double place = x + part * rule.points[k], weight = part * rule.weights[k];
        const BeamPoint p = probe.at(place);
        const Vec3 inertia = (p.acceleration - on_frame.acceleration(place)) * (mu * weight);
        force -= inertia;
        moment -= (p.d - face.d).cross(inertia) + weight * (p.spin_rate - on_frame.spin_rate());
    }
    Vec6 result;
    result << face.R.transpose() * force, face.R.transpose() * moment;
    return result;
}

}  // namespace ritz
