#pragma once
// The scenes on which methods are compared: the examples, and those of the benchmark.
#include <functional>
#include <string>
#include <vector>

#include "engine/simulation/scene.hpp"

namespace ritz {

struct TrialScene {
    std::string name;
    std::function<Scene()> load;
};

/// Every example scene, then the benchmark's. The folder is the top folder of the sources.
std::vector<TrialScene> list_trial_scenes(const std::string& root);

/// Scenes of tools/benchmark/scenes, chains with at least ten links.
Scene load_fe_pendulum(const std::string& root);
Scene load_fe_chain(const std::string& root, int links);
Scene load_polyamide_chain(const std::string& root, int links);
Scene load_steel_chain(const std::string& root);

}  // namespace ritz
