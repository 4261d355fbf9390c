#pragma once
// Evaluates force elements and controllers into the workspace.
#include "engine/system/kinematics.hpp"

namespace ritz {

/// After eval_kinematics: clears and fills the nodes' wrenches, generalized_force, power, throughput and z_dot of
/// the controllers.
void eval_forces(const Model& model, const StateView& state, Workspace& ws);

/// Energy stored in springs, bushings and stops [J]. Needs eval_kinematics with world poses.
double compute_spring_energy(const Model& model, const StateView& state, Workspace& ws);

/// Switching functions of stops, one-sided springs, ends of tracks and moving loads, in a fixed order.
struct SwitchInfo {
    enum class Kind { stop, lift_off, moving_load, end_of_track, passed_end, transition } kind;
    std::string what;                              // "joint \"mass\" reached the end of its track"
    std::optional<HoldPlace> hold = std::nullopt;  // of a contact
    int closed = -1;                               // the sign of its function where it touches
};
std::vector<SwitchInfo> list_switches(const Model& model);
void eval_switches(const Model& model, const StateView& state, Workspace& ws, VecMap& values);

}  // namespace ritz
