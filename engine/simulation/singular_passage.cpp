#include "engine/simulation/singular_passage.hpp"

#include <algorithm>
#include <cmath>

namespace ritz {
namespace {

// Distances are relative to the largest the mechanism has shown. At a hundredth, reactions are still known to 1e-14,
// and the way over it is short beside all that moves.
constexpr double near = 1e-2;
constexpr double felt = 0.2;
constexpr double ambiguous = 1e-4;  // where the other branch is within reach of a step's error
constexpr int knot_count = 5;

}  // namespace

SingularPassage::SingularPassage(const Model& model, const State& start)
    : model_(model), world_(with_world_poses(model)), ws_(model), world_ws_(world_), before_(start) {
    choose_loop_rows(model_, view(start), ws_);
    largest_share_ = eval_share(start);
}

bool SingularPassage::is_near(const State& state, double hint) {
    largest_hint_ = std::max(largest_hint_, hint);
    constexpr double surely_far = 0.1;
    if (hint > surely_far * surely_far * largest_hint_) {
        trust(state, 1);
        return false;
    }
    const double share = eval_share(state);
    largest_share_ = std::max(largest_share_, share);
    const double distance = std::sqrt(share / largest_share_);
    const bool is_approaching = distance < distance_;
    // On the way out, and far enough on the way in, the state is as good as any.
    if (!is_approaching || distance > 0.3 * near) trust(state, distance);
    distance_ = distance;
    return is_approaching && distance < near;
}

void SingularPassage::remember(LoopMemory& memory) const {
    memory.largest_share = largest_share_;
    memory.largest_hint = largest_hint_;
    memory.before = before_;
    memory.distance = distance_;
}

void SingularPassage::recall(const LoopMemory& memory) {
    largest_share_ = memory.largest_share;
    largest_hint_ = memory.largest_hint;
    before_ = memory.before;
    distance_ = memory.distance;
}

void SingularPassage::trust(const State& state, double distance) {
    before_ = state;
    distance_ = distance;
}

bool SingularPassage::may_have_failed(const State& state) {
    const double share = eval_share(state);
    largest_share_ = std::max(largest_share_, share);
    const double distance = std::sqrt(share / largest_share_);
    if (distance > 0.3 * near) trust(state, distance);
    return distance < felt;
}

bool SingularPassage::is_within(const State& state) {
    return eval_share(state) < ambiguous * ambiguous * largest_share_;
}

double SingularPassage::eval_share(const State& state) {
    eval_kinematics(model_, view(state), ws_);
    clear_forces(ws_);
    eval_articulated(model_, view(state), ws_);
    if (!ws_.loops.is_chosen) choose_loop_rows(model_, view(state), ws_);
    eval_loops(model_, view(state), ws_);
    eval_loop_inertia(model_, ws_);
    const auto chosen = std::count(ws_.loops.chosen.begin(), ws_.loops.chosen.end(), char{1});
    return ws_.loops.rank < chosen ? 0 : ws_.loops.smallest_share();
}

std::string SingularPassage::name_loop(const State& state) {
    eval_share(state);
    double smallest = 2;
    int weakest = 0;
    for (int k = 0; k < model_.rows; ++k)
        if (ws_.loops.chosen[static_cast<std::size_t>(k)] && ws_.loops.share[k] < smallest)
            smallest = ws_.loops.share[k], weakest = k;
    return describe(find_row_owner(model_, weakest));
}

SingularPassage::Knot SingularPassage::make_knot(const State& state) {
    Knot knot{state.t, {}, VecX(model_.states())};
    pack(state, knot.y);
    eval_rates(model_, state.t, knot.y.data(), knot.rate.data(), ws_);
    return knot;
}

/// The classical Runge-Kutta method in short steps, each projected: outside the singular position the loops are
/// regular.
bool SingularPassage::move_to(double t, State& state) {
    constexpr int steps = 24;
    const double h = (t - state.t) / steps;
    VecX y, stage(model_.states()), k1(stage.size()), k2(stage.size()), k3(stage.size()), k4(stage.size());
    for (int i = 0; i < steps; ++i) {
        const double at = state.t;
        pack(state, y);
        eval_rates(model_, at, y.data(), k1.data(), ws_);
        stage = y + 0.5 * h * k1;
        eval_rates(model_, at + 0.5 * h, stage.data(), k2.data(), ws_);
        stage = y + 0.5 * h * k2;
        eval_rates(model_, at + 0.5 * h, stage.data(), k3.data(), ws_);
        stage = y + h * k3;
        eval_rates(model_, at + h, stage.data(), k4.data(), ws_);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        unpack(model_, at + h, y.data(), state);
        if (!y.allFinite() || !project(model_, state, ws_)) return false;
    }
    state.t = t;
    return true;
}

bool SingularPassage::walk(double t_limit, State& state) {
    const double distance = eval_distance(state), rate = state.u.lpNorm<Eigen::Infinity>();
    if (!(rate > 0) || distance < 0.3 * near) return false;
    return move_to(std::min(state.t + 0.5 * distance / rate, t_limit), state);
}

/// Energy less the work of all forces, and the size of the energies in it.
double SingularPassage::compute_balance(const State& state, double& size) {
    eval_kinematics(world_, view(state), world_ws_);
    const Energies e = compute_energies(world_, view(state), world_ws_);
    size = e.kinetic + e.elastic + e.spring;
    return e.total() - state.work;
}

void SingularPassage::lay_polynomial(const std::vector<Knot>& knots) {
    times_.clear();
    differences_.clear();
    for (const Knot& knot : knots)
        for (int twice = 0; twice < 2; ++twice) {
            times_.push_back(knot.t);
            differences_.push_back(knot.y);
        }
    const std::size_t n = times_.size();
    for (std::size_t order = 1; order < n; ++order)
        for (std::size_t i = n - 1; i >= order; --i) {
            const double span = times_[i] - times_[i - order];
            differences_[i] = span == 0 ? knots[i / 2].rate : VecX((differences_[i] - differences_[i - 1]) / span);
        }
}

void SingularPassage::eval_polynomial(double t, VecX& y) const {
    y = differences_.back();
    for (std::size_t i = times_.size() - 1; i-- > 0;) y = differences_[i] + (t - times_[i]) * y;
}

double SingularPassage::eval_distance(const State& state) { return std::sqrt(eval_share(state) / largest_share_); }

/// How fast the distance falls at the trusted state; nothing if that cannot be found out.
std::optional<double> SingularPassage::find_approach() {
    const double distance = eval_distance(before_), rate = before_.u.lpNorm<Eigen::Infinity>();
    if (!(rate > 0)) return std::nullopt;
    const double probe = 0.1 * distance / rate;  // a time in which the distance changes visibly
    State back = before_;
    if (!move_to(before_.t - probe, back)) return std::nullopt;
    return (eval_distance(back) - distance) / probe;
}

/// A step of the integrator may have come from far away. The polynomial's own error grows with the tenth power of the
/// way over the position, so the trusted state first goes on by own steps to the distance that suits it best.
void SingularPassage::come_near() {
    for (int k = 0; k < 4 && eval_distance(before_) > 1.5 * near; ++k) {
        const std::optional<double> speed = find_approach();
        if (!speed || !(*speed > 0)) return;
        State on = before_;
        const double distance = eval_distance(before_);
        if (!move_to(before_.t + (distance - near) / *speed, on)) return;
        const double there = eval_distance(on);
        if (there < 0.3 * near || there > distance) return;
        before_ = on;
    }
}

std::optional<State> SingularPassage::cross(double t_limit) {
    come_near();
    const double distance = eval_distance(before_);
    const std::optional<double> speed = find_approach();
    if (!speed) return std::nullopt;
    // Where the distance turns, by the rates of the coordinates.
    const double way = distance / std::max(*speed, 0.3 * before_.u.lpNorm<Eigen::Infinity>());

    std::vector<Knot> knots{make_knot(before_)};
    State back = before_;
    for (int k = 1; k < knot_count; ++k) {
        if (!move_to(before_.t - 2 * k * way, back)) return std::nullopt;
        knots.push_back(make_knot(back));
    }
    lay_polynomial(knots);
    // Along the polynomial to the first place that is as far away again.
    bool was_nearer = false;
    for (int k = 1; k <= 32; ++k) {
        const double t = before_.t + 0.25 * k * way;
        if (t > t_limit) break;
        State ahead;
        interpolate(t, ahead);
        const double there = eval_distance(ahead);
        was_nearer = was_nearer || there < 0.5 * distance;
        if (!was_nearer || there < 0.9 * distance) continue;
        std::optional<State> end = accept(ahead, distance);
        if (end) trust(*end, there);
        return end;
    }
    return std::nullopt;
}

/// The state ahead on its loops, if it lies where it was predicted and has the energy the system had.
std::optional<State> SingularPassage::accept(const State& ahead, double distance) {
    double size = 0;
    const double balance = compute_balance(before_, size);
    State end = ahead;
    if (!project(model_, end, ws_)) return std::nullopt;
    if (!((end.q - ahead.q).lpNorm<Eigen::Infinity>() < 0.01 * distance)) return std::nullopt;
    double size_there = 0;
    const double balance_there = compute_balance(end, size_there);
    if (!(std::abs(balance_there - balance) <= 1e-6 * std::max(size, size_there))) return std::nullopt;
    return end;
}

void SingularPassage::interpolate(double t, State& out) const {
    VecX y;
    eval_polynomial(t, y);
    unpack(model_, t, y.data(), out);
}

}  // namespace ritz
