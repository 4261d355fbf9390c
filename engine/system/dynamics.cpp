// The articulated-body recursion, carried over to elastic bodies. A node with all it carries answers an acceleration
// A of its B (before its own joint) with the wrench
//   f = I A + C q'' + p                          on B
//   0 = Cᵀ A + Mee q'' + pe + Eᵀ f               on its elastic coordinates (E: its inboard marker moves with q)
// With A = A_in + S u' + E q'' + c, the joint's and elastic accelerations x = (u', q'') follow from
//   D x = r - Uᵀ A_in,   U = [I S, I E + C],   D = [Sᵀ U; Eᵀ U + Cᵀ [S, E] + [0, Mee]]
// and what is left is passed to the parent: Iᵃ = I - U D⁻¹ Uᵀ, pᵃ = p + I c + U D⁻¹ r.
#include "engine/system/dynamics.hpp"

#include "core/errors.hpp"

namespace ritz {
namespace {

/// In-place Cholesky of the leading k x k block; D is small and dense, so a plain loop beats a library call.
bool factorize(MatX& D, Eigen::Index k) {
    for (Eigen::Index j = 0; j < k; ++j) {
        double pivot = D(j, j);
        for (Eigen::Index l = 0; l < j; ++l) pivot -= D(j, l) * D(j, l);
        if (!(pivot > 0)) return false;
        pivot = std::sqrt(pivot);
        D(j, j) = pivot;
        for (Eigen::Index i = j + 1; i < k; ++i) {
            double sum = D(i, j);
            for (Eigen::Index l = 0; l < j; ++l) sum -= D(i, l) * D(j, l);
            D(i, j) = sum / pivot;
        }
    }
    return true;
}

template <typename Block>
void solve_in_place(const MatX& L, Block&& x) {
    const Eigen::Index k = x.rows();
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
        for (Eigen::Index i = 0; i < k; ++i) {
            double sum = x(i, c);
            for (Eigen::Index l = 0; l < i; ++l) sum -= L(i, l) * x(l, c);
            x(i, c) = sum / L(i, i);
        }
        for (Eigen::Index i = k - 1; i >= 0; --i) {
            double sum = x(i, c);
            for (Eigen::Index l = i + 1; l < k; ++l) sum -= L(l, i) * x(l, c);
            x(i, c) = sum / L(i, i);
        }
    }
}

struct Wrench {
    Vec3 w, v;
};

/// A wrench at B seen at P.
inline Wrench to_parent(const NodeData& d, const Vec3& w, const Vec3& v) {
    Wrench f;
    f.v.noalias() = d.R_PB * v;
    f.w.noalias() = d.R_PB * w;
    f.w += d.p_PB.cross(f.v);
    return f;
}

/// Adds (Ia, pa), given in B, to the parent: Xᵀ I X.
void hand_to_parent(const Model& model, NodeId i, const NodeData& d, const Mat3& A, const Mat3& B, const Mat3& C,
                    const Vec3& pw, const Vec3& pv, Workspace& ws) {
    const Node& node = model.nodes[i];
    if (node.is_on_world()) return;
    NodeData& parent = ws.nodes[*node.parent];
    const Mat3& R = d.R_PB;
    const Vec3& p = d.p_PB;
    Mat3 T, Ap, Bp, Cp;
    T.noalias() = R * A;
    Ap.noalias() = T * R.transpose();
    T.noalias() = R * B;
    Bp.noalias() = T * R.transpose();
    T.noalias() = R * C;
    Cp.noalias() = T * R.transpose();
    // wv: B + p~ C;  ww: A + p~ Bᵀ - (B + p~ C) p~
    for (int k = 0; k < 3; ++k) Ap.col(k) += p.cross(Vec3(Bp.row(k).transpose()));
    for (int k = 0; k < 3; ++k) Bp.col(k) += p.cross(Vec3(Cp.col(k)));
    for (int k = 0; k < 3; ++k) Ap.row(k) += p.cross(Vec3(Bp.row(k).transpose())).transpose();
    const Wrench f = to_parent(d, pw, pv);
    parent.A += Ap;
    parent.Bm += Bp;
    parent.C += Cp;
    parent.pw += f.w;
    parent.pv += f.v;
    if (!node.parent_flexes || model.nodes[*node.parent].n == 0) return;
    GeneralData& g = ws.general_of(i);
    GeneralData& gp = ws.general_of(*node.parent);
    Mat6 K;
    K << Ap, Bp, Bp.transpose(), Cp;
    g.KJ.noalias() = K * g.Jp;
    gp.Cc += g.KJ;
    gp.Mee.noalias() += g.Jp.transpose() * g.KJ;
    gp.pe.noalias() += g.Jp.topRows<3>().transpose() * f.w;
    gp.pe.noalias() += g.Jp.bottomRows<3>().transpose() * f.v;
}

/// A rigid body with a one-coordinate joint along an axis of M.
void eliminate_simple(const Model& model, NodeId i, Workspace& ws) {
    const Node& node = model.nodes[i];
    NodeData& d = ws.nodes[i];
    Vec3 pw = d.pw, pv = d.pv;
    pw.noalias() += d.A * d.cw;
    pw.noalias() += d.Bm * d.cv;
    pv.noalias() += d.Bm.transpose() * d.cw;
    pv.noalias() += d.C * d.cv;
    if (node.nu == 0) {
        hand_to_parent(model, i, d, d.A, d.Bm, d.C, pw, pv, ws);
        return;
    }
    const bool turns = node.kind == JointKind::revolute;
    d.Uw = turns ? d.A.col(2) : d.Bm.col(2);
    d.Uv = turns ? Vec3(d.Bm.row(2).transpose()) : Vec3(d.C.col(2));
    const double D = (turns ? d.Uw.z() : d.Uv.z()) + ws.joint_inertia[node.u];
    if (!(D > 0)) throw InertiaError(node.name, "body \"" + node.name + "\" has no inertia along its joint coordinate");
    d.D_inv = 1 / D;
    d.r = ws.generalized_force[node.u] - (turns ? pw.z() : pv.z());
    if (node.is_on_world()) return;
    const Vec3 sw = d.Uw * d.D_inv, sv = d.Uv * d.D_inv;
    Mat3 A, B, C;
    A.noalias() = d.A - sw * d.Uw.transpose();
    B.noalias() = d.Bm - sw * d.Uv.transpose();
    C.noalias() = d.C - sv * d.Uv.transpose();
    pw += sw * d.r;
    pv += sv * d.r;
    hand_to_parent(model, i, d, A, B, C, pw, pv, ws);
}

/// U and the factor of D from the node's articulated inertia.
void eval_joint_space_inertia(const Node& node, const NodeData& d, const VecX& joint_inertia, GeneralData& g) {
    const Eigen::Index k = node.nu, n = node.n;
    Mat6 I;
    I << d.A, d.Bm, d.Bm.transpose(), d.C;
    g.U.leftCols(k).noalias() = I * g.S;
    if (n > 0) {
        g.U.rightCols(n) = g.Cc;
        if (node.own_flexes) g.U.rightCols(n).noalias() += I * g.E;
        g.D.bottomRightCorner(n, n) = g.Mee;
        if (node.own_flexes) {
            g.D.bottomRightCorner(n, n).noalias() += g.E.transpose() * g.U.rightCols(n);
            g.D.bottomRightCorner(n, n).noalias() += g.Cc.transpose() * g.E;
        }
        // row e, column u: (I E + C)ᵀ S
        g.D.bottomLeftCorner(n, k).noalias() = g.U.rightCols(n).transpose() * g.S;
    }
    g.D.topLeftCorner(k, k).noalias() = g.S.transpose() * g.U.leftCols(k);
    g.D.diagonal().head(k) += joint_inertia.segment(node.u, k);
    if (!factorize(g.D, k + n))
        throw InertiaError(node.name,
                           "the mass matrix of body \"" + node.name + "\" is not positive definite in this position");
}

/// r from the node's bias (pw, pv already with I c) and the applied generalised forces.
void eval_joint_space_force(const Node& node, const NodeData& d, const Vec6& p, const Workspace& ws, GeneralData& g) {
    const Eigen::Index k = node.nu, n = node.n;
    g.r.head(k) = ws.generalized_force.segment(node.u, k);
    g.r.head(k).noalias() -= g.S.transpose() * p;
    if (n == 0) return;
    Vec6 c;
    c << d.cw, d.cv;
    g.r.tail(n) = -g.pe;
    g.r.tail(n).noalias() -= g.Cc.transpose() * c;
    if (node.own_flexes) g.r.tail(n).noalias() -= g.E.transpose() * p;
}

void eliminate_general(const Model& model, NodeId i, GeneralData& g, Workspace& ws) {
    const Node& node = model.nodes[i];
    const NodeData& d = ws.nodes[i];
    Vec6 p;
    p << d.pw + d.A * d.cw + d.Bm * d.cv, d.pv + d.Bm.transpose() * d.cw + d.C * d.cv;
    if (node.nu + node.n == 0) {
        hand_to_parent(model, i, d, d.A, d.Bm, d.C, p.head<3>(), p.tail<3>(), ws);
        return;
    }
    eval_joint_space_inertia(node, d, ws.joint_inertia, g);
    eval_joint_space_force(node, d, p, ws, g);
    g.U_solved = g.U.transpose();
    solve_in_place(g.D, g.U_solved);
    g.r_solved = g.r;
    solve_in_place(g.D, g.r_solved);
    if (node.is_on_world()) return;
    Mat6 I;
    I << d.A, d.Bm, d.Bm.transpose(), d.C;
    I.noalias() -= g.U * g.U_solved;
    p.noalias() += g.U * g.r_solved;
    hand_to_parent(model, i, d, I.topLeftCorner<3, 3>(), I.topRightCorner<3, 3>(), I.bottomRightCorner<3, 3>(),
                   p.head<3>(), p.tail<3>(), ws);
}

/// X (A_P + Jp q''_P), the acceleration that reaches B before its own joint.
inline void eval_incoming(const Model& model, NodeId i, const double* u_dot, const Vec3& base, Workspace& ws) {
    const Node& node = model.nodes[i];
    NodeData& d = ws.nodes[i];
    Vec3 aw = Vec3::Zero(), av = base;
    if (node.parent) {
        const NodeData& parent = ws.nodes[*node.parent];
        aw = parent.aw;
        av = parent.av;
        const int n = model.nodes[*node.parent].n;
        if (node.parent_flexes && n > 0) {
            const GeneralData& g = ws.general_of(i);
            const ConstVecMap qdd(u_dot + model.nodes[*node.parent].eu, n);
            aw.noalias() += g.Jp.topRows<3>() * qdd;
            av.noalias() += g.Jp.bottomRows<3>() * qdd;
        }
    }
    av += aw.cross(d.p_PB);
    d.aw.noalias() = d.R_PB.transpose() * aw;
    d.av.noalias() = d.R_PB.transpose() * av;
}

/// Adds S u' + E q'' (+ c) to the incoming acceleration.
void add_own(const Node& node, const double* u_dot, const GeneralData* g, bool with_bias, NodeData& d) {
    if (g == nullptr) {
        if (node.nu == 1) (node.kind == JointKind::revolute ? d.aw : d.av).z() += u_dot[node.u];
    } else {
        const ConstVecMap ud(u_dot + node.u, node.nu);
        d.aw.noalias() += g->S.topRows<3>() * ud;
        d.av.noalias() += g->S.bottomRows<3>() * ud;
        if (node.own_flexes) {
            const ConstVecMap qdd(u_dot + node.eu, node.n);
            d.aw.noalias() += g->E.topRows<3>() * qdd;
            d.av.noalias() += g->E.bottomRows<3>() * qdd;
        }
    }
    if (with_bias) {
        d.aw += d.cw;
        d.av += d.cv;
    }
}

/// Pass 3 at one node: its own x = (u', q'') and its acceleration.
void accelerate_node(const Model& model, NodeId i, const Vec3& base, bool with_bias, Workspace& ws, double* u_dot) {
    const Node& node = model.nodes[i];
    NodeData& d = ws.nodes[i];
    eval_incoming(model, i, u_dot, base, ws);
    const GeneralData* g = ws.find_general(i);
    if (g == nullptr) {
        if (node.nu == 1) u_dot[node.u] = (d.r - d.Uw.dot(d.aw) - d.Uv.dot(d.av)) * d.D_inv;
    } else if (node.nu + node.n > 0) {
        VecMap x(u_dot + node.u, node.nu + node.n);  // elastic coordinates stand directly behind the joint's
        x = g->r_solved;
        x.noalias() -= g->U_solved.leftCols<3>() * d.aw;
        x.noalias() -= g->U_solved.rightCols<3>() * d.av;
    }
    add_own(node, u_dot, g, with_bias, d);
}

void accelerate(const Model& model, const Vec3& base, bool with_bias, Workspace& ws, double* u_dot) {
    for (const NodeId i : model.nodes.ids()) accelerate_node(model, i, base, with_bias, ws, u_dot);
}

}  // namespace

