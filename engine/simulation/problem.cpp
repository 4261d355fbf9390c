#include "engine/simulation/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/loop_agreement.hpp"
#include "engine/system/implicit/ggl_newton.hpp"
#include "engine/system/loops/ggl.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

VecX absolute_tolerances(const Model& model, const State& start, const IntegratorOptions& options) {
    VecX tolerance = VecX::Constant(model.states(), options.absolute_tolerance);
    // The work of the forces is measured against the energy in the system, not against a length.
    const Model world = with_world_poses(model);
    Workspace ws(world);
    eval_kinematics(world, view(start), ws);
    const Energies e = compute_energies(world, view(start), ws);
    // Gravity's zero is arbitrary and must not enter.
    const double scale = std::max(compute_smallest_energy(model, start, options), e.kinetic + e.elastic + e.spring);
    tolerance[model.states() - 1] = options.relative_tolerance * scale;
    return tolerance;
}

using Window = std::shared_ptr<const SignalWindow>;

/// With a matrix of its own for the implicit steps.
bool is_implicit_ode(Method method) {
    return method == Method::bdf || method == Method::sdirk || method == Method::generalized_alpha ||
           method == Method::rosenbrock;
}

OdeProblem make_ode(const Model& model, const State& start, const IntegratorOptions& options, Eigen::Index roots,
                    const std::shared_ptr<Workspace>& ws, const Window& window) {
    OdeProblem problem;
    problem.size = model.states();
    problem.rhs = [&model, ws, window](double t, const ConstVecMap& y, VecMap& y_dot) {
        eval_rates(model, window->clamp(t), y.data(), y_dot.data(), *ws);
    };
    problem.root_count = roots;
    if (roots > 0)
        problem.roots = [&model, ws, window](double t, const ConstVecMap& y, VecMap& values) {
            eval_switches(model, view(model, window->clamp(t), y.data()), *ws, values);
        };
    const bool quaternions = model.nq > model.nu;
    if (model.rows > 0 || quaternions)
        problem.project = [&model, ws, window, state = std::make_shared<State>()](double t, VecMap& y) {
            unpack(model, window->clamp(t), y.data(), *state);
            if (!project(model, *state, *ws)) {
                unpack(model, window->clamp(t), y.data(), *state);
                LoopAgreement(model).require(*state);
                throw NumericalError(fmt::format("the loops came apart at t = {:.6g} s; a singular position?", t));
            }
            y.head(model.nq) = state->q;
            y.segment(model.nq, model.nu) = state->u;
        };
    problem.absolute_tolerances = absolute_tolerances(model, start, options);
    if (is_implicit_ode(options.method) && options.jacobian == JacobianSource::problem) {
        const auto newton = std::make_shared<NewtonMatrix>(model);
        problem.newton.setup = [&model, newton, ws, window](double t, const ConstVecMap& y, double gamma) {
            newton->setup(view(model, window->clamp(t), y.data()), gamma, *ws);
        };
        problem.newton.solve = [newton](VecMap& x) { newton->solve(x.data()); };
    }
    return problem;
}

DaeProblem make_dae(const Model& model, const State& start, const IntegratorOptions& options, Eigen::Index roots,
                    const std::shared_ptr<GglSystem>& system, const Window& window) {
    DaeProblem problem;
    problem.size = system->size();
    problem.residual = [system, window](double t, const ConstVecMap& y, const ConstVecMap& yp, VecMap& r) {
        system->eval_residual(window->clamp(t), y.data(), yp.data(), r.data());
    };
    problem.root_count = roots;
    if (roots > 0)
        problem.roots = [&model, window, ws = std::make_shared<Workspace>(model)](double t, const ConstVecMap& y,
                                                                                  VecMap& values) {
            eval_switches(model, view(model, window->clamp(t), y.data()), *ws, values);
        };
    problem.differential = system->differential();
    // Multipliers are algebraic and as rough as rounding over the step size (μ is zero but for that): a tight tolerance
    // on them would only keep Newton's iteration from ending.
    problem.absolute_tolerances = VecX::Constant(system->size(), 1e3);
    problem.absolute_tolerances.head(model.states()) = absolute_tolerances(model, start, options);
    if (options.jacobian == JacobianSource::problem) {
        const auto newton = std::make_shared<GglNewton>(model, *system);
        problem.newton.setup = [newton, system, window](double t, const ConstVecMap& y, const ConstVecMap&, double c) {
            newton->setup(window->clamp(t), y.data(), c);
        };
        problem.newton.solve = [newton](VecMap& x) { newton->solve(x.data()); };
    }
    return problem;
}

}  // namespace

