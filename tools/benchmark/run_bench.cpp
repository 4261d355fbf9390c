// Whole runs at equal error: the CPU time of one method beside that of another, and its growth with the size.
#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "scenes/loader/scene/load_scene.hpp"
#include "tools/benchmark/benchmarks.hpp"
#include "tools/benchmark/timing.hpp"
#include "tools/trials/four_bar_row.hpp"
#include "tools/trials/trial_scenes.hpp"
#include "tools/trials/work_precision.hpp"

namespace ritz::bench {
namespace {

const std::vector<double> tolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
constexpr double margin = 0.1;  // tolerances are tightened until the error is this part of what is asked for

Reference need_reference(const Surroundings& here, const Scene& scene) {
    Reference reference = here.references.find(scene);
    if (!reference.missing.empty()) throw std::runtime_error(reference.missing);
    return reference;
}

std::string describe(const WorkPoint& point) { return fmt::format("{} at {:g}", point.integrator, point.tolerance); }

WorkPoint need_point(const Scene& scene, const MethodSetting& setting, double tolerance, const Reference& reference) {
    const WorkPoint point = measure_point(scene, setting, tolerance, reference);
    if (!point.failure.empty()) throw std::runtime_error(setting.name + ": " + point.failure);
    return point;
}

/// The fastest of some methods beside a known run, at its error.
void compare_at_error(const std::string& name, const Scene& scene, const std::vector<std::string>& methods,
                      const WorkPoint& known, const Reference& reference, const std::string& goal, Table& table) {
    double least = std::numeric_limits<double>::infinity();
    std::string best = "none";
    for (const std::string& method : methods) {
        const WorkCurve curve =
            without_luck(measure_curve(scene, find_method(method), tolerances, reference, {2 * known.cpu},
                                       [&](const RunError& e) { return e.relative < margin * known.error.relative; }));
        const EqualError equal = find_equal_error(curve, known.error.relative);
        if (equal.cpu < least) least = equal.cpu, best = describe(*equal.point);
    }
    table.add({name, least, "s CPU", known.cpu, least / known.cpu, goal,
               fmt::format("{} beside {}; relative error {:.1e}", best, describe(known), known.error.relative)});
}

struct TimeToError {
    double cpu = 0;  // [s]
    std::string by = "never so good";
};

/// What auto needs for an error [m].
TimeToError find_time_to_error(const Scene& scene, double error, const Reference& reference) {
    const WorkCurve curve = without_luck(measure_curve(scene, find_method("auto"), tolerances, reference, {60},
                                                       [&](const RunError& e) { return e.absolute < margin * error; }));
    const EqualError equal = find_equal_error(curve, error, ErrorKind::absolute);
    return {equal.cpu, equal.point != nullptr ? describe(*equal.point) : "never so good"};
}

}  // namespace

void bench_elastic_chain_auto(const Surroundings& here, Table& table) {
    const Scene scene = load_scene(here.root + "/scenes/elastic_chain.json");
    const Reference reference = need_reference(here, scene);
    const WorkPoint known =
        need_point(scene, find_method("adams"), scene.settings.options.relative_tolerance, reference);
    compare_at_error("elastic_chain_auto", scene, {"auto"}, known, reference, "<= 0.35", table);
}

void bench_chain100_implicit(const Surroundings& here, Table& table) {
    const Scene scene = load_polyamide_chain(here.root, 100);
    const Reference reference = need_reference(here, scene);
    const WorkPoint known = need_point(scene, find_method("adams"), 1e-6, reference);
    compare_at_error("chain100_implicit", scene, {"bdf5", "sdirk", "rosenbrock"}, known, reference, "<= 0.4", table);
}

void bench_steel20_auto(const Surroundings& here, Table& table) {
    const Scene scene = load_steel_chain(here.root);
    const Reference reference = need_reference(here, scene);
    MethodSetting differences = find_method("sdirk");
    differences.jacobian = JacobianSource::differences;
    const WorkPoint known = need_point(scene, differences, 1e-6, reference);
    compare_at_error("steel20_auto", scene, {"auto"}, known, reference, "<= 0.2", table);
}

void bench_fe_pendulum(const Surroundings& here, Table& table) {
    constexpr double goal = 65000;
    const Scene scene = load_fe_pendulum(here.root);
    const Reference reference = need_reference(here, scene);
    const double rates = 1e-6 * time_rates(scene.model, scene.initial);
    const TimeToError needed = find_time_to_error(scene, 1e-6, reference);
    table.add({"fe_pendulum_1e-6", needed.cpu, "s CPU", rates, needed.cpu / rates, fmt::format("<= {}", goal),
               needed.by + "; ratio in right-hand sides"});
}

void bench_fe_chain(const Surroundings& here, Table& table) {
    constexpr double error = 1e-4;  // [m]
    double first = 0, last = 0;
    for (const int links : {10, 20, 40, 80}) {
        const Scene scene = load_fe_chain(here.root, links);
        const Reference reference = need_reference(here, scene);
        const TimeToError needed = find_time_to_error(scene, error, reference);
        last = needed.cpu;
        if (first == 0) first = last;
        table.add({fmt::format("fe_chain_{}", links), last, "s CPU", 0, 0, "",
                   fmt::format("{}, path error {:g} m", needed.by, error)});
    }
    table.add({"fe_chain_80_over_10", last, "s CPU", first, last / first, "<= 9"});
}

void bench_loops(const Surroundings& here, Table& table) {
    constexpr double error = 1e-5;  // [m]
    double first = 0, last = 0;
    for (const int loops : {10, 20, 40, 80}) {
        const Scene scene = make_scene(make_four_bar_row(loops, 2));
        const Reference reference = need_reference(here, scene);
        const TimeToError needed = find_time_to_error(scene, error, reference);
        last = 1e3 * needed.cpu / loops;
        if (first == 0) first = last;
        table.add({fmt::format("loops_{}", loops), last, "ms CPU/loop", 0, 0, "",
                   fmt::format("{}, error {:g} m, {:.2f} us/loop for a right-hand side", needed.by, error,
                               time_rates(scene.model, scene.initial) / loops)});
    }
    table.add({"loops_80_over_10", last, "ms CPU/loop", first, last / first, "<= 1.5"});
}

}  // namespace ritz::bench
