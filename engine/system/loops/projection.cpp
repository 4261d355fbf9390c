// Projection onto the loops, in the mass metric: δ = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁺ g, repeated for positions, once for
// velocities.
#include <cmath>

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/loops/constraints.hpp"

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

}  // namespace

void follow_tracks(const Model& model, State& state, Workspace& ws) {
    for (const LoopId l : model.loops.ids()) {
        const LoopConstraint& loop = model.loops[l];
        if (!loop.s) continue;
        const Vec3 b = ws.loop_motions[l].b.X_WF.p;
        const Track& track = model.tracks[*loop.track];
        for (int iteration = 0; iteration < 20; ++iteration) {
            double& s = state.q[*loop.s];
            const FrameMotion a =
                eval_track_motion(model, state.q.data(), state.u.data(), loop.a.node, *loop.track, {}, s, 0, ws);
            Vec3 tangent = a.flex->S.tail<3>();
            if (loop.a.node) tangent = ws.nodes[*loop.a.node].R_WB * tangent;
            const Vec3 x = a.X_WF.R.col(0);
            const double step = x.dot(b - a.X_WF.p) / x.dot(tangent);
            s += step;
            if (!is_on_track(track, s)) s = std::clamp(s, 0.0, track_length(track));
            if (std::abs(step) < 1e-15 * (1 + std::abs(s))) break;
        }
    }
}

namespace {

void normalize_quaternions(const Model& model, VecX& q) {
    for (const Node& node : model.nodes)
        if (node.nq > node.nu) q.segment<4>(node.q).normalize();
}

/// Largest error of the rows that hold; a row left out may disagree at second order, and is looked at apart.
double held_error(const LoopSystem& loops, const VecX& error) {
    double largest = 0;
    for (Eigen::Index k = 0; k < error.size(); ++k)
        if (loops.chosen[static_cast<std::size_t>(k)]) largest = std::max(largest, std::abs(error[k]));
    return largest;
}

/// One step of Newton's method, at most half a unit long and halved until the loops come closer. Returns the error.
double step_towards_loops(const Model& model, State& state, Workspace& ws, double error) {
    ws.rhs = -ws.loop_error;
    solve_loops(ws);
    eval_loop_motion(model, ws);
    VecX delta = ws.u_loop;
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
        next = held_error(ws.loops, ws.loop_error);
        if (next < error || !std::isfinite(error)) break;
    }
    return next;
}

void project_velocities(const Model& model, State& state, Workspace& ws) {
    eval_inertias(model, state, ws);
    ws.rhs = -ws.loop_rate;
    solve_loops(ws);
    eval_loop_motion(model, ws);
    state.u += ws.u_loop;
}

/// Newton's method on the positions; returns the number of steps, if they close. An open loop shows rows as independent
/// that are not, so that rows are chosen anew on the way where this is the first time.
std::optional<int> close_loops(const Model& model, State& state, Workspace& ws, const ProjectionOptions& options,
                               bool choosing) {
    for (int iteration = 0; iteration <= options.max_iterations; ++iteration) {
        if (choosing) {
            ws.loops.is_chosen = false;
            choose_loop_rows(model, view(state), ws);
        }
        const double error = held_error(ws.loops, ws.loop_error);
        if (error <= options.tolerance) return iteration;
        eval_inertias(model, state, ws);
        const double next = step_towards_loops(model, state, ws, error);
        const bool stagnates = next > 0.5 * error, is_small = next < 1e3 * options.tolerance;
        if (stagnates && is_small && !choosing) return iteration + 1;
        if (stagnates && is_small)
            choosing = false;  // closed as far as rounding lets it; once more with the last choice
        if (stagnates && !is_small && iteration > 40) return {};
    }
    return {};
}

}  // namespace

std::optional<int> project(const Model& model, State& state, Workspace& ws, const ProjectionOptions& options) {
    normalize_quaternions(model, state.q);
    if (model.rows == 0) return 0;
    eval_positions(model, state, ws);
    follow_tracks(model, state, ws);
    eval_positions(model, state, ws);
    const bool first = !ws.loops.is_chosen;
    std::optional<int> iterations = close_loops(model, state, ws, options, first);
    // Rows that were left out show when the others have closed: their loops then need another choice.
    constexpr double visible = 1e-6;
    if (iterations && !first && ws.loop_error.lpNorm<Eigen::Infinity>() > visible) {
        choose_loop_rows(model, view(state), ws);
        iterations = close_loops(model, state, ws, options, false);
    }
    if (!iterations || !(ws.loop_error.lpNorm<Eigen::Infinity>() < options.disagreement)) return {};
    if (held_error(ws.loops, ws.loop_rate) > options.tolerance) project_velocities(model, state, ws);
    return iterations;
}

LoopViolation compute_loop_violation(const Model& model, const StateView& state, Workspace& ws) {
    LoopViolation v;
    if (model.rows == 0) return v;
    eval_kinematics(model, state, ws);
    eval_loops(model, state, ws);
    int worst = 0;
    v.position = ws.loop_error.cwiseAbs().maxCoeff(&worst);
    v.worst_row = worst;
    v.velocity = ws.loop_rate.lpNorm<Eigen::Infinity>();
    return v;
}

}  // namespace ritz