void start_articulated(const Model& model, const StateView& state, Workspace& ws) {
    for (const NodeId i : model.nodes.ids()) {
        const Node& node = model.nodes[i];
        NodeData& d = ws.nodes[i];
        if (node.n == 0) {
            const Vec3& mc = node.inertia.first_moment;
            d.A = node.inertia.J;
            d.Bm << 0, -mc.z(), mc.y(), mc.z(), 0, -mc.x(), -mc.y(), mc.x(), 0;
            d.C << node.inertia.mass, 0, 0, 0, node.inertia.mass, 0, 0, 0, node.inertia.mass;
            const Vec3 Jw = node.inertia.J * d.w;
            d.pw = d.w.cross(Jw) - d.moment;
            d.pv = d.w.cross(d.w.cross(mc)) - d.force;
            continue;
        }
        const ElasticBody& body = *model.elastic_bodies[*node.elastic];
        GeneralData& g = ws.general_of(i);
        const ConstVecMap q(state.q + node.eq, node.n), qd(state.u + node.eu, node.n);
        d.A = g.J;
        d.Bm = skew(g.mc);
        d.C = body.inertia.mass * Mat3::Identity();
        d.pw = g.bias_w - d.moment;
        d.pv = g.bias_v - d.force;
        g.Cc.topRows<3>() = g.Crt;
        g.Cc.bottomRows<3>() = g.Sq;
        g.Mee = g.Me;
        g.pe = g.bias_e - ws.generalized_force.segment(node.eu, node.n);
        g.pe.noalias() += body.Ke * q;
        g.pe.noalias() += body.De * qd;
    }
}

