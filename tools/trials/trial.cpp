#include "tools/trials/trial.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/errors.hpp"
#include "tools/trials/clocks.hpp"

namespace ritz {
namespace {

class RowCollector : public RowSink {
  public:
    explicit RowCollector(Rows& rows) : rows_(rows) {}
    void add(const State& state, const std::vector<double>& values) override {
        rows_.times.push_back(state.t);
        rows_.values.push_back(values);
    }
    void rollback(std::size_t rows) override {
        rows_.times.resize(rows);
        rows_.values.resize(rows);
    }

  private:
    Rows& rows_;
};

Scene with_setting(const Scene& scene, const MethodSetting& setting, double tolerance) {
    Scene changed = scene;
    RunSettings& settings = changed.settings;
    const double proportion = settings.options.absolute_tolerance / settings.options.relative_tolerance;
    settings.options.relative_tolerance = tolerance;
    settings.options.absolute_tolerance = proportion * tolerance;
    settings.choose_method = !setting.method;
    if (setting.method) settings.options.method = *setting.method;
    settings.options.max_order = setting.max_order;
    settings.options.jacobian = setting.jacobian;
    settings.options.fixed_step = 0;
    return changed;
}

Trial run_once(const Scene& scene, double longest) {
    Trial trial;
    RowCollector rows(trial.rows);
    RunOptions options;
    options.keep_rows = false;
    options.sinks = {&rows};
    const double begin = cpu_seconds();
    options.progress = [&](double, double, double) { return cpu_seconds() - begin < longest; };
    try {
        const RunResult result = simulate(scene, options);
        trial.completed = result.status != RunStatus::failed && !result.interrupted;
        trial.reason = result.interrupted ? "takes too long" : result.reason;
        trial.statistics = result.statistics;
        trial.integrator = result.integrator;
        trial.integrator_reason = result.integrator_reason;
    } catch (const std::exception& error) {
        trial.reason = error.what();
    }
    trial.cpu = cpu_seconds() - begin;
    return trial;
}

}  // namespace

std::vector<MethodSetting> list_methods() {
    return {{"auto"},
            {"erk", Method::erk},
            {"adams", Method::adams},
            {"sdirk", Method::sdirk},
            {"rosenbrock", Method::rosenbrock},
            {"generalized_alpha", Method::generalized_alpha},
            {"bdf", Method::bdf},
            {"bdf5", Method::bdf, 5},
            {"ida", Method::ida}};
}

MethodSetting find_method(const std::string& name) {
    const std::vector<MethodSetting> methods = list_methods();
    const auto at = std::find_if(methods.begin(), methods.end(), [&](const auto& each) { return each.name == name; });
    if (at == methods.end()) throw std::out_of_range("no method " + name);
    return *at;
}

Trial run_trial(const Scene& scene, const MethodSetting& setting, double tolerance, const TrialLimits& limits) {
    const Scene changed = with_setting(scene, setting, tolerance);
    Trial trial = run_once(changed, limits.longest);
    double spent = trial.cpu;
    for (int repeat = 1; repeat < 5 && trial.completed && spent < limits.repeat_until; ++repeat) {
        const Trial again = run_once(changed, limits.longest);
        spent += again.cpu;
        trial.cpu = std::min(trial.cpu, again.cpu);
    }
    return trial;
}

}  // namespace ritz
