// For the part ξ ∈ (x, L] of the beam, with all applied loads F_k, M_k at ξ_k > x and the acceleration a(ξ) - g:
//   force on the face at x   = Σ F_k - ∫ μ (a - g) dξ
//   moment on it             = Σ M_k + (d_k - d_x) × F_k - ∫ (d - d_x) × μ (a - g) dξ - ∫ ρI_p (α_x + θ_x'') dξ e_x
#include "engine/section_forces.hpp"

#include <array>

#include "engine/constraints.hpp"
#include "engine/dynamics.hpp"
#include "engine/forces.hpp"
#include "engine/frames.hpp"

namespace ritz {
namespace {

/// Loads on one body, gathered while the forces are applied once more.
void gather_loads(const Model& model, const StateView& state, int index, Workspace& ws) {
    ws.load_log.clear();
    ws.logged_node = index;
    eval_forces(model, state, ws);
    if (model.rows > 0) apply_loop_forces(model, ws.lambda, ws);
    ws.logged_node = -1;
    const Node& node = model.nodes[index];
    const NodeData& d = ws.nodes[index];
    const GeneralData& g = ws.general[ws.general_index[index]];
    const double x_own = node.own_flexes ? g.own.home.x() : g.own.X.p.x();
    ws.load_log.push_back({x_own, g.own.X.p, d.fv, d.fw - g.own.X.p.cross(d.fv)});
    for (std::size_t c = 0; c < model.nodes.size(); ++c) {
        const Node& child = model.nodes[c];
        if (child.parent != index) continue;
        const NodeData& dc = ws.nodes[c];
        const Vec3 force = -(dc.R_PB * dc.fv);
        const Vec3 moment_at_R = -(dc.R_PB * dc.fw) + dc.p_PB.cross(force);
        const FlexFrame* at = child.parent_flexes ? &ws.general[ws.general_index[c]].parent : nullptr;
        const Vec3 p = at != nullptr ? at->X.p : child.inboard.offset.p;
        const double x = at != nullptr ? at->home.x() : p.x();
        ws.load_log.push_back({x, p, force, moment_at_R - p.cross(force)});
    }
}

struct BeamPoint {
    Vec3 d;             // place in R
    Vec3 acceleration;  // a - g, in R
    double twist;       // angular acceleration about x
    Mat3 R;
};

class BeamMotionProbe {
  public:
    BeamMotionProbe(const Model& model, const StateView& state, int index, const Workspace& ws)
        : node_(model.nodes[index]),
          d_(ws.nodes[index]),
          beam_(*model.elastic_bodies[node_.elastic]->beam),
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
        p.twist = d_.aw.x() + psi_.row(0).dot(qdd_);
        p.R = rotation_exp(psi_ * q_);
        return p;
    }

  private:
    const Node& node_;
    const NodeData& d_;
    const BeamShapes& beam_;
    ConstVecMap q_, qd_, qdd_;
    Mat3X phi_, psi_;
    MatX gamma_;
};

}  // namespace

Vec6 compute_section_forces(const Model& model, const StateView& state, int index, double x, Workspace& ws) {
    const ElasticBody& body = *model.elastic_bodies[model.nodes[index].elastic];
    gather_loads(model, state, index, ws);
    BeamMotionProbe probe(model, state, index, ws);
    const BeamPoint face = probe.at(x);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (const LoggedLoad& load : ws.load_log) {
        if (!(load.x > x)) continue;
        force += load.force;
        moment += load.moment + (load.p - face.d).cross(load.force);
    }
    // Three-point Gauss on panels shorter than a quarter wave of the highest mode.
    const double length = body.beam->length, mu = body.inertia.mass / length, rho_Ip = body.inertia.J0(0, 0) / length;
    const auto panels = static_cast<int>(16 + 4 * model.nodes[index].n);
    const std::array<double, 3> points{0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
    const std::array<double, 3> weights{5.0 / 18, 8.0 / 18, 5.0 / 18};
    const double h = (length - x) / panels;
    for (int k = 0; k < panels; ++k)
        for (std::size_t j = 0; j < 3; ++j) {
            const BeamPoint p = probe.at(x + h * (k + points[j]));
            const Vec3 inertia = p.acceleration * (mu * h * weights[j]);
            force -= inertia;
            moment -= (p.d - face.d).cross(inertia);
            moment.x() -= rho_Ip * h * weights[j] * p.twist;
        }
    Vec6 result;
    result << face.R.transpose() * force, face.R.transpose() * moment;
    return result;
}

}  // namespace ritz