void eval_articulated(const Model& model, const StateView& state, Workspace& ws) {
    start_articulated(model, state, ws);
    eliminate_nodes(model, ws);
}

void eliminate_nodes(const Model& model, Workspace& ws) {
    for (const NodeId i : model.nodes.reversed_ids()) {
        if (GeneralData* g = ws.find_general(i))
            eliminate_general(model, i, *g, ws);
        else
            eliminate_simple(model, i, ws);
    }
}

void eval_accelerations(const Model& model, Workspace& ws) {
    accelerate(model, -model.gravity, true, ws, ws.u_dot.data());
}

void eval_node_accelerations(const Model& model, const double* u_dot, Workspace& ws) {
    for (const NodeId i : model.nodes.ids()) {
        eval_incoming(model, i, u_dot, -model.gravity, ws);
        add_own(model.nodes[i], u_dot, ws.find_general(i), true, ws.nodes[i]);
    }
}

void eval_node_motions(const Model& model, const double* u, Workspace& ws) {
    for (const NodeId i : model.nodes.ids()) {
        eval_incoming(model, i, u, Vec3::Zero(), ws);
        add_own(model.nodes[i], u, ws.find_general(i), false, ws.nodes[i]);
    }
}

void start_with_forces(const Model& model, NodeId i, Workspace& ws) {
    NodeData& d = ws.nodes[i];
    d.pw = -d.moment;
    d.pv = -d.force;
    if (const Node& node = model.nodes[i]; node.n > 0)
        ws.general_of(i).pe = -ws.generalized_force.segment(node.eu, node.n);
}

