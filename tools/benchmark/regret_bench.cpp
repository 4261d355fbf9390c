// The choice of auto on every scene: what it costs beside the best method at the error that auto leaves.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tools/benchmark/benchmarks.hpp"
#include "tools/trials/trial_scenes.hpp"
#include "tools/trials/work_precision.hpp"

namespace ritz::bench {
namespace {

struct Regret {
    double cpu = 0, best_cpu = 1, tolerance = 0;
    std::string integrator, best;
    double ratio() const { return cpu / best_cpu; }
};

const std::vector<double> tolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

bool is_judged(const WorkPoint& point) {
    return point.tolerance == 1e-4 || point.tolerance == 1e-6 || point.tolerance == 1e-8;
}

/// The worst over three tolerances of auto. Other methods are given up when they take twice as long as auto there.
Regret find_regret(const Scene& scene, const Reference& reference) {
    const WorkCurve automatic = without_luck(measure_curve(scene, find_method("auto"), tolerances, reference));
    double longest = 0.1;
    for (const WorkPoint& point : automatic.points)
        if (is_judged(point)) longest = std::max(longest, 2 * point.cpu);
    std::vector<WorkCurve> curves{automatic};
    for (const MethodSetting& method : list_methods())
        if (method.method)
            curves.push_back(without_luck(measure_curve(scene, method, tolerances, reference, {longest, 0.1})));
    Regret worst;
    for (const WorkPoint& point : automatic.points) {
        if (!is_judged(point) || !point.failure.empty()) continue;
        const double error = std::max(point.error.relative, 3 * reference.floor());  // no smaller one can be seen
        Regret regret{point.cpu, std::numeric_limits<double>::infinity(), point.tolerance, point.integrator, ""};
        for (const WorkCurve& curve : curves) {
            const EqualError equal = find_equal_error(curve, error);
            if (equal.cpu < regret.best_cpu) regret.best_cpu = equal.cpu, regret.best = curve.method;
        }
        if (regret.ratio() > worst.ratio()) worst = regret;
    }
    return worst;
}

/// Those that were named, as in auto_regret_two_arms; all if none was.
bool is_asked_for(const std::string& scene, const std::vector<std::string>& names) {
    const auto is_scene = [](const std::string& name) { return name.starts_with("auto_regret_"); };
    return std::none_of(names.begin(), names.end(), is_scene) ||
           std::find(names.begin(), names.end(), "auto_regret_" + scene) != names.end();
}

}  // namespace

void bench_auto_regret(const Surroundings& here, Table& table) {
    Regret worst;
    std::string where;
    for (const TrialScene& each : list_trial_scenes(here.root)) {
        if (!is_asked_for(each.name, here.names)) continue;
        const Scene scene = each.load();
        const Reference reference = here.references.find(scene);
        if (!reference.missing.empty()) {
            table.remark(each.name + " is left out: " + reference.missing);
            continue;
        }
        const Regret regret = find_regret(scene, reference);
        if (regret.cpu == 0) {
            table.remark(each.name + " is left out: auto failed");
            continue;
        }
        table.add({"auto_regret_" + each.name, regret.cpu, "s CPU", regret.best_cpu, regret.ratio(), "<= 1.2",
                   fmt::format("tolerance {:g}: {}; best: {}", regret.tolerance, regret.integrator, regret.best)});
        if (regret.ratio() > worst.ratio()) worst = regret, where = each.name;
    }
    table.add({"auto_regret", worst.cpu, "s CPU", worst.best_cpu, worst.ratio(), "<= 1.2", "worst: " + where});
}

void bench_scene_speed(const Surroundings& here, Table& table) {
    for (const TrialScene& each : list_trial_scenes(here.root)) {
        const Scene scene = each.load();
        MethodSetting setting{"as the scene asks"};
        if (!scene.settings.choose_method) setting.method = scene.settings.options.method;
        setting.max_order = scene.settings.options.max_order;
        const Trial trial = run_trial(scene, setting, scene.settings.options.relative_tolerance);
        table.add({"scene_speed_" + each.name, trial.cpu, "s CPU", scene.settings.end, scene.settings.end / trial.cpu,
                   "", fmt::format("{} steps, {}; ratio: times real time", trial.statistics.steps, trial.integrator)});
    }
}

}  // namespace ritz::bench
