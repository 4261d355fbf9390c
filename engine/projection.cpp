// Projection onto the loops, in the mass metric: δ = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁺ g, repeated for positions, once for
// velocities.
#include <cmath>

#include "engine/constraints.hpp"
#include "engine/dynamics.hpp"
#include "engine/frames.hpp"

namespace ritz {
namespace {

void eval_positions(const Model& model, const State& state, Workspace& ws) {
    eval_kinematics(model, view(state), ws);
    eval_loops(model, view(state), ws);
}

void eval_inertias(const Model& model, const State& state, Workspace& ws) {
    clear_forces(ws);
    eval_articulated(model, view(state), ws);
    eval_loop_inertia(model, ws);
}

/// Newton for the arc coordinate of loops closed by slides: the row along the track.
void follow_tracks(const Model& model, State& state, Workspace& ws) {
    for (std::size_t l = 0; l < model.loops.size(); ++l) {
        const LoopConstraint& loop = model.loops[l];
        if (loop.s < 0) continue;
        const Vec3 b = ws.loop_motions[l].b.X_WF.p;
        const Track& track = model.tracks[loop.track];
        for (int iteration = 0; iteration < 20; ++iteration) {
            double& s = state.q[loop.s];
            const FrameMotion a =
                eval_track_motion(model, state.q.data(), state.u.data(), loop.a.node, loop.track, {}, s, 0, ws);
            Vec3 tangent = a.flex->S.tail<3>();
            if (loop.a.node >= 0) tangent = ws.nodes[loop.a.node].R_WB * tangent;
            const Vec3 x = a.X_WF.R.col(0);
            const double step = x.dot(b - a.X_WF.p) / x.dot(tangent);
            s += step;
            if (!track_is_closed(track)) s = std::clamp(s, 0.0, track_length(track));
            if (std::abs(step) < 1e-15 * (1 + std::abs(s))) break;
        }
    }
}

void normalize_quaternions(const Model& model, VecX& q) {
    for (const Node& node : model.nodes)
        if (node.nq > node.nu) q.segment<4>(node.q).normalize();
}

}  // namespace

int project(const Model& model, State& state, Workspace& ws, const ProjectionOptions& options) {
    normalize_quaternions(model, state.q);
    if (model.rows == 0) return 0;
    eval_positions(model, state, ws);
    follow_tracks(model, state, ws);
    eval_positions(model, state, ws);
    double error = ws.loop_error.lpNorm<Eigen::Infinity>();
    int iteration = 0;
    bool closed = error <= options.tolerance;
    bool inertia_known = false;
    for (; !closed && iteration < options.max_iterations; ++iteration) {
        eval_inertias(model, state, ws);
        inertia_known = true;
        ws.rhs = -ws.loop_error;
        solve_loops(ws);
        VecX delta = ws.MinvGt * ws.lambda;
        // A step is at most half a unit long and is halved until the loops come closer.
        const double size = delta.lpNorm<Eigen::Infinity>();
        if (size > 0.5) delta *= 0.5 / size;
        const VecX q = state.q;
        double next = error;
        for (int halving = 0; halving < 12; ++halving, delta *= 0.5) {
            state.q = q;
            move_along(model, delta, state.q);
            eval_positions(model, state, ws);
            follow_tracks(model, state, ws);
            eval_positions(model, state, ws);
            next = ws.loop_error.lpNorm<Eigen::Infinity>();
            if (next < error || !std::isfinite(error)) break;
        }
        const bool stagnates = next > 0.5 * error;
        error = next;
        closed = error <= options.tolerance || (stagnates && error < 1e3 * options.tolerance);
        if (stagnates && error >= 1e3 * options.tolerance && iteration > 40) break;
    }
    if (!closed) return -1;
    if (ws.loop_rate.lpNorm<Eigen::Infinity>() > options.tolerance) {
        if (!inertia_known || iteration > 0) eval_inertias(model, state, ws);
        ws.rhs = -ws.loop_rate;
        solve_loops(ws);
        state.u.noalias() += ws.MinvGt * ws.lambda;
    }
    return iteration;
}

LoopViolation compute_loop_violation(const Model& model, const StateView& state, Workspace& ws) {
    LoopViolation v;
    if (model.rows == 0) return v;
    eval_kinematics(model, state, ws);
    eval_loops(model, state, ws);
    v.position = ws.loop_error.cwiseAbs().maxCoeff(&v.worst_row);
    v.velocity = ws.loop_rate.lpNorm<Eigen::Infinity>();
    return v;
}

}  // namespace ritz
