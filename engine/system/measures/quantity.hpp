#pragma once
// Anything that can be measured on the system: for outputs and for controllers.
#include <optional>
#include <string>
#include <variant>

#include "bodies/elastic_body.hpp"
#include "engine/system/frame.hpp"

namespace ritz {

enum class Level { position, rate, acceleration };
enum class Component { x, y, z, norm };

/// A coordinate of a joint's primitive node.
struct JointQuantity {
    NodeId node;
    int k = 0;
    Level level = Level::position;
};
/// The force or torque along a joint coordinate, or one component of the wrench through the joint, in the axes of M
/// (engine/system/measures/reactions.hpp: of a beam on two supports, the share of the one where the joint is).
struct JointForceQuantity {
    NodeId node;
    int k = 0;                     // coordinate, unless a component is asked for
    std::optional<int> component;  // 0..5: force x, y, z, moment x, y, z that the parent side exerts on the child, at M
};
/// Motion of a frame as an observer on another frame sees it, in that frame's axes.
struct FrameQuantity {
    Frame frame;
    Frame observer;        // the world by default
    bool angular = false;  // position: rotation vector; rate: angular velocity; acceleration: angular acceleration
    Level level = Level::position;
    Component component = Component::x;
};
struct ElasticQuantity {
    NodeId node;
    int mode = 0;
    Level level = Level::position;
};
/// Displacement of a place of an elastic body in its floating frame.
struct DeflectionQuantity {
    Frame place;
    Component component = Component::z;
    Level level = Level::position;
};
/// Internal force of a beam at x, on the face that looks towards the beam's end: 0..5 = N, Qy, Qz, Mx, My, Mz.
struct SectionForceQuantity {
    NodeId node;
    double x = 0;
    int component = 0;
};
/// The same through a cut of another elastic body.
struct CutForceQuantity {
    NodeId node;
    int cut = 0;
    int component = 0;
};
/// What the support of a beam's start or end exerts on it, in the axes of the beam's frame: 0..5 = Fx, Fy, Fz, Mx, My,
/// Mz.
struct ReactionQuantity {
    NodeId node;
    BeamEnd end = BeamEnd::end;
    int component = 0;
};
enum class EnergyKind { kinetic, gravity, elastic, spring, potential, total, work, balance };
struct EnergyQuantity {
    EnergyKind kind = EnergyKind::total;
};
/// Largest violation of the loop constraints of one loop, or of all.
struct LoopErrorQuantity {
    std::optional<LoopId> loop;  // none, and no coupling: all
    bool velocity = false;
    std::optional<CouplingId> coupling = std::nullopt;
};
/// What a joint that closes a loop exerts on its child, in the axes of M: 0..5 = force x, y, z, moment x, y, z.
/// Redundant constraints share the load in a way that rigid mechanics does not fix.
struct LoopForceQuantity {
    LoopId loop;
    int component = 0;
};
/// What a coupling exerts on the coordinate of one of its terms.
struct CouplingForceQuantity {
    CouplingId coupling;
    std::size_t term = 0;
};
struct ControllerQuantity {
    ControllerId controller;
};
/// Of an element that does not hold at present: zero.
struct AbsentQuantity {
    std::string unit;
};
/// A motion of a marker of an elastic body, in the axes of its floating frame.
struct MarkerMotion {
    std::string marker;
    int component = 0;  // 0, 1, 2: displacement; 3, 4, 5: rotation
};
/// What is known of the error of a body's reduction (theory §6): no function of the state, but of the run up to it, so
/// that only who follows the run can tell (RunOptions::measure_bound).
enum class BoundAspect { bound, corrected, corrected_bound, system_estimate };
struct BoundQuantity {
    NodeId node;
    std::optional<MarkerMotion> motion{};  // none: the bound of the whole state
    BoundAspect aspect = BoundAspect::bound;
};

using Quantity =
    std::variant<JointQuantity, JointForceQuantity, FrameQuantity, ElasticQuantity, DeflectionQuantity,
                 SectionForceQuantity, CutForceQuantity, ReactionQuantity, EnergyQuantity, LoopErrorQuantity,
                 LoopForceQuantity, CouplingForceQuantity, ControllerQuantity, AbsentQuantity, BoundQuantity>;

/// True if the quantity is known from positions and velocities alone, so that a controller may feed it back.
bool is_measurable_by_controller(const Quantity& quantity);

struct Output {
    std::string name;
    Quantity quantity;
};

}  // namespace ritz
