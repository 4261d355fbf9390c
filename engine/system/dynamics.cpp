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

/// Adds (I, p), given in B, to the parent: Xᵀ I X.
void hand_to_parent(const Model& model, NodeId i, const NodeData& d, const InertiaBlocks& I, const Vec3& pw,
                    const Vec3& pv, Workspace& ws) {
    const Node& node = model.nodes[i];
    if (node.is_on_world()) return;
    NodeData& parent = ws.nodes[*node.parent];
    const InertiaBlocks moved = move_to_parent(I, d.turn, d.p_PB);
    const Wrench f = to_parent(d, pw, pv);
    parent.I += moved;
    parent.pw += f.w;
    parent.pv += f.v;
    if (!node.parent_flexes || model.nodes[*node.parent].n == 0) return;
    GeneralData& g = ws.general_of(i);
    GeneralData& gp = ws.general_of(*node.parent);
    multiply(g.Jp, moved.dense(), g.KJ);
    gp.Cc += g.KJ;
    add_symmetric_product(g.Jp, g.KJ, gp.modes, gp.elastic_mass().data(), gp.joint_space.stride());
    Vec6 wrench;
    wrench << f.w, f.v;
    add_multiple(g.Jp, wrench, gp.modes, gp.pe);
}

/// U = I S of a joint about or along z, at P.
inline void eval_push(bool turns, NodeData& d) {
    using Column = InertiaBlocks::Column;
    const InertiaBlocks& I = d.I;
    const Column x = d.turn.col(0), y = d.turn.col(1), z = d.turn.col(2);
    if (turns) {
        d.Uw = x * I.A(0, 2) + y * I.A(1, 2) + z * I.A(2, 2);
        d.Uv = x * I.B(2, 0) + y * I.B(2, 1) + z * I.B(2, 2);
    } else {
        d.Uw = x * I.B(0, 2) + y * I.B(1, 2) + z * I.B(2, 2);
        d.Uv = x * I.C(0, 2) + y * I.C(1, 2) + z * I.C(2, 2);
    }
    d.Uw.head<3>() += d.p_PB.cross(d.Uv.head<3>().matrix()).array();
}

/// A rigid body with a one-coordinate joint along an axis of M.
void eliminate_simple(const Model& model, NodeId i, Workspace& ws) {
    const Node& node = model.nodes[i];
    NodeData& d = ws.nodes[i];
    const Vec3 pw = d.pw + d.I.moment(d.cw, d.cv), pv = d.pv + d.I.force(d.cw, d.cv);
    if (node.nu == 0) {
        hand_to_parent(model, i, d, d.I, pw, pv, ws);
        return;
    }
    const bool turns = node.kind == JointKind::revolute;
    const double D = (turns ? d.I.A(2, 2) : d.I.C(2, 2)) + ws.joint_inertia[node.u];
    if (!(D > 0)) throw InertiaError(node.name, "body \"" + node.name + "\" has no inertia along its joint coordinate");
    d.D_inv = 1 / D;
    d.r = ws.generalized_force[node.u] - (turns ? pw.z() : pv.z());
    eval_push(turns, d);
    if (node.is_on_world()) return;
    // Xᵀ (I - U D⁻¹ Uᵀ) X with XᵀU: the inertia is moved while the joint's own is still being divided.
    InertiaBlocks moved = move_to_parent(d.I, d.turn, d.p_PB);
    subtract_product(d.Uw, d.Uv, d.D_inv, moved);
    const Wrench p = to_parent(d, pw, pv);
    const double x = d.D_inv * d.r;
    NodeData& parent = ws.nodes[*node.parent];
    parent.I += moved;
    parent.pw += p.w + d.Uw.head<3>().matrix() * x;
    parent.pv += p.v + d.Uv.head<3>().matrix() * x;
}

/// The columns of the joint's coordinates: D, U and -r.
void fill_joint_columns(const Node& node, const Mat6& I, const Vec6& p, const ModeRows& U, const Workspace& ws,
                        GeneralData& g) {
    const Eigen::Index k = node.nu, n = node.n, size = k + n;
    for (Eigen::Index c = 0; c < k; ++c) {
        double* const column = g.joint_space.column(c);
        const Vec6 direction = g.S.col(c), push = I * direction;
        for (Eigen::Index b = c; b < k; ++b) column[b] = g.S.col(b).dot(push);
        column[c] += ws.joint_inertia[node.u + c];
        VecMap coupling(column + k, n);
        coupling.setZero();
        add_multiple(U, direction, n, coupling);
        Eigen::Map<Vec6>(column + size) = push;
        column[size + 6] = direction.dot(p) - ws.generalized_force[node.u + c];
    }
}

/// The columns of the elastic coordinates, whose mass stands there already; r from p (with I c) and c.
void fill_elastic_columns(const Node& node, const NodeData& d, const Vec6& p, const ModeRows& U, GeneralData& g) {
    const Eigen::Index k = node.nu, n = node.n, size = k + n;
    if (node.own_flexes) {
        add_symmetric_product(g.E, U, n, g.elastic_mass().data(), g.joint_space.stride());
        add_symmetric_product(g.Cc, g.E, n, g.elastic_mass().data(), g.joint_space.stride());
        add_multiple(g.E, p, n, g.pe);
    }
    Vec6 c;
    c << d.cw, d.cv;
    add_multiple(g.Cc, c, n, g.pe);
    for (Eigen::Index j = 0; j < n; ++j) {
        double* const border = g.joint_space.column(k + j) + size;
        for (int a = 0; a < 6; ++a) border[a] = U(j, a);
        border[6] = g.pe[j];
    }
}

