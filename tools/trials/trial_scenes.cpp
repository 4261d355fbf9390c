#include "tools/trials/trial_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "scenes/loader/scene/load_scene.hpp"
#include "tools/trials/four_bar_row.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

std::string benchmark_scene(const std::string& root, const std::string& name) {
    return root + "/tools/benchmark/scenes/" + name + ".json";
}

/// Trials compare methods: the bodies stay as they are.
Scene load_unwatched(const std::string& path) {
    Scene scene = load_scene(path);
    scene.bound_monitors.clear();
    return scene;
}

Scene load_chain(const std::string& root, const std::string& name, int links) {
    return load_scene(benchmark_scene(root, name), {fmt::format("/parameters/n={}", links)});
}

}  // namespace

Scene load_fe_pendulum(const std::string& root) { return load_scene(benchmark_scene(root, "fe_pendulum")); }
Scene load_fe_chain(const std::string& root, int links) { return load_chain(root, "fe_chain", links); }
Scene load_polyamide_chain(const std::string& root, int links) { return load_chain(root, "polyamide_chain", links); }
Scene load_steel_chain(const std::string& root) { return load_scene(benchmark_scene(root, "steel_chain")); }

std::vector<TrialScene> list_trial_scenes(const std::string& root) {
    std::vector<TrialScene> scenes;
    for (const auto& entry : fs::directory_iterator(root + "/scenes"))
        if (entry.path().extension() == ".json")
            scenes.push_back(
                {entry.path().stem().string(), [path = entry.path().string()] { return load_unwatched(path); }});
    std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    scenes.push_back({"fe_pendulum", [root] { return load_fe_pendulum(root); }});
    scenes.push_back({"fe_chain", [root] { return load_fe_chain(root, 10); }});
    scenes.push_back({"steel_chain", [root] { return load_steel_chain(root); }});
    scenes.push_back({"four_bar_row", [] { return make_scene(make_four_bar_row(10, 2)); }});
    return scenes;
}

}  // namespace ritz
