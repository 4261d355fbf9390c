#pragma once
// Scenes for tests, and what the loader says about changed ones.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "engine/simulation/scene.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tests/support/folder.hpp"

namespace ritz::testing {

/// Everything a scene may contain, and valid: a cart on the world with an elastic arm, a mass that slides on a beam, a
/// loop, forces, loads, controllers, outputs, monitors.
inline std::string full_scene() {
    return R"json({
  "$schema": "x", "description": "all there is", "comment": "for tests",
  "constants": {"L": 2, "w": "2*pi/L"},
  "gravity": [0, 0, -9.81],
  "time": {"end": 1, "output_step": 0.1},
  "integrator": {"method": "adams", "relative_tolerance": 1e-6, "absolute_tolerance": 1e-8, "max_order": 5,
                 "max_step": 0.1, "initial_step": 1e-6, "energy_limit": 0.02, "jacobian": "differences"},
  "start": {"static_equilibrium": false},
  "inputs": {"lever": {"value": 0, "rate": 0}},
  "world": {"markers": {"wall": {"position": [0, 1, 0], "rotation": [0, 0, 0.1]},
                        "tilted": {"rotation_deg": [0, 90, 0]}},
            "tracks": {"ring": {"points": [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]], "closed": true,
                                "up": [0, 0, 1]}}},
  "bodies": {
    "beam": {"type": "beam", "length": 4, "section": {"shape": "rectangle", "width": 0.1, "height": 0.1},
             "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}, "ends": "pinned-pinned",
             "axial_ends": "fixed-free", "torsion_ends": "fixed-fixed",
             "modes": {"bending_y": 1, "bending_z": 2, "torsion": 1, "axial": 1}, "damping": {"modal": 0.02},
             "geometric_stiffening": true, "rotary_inertia": false, "markers": {"mid": 2},
             "initial": {"q": [0, 0.01, 0, 0, 0], "q_dot": [0, 0, 0, 0, 0]}},
    "rod": {"type": "beam", "camber": {"own_weight": true, "loads": [{"x": 1, "force": [0, 0, -1]},
             {"marker": "end", "force": [0, 0, -1]}]}, "length": 1, "law": {"EA": 1e6, "EIy": 1e3, "EIz": 1e3, "GJ": 1e3, "mass_per_length": 1,
            "rho_Iy": 0.01, "rho_Iz": 0.01}, "ends": "clamped-free", "modes": {"bending_z": 1},
            "damping": {"alpha": 0.1, "beta": 1e-4}, "end_shapes": true},
    "mass": {"type": "rigid", "mass": 10},
    "cart": {"type": "rigid", "mass": 5, "center": [0, 0, 0.1], "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
             "markers": {"top": {"position": [0, 0, 0.5]}},
             "tracks": {"rail": {"points": [[0, 0, 1], [0.5, 0, 1.1], [1, 0, 1]]}}},
    "block": {"type": "rigid", "shape": {"box": [1, 0.5, 0.2]}, "density": 1000, "position": [0.5, 0, 0],
              "rotation_deg": [0, 0, 90]},
    "roll": {"type": "rigid", "shape": {"cylinder": {"radius": 0.1, "length": 0.5}}, "mass": 3},
    "ball": {"type": "rigid", "shape": {"sphere": {"radius": 0.1}}, "mass": 1, "rotation": [0, 0, 0]},
    "plate": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.2]},
    "arm": {"type": "elastic", "mass": 2, "center": [0.5, 0, 0], "inertia": [0.1, 1, 1], "Ct": [[0, 0, 0.5]],
            "Cr0": [[0], [-0.1], [0]], "Me": [[1]], "Ke": [[400]], "De": [[0.8]],
            "markers": {"tip": {"position": [1, 0, 0], "rotation": [0, 0, 0], "phi": [[0], [0], [1]],
                                "psi": [[0], [-1], [0]]}},
            "tracks": {"rail": {"points": [[0, 0, 0], [0.5, 0, 0], [1, 0, 0]],
                       "phi": [[[0], [0], [0]], [[0], [0], [0.3]], [[0], [0], [1]]],
                       "psi": [[[0], [0], [0]], [[0], [-1], [0]], [[0], [-1], [0]]], "closed": false,
                       "up": [0, 0, 1]}},
            "initial": {"q": [0.01]}},
    "leg": {"type": "elastic", "mass": 2, "inertia": [1, 1, 1], "Ct": [[0, 0, 0]],
            "P": [[[0], [0], [0]], [[0], [0], [0]], [[0], [0], [0]]],
            "Q": [[[[0]], [[0]], [[0]]], [[[0]], [[0]], [[0]]], [[[0]], [[0]], [[1]]]], "Ke": [[100]],
            "damping": {"modal": 0.1}},
    "bead": {"type": "rigid", "mass": 0.1},
    "trolley": {"type": "rigid", "mass": 1}
  },
  "joints": {
    "support": {"type": "fixed", "parent": "world", "child": "beam"},
    "slide": {"type": "slide", "parent": {"body": "beam", "position": [0, 0, 0.1]}, "track": "axis", "child": "mass",
              "position": 1, "rate": 0.5},
    "clamp": {"type": "fixed", "parent": {"body": "beam", "x": 4}, "child": "rod"},
    "drive": {"type": "prismatic", "parent": "world.wall", "child": "cart", "axis": [1, 0, 0], "position": 0.5,
              "rotor": {"inertia": 1e-4, "ratio": 20},
              "rate": 0.1},
    "hinge": {"type": "revolute", "parent": "cart.top", "child": "arm", "axis": [0, 1, 0], "position_deg": 30,
              "rate_deg": 10},
    "knee": {"type": "revolute", "parent": {"body": "arm", "marker": "tip", "rotation_deg": [0, 10, 0]}, "child": "leg",
             "motion": "0.1*sin(w*t)"},
    "cross": {"type": "universal", "parent": "world", "child": "block", "position": [0.1, 0.2]},
    "sleeve": {"type": "cylindrical", "parent": "block", "child": "roll", "position_deg": [0.1, 20], "rate": [0, 1]},
    "socket": {"type": "spherical", "parent": "roll", "child": {"body": "ball", "position": [0, 0, -0.2]},
               "position": [0.1, 0, 0]},
    "floor": {"type": "planar", "parent": "world", "child": "plate", "position": [0, 0, 0.3]},
    "fly": {"type": "slide", "parent": "world", "child": "bead"},
    "road": {"type": "slide", "parent": "cart", "child": "trolley", "position": -0.2, "beyond": "straight",
             "transition": 0.1},
    "strut": {"type": "spherical", "parent": {"body": "world", "position": [0.1, 0, 0.4]}, "child": "ball",
              "closes_loop": true}
  },
  "couplings": {
    "gear": {"type": "gear", "first": {"joint": "drive"}, "second": {"joint": "floor", "coordinate": "x"}, "ratio": 0.1,
             "offset": 0},
    "balance": {"type": "coupler", "terms": [{"joint": "cross", "coordinate": "angle_x", "factor": 1},
                {"joint": "cross", "coordinate": "angle_y", "factor": -1}], "constant": -0.1}
  },
  "forces": {
    "spring": {"type": "spring", "from": "world", "to": "cart", "stiffness": 100, "damping": 1, "length": 0.2,
               "sides": "both"},
    "bump": {"type": "spring", "from": "world", "to": "plate", "table": {"x": [-1, 0, 1], "value": [-10, 0, 10]},
             "length": 1, "active": {"times": [[0.5, 0.6]]}},
    "damper": {"type": "spring", "from": "world", "to": "ball", "damping": 1},
    "mount": {"type": "bushing", "from": "world", "to": "plate", "stiffness": [0, 1, 1, 1, 1, 0],
              "damping": [0, 0, 0, 0, 0, 0],
              "tables": {"x": {"x": [-1, 1], "value": [-1, 1], "interpolation": "linear", "outside": "extrapolate"},
                         "rz": {"x": [-1, 1], "value": [-1, 1]}},
              "active": {"times": [[0, 0.3], [0.5, 2]], "while": ["near"], "unless": ["bump"], "reach": 9}},
    "coil": {"type": "joint_spring", "joint": "hinge", "coordinate": "angle", "stiffness": 1, "damping": 0.1,
             "position_deg": 10},
    "buffer": {"type": "joint_stop", "joint": "drive", "lower": -1, "upper": 2, "stiffness": 1000, "damping": 1},
    "rub": {"type": "joint_friction", "joint": "floor", "coordinate": 2, "coulomb": 1, "breakaway": 1.5,
            "stribeck_rate": 0.1, "viscous": 0.1, "regularisation": 0.01}
  },
  "loads": {
    "push": {"type": "force", "at": "cart", "force": [0, "10*t", 0], "torque": [0, 0, 1], "axes": "body"},
    "truck": {"type": "moving_force", "body": "beam", "track": "axis", "s": "3*t", "force": [0, 0, -100],
              "axes": "world"},
    "motor": {"type": "motor", "joint": "hinge", "torque": {"table": {"t": [0, 1], "value": [0, 1], "periodic": false}}}
  },
  "controllers": {
    "pid": {"joint": "drive", "coordinate": 0, "measure": {"joint": "drive"},
            "reference": {"trajectory": {"profile": "quintic", "points": [0.5, 1], "durations": 1, "start": 0,
                                         "dwell": 0}},
            "kp": 100, "ki": 10, "kd": 5, "filter_time": 0.01, "windup_time": 0.1, "feed_forward": {"input": "lever"},
            "limits": [-100, 100], "velocity_feed_forward": 1, "acceleration_feed_forward": 5, "lag_time": 0.01},
    "outer": {"measure": {"joint": "hinge"}, "reference": 0.2, "kp": 3},
    "inner": {"joint": "hinge", "measure": {"joint": "hinge", "quantity": "rate"},
              "reference": {"controller": "outer"}, "kp": 5}
  },
  "conditions": {"near": {"quantity": {"joint": "drive"}, "above": -9, "below": 9, "latched": true}},
  "outputs": {
    "a": {"joint": "slide", "coordinate": "s", "quantity": "acceleration"},
    "b": {"frame": "cart", "observer": "world.wall", "quantity": "velocity", "component": "norm"},
    "c": {"elastic": "beam", "mode": 2, "quantity": "rate"},
    "d": {"deflection": "beam.mid", "component": "z", "quantity": "velocity"},
    "e": {"section_force": "beam", "x": 2, "component": "My"},
    "f": {"energy": "balance"},
    "g": {"loop_error": "strut", "quantity": "position"},
    "h": {"controller": "pid"},
    "i": {"joint": "cross", "quantity": "moment_z"},
    "j": {"joint": "knee", "quantity": "force"},
    "k": {"joint": "socket", "coordinate": "rotation_z"},
    "l": {"reaction": "beam.end", "component": "Fz"},
    "m": {"coupling": "gear", "on": {"joint": "drive"}},
    "n": {"bound": "arm", "marker": "tip", "component": "z", "quantity": "corrected"}
  },
  "monitors": {"far": {"quantity": {"joint": "drive"}, "above": 10, "below": -10},
               "error": {"bound": {"body": "arm", "marker": "tip", "component": "z"}, "above": 0.01, "relative": true,
                         "from": 0.1, "act": "refine", "refinements": 3, "largest": 20}}
})json";
}

/// The messages of the loader about a text; none if it is content.
inline std::vector<std::string> complaints_about(const std::string& text) {
    const Folder folder;
    const std::filesystem::path path = folder.write("scene.json", text);
    try {
        load_scene(path.string());
        return {};
    } catch (const InputError& error) {
        std::vector<std::string> messages;
        for (const std::string& message : error.messages()) {
            const std::size_t at = message.find("scene.json");
            messages.push_back(at == std::string::npos ? message : message.substr(at));
        }
        return messages;
    }
}

}  // namespace ritz::testing
