#include "engine/system/workspace.hpp"

#include "engine/system/elastic_inertia.hpp"
#include "engine/system/frames.hpp"

namespace ritz {
namespace {

/// Rigid bodies on rigid frames with at most one coordinate need none of the general arrays.
bool is_simple(const Node& node) {
    return node.n == 0 && !node.parent_flexes &&
           (node.kind == JointKind::fixed || node.kind == JointKind::revolute || node.kind == JointKind::prismatic);
}

GeneralData make_general(const Model& model, const Node& node) {
    GeneralData g;
    const Eigen::Index n = node.n, k = node.nu;
    const Eigen::Index np = node.parent ? model.nodes[*node.parent].n : 0;
    size_flex_frame(np, g.parent);
    if (node.track) g.parent.sample = make_track_sample(model.tracks[*node.track]);
    size_flex_frame(n, g.own);
    g.own.X = node.outboard.offset;
    g.S.setZero(6, k);
    for (ModeRows* rows : {&g.Jp, &g.KJ}) size_mode_rows(np, *rows);
    for (ModeRows* rows : {&g.E, &g.Cc, &g.U}) size_mode_rows(n, *rows);
    g.pe.setZero(n);
    g.joints = node.nu, g.modes = node.n;
    if (node.elastic) size_inertia(*model.inertia_kernels[*node.elastic], g);
    g.joint_space = BorderedMatrix(k + n, 7, 6);
    g.extended.setZero(g.joint_space.stride());
    g.r.setZero(k + n);
    return g;
}

}  // namespace

Workspace::Workspace(const Model& model) : loops(model) {
    nodes.resize(model.nodes.size());
    general_index.resize(model.nodes.size());
    for (const NodeId i : model.nodes.ids())
        if (!is_simple(model.nodes[i])) general_index[i] = general.add(make_general(model, model.nodes[i]));
    motion_value.assign(model.motions.size(), 0);
    motion_rate = motion_acceleration = motion_force = motion_value;
    generalized_force.setZero(model.nu);
    holds.assign(model.forces.size(), {Hold::by_distance, Hold::by_distance});
    u_dot.setZero(model.nu);
    joint_inertia.setZero(model.nu);
    for (const Node& node : model.nodes)
        if (node.nu == 1) joint_inertia[node.u] = node.rotor;
    z_dot.setZero(model.nz);
    frames.resize(model.markers.size());
    for (const MarkerId k : frames.ids()) size_flex_frame(model.markers[k].phi.cols(), frames[k]);
    track_frames.resize(model.tracks.size());
    for (const TrackId k : track_frames.ids()) {
        track_frames[k].sample = make_track_sample(model.tracks[k]);
        size_flex_frame(track_frames[k].sample.phi.cols(), track_frames[k]);
    }
    const Eigen::Index m = model.rows;
    loop_rows.resize(static_cast<std::size_t>(m));
    loop_error.setZero(m);
    loop_gamma.setZero(m);
    loop_rate.setZero(m);
    lambda.setZero(m);
    rhs.setZero(m);
    u_free.setZero(m > 0 ? model.nu : 0);
    u_loop = u_free;
    loop_motions.resize(model.loops.size());
    controller_output.assign(model.controllers.size(), 0);
}

}  // namespace ritz
