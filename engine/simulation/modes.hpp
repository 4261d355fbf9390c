#pragma once
// Eigenfrequencies and damping of the whole system, linearised at its start or at a time.
#include <string>
#include <vector>

#include "core/warnings.hpp"
#include "engine/simulation/scene.hpp"

namespace ritz {

struct SystemMode {
    double frequency = 0;            // undamped: |λ|/2π [Hz]
    double damping = 0;              // -Re λ / |λ|
    double real = 0, imaginary = 0;  // λ [1/s]
    std::string moves;               // what moves most, e.g. "beam: bending z 1 (93 %), hinge (5 %)"
};

/// Oscillating pairs once, ascending by frequency; real eigenvalues as modes without frequency of oscillation.
/// at_time > 0: the scene is simulated up to that time first.
std::vector<SystemMode> compute_modes(const Scene& scene, Warnings& warnings, double at_time = 0);

}  // namespace ritz