ModelIntegrator::ModelIntegrator(const Model& model, const State& start, const IntegratorOptions& options,
                                 Eigen::Index root_count, const SignalWindow& window)
    : model_(model),
      switches_(list_switches(model)),
      switch_values_(VecX::Zero(static_cast<Eigen::Index>(switches_.size()))),
      largest_(switch_values_),
      window_(std::make_shared<SignalWindow>(window)) {
    if (options.method == Method::ida) {
        ggl_ = std::make_shared<GglSystem>(model, start);
        integrator_ = make_integrator(make_dae(model, start, options, root_count, ggl_, window_), options);
    } else {
        ws_ = std::make_shared<Workspace>(model);
        integrator_ = make_integrator(make_ode(model, start, options, root_count, ws_, window_), options);
    }
    restart(start);
}

double ModelIntegrator::loop_share() {
    if (ws_ != nullptr) return ws_->loops.smallest_share();
    return 0;  // IDA's equations hold no such number
}

Hold ModelIntegrator::hold(const SwitchInfo& contact) const {
    return contact.hold ? workspace().hold_at(*contact.hold) : Hold::by_distance;
}

void ModelIntegrator::hold_contacts(const State& state, std::span<const Root> roots) {
    if (switches_.empty()) return;
    VecMap values(switch_values_.data(), switch_values_.size());
    StateView at = view(state);
    at.t = window_->clamp(state.t);
    eval_switches(model_, at, workspace(), values);
    largest_ = largest_.cwiseMax(switch_values_.cwiseAbs());
    for (std::size_t k = 0; k < switches_.size(); ++k) {
        if (!switches_[k].hold) continue;
        const auto i = static_cast<Eigen::Index>(k);
        Hold& hold = workspace().hold_at(*switches_[k].hold);
        const auto law = [&](double value) { return value * switches_[k].closed > 0 ? Hold::closed : Hold::open; };
        const auto fired = std::find_if(roots.begin(), roots.end(), [&](const Root& r) { return r.index == int(k); });
        if (fired != roots.end())
            hold = fired->direction == 0 ? Hold::by_distance : law(fired->direction);
        else if (values[i] == 0 && hold == Hold::by_distance)
            continue;                                                                     // where it goes is not known
        else if (hold == Hold::by_distance || std::abs(values[i]) > 1e-10 * largest_[i])  // otherwise at its last root
            hold = law(values[i]);
    }
}

void ModelIntegrator::restart(const State& state, std::span<const Root> roots) {
    hold_contacts(state, roots);
    start(state);
}

void ModelIntegrator::remember(RunMemory& memory) const {
    const Workspace& ws = workspace();
    memory.switches.laws.clear();
    for (const auto& ends : ws.holds)
        for (const Hold hold : ends) memory.switches.laws.push_back(static_cast<int>(hold));
    memory.switches.largest_at_start = largest_;
    memory.loops.rows.clear();
    memory.loops.reach.resize(0);
    if (!ws.loops.is_chosen) return;
    memory.loops.rows.assign(ws.loops.chosen.begin(), ws.loops.chosen.end());
    memory.loops.reach = ws.loops.reach;
}

void ModelIntegrator::resume(const State& state, const RunMemory& memory) {
    Workspace& ws = workspace();
    auto law = memory.switches.laws.begin();
    for (auto& ends : ws.holds)
        for (Hold& hold : ends) hold = static_cast<Hold>(*law++);
    largest_ = memory.switches.largest_at_start;
    ws.loops.is_chosen = !memory.loops.rows.empty();
    if (ws.loops.is_chosen) {
        std::transform(memory.loops.rows.begin(), memory.loops.rows.end(), ws.loops.chosen.begin(),
                       [](int row) { return static_cast<char>(row != 0); });
        ws.loops.reach = memory.loops.reach;
    }
    start(state);
}

void ModelIntegrator::start(const State& state) {
    VecX y, yp;
    if (ggl_ != nullptr) {
        State inside = state;  // the rates are those of the branch that follows
        inside.t = window_->clamp(state.t);
        ggl_->choose_rows(inside);
        ggl_->make_consistent(inside, y, yp);
    } else {
        pack(state, y);
    }
    integrator_->start(state.t, y, yp);
}

}  // namespace ritz
