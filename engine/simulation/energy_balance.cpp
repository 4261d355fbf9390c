#include "engine/simulation/energy_balance.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ritz {
namespace {

/// Components of equal size whose signs follow no pattern that a mass matrix could have.
VecX scattered(Eigen::Index size, double magnitude) {
    VecX x(size);
    for (Eigen::Index k = 0; k < size; ++k)
        x[k] = std::sin(1.0 + 7.0 * static_cast<double>(k)) > 0 ? magnitude : -magnitude;
    return x;
}

}  // namespace

double compute_smallest_energy(const Model& model, const State& start, const IntegratorOptions& options) {
    const Model world = with_world_poses(model);
    Workspace ws(world);
    const auto energies = [&](const State& state) {
        eval_kinematics(world, view(state), ws);
        return compute_energies(world, view(state), ws);
    };
    State moving = start;
    moving.u = scattered(start.u.size(), options.absolute_tolerance / options.relative_tolerance);
    State lifted = start;
    lifted.q += scattered(start.q.size(), 100 * options.absolute_tolerance);
    for (const Node& node : model.nodes)  // not beyond the end of a track
        if (node.kind == JointKind::slide && !node.is_prescribed()) lifted.q[node.q] = start.q[node.q];
    const double gravity = energies(start).gravity;
    return energies(moving).kinetic + std::abs(energies(lifted).gravity - gravity) + 1e-18;
}

void EnergyBalance::add(double t, const Energies& e, double work) {
    if (!seen_.started) {
        seen_.started = true;
        seen_.initial = e.total();
        seen_.gravity_start = e.gravity;  // its zero is arbitrary, so its size is counted from where the run began
    }
    seen_.last = e.total();
    const double rounding = 1e-12 * std::abs(e.gravity);  // the digits that a far origin costs
    see(e);
    const double flowed = flow_share() * seen_.throughput;
    seen_.scale = std::max({seen_.scale, seen_.smallest, rounding, seen_.largest_work, std::abs(work), flowed});
    const double error = std::abs(e.total() - seen_.initial - work);
    if (std::isnan(error) || error > seen_.largest_error) seen_.largest_error = error;
    seen_.drift = seen_.largest_error / seen_.scale;
    if (is_broken() && seen_.broken_at < 0) seen_.broken_at = t;
}

void EnergyBalance::see(const Energies& e) {
    seen_.scale = std::max({seen_.scale, e.kinetic, e.elastic, e.spring, std::abs(e.gravity - seen_.gravity_start)});
}

std::string EnergyBalance::describe_loose() const {
    const bool is_resolved = seen_.scale > 10 * seen_.smallest;  // otherwise the tolerances let nothing better be said
    if (is_broken() || seen_.drift <= 0.1 * limit_ || !is_resolved) return {};
    return fmt::format(
        "the energy balance is kept to {:.2g} of the largest energy only, and what the run says of places and rates "
        "may "
        "be off by much more than its tolerance. {}, or choose another method, and see what changes",
        seen_.drift, has_fixed_step_ ? "Shorten /integrator/fixed_step" : "Tighten /integrator/relative_tolerance");
}

std::string EnergyBalance::describe() const {
    return fmt::format(
        "the energy balance is broken from t = {:.6g} s on: more than {:.3g} of the largest energy seen (or of a share "
        "of all that flowed through) came from nowhere or went nowhere; the motion is wrong. {}, choose another "
        "method, "
        "or see whether the model leaves its range",
        seen_.broken_at, limit_,
        has_fixed_step_ ? "Shorten /integrator/fixed_step or leave it out"
                        : "Tighten /integrator/relative_tolerance (and absolute_tolerance)");
}

}  // namespace ritz
