#pragma once
// One run of a scene by a given method and tolerance: its outputs and its CPU time. The initial conditions, the outputs
// and the output step are those of the scene.
#include <optional>
#include <string>
#include <vector>

#include "engine/simulation/simulate.hpp"

namespace ritz {

struct MethodSetting {
    std::string name;
    std::optional<Method> method{};  // none: auto
    int max_order = 0;
    JacobianSource jacobian = JacobianSource::problem;
};

/// auto, then every method; bdf with order 2 and with order 5.
std::vector<MethodSetting> list_methods();
/// One of them; throws std::out_of_range.
MethodSetting find_method(const std::string& name);

struct Rows {
    std::vector<double> times;                // [s]
    std::vector<std::vector<double>> values;  // one row a time, one column an output
};

struct TrialLimits {
    double longest = 1e9;       // [s] CPU time after which a run is given up
    double repeat_until = 0.3;  // [s] CPU time: shorter runs are repeated, at most five times; the shortest counts
};

struct Trial {
    bool completed = false;
    std::string reason;  // why not
    double cpu = 0;      // [s]
    Statistics statistics;
    std::string integrator, integrator_reason;
    Rows rows;
};

/// The absolute tolerance follows the relative one in the proportion that the scene gives them.
Trial run_trial(const Scene& scene, const MethodSetting& setting, double tolerance, const TrialLimits& limits = {});

}  // namespace ritz
