#pragma once
// Scenes with a small solid bar that has the data of an error bound.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "scenes/loader/scene/load_scene.hpp"
#include "tests/support/folder.hpp"

namespace ritz::testing {

inline NodeId find_node(const Model& model, const std::string& body) {
    for (const BodyEntry& entry : model.bodies)
        if (entry.name == body) return entry.node;
    FAIL("no body " << body);
    return {};
}

/// A folder with the model of a steel bar, 0.5 m x 20 mm x 10 mm, of eight bricks, and scenes with it.
class BoundScene {
  public:
    explicit BoundScene(const std::string& frame,
                        const std::string& reduction = R"({"method": "craig_bampton", "modes": 3})",
                        const std::string& damping = R"({"alpha": 2, "beta": 1e-6})") {
        write("bar.json", fmt::format(R"({{"fe": {{"box": {{"lengths": [0.5, 0.02, 0.01], "divisions": [8, 1, 1],
            "element": "hex8"}}, "position": [0, -0.01, -0.005]}},
            "material": {{"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}},
            "markers": {{"start": {{"type": "rbe2", "nodes": "x0"}}, "end": {{"type": "rbe2", "nodes": "x1"}}}},
            "tracks": {{"rail": {{"nodes": {{"box": {{"min": [0.02, 0.0099, 0.0049], "max": [0.48, 0.0101, 0.0051]}}}},
                                   "along": [1, 0, 0]}}}},
            "inputs": [{{"marker": "end", "components": ["fy", "fz"]}}], "band": [0, 2000],
            "frame": {}, "damping": {}, "reduction": {}, "estimator": 12}})",
                                      frame, damping, reduction));
    }

    /// On a ball joint at its start, a rigid body on a hinge at its end, a spring, a force and a torque.
    Scene load() const {
        return load_text(R"~({"gravity": [1, -2, -9.81], "time": {"end": 1, "output_step": 0.01},
            "bodies": {"bar": {"type": "file", "file": "bar.json"},
                       "load": {"type": "rigid", "mass": 0.3, "inertia": [1e-3, 2e-3, 3e-3], "center": [0.02, 0.01, 0]}},
            "world": {"markers": {"anchor": {"position": [0.3, 0.4, 0.5]}}},
            "joints": {"ball": {"type": "spherical", "parent": "world", "child": "bar.start"},
                       "hinge": {"type": "revolute", "axis": [0, 1, 0], "parent": "bar.end", "child": "load"}},
            "forces": {"spring": {"type": "spring", "from": "world.anchor", "to": "bar.end", "stiffness": 300,
                                  "damping": 2, "length": 0.1}},
            "loads": {"push": {"type": "force", "at": "bar.end", "force": [3, "2*sin(50*t)", 1],
                               "torque": [0.1, 0.2, "0.3*cos(20*t)"]}}})~");
    }
    Scene load_with_slider() const {
        return load_text(R"~({"gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.01},
            "bodies": {"bar": {"type": "file", "file": "bar.json"},
                       "mass": {"type": "rigid", "mass": 0.5, "inertia": [1e-3, 2e-3, 3e-3]}},
            "joints": {"hinge": {"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "bar.start"},
                       "slide": {"type": "slide", "parent": "bar", "track": "rail", "child": "mass",
                                 "position": 0.21}}})~");
    }
    /// Clamped at its start, a force at its end.
    Scene load_clamped(const std::string& force, double end, double step, int steps_of_output = 1,
                       const std::string& torque = "0", const std::string& more = "") const {
        return load_text(fmt::format(R"~({{"gravity": [0, 0, 0], "time": {{"end": {1}, "output_step": {3}}},
            "integrator": {{"method": "erk", "fixed_step": {2}}},
            "bodies": {{"bar": {{"type": "file", "file": "bar.json"{5}}}}},
            "joints": {{"clamp": {{"type": "fixed", "parent": "world", "child": "bar.start"}}}},
            "loads": {{"push": {{"type": "force", "at": "bar.end", "axes": "body", "force": [0, 0, "{0}"],
                                  "torque": [0, "{4}", 0]}}}}}})~",
                                     force, end, step, step * steps_of_output, torque, more));
    }
    /// Turned about z (or any axis) by its start, a force across its end.
    Scene load_turning(const std::string& axis, const std::string& angle, const std::string& force, double end,
                       double step, int steps_of_output = 1) const {
        return load_text(fmt::format(R"~({{"gravity": [0, 0, 0], "time": {{"end": {1}, "output_step": {5}}},
            "integrator": {{"method": "erk", "fixed_step": {2}}},
            "bodies": {{"bar": {{"type": "file", "file": "bar.json"}}}},
            "joints": {{"motor": {{"type": "revolute", "axis": {4}, "parent": "world", "child": "bar.start",
                                   "motion": "{3}"}}}},
            "loads": {{"push": {{"type": "force", "at": "bar.end", "axes": "body", "force": [0, "{0}", "0.3*{0}"]}}}}}})~",
                                     force, end, step, angle, axis, step * steps_of_output));
    }
    std::string model() const { return folder_ / "bar.json"; }
    Scene load_text(const std::string& text, const std::vector<std::string>& overrides = {}) const {
        write("scene.json", text);
        return load_scene(folder_ / "scene.json", overrides);
    }

  private:
    void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
    Folder folder_;
};

}  // namespace ritz::testing
