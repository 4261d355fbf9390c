#include "engine/simulation/start.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/loop_agreement.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/statics/statics.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

std::string describe(const Scene& scene, const Contradiction& found) {
    return fmt::format("{}: {}", scene.locate({SubjectKind::joint, found.joint}), found.sentence);
}

/// Names the loop that stays open widest.
std::string describe_open_loop(const Scene& scene, const State& state, Workspace& ws) {
    LoopAgreement agreement(scene.model);
    if (agreement.is_driven())
        if (const auto found = agreement.find(scene.initial)) return describe(scene, *found);
    const LoopViolation gap = compute_loop_violation(scene.model, view(state), ws);
    if (!gap.worst_row) return fmt::format("{}: the loops cannot be closed", scene.file);
    const Subject owner = find_row_owner(scene.model, *gap.worst_row);
    if (owner.kind == SubjectKind::coupling)
        return fmt::format(
            "{}: this coupling contradicts the others or the loops: from the given positions a difference of {:.3g} "
            "remains; check factors, constants and initial coordinates",
            scene.locate(owner), gap.position);
    return fmt::format(
        "{}: this joint cannot close its loop: from the given positions a gap of {:.3g} "
        "remains; check lengths, axes and initial coordinates",
        scene.locate(owner), gap.position);
}

/// Derivative filters begin on the error they are given, and lags on their command, so that they do not kick: each
/// behind the controller whose output is its reference.
void settle_controllers(const Model& model, State& state) {
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    for (const ControllerId id : model.controller_order) {
        const Controller& c = model.controllers[id];
        if (c.z_filter) {
            eval_forces(model, view(state), ws);
            const double reference =
                c.reference_controller ? ws.controller_output[*c.reference_controller] : c.reference.value(state.t);
            state.z[*c.z_filter] = reference - measure(model, view(state), c.measured, ws);
        }
        if (!c.z_lag) continue;
        eval_forces(model, view(state), ws);
        state.z[*c.z_lag] += c.lag_time * ws.z_dot[*c.z_lag];
    }
}

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
                fmt::format("{}: the two ends coincide at the start, expected them apart: a "
                            "spring of length {} m has no direction there",
                            scene.locate({SubjectKind::force, element.name}), spring->length));
    }
}

/// Strain energy that gravity would cause in an elastic body at most, mode by mode, and the motion of the start [J].
double compute_natural_energy(const Model& model, const Energies& given) {
    double energy = given.kinetic;
    for (const auto& body : model.elastic_bodies)
        for (Eigen::Index k = 0; k < body->Ke.rows(); ++k)
            if (body->Ke(k, k) > 0)
                energy += 0.5 * model.gravity.squaredNorm() * body->inertia.S.col(k).squaredNorm() / body->Ke(k, k);
    return energy;
}

/// Loops are closed by the shortest way in the sense of the masses, which bends bodies where given positions are rough.
void warn_if_strained(const Scene& scene, const State& closed, Warnings& warnings) {
    if (scene.model.rows == 0 || scene.model.elastic_bodies.empty()) return;
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    const auto measure_energies = [&](const State& state) {
        eval_kinematics(model, view(state), ws);
        return compute_energies(model, view(state), ws);
    };
    const Energies given = measure_energies(scene.initial), now = measure_energies(closed);
    const double added = now.elastic - given.elastic;
    const double natural = compute_natural_energy(model, now) + given.elastic +
                           100 * compute_smallest_energy(scene.model, closed, scene.settings.options);
    if (!(added > natural)) return;
    warnings.add(fmt::format(
        "closing the loops from the given positions put {:.3g} J of strain into elastic bodies, where their weight "
        "and the motion of the start would put {:.2g} J at most; give the positions of the joints more exactly, or "
        "begin "
        "with \"start\": {{\"static_equilibrium\": true}}, if these stresses are not meant",
        added, natural));
}

}  // namespace

State make_consistent_start(const Scene& scene, Warnings& warnings) {
    State state = scene.initial;
    Workspace ws(scene.model);
    if (!project(scene.model, state, ws)) throw InputError(describe_open_loop(scene, state, ws));
    refuse_springs_without_direction(scene, state);
    settle_controllers(scene.model, state);
    if (!scene.settings.static_start) warn_if_strained(scene, state, warnings);
    if (scene.settings.static_start) {
        // The balance is found at rest; the run then begins there with the rates that the scene gives.
        const VecX rates = state.u;
        find_static_equilibrium(scene.model, {scene.settings.static_held}, state, warnings);
        settle_controllers(scene.model, state);
        state.u = rates;
        if (!project(scene.model, state, ws))
            throw NumericalError("the loops came apart in the static equilibrium; a singular position?");
    }
    if (const auto loop = find_singular_loop(scene.model, state))
        throw InputError(fmt::format(
            "{}: this {} in a singular position, from which the motion can go on in more than one way; "
            "expected a start a little beside it",
            scene.locate(*loop), loop->kind == SubjectKind::joint ? "joint closes its loop" : "coupling holds"));
    if (const auto found = LoopAgreement(scene.model).find(state)) throw InputError(describe(scene, *found));
    return state;
}

}  // namespace ritz