namespace {

/// r = (f - Sᵀ p, -pe - Eᵀ p): what the node's own coordinates feel of the forces that have come together there.
void eval_own_force(const Node& node, const Workspace& ws, GeneralData* general, NodeData& d) {
    if (general == nullptr) {
        if (node.nu == 1) d.r = ws.generalized_force[node.u] - (node.kind == JointKind::revolute ? d.pw.z() : d.pv.z());
    } else if (GeneralData& g = *general; node.nu + node.n > 0) {
        Vec6 p;
        p << d.pw, d.pv;
        g.r.head(node.nu) = ws.generalized_force.segment(node.u, node.nu);
        g.r.head(node.nu).noalias() -= g.S.transpose() * p;
        g.r.tail(node.n) = -g.pe;
        if (node.own_flexes) g.r.tail(node.n).noalias() -= g.E.transpose() * p;
    }
}

void hand_to_parent(const Model& model, NodeId i, const Vec3& pw, const Vec3& pv, Workspace& ws) {
    const Node& node = model.nodes[i];
    if (node.is_on_world()) return;
    const Wrench f = to_parent(ws.nodes[i], pw, pv);
    ws.nodes[*node.parent].pw += f.w;
    ws.nodes[*node.parent].pv += f.v;
    if (node.parent_flexes && model.nodes[*node.parent].n > 0) {
        GeneralData& gp = ws.general_of(*node.parent);
        const GeneralData& g = *ws.find_general(i);
        gp.pe.noalias() += g.Jp.topRows<3>().transpose() * f.w;
        gp.pe.noalias() += g.Jp.bottomRows<3>().transpose() * f.v;
    }
}

}  // namespace

