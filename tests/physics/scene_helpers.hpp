#pragma once
// Whole scenes for the physics tests: loaded from scenes/ or from text, run, and read column by column.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "engine/simulation/simulate.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "scenes/loader/scene/make_guard.hpp"

namespace ritz::testing {

using Overrides = std::vector<std::string>;

/// An example of scenes/, with values replaced: example("pendulum", {"/time/end=1"}).
inline Scene example(const std::string& name, const Overrides& overrides = {}) {
    return load_scene(std::string(RITZ_SOURCE_DIR) + "/scenes/" + name + ".json", overrides);
}

/// A scene from its text.
inline Scene scene_from(const std::string& text, const Overrides& overrides = {}) {
    static int count = 0;
    const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                       fmt::format("ritz_test_{}_{}.json", std::hash<std::string>{}(text), ++count);
    std::ofstream(path) << text;
    try {
        Scene scene = load_scene(path.string(), overrides);
        std::filesystem::remove(path);
        return scene;
    } catch (...) {
        std::filesystem::remove(path);
        throw;
    }
}

/// The override that sets method and tolerances; further members of the integrator as JSON, such as "\"max_order\": 5".
inline std::string integrator(const std::string& method, double relative, double absolute,
                              const std::string& more = "") {
    return fmt::format(R"(/integrator={{"method": "{}", "relative_tolerance": {}, "absolute_tolerance": {}{}{}}})",
                       method, relative, absolute, more.empty() ? "" : ", ", more);
}

struct Peak {
    double t = 0, value = 0;
};

/// A run and its columns.
class Recording {
  public:
    explicit Recording(Scene scene) : result_(simulate_guarded(scene, {}, make_guard(scene))) {
        for (const Output& output : scene.outputs) names_.push_back(output.name);
    }

    const RunResult& result() const { return result_; }
    const std::vector<double>& times() const { return result_.times; }
    bool completed() const { return result_.status == RunStatus::completed; }

    std::vector<double> column(const std::string& name) const {
        const auto at = std::find(names_.begin(), names_.end(), name);
        if (at == names_.end()) throw std::invalid_argument("no output \"" + name + "\"");
        const auto k = static_cast<std::size_t>(at - names_.begin());
        std::vector<double> values;
        for (const auto& row : result_.samples) values.push_back(row[k]);
        return values;
    }

    /// At a time of the output grid.
    double at(const std::string& name, double t) const {
        const std::vector<double> values = column(name);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::abs(times()[i] - t) < 1e-9 * std::max(1.0, t)) return values[i];
        throw std::invalid_argument(fmt::format("no sample of \"{}\" at t = {}", name, t));
    }
    double first(const std::string& name) const { return column(name).front(); }
    double last(const std::string& name) const { return column(name).back(); }

    /// The largest value, between the samples by the parabola through three of them.
    Peak peak(const std::string& name, double sign = 1) const {
        std::vector<double> v = column(name);
        for (double& each : v) each *= sign;
        const auto i = static_cast<std::size_t>(std::max_element(v.begin(), v.end()) - v.begin());
        if (i == 0 || i + 1 == v.size()) return {times()[i], sign * v[i]};
        const double slope = (v[i + 1] - v[i - 1]) / 2, bend = v[i + 1] - 2 * v[i] + v[i - 1];
        if (bend == 0) return {times()[i], sign * v[i]};
        return {times()[i] - slope / bend * (times()[i + 1] - times()[i]), sign * (v[i] - slope * slope / (2 * bend))};
    }

    double largest(const std::string& name) const {
        double most = 0;
        for (double v : column(name)) most = std::max(most, std::abs(v));
        return most;
    }

    /// Largest difference to a function of time, at the samples.
    double distance_to(const std::string& name, const std::function<double(double)>& expected) const {
        const std::vector<double> v = column(name);
        double most = 0;
        for (std::size_t i = 0; i < v.size(); ++i) most = std::max(most, std::abs(v[i] - expected(times()[i])));
        return most;
    }
    /// Largest difference to another run with the same output times.
    double distance_to(const std::string& name, const Recording& other) const {
        const std::vector<double> a = column(name), b = other.column(name);
        if (a.size() != b.size()) throw std::invalid_argument("runs of different lengths");
        double most = 0;
        for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
        return most;
    }

  private:
    RunResult result_;
    std::vector<std::string> names_;
};

inline Recording run(const Scene& scene) { return Recording(scene); }

}  // namespace ritz::testing
