#pragma once
// Force elements as constant data; engine/system/forces/forces.hpp evaluates them.
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/signals/signal.hpp"
#include "core/signals/table.hpp"
#include "engine/system/frame.hpp"

namespace ritz {

/// Linear, or a table force(deflection); the damping is linear in both cases.
struct ForceLaw {
    double stiffness = 0;  // [N/m] or [N m/rad]
    double damping = 0;    // [N s/m] or [N m s/rad]
    std::optional<Table> table;
};

enum class Sides { both, compression, tension };  // which sign of deflection answers; the others lift off
inline bool answers(Sides sides, double deflection) {
    return sides == Sides::both || (sides == Sides::tension ? deflection > 0 : deflection < 0);
}

/// Between the origins of two frames, along the line that joins them.
struct PointSpring {
    Frame a, b;
    ForceLaw law;
    double length = 0;  // unstretched [m]
    Sides sides = Sides::both;
};

/// Six linear or tabulated springs and dampers between two frames, in the axes of a; rotations by the rotation vector.
struct Bushing {
    Frame a, b;
    std::array<ForceLaw, 3> translation;
    std::array<ForceLaw, 3> rotation;
};

/// On one joint coordinate: force -law(q - q0).
struct JointSpring {
    NodeId node;
    ForceLaw law;
    double position = 0;  // q0
};

/// Contact springs at the ends of a coordinate's range. Each end is an event for the integrator.
struct JointStop {
    NodeId node;
    double lower = 0, upper = 0;
    double stiffness = 0, damping = 0;
};

/// Coulomb friction, regularised: -(Fc + (Fs - Fc) exp(-(v/vs)²)) tanh(v/vr) - d v.
struct JointFriction {
    NodeId node;
    double coulomb = 0;         // Fc
    double breakaway = 0;       // Fs
    double stribeck_rate = 0;   // vs
    double viscous = 0;         // d
    double regularisation = 0;  // vr
};

/// Force and torque at a frame, given in the world's or in the frame's axes.
struct PointLoad {
    Frame frame;
    std::array<Signal, 3> force;
    std::array<Signal, 3> torque;
    bool in_body_axes = false;
};

/// A force that runs along a track: acts while s(t) is on it (theory §3).
struct MovingLoad {
    std::optional<NodeId> node;  // the body that has the track; none: the world
    TrackId track;
    Signal s;
    std::array<Signal, 3> force;
    bool in_body_axes = false;
};

/// Force or torque on a joint coordinate as a function of time.
struct JointLoad {
    NodeId node;
    Signal force;
};

using ForceElementKind =
    std::variant<PointSpring, Bushing, JointSpring, JointStop, JointFriction, PointLoad, MovingLoad, JointLoad>;
struct ForceElement {
    std::string name;
    ForceElementKind kind;
};

}  // namespace ritz