void resolve_node(const Model& model, NodeId i, Workspace& ws) {
    const Node& node = model.nodes[i];
    NodeData& d = ws.nodes[i];
    GeneralData* general = ws.find_general(i);
    eval_own_force(node, ws, general, d);
    Vec3 pw = d.pw, pv = d.pv;
    if (general == nullptr) {
        if (node.nu == 1) {
            pw += d.Uw * (d.D_inv * d.r);
            pv += d.Uv * (d.D_inv * d.r);
        }
    } else if (GeneralData& g = *general; node.nu + node.n > 0) {
        g.r_solved = g.r;
        solve_in_place(g.D, g.r_solved);
        pw.noalias() += g.U.topRows<3>() * g.r_solved;
        pv.noalias() += g.U.bottomRows<3>() * g.r_solved;
    }
    hand_to_parent(model, i, pw, pv, ws);
}

void collect_node(const Model& model, NodeId i, Workspace& ws) {
    NodeData& d = ws.nodes[i];
    eval_own_force(model.nodes[i], ws, ws.find_general(i), d);
    hand_to_parent(model, i, d.pw, d.pv, ws);
}

void solve_accelerations(const Model& model, Workspace& ws, Eigen::Ref<VecX> u_dot) {
    for (const NodeId i : model.nodes.ids()) start_with_forces(model, i, ws);
    for (const NodeId i : model.nodes.reversed_ids()) resolve_node(model, i, ws);
    accelerate(model, Vec3::Zero(), false, ws, u_dot.data());
}

void solve_accelerations(const Model& model, std::span<const NodeId> path, Workspace& ws, VecX& u_dot) {
    for (const NodeId i : path) start_with_forces(model, i, ws);
    for (const NodeId i : path) resolve_node(model, i, ws);
    for (std::size_t k = path.size(); k-- > 0;) accelerate_node(model, path[k], Vec3::Zero(), false, ws, u_dot.data());
}

}  // namespace ritz
