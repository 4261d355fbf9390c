// For the part A of a body on one side of a cut, with the inertia polynomials of A (theory §1.3) and all loads on it,
//   force on the rest = Σ F_k - [m a + α × mc + S(q) q'' + bias_v]_A
//   moment            = Σ M_k + p_k × F_k - [J α + mc × a + Crᵀ(q) q'' + bias_w]_A
// about the undeformed place p of the cut's marker, from which the places of A count; a = acceleration of p less
// gravity. A load on the frame enters where the frame is tied to the body. The part is the one that no support holds,
// so every load on it is known; if it lies before the plane, what it exerts is minus what is asked for.
#include "engine/system/elastic_inertia.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/measures/body_loads.hpp"
#include "engine/system/measures/section_forces.hpp"

namespace ritz {
namespace {

/// About the undeformed place of the marker.
struct PartLoad {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
};

bool acts_on_part(const BodyLoad& load, const BodyCut& cut) {
    const Pose& plane = cut.marker.X_RM;
    const double height = plane.R.col(0).dot(load.home - plane.p);
    // What takes hold at the marker itself acts before the plane, as at a beam's section.
    const bool is_beyond = height > 1e-9 * (load.home.norm() + plane.p.norm());
    return is_beyond == cut.beyond;
}

PartLoad compute_part_inertia(const Model& model, const StateView& state, NodeId index, const BodyCut& cut,
                              const Workspace& ws) {
    const Node& node = model.nodes[index];
    const NodeData& d = ws.nodes[index];
    const ConstVecMap q(state.q + node.eq, node.n), qd(state.u + node.eu, node.n);
    const ConstVecMap qdd(ws.u_dot.data() + node.eu, node.n);
    const InertiaKernel kernel(cut.part);
    GeneralData g;
    size_inertia(kernel, g);
    eval_elastic_inertia(kernel, q, qd, d.w, g);
    const Vec3& p = cut.marker.X_RM.p;
    const Vec3 a = d.av + d.aw.cross(p) + d.w.cross(d.w.cross(p));
    return {cut.part.mass * a + d.aw.cross(g.mc) + g.Sq() * qdd + g.bias_v,
            g.J * d.aw + g.mc.cross(a) + g.Crt() * qdd + g.bias_w};
}

}  // namespace

Vec6 compute_cut_forces(const Model& model, const StateView& state, NodeId index, int number, Workspace& ws) {
    const Node& node = model.nodes[index];
    const BodyCut& cut = model.elastic_bodies[*node.elastic]->cuts[static_cast<std::size_t>(number)];
    std::vector<BodyLoad> loads;
    collect_body_loads(model, state, index, ws, loads);
    const PartLoad inertia = compute_part_inertia(model, state, index, cut, ws);
    const Vec3& p = cut.marker.X_RM.p;
    PartLoad sum{-inertia.force, -inertia.moment};
    Vec6 on_frame = Vec6::Zero();
    for (const BodyLoad& load : loads) {
        const Vec3 moment = load.moment + (load.p - p).cross(load.force);
        if (is_on_frame(load)) {
            on_frame.head<3>() += load.force;
            on_frame.tail<3>() += moment;
        } else if (acts_on_part(load, cut)) {
            sum.force += load.force;
            sum.moment += moment;
        }
    }
    const Vec6 share = cut.frame_share * on_frame;
    sum.force += share.head<3>();
    sum.moment += share.tail<3>();
    FlexFrame face;
    size_flex_frame(node.n, face);
    eval_marker_frame(cut.marker, Pose{}, ConstVecMap(state.q + node.eq, node.n),
                      ConstVecMap(state.u + node.eu, node.n), face);
    const double sign = cut.beyond ? 1 : -1;
    Vec6 result;
    result << face.X.R.transpose() * sum.force, face.X.R.transpose() * (sum.moment - (face.X.p - p).cross(sum.force));
    return sign * result;
}

}  // namespace ritz
