#include "scenes/loader/start.hpp"

#include <fmt/format.h>

#include "core/dense_solvers.hpp"
#include "core/errors.hpp"
#include "engine/frames.hpp"
#include "engine/system.hpp"

namespace ritz {
namespace {

/// Names the loop that stays open widest.
std::string describe_open_loop(const Model& model, const State& state, Workspace& ws) {
    const LoopViolation gap = compute_loop_violation(model, view(state), ws);
    for (const LoopConstraint& loop : model.loops)
        if (gap.worst_row >= loop.row && gap.worst_row < loop.row + loop.rows)
            return fmt::format(
                "/joints/{}: this joint cannot close its loop: from the given positions a gap of {:.3g} "
                "remains; check lengths, axes and initial coordinates",
                loop.name, gap.position);
    return "/joints: the loops cannot be closed";
}

/// Generalised forces that keep the system from being at rest, f(q), on the tangent space of the loops.
class StaticProblem {
  public:
    StaticProblem(const Model& model, Workspace& ws) : model_(model), ws_(ws) {}

    void eval(const State& state, VecX& u_dot) {
        const StateView at = view(state);
        eval_kinematics(model_, at, ws_);
        eval_forces(model_, at, ws_);
        eval_articulated(model_, at, ws_);
        eval_constrained_accelerations(model_, at, ws_);
        u_dot = ws_.u_dot;
    }

  private:
    const Model& model_;
    Workspace& ws_;
};

}  // namespace

void find_static_equilibrium(const Model& model, State& state) {
    // Newton on the accelerations at rest, u'(q) = 0: they vanish exactly at equilibrium, and a step in velocity space
    // keeps quaternions valid. The Jacobian comes by differences; a minimum-norm step leaves neutral directions alone.
    Workspace ws(model);
    StaticProblem problem(model, ws);
    state.u.setZero();
    const Eigen::Index n = model.nu;
    if (n == 0) return;
    VecX f(n), f_moved(n), scratch(n);
    problem.eval(state, f);
    const double scale = std::max(1.0, f.lpNorm<Eigen::Infinity>());
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps; ++step) {
        MatX J(n, n);
        for (Eigen::Index k = 0; k < n; ++k) {
            const double h = 1e-7;
            State moved = state;
            scratch.setZero();
            scratch[k] = h;
            move_along(model, scratch, moved.q);
            problem.eval(moved, f_moved);
            J.col(k) = f_moved;
            scratch[k] = -h;
            moved.q = state.q;
            move_along(model, scratch, moved.q);
            problem.eval(moved, f_moved);
            J.col(k) = (J.col(k) - f_moved) / (2 * h);
        }
        VecX delta = -solve_least_squares(J, f, 1e-15 * static_cast<double>(J.rows()));
        const double size = delta.lpNorm<Eigen::Infinity>();
        if (size > 0.3) delta *= 0.3 / size;
        const State before = state;
        const double f_before = f.norm();
        for (int halving = 0; halving < 20; ++halving, delta *= 0.5) {
            state = before;
            move_along(model, delta, state.q);
            if (project(model, state, ws) < 0) continue;
            state.u.setZero();
            problem.eval(state, f);
            if (f.norm() < f_before) break;
        }
        // Differences of a stiff system are good to about 1e-9 of its accelerations.
        if (delta.lpNorm<Eigen::Infinity>() < 1e-12 || f.lpNorm<Eigen::Infinity>() < 1e-11 * scale) break;
    }
    if (!(f.lpNorm<Eigen::Infinity>() < 1e-6 * scale))
        throw NumericalError(
            fmt::format("no static equilibrium found near the given positions: the largest acceleration at rest is "
                        "still {:.3g}; is every body held?",
                        f.lpNorm<Eigen::Infinity>()));
}

namespace {

/// Derivative filters begin on the error they are given, so that they do not kick.
void settle_filters(const Model& model, State& state) {
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    for (const Controller& c : model.controllers)
        if (c.z_filter >= 0)
            state.z[c.z_filter] = c.reference.value(state.t) - measure(model, view(state), c.measured, ws);
}

}  // namespace

namespace {

/// A spring that is as short as a point has no direction to push in.
void refuse_springs_without_direction(const Scene& scene, const State& state) {
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    for (const ForceElement& element : model.forces) {
        const auto* spring = std::get_if<PointSpring>(&element.kind);
        if (spring == nullptr || !(spring->length > 0)) continue;
        const Vec3 a = eval_frame_motion(model, state.q.data(), state.u.data(), spring->a, ws).X_WF.p;
        const Vec3 b = eval_frame_motion(model, state.q.data(), state.u.data(), spring->b, ws).X_WF.p;
        if ((b - a).norm() < 1e-9 * spring->length)
            throw InputError(
                fmt::format("{}: /forces/{}: the two ends coincide at the start, expected them apart: a "
                            "spring of length {} m has no direction there",
                            scene.file, element.name, spring->length));
    }
}

}  // namespace

State make_consistent_start(const Scene& scene, Warnings& /*warnings*/) {
    State state = scene.initial;
    Workspace ws(scene.model);
    if (project(scene.model, state, ws) < 0)
        throw InputError(fmt::format("{}: {}", scene.file, describe_open_loop(scene.model, state, ws)));
    refuse_springs_without_direction(scene, state);
    settle_filters(scene.model, state);
    if (scene.settings.static_start) {
        find_static_equilibrium(scene.model, state);
        settle_filters(scene.model, state);
    }
    return state;
}

}  // namespace ritz