void eliminate_general(const Model& model, NodeId i, GeneralData& g, Workspace& ws) {
    const Node& node = model.nodes[i];
    const NodeData& d = ws.nodes[i];
    const Eigen::Index size = node.nu + node.n;
    Vec6 p;
    p << d.pw + d.I.moment(d.cw, d.cv), d.pv + d.I.force(d.cw, d.cv);
    if (size == 0) {
        hand_to_parent(model, i, d, d.I, p.head<3>(), p.tail<3>(), ws);
        return;
    }
    const Mat6 I = d.I.dense();
    if (node.own_flexes) {
        multiply(g.E, I, g.U);
        g.U += g.Cc;
    }
    const ModeRows& U = node.own_flexes ? g.U : g.Cc;
    fill_joint_columns(node, I, p, U, ws, g);
    fill_elastic_columns(node, d, p, U, g);
    auto border = g.joint_space.entries.block<7, 6>(size, size);
    border << I, p.transpose();
    if (!eliminate(g.joint_space))
        throw InertiaError(node.name,
                           "the mass matrix of body \"" + node.name + "\" is not positive definite in this position");
    if (node.is_on_world()) return;
    p = border.row(6);
    hand_to_parent(model, i, d, InertiaBlocks::from_lower(border.topRows<6>()), p.head<3>(), p.tail<3>(), ws);
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
            const Vec6 own = multiply(g.Jp, u_dot + model.nodes[*node.parent].eu, n);
            aw += own.head<3>();
            av += own.tail<3>();
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
            const Vec6 own = multiply(g->E, u_dot + node.eu, node.n);
            d.aw += own.head<3>();
            d.av += own.tail<3>();
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
    GeneralData* const g = ws.find_general(i);
    if (g == nullptr && node.nu == 1) {
        const Vec3 no_turn = Vec3::Zero();
        const Vec3& aw = node.parent ? ws.nodes[*node.parent].aw : no_turn;
        const Vec3& av = node.parent ? ws.nodes[*node.parent].av : base;
        u_dot[node.u] = (d.r - d.Uw.head<3>().matrix().dot(aw) - d.Uv.head<3>().matrix().dot(av)) * d.D_inv;
    }
    eval_incoming(model, i, u_dot, base, ws);
    if (g != nullptr && node.nu + node.n > 0) {
        const Eigen::Index size = node.nu + node.n;
        g->extended.segment<7>(size) << d.aw, d.av, 1;  // Lᵀ x = L⁻¹ r - Yᵀ A
        solve_backward(g->joint_space, g->extended.data());
        VecMap(u_dot + node.u, size) = g->extended.head(size);  // elastic coordinates stand behind the joint's
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
            d.I = InertiaBlocks::of_body(node.inertia.mass, mc, node.inertia.J);
            const Vec3 Jw = node.inertia.J * d.w;
            d.pw = d.w.cross(Jw) - d.moment;
            d.pv = d.w.cross(d.w.cross(mc)) - d.force;
            continue;
        }
        const InertiaKernel& body = *model.inertia_kernels[*node.elastic];
        GeneralData& g = ws.general_of(i);
        d.I = InertiaBlocks::of_body(body.mass, g.mc, g.J);
        d.pw = g.bias_w - d.moment;
        d.pv = g.bias_v - d.force;
        g.Cc = g.coupling;
        // By chunks: what stands above the diagonal or behind the block does not count yet.
        const Eigen::Index from = g.Me.rows(), to = g.joint_space.stride();
        double* const block = g.elastic_mass().data();
        for (Eigen::Index j = 0; j < node.n; ++j)
            for (Eigen::Index row = j / chunk_size * chunk_size; row < node.n; row += chunk_size)
                store_chunk(load_chunk(g.Me.data() + row + j * from), block + row + j * to);
        g.pe = g.bias_e - ws.generalized_force.segment(node.eu, node.n);
        body.Ke.add_product(1, state.q + node.eq, g.pe.data());
        body.De.add_product(1, state.u + node.eu, g.pe.data());
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
        auto elastic = g.r.tail(node.n);
        elastic = -g.pe;
        if (node.own_flexes) add_multiple(g.E, -p, node.n, elastic);
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
        Vec6 wrench;
        wrench << f.w, f.v;
        add_multiple(g.Jp, wrench, gp.modes, gp.pe);
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
        if (node.nu == 1 && !node.is_on_world()) {
            NodeData& parent = ws.nodes[*node.parent];
            parent.pw += d.Uw.head<3>().matrix() * (d.D_inv * d.r);
            parent.pv += d.Uv.head<3>().matrix() * (d.D_inv * d.r);
        }
    } else if (GeneralData& g = *general; node.nu + node.n > 0) {
        const Eigen::Index size = node.nu + node.n;
        g.extended.head(size) = -g.r;
        g.extended.segment<7>(size) << pw, pv, 0;
        solve_forward(g.joint_space, g.extended.data());  // p + Y L⁻¹ r
        g.solved_force() = g.extended.head(size);
        pw = g.extended.segment<3>(size);
        pv = g.extended.segment<3>(size + 3);
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
