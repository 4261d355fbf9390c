#pragma once
// Frames and joints in the user's words.
#include <optional>
#include <string>
#include <vector>

#include "core/rotation.hpp"
#include "core/signals/signal.hpp"
#include "engine/system/joint_type.hpp"

namespace ritz {

/// Where something sits, in the user's words.
struct FrameSpec {
    std::string body = "world";
    std::string marker;       // named marker; empty: the body frame
    std::optional<double> x;  // or a place along a beam [m]
    Pose offset;              // in that frame
};

struct TimeSpan {
    double from = 0, to = 0;  // [s], without the end
};

/// When an element holds: all that is given must be true. The two frames of what begins to hold are joined as they
/// stand to each other then (engine/simulation/attachments.hpp).
struct ActivationSpec {
    std::vector<TimeSpan> times{};      // in order; empty: at any time
    std::vector<std::string> with{};    // conditions or elements, one of which holds; empty: whatever they do
    std::vector<std::string> unless{};  // of which none holds
    double reach = 0.01;                // how far the frames may be apart where they are joined [m]

    // As the run has it now.
    bool is_on = true;
    std::optional<Pose> taken{};  // the child's frame on its body, where it was when it was taken
};

/// What turns with a joint of one coordinate behind a gear: it adds inertia · ratio² to that coordinate.
struct RotorSpec {
    double inertia = 0;  // of the motor [kg m²]
    double ratio = 1;    // turns of the motor for one of the joint, or rad for a metre
};

struct JointSpec {
    std::string name;
    JointType type = JointType::fixed;
    FrameSpec parent, child;  // the joint's z axis is the z axis of both frames
    std::string track;        // slide: on the parent body
    bool closes_loop = false;
    std::optional<Signal> motion;  // prescribes the coordinate (one-coordinate joints)
    // Initial coordinates, in the order of coordinate_names(type). Empty: zero.
    // spherical: rotation vector; free: position in F, rotation vector. Rates: v in F, angular velocity in M.
    VecX position, rate;
    // slide: the length [m] over which the track, beyond its ends, becomes straight and rigid; none: it ends there
    std::optional<double> transition{};
    std::optional<ActivationSpec> active{};  // of a joint that closes a loop
    std::optional<RotorSpec> rotor{};
    std::optional<Vec3> axis{};  // turns both frames so that their z axis is this axis of them
};

}  // namespace ritz
