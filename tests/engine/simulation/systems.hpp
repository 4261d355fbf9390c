#pragma once
// Small systems with everything in them that remembers something.
#include <string>

namespace ritz::testing {

// A carriage between two stops: pushed by a signal that jumps, a table with kinks and a controller with a filter, an
// integral and limits.
inline const std::string carriage = R"({"gravity": [0, 0, -9.81], "time": {"end": 2, "output_step": 0.05},
    "bodies": {"box": {"type": "rigid", "mass": 1}},
    "joints": {"rail": {"type": "prismatic", "axis": [1, 0, 0], "parent": "world", "child": "box", "rate": 0.5}},
    "forces": {"stop": {"type": "joint_stop", "joint": "rail", "lower": -0.1, "upper": 0.2, "stiffness": 2000,
                        "damping": 10}},
    "loads": {"jumps": {"type": "force", "at": "box", "force": ["sin(7*t) > 0 ? 4 : -3", 0, 0]},
              "kinks": {"type": "force", "at": "box", "force": [
                  {"table": {"t": [0, 0.31, 0.9, 2], "value": [0, 2, -2, 1], "interpolation": "linear"}}, 0, 0]}},
    "controllers": {"hold": {"joint": "rail", "measure": {"joint": "rail"}, "reference": "sin(3*t)/10", "kp": 40,
                             "ki": 20, "kd": 3, "filter_time": 0.02, "limits": [-6, 6], "windup_time": 0.1}},
    "outputs": {"x": {"joint": "rail"}, "u": {"controller": "hold"}}})";

// A body that tumbles on a spring, and a top on a spherical joint upon it: quaternions in both.
inline const std::string tumbling = R"({"gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.05},
    "bodies": {"plate": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.15, 0.2],
                         "markers": {"tip": {"position": [0.3, 0, 0.1]}, "eye": {"position": [0.1, 0.1, 0]}}},
               "top": {"type": "rigid", "mass": 0.5, "center": [0, 0, 0.1], "inertia": [0.01, 0.01, 0.02],
                       "markers": {"end": {"position": [0.05, 0, 0.2]}}}},
    "joints": {"air": {"type": "free", "parent": "world", "child": "plate", "rate": [0.2, 0, 0, 1, 4, 0.3]},
               "ball": {"type": "spherical", "parent": "plate.tip", "child": "top", "rate": [0, 1, 12]}},
    "forces": {"rope": {"type": "spring", "from": "world", "to": "plate.eye", "length": 0.1, "stiffness": 100,
                        "damping": 1}},
    "outputs": {"x": {"frame": "top.end", "component": "x"}, "z": {"frame": "plate.tip", "component": "z"}}})";

/// A ball that falls on a stop and bounces, in contact for many steps.
inline const std::string ball = R"({"gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.1},
    "bodies": {"ball": {"type": "rigid", "mass": 1}},
    "joints": {"shaft": {"type": "prismatic", "axis": [0, 0, 1], "parent": "world", "child": "ball", "position": 0.2}},
    "forces": {"floor": {"type": "joint_stop", "joint": "shaft", "lower": 0, "upper": 10, "stiffness": 1e4}},
    "outputs": {"z": {"joint": "shaft"}}})";

}  // namespace ritz::testing
