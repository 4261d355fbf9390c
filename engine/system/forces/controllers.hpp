#pragma once
// Feedback controllers: they measure a quantity and push a joint coordinate.
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/signals/signal.hpp"
#include "engine/system/measures/quantity.hpp"

namespace ritz {

/// A coordinate that a controller pushes with its share of the output.
struct Drive {
    Drive(NodeId driven, double its_share = 1) : node(driven), share(its_share) {}
    NodeId node;
    double share = 1;
};

/// The command is kp e + ki ∫e + kd (filtered e') + feed-forward, e = reference - measured, limited to [lower, upper].
/// The output is the command, or follows it as T u' = command - u (a torque or current loop). The reference may be the
/// output of another controller (position over velocity over torque), whose rate then counts as zero.
/// Integral and filter are control states z; anti-windup by back-calculation with its own time constant.
struct Controller {
    std::string name;
    Quantity measured;
    Quantity measured_rate;  // for an unfiltered derivative
    Signal reference;
    double kp = 0, ki = 0, kd = 0;
    double filter_time = 0;  // Tf of the derivative [s]; 0: the measured rate itself
    double windup_time = 0;  // Tt of the anti-windup [s]; 0: integration simply stops at the limit
    Signal feed_forward;
    double velocity_feed_forward = 0;      // times the reference's rate
    double acceleration_feed_forward = 0;  // times its acceleration
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    std::optional<ControllerId> reference_controller;
    double lag_time = 0;  // T [s]
    std::vector<Drive> drives;
    std::optional<int> z_integral, z_filter, z_lag;  // places in State::z
};

}  // namespace ritz
