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
    std::optional<Vec3> axis{};  // turns both frames so that their z axis is this axis of them
};

}  // namespace ritz
